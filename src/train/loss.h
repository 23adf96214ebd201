// train/loss.h: the training target, and the loss.
//
// Everything here is about one number: the raw output of the network (before its output activation and
// eval_scale) for the side to move, or for White if the network sees the board only from White's side.
#pragma once

#include <cmath>
#include <cstdint>
#include <string_view>

#include "nn/spec.h"
#include "train/fragment.h"

namespace tabia::train {

enum class LossKind {
  Power,         // "power": |p - t|^power on the expected result, 0 to 1
  CrossEntropy,  // "cross-entropy": -t log p - (1 - t) log(1 - p), minus its minimum
  Tanh,          // "tanh": (tanh(raw) - t)^2, with t from -1 to 1
  Centipawns,    // "centipawns": ((score - target) / 100)^2 in evaluation units, both clamped to +-limit
  Stockfish,     // "stockfish": |q - t|^power with win and loss modeled separately, as nnue-pytorch does
};

struct Loss {
  LossKind kind = LossKind::Power;
  double power = 2;
  double limit = 1000;  // evaluation units, for Centipawns
  // The network's: an output of 1.0 is this many evaluation units, with or without tanh.
  double eval_scale = 400;
  bool tanh_output = false;
};

[[nodiscard]] std::string_view name_of(LossKind kind) noexcept;

template <class T>
[[nodiscard]] T logistic(T x) {
  return x >= 0 ? 1 / (1 + std::exp(-x)) : 1 - 1 / (1 + std::exp(x));
}

// What the loss compares the output with.
template <class T>
struct Target {
  T expected = T(0.5);  // result from 0 to 1
  T score = 0;          // logit, for losses in centipawns
};

// result_weight: 0 uses only the score, 1 only the result. If one of the two is missing, the other is used
// alone. Requires one of them.
template <class T>
[[nodiscard]] Target<T> target_of(const Label& label, double result_weight, const Loss& loss) {
  const bool has_result = label.outcome != data::Outcome::Unknown;
  const auto result = static_cast<T>((static_cast<int>(label.outcome) + 1) / 2.0);
  if (!label.has_score()) {
    const T certain = static_cast<T>(loss.limit / loss.eval_scale);
    return {result, (2 * result - 1) * certain};
  }
  const auto score = static_cast<T>(label.score);
  T expected = logistic(score);
  if (loss.kind == LossKind::Stockfish) {
    // Offset and slopes of nnue-pytorch, in which 600 units are 1.0.
    const T units = score * 600;
    expected = T(0.5) * (1 + logistic((units - 270) / 380) - logistic((-units - 270) / 380));
  }
  const T weight = has_result ? static_cast<T>(result_weight) : T(0);
  return {weight * result + (1 - weight) * expected, score};
}

template <class T>
struct LossValue {
  T loss = 0;
  T slope = 0;  // derivative with respect to the raw output
};

template <class T>
[[nodiscard]] LossValue<T> power_loss(T difference, T slope, double power) {
  if (power == 2) return {difference * difference, 2 * difference * slope};
  const T size = std::abs(difference);
  if (size == 0) return {};
  const T raised = std::pow(size, static_cast<T>(power - 1));
  return {raised * size, static_cast<T>(power) * raised * (difference > 0 ? slope : -slope)};
}

// The loss at a raw output.
template <class T>
[[nodiscard]] LossValue<T> loss_of(const Loss& loss, T raw, const Target<T>& target) {
  // The output as a logit of the expected result: (1 + tanh x) / 2 is the logistic function of 2x.
  const T steepness = loss.tanh_output ? T(2) : T(1);
  switch (loss.kind) {
    case LossKind::Power: {
      const T p = logistic(steepness * raw);
      return power_loss<T>(p - target.expected, steepness * p * (1 - p), loss.power);
    }
    case LossKind::CrossEntropy: {
      const T x = steepness * raw;
      const T p = logistic(x);
      const T t = target.expected;
      // log(1 + e^x) without overflow
      const T soft = x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x));
      const T least = (t > 0 ? t * std::log(t) : T(0)) + (t < 1 ? (1 - t) * std::log(1 - t) : T(0));
      return {soft - t * x + least, steepness * (p - t)};
    }
    case LossKind::Tanh: {
      const T y = std::tanh(raw);
      return power_loss<T>(y - (2 * target.expected - 1), 1 - y * y, 2);
    }
    case LossKind::Centipawns: {
      const auto limit = static_cast<T>(loss.limit);
      const auto scale = static_cast<T>(loss.eval_scale);
      const T wanted = std::min(std::max(target.score * scale, -limit), limit);
      const T y = loss.tanh_output ? std::tanh(raw) : raw;
      const T score = y * scale;
      // Beyond the limit in the right direction the error is 0.
      if ((wanted >= limit && score > limit) || (wanted <= -limit && score < -limit)) return {};
      const T difference = (score - wanted) / 100;
      const T slope = scale / 100 * (loss.tanh_output ? 1 - y * y : T(1));
      return {difference * difference, 2 * difference * slope};
    }
    case LossKind::Stockfish: {
      const T units = steepness * raw * 600;
      const T win = logistic((units - 270) / 340);
      const T lose = logistic((-units - 270) / 340);
      const T q = T(0.5) * (1 + win - lose);
      const T slope = T(0.5) * (win * (1 - win) + lose * (1 - lose)) * steepness * 600 / 340;
      return power_loss<T>(q - target.expected, slope, loss.power);
    }
  }
  return {};
}

}  // namespace tabia::train
