// examples/learn/11_quantisation.cpp: real numbers against 16-bit and 8-bit ones, and the bound on the difference.
// Page: docs/learn/11-quantisation.md
#include <algorithm>

#include "learn.h"

namespace {

constexpr std::size_t kN = 64, kOut = 16;
constexpr int kOne = 255;       // stored value of 1.0 in the accumulator
constexpr int kWeightOne = 64;  // stored value of a weight of 1.0 behind it
constexpr int kByteOne = 127;   // stored value of 1.0 between layers of bytes
constexpr double kClip = 1.98;  // training keeps every weight within +-1.98; 1.98 * 64 = 126.7 fits 8 bits
constexpr double kEvalScale = 400;

// The direct head is 768 -> N x 2 -> 1 with squared clipped relu; the byte head has N x 2 -> kOut instead.
struct Real {
  std::vector<double> weights, bias;  // 768 x N, N
  std::vector<double> direct;         // 2 x N
  double direct_bias;
  std::vector<double> bytes, bytes_bias;  // kOut x 2N, kOut
};
struct Whole {
  std::vector<std::int16_t> weights, bias, direct;
  std::int32_t direct_bias;
  std::vector<std::int8_t> bytes;
  std::vector<std::int32_t> bytes_bias;
};

template <class Number>
std::vector<Number> rounded(const std::vector<double>& values, double one) {
  std::vector<Number> stored;
  for (const double value : values) stored.push_back(static_cast<Number>(std::lround(value * one)));
  return stored;
}

// The rows of the active inputs of both views, on top of the bias: 2N numbers, the side to move's first.
template <class Sum, class Number>
std::vector<Sum> sums(const std::vector<Number>& weights, const std::vector<Number>& bias,
                      const std::array<std::vector<int>, 2>& active) {
  std::vector<Sum> z;
  for (const auto& inputs : active)
    for (std::size_t n = 0; n < kN; ++n) {
      Sum sum = bias[n];
      for (const int f : inputs) sum = static_cast<Sum>(sum + weights[static_cast<std::size_t>(f) * kN + n]);
      z.push_back(sum);
    }
  return z;
}

struct Errors {
  double largest = 0, squares = 0, largest_share = 0;
  int count = 0;
  void add(double error, double bound) {
    largest = std::max(largest, error);
    largest_share = std::max(largest_share, error / bound);
    squares += error * error;
    ++count;
  }
  double typical() const { return std::sqrt(squares / count); }
};

}  // namespace

int main() {
  learn::Random random(1);
  const auto numbers = [&](std::size_t count, double mean, double size) {
    std::vector<double> v(count);
    for (double& x : v) x = std::clamp(mean + random.uniform(-size, size), -kClip, kClip);
    return v;
  };
  const Real real{numbers(768 * kN, 0, 0.25),     numbers(kN, 0.3, 0.2),  numbers(2 * kN, 0, 0.5), 0.1,
                  numbers(kOut * 2 * kN, 0, 0.4), numbers(kOut, 0.2, 0.2)};
  const Whole whole{rounded<std::int16_t>(real.weights, kOne),
                    rounded<std::int16_t>(real.bias, kOne),
                    rounded<std::int16_t>(real.direct, kWeightOne),
                    static_cast<std::int32_t>(std::lround(real.direct_bias * kOne * kWeightOne)),
                    rounded<std::int8_t>(real.bytes, kWeightOne),
                    rounded<std::int32_t>(real.bytes_bias, kByteOne * kWeightOne)};

  // 255 -> 127 by a shift: how far the byte is from the number it stands for.
  double byte_error = 0;
  for (int v = 0; v <= kOne; ++v)
    byte_error = std::max(byte_error, std::abs(double(v >> 1) / kByteOne - double(v) / kOne));

  Errors direct, bytes;
  double output_squares = 0;
  for (int trial = 0; trial < 10000; ++trial) {
    const learn::Board board = learn::random_board(random);
    const int us = board.side_to_move;
    const std::array active = {learn::active_inputs(board, us), learn::active_inputs(board, 1 - us)};
    const auto z = sums<double>(real.weights, real.bias, active);
    const auto q = sums<std::int16_t>(whole.weights, whole.bias, active);
    const double z_error = static_cast<double>(active[0].size() + 1) * 0.5 / kOne;  // k + 1 numbers rounded

    // Direct head: sum of clamp^2 * weight in whole numbers, one division, the bias.
    double y = real.direct_bias, bound = 1.5 / (kOne * kWeightOne);  // bias rounded, division cut off
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < 2 * kN; ++i) {
      const double a = std::clamp(z[i], 0.0, 1.0);
      y += a * a * real.direct[i];
      const std::int64_t v = std::clamp<int>(q[i], 0, kOne);
      sum += v * v * whole.direct[i];
      bound += std::abs(real.direct[i]) * 2 * z_error + double(v * v) / (kOne * kOne) * 0.5 / kWeightOne;
    }
    const double stored = double(sum / kOne + whole.direct_bias) / (kOne * kWeightOne);
    output_squares += y * y;
    direct.add(kEvalScale * std::abs(stored - y), kEvalScale * bound);

    // Byte head, one output at a time: bytes of 0..127 times 8-bit weights, summed in 32 bits.
    for (std::size_t o = 0; o < kOut; ++o) {
      double exact = real.bytes_bias[o], limit = 0.5 / (kByteOne * kWeightOne);
      std::int32_t total = whole.bytes_bias[o];
      for (std::size_t i = 0; i < 2 * kN; ++i) {
        const double w = real.bytes[o * 2 * kN + i];
        exact += w * std::clamp(z[i], 0.0, 1.0);
        const int byte = std::clamp<int>(q[i], 0, kOne) >> 1;
        total += byte * whole.bytes[o * 2 * kN + i];
        limit += std::abs(w) * (z_error + byte_error) + double(byte) / kByteOne * 0.5 / kWeightOne;
      }
      bytes.add(std::abs(double(total) / (kByteOne * kWeightOne) - exact), limit);
    }
  }
  std::printf("i16, 768 -> %zu x 2 -> 1: outputs are typically %.0f units\n", kN,
              kEvalScale * std::sqrt(output_squares / direct.count));
  std::printf("  error typically %.1f units, at most %.1f; at most %.0f%% of the bound\n", direct.typical(),
              direct.largest, 100 * direct.largest_share);
  std::printf("i8, %zu -> %zu behind the same accumulator, where 1.0 is the range of an activation\n", 2 * kN,
              kOut);
  std::printf("  error typically %.4f, at most %.4f; at most %.0f%% of the bound\n", bytes.typical(),
              bytes.largest, 100 * bytes.largest_share);
  const long largest_sum = (learn::kMaxPieces + 1) * std::lround(kClip * kOne);
  std::printf("largest possible |sum|: %ld of 32767; largest pair of byte products: %d of 32767\n",
              largest_sum, 2 * kByteOne * 127);
  return learn::verdict(direct.largest_share <= 1 && bytes.largest_share <= 1 && largest_sum <= 32767 &&
                            2 * kByteOne * 127 <= 32767 && byte_error <= 1.0 / kOne,
                        "10000 positions are within the bound, and no sum can overflow");
}
