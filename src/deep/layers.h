// deep/layers.h: the layers that blocks and heads are made of: dense, convolution, layer norm.
//
// The loops here are the specification of the fast kernels: one product after another, in a fixed order.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "deep/spec.h"

namespace tabia::deep {

// out = activation(weights * in + bias), for many rows of inputs.
class Dense {
 public:
  Dense() = default;
  // Weights [outputs][inputs]. An empty bias is zero.
  Dense(std::span<const float> weights, std::span<const float> bias, std::size_t outputs, std::size_t inputs,
        Activation activation);
  // The same for weights whose inputs are numbered channel by channel ([channel][square]), applied to numbers
  // square by square.
  [[nodiscard]] static Dense by_channel(std::span<const float> weights, std::span<const float> bias,
                                        std::size_t outputs, std::size_t channels, Activation activation);

  [[nodiscard]] std::size_t inputs() const noexcept { return inputs_; }
  [[nodiscard]] std::size_t outputs() const noexcept { return outputs_; }
  void run(const float* in, std::size_t rows, float* out) const;

 private:
  std::vector<float> weights_;  // [input][output]
  std::vector<float> bias_;
  std::size_t inputs_ = 0;
  std::size_t outputs_ = 0;
  Activation activation_ = Activation::Linear;
};

// A convolution over the 8x8 squares with zeros around them.
class Convolution {
 public:
  Convolution() = default;
  // Weights [outputs][inputs][kernel][kernel], rank before file; kernel 1 or 3.
  Convolution(std::span<const float> weights, std::span<const float> bias, std::size_t outputs,
              std::size_t inputs, std::size_t kernel, Activation activation);

  [[nodiscard]] std::size_t outputs() const noexcept { return outputs_; }
  // [board][square][input] to [board][square][output].
  void run(const float* in, std::size_t boards, float* out) const;

 private:
  std::vector<float> weights_;  // [rank][file][input][output]
  std::vector<float> bias_;
  std::size_t inputs_ = 0;
  std::size_t outputs_ = 0;
  std::size_t kernel_ = 3;
  Activation activation_ = Activation::Linear;
};

// (x - mean) / deviation * scale + bias, over the numbers of each row.
class LayerNorm {
 public:
  LayerNorm() = default;
  LayerNorm(std::span<const float> scale, std::span<const float> bias, float epsilon)
      : scale_(scale.begin(), scale.end()), bias_(bias.begin(), bias.end()), epsilon_(epsilon) {}
  void run(float* values, std::size_t rows) const;

 private:
  std::vector<float> scale_;
  std::vector<float> bias_;
  float epsilon_ = 0;
};

void activate(Activation activation, std::span<float> values) noexcept;
// In place, so that the values sum to 1.
void softmax(std::span<float> values) noexcept;

}  // namespace tabia::deep
