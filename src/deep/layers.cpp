#include "deep/layers.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace tabia::deep {
namespace {

std::vector<float> bias_or_zeros(std::span<const float> bias, std::size_t outputs) {
  if (bias.empty()) return std::vector<float>(outputs);
  return {bias.begin(), bias.end()};
}

// out += sum of the rows of `weights` times their inputs.
void add_products(const float* __restrict weights, const float* in, std::size_t inputs, std::size_t outputs,
                  float* __restrict out) {
  for (std::size_t i = 0; i < inputs; ++i) {
    const float x = in[i];
    if (x == 0) continue;
    const float* row = weights + i * outputs;
    for (std::size_t o = 0; o < outputs; ++o) out[o] += x * row[o];
  }
}

}  // namespace

void activate(Activation activation, std::span<float> values) noexcept {
  if (activation == Activation::Linear) return;
  for (float& value : values) value = activated(activation, value);
}

void softmax(std::span<float> values) noexcept {
  const float highest = *std::max_element(values.begin(), values.end());
  float sum = 0;
  for (float& value : values) sum += value = std::exp(value - highest);
  for (float& value : values) value /= sum;
}

Dense::Dense(std::span<const float> weights, std::span<const float> bias, std::size_t outputs,
             std::size_t inputs, Activation activation)
    : weights_(weights.size()),
      bias_(bias_or_zeros(bias, outputs)),
      inputs_(inputs),
      outputs_(outputs),
      activation_(activation) {
  TABIA_CHECK(weights.size() == outputs * inputs && bias_.size() == outputs, "the shape of a dense layer");
  for (std::size_t o = 0; o < outputs; ++o)
    for (std::size_t i = 0; i < inputs; ++i) weights_[i * outputs + o] = weights[o * inputs + i];
}

Dense Dense::by_channel(std::span<const float> weights, std::span<const float> bias, std::size_t outputs,
                        std::size_t channels, Activation activation) {
  std::vector<float> turned(weights.size());
  for (std::size_t o = 0; o < outputs; ++o) {
    const std::size_t row = o * channels * kSquares;
    for (std::size_t channel = 0; channel < channels; ++channel)
      for (std::size_t square = 0; square < kSquares; ++square)
        turned[row + square * channels + channel] = weights[row + channel * kSquares + square];
  }
  return {turned, bias, outputs, channels * kSquares, activation};
}

void Dense::run(const float* in, std::size_t rows, float* out) const {
  for (std::size_t row = 0; row < rows; ++row, in += inputs_, out += outputs_) {
    std::copy(bias_.begin(), bias_.end(), out);
    add_products(weights_.data(), in, inputs_, outputs_, out);
    activate(activation_, {out, outputs_});
  }
}

Convolution::Convolution(std::span<const float> weights, std::span<const float> bias, std::size_t outputs,
                         std::size_t inputs, std::size_t kernel, Activation activation)
    : weights_(weights.size()),
      bias_(bias_or_zeros(bias, outputs)),
      inputs_(inputs),
      outputs_(outputs),
      kernel_(kernel),
      activation_(activation) {
  const std::size_t taps = kernel * kernel;
  TABIA_CHECK(weights.size() == outputs * inputs * taps && bias_.size() == outputs,
              "the shape of a convolution");
  for (std::size_t o = 0; o < outputs; ++o)
    for (std::size_t i = 0; i < inputs; ++i)
      for (std::size_t tap = 0; tap < taps; ++tap)
        weights_[(tap * inputs + i) * outputs + o] = weights[(o * inputs + i) * taps + tap];
}

void Convolution::run(const float* in, std::size_t boards, float* out) const {
  const int kernel = static_cast<int>(kernel_);
  const int reach = kernel / 2;
  for (std::size_t board = 0; board < boards; ++board, in += kSquares * inputs_) {
    for (int square = 0; square < kSquares; ++square, out += outputs_) {
      std::copy(bias_.begin(), bias_.end(), out);
      for (int tap = 0; tap < kernel * kernel; ++tap) {
        const int rank = square / 8 + tap / kernel - reach;
        const int file = square % 8 + tap % kernel - reach;
        if (rank < 0 || rank > 7 || file < 0 || file > 7) continue;
        add_products(weights_.data() + static_cast<std::size_t>(tap) * inputs_ * outputs_,
                     in + static_cast<std::size_t>(rank * 8 + file) * inputs_, inputs_, outputs_, out);
      }
      activate(activation_, {out, outputs_});
    }
  }
}

void LayerNorm::run(float* values, std::size_t rows) const {
  const std::size_t width = scale_.size();
  const auto count = static_cast<float>(width);
  for (std::size_t row = 0; row < rows; ++row, values += width) {
    float mean = 0;
    for (std::size_t i = 0; i < width; ++i) mean += values[i];
    mean /= count;
    float variance = 0;
    for (std::size_t i = 0; i < width; ++i) variance += (values[i] - mean) * (values[i] - mean);
    const float factor = 1.0f / std::sqrt(variance / count + epsilon_);
    for (std::size_t i = 0; i < width; ++i) values[i] = (values[i] - mean) * factor * scale_[i] + bias_[i];
  }
}

}  // namespace tabia::deep
