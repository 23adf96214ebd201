// train/reference.h: a network and its gradient, one position at a time, as plainly as possible.
//
// This is the specification of training: the fast implementation (train/gradient.h) must give the same
// gradient, and the derivatives here are checked against finite differences, in double precision. Slow.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "nn/relations.h"
#include "nn/spec.h"
#include "train/loss.h"
#include "train/model.h"

namespace tabia::train {

template <class T>
[[nodiscard]] T activated(nn::Activation activation, T x) {
  switch (activation) {
    case nn::Activation::Relu:
      return std::max(x, T(0));
    case nn::Activation::Sigmoid:
      return logistic(x);
    case nn::Activation::Tanh:
      return std::tanh(x);
    case nn::Activation::Clipped:
      return std::clamp(x, T(0), T(1));
    case nn::Activation::ClippedSquared:
      return std::clamp(x, T(0), T(1)) * std::clamp(x, T(0), T(1));
    case nn::Activation::Linear:
    case nn::Activation::Pairwise:
    case nn::Activation::Dual:
    case nn::Activation::DualAll:
      break;
  }
  return x;
}

// The derivative; 0 at the corners.
template <class T>
[[nodiscard]] T slope_of(nn::Activation activation, T x) {
  const T y = activated(activation, x);
  const bool is_inside = T(0) < x && x < T(1);
  switch (activation) {
    case nn::Activation::Relu:
      return x > 0 ? T(1) : T(0);
    case nn::Activation::Sigmoid:
      return y * (1 - y);
    case nn::Activation::Tanh:
      return 1 - y * y;
    case nn::Activation::Clipped:
      return is_inside ? T(1) : T(0);
    case nn::Activation::ClippedSquared:
      return is_inside ? 2 * x : T(0);
    case nn::Activation::Linear:
    case nn::Activation::Pairwise:
    case nn::Activation::Dual:
    case nn::Activation::DualAll:
      break;
  }
  return T(1);
}

// One number for each number of the canonical tensors (nn::tensors_of).
template <class T>
using Numbers = std::vector<std::vector<T>>;

template <class T>
[[nodiscard]] Numbers<T> zeros_for(const nn::ModelSpec& spec) {
  Numbers<T> numbers;
  for (const nn::TensorSpec& tensor : nn::tensors_of(spec)) numbers.emplace_back(tensor.size(), T(0));
  return numbers;
}

// An active input, with its value (1 for pieces on squares).
template <class T>
struct ActiveInput {
  std::uint32_t row = 0;
  T value = 1;
};

// A position as the network sees it: the active inputs, the view of the side to move first.
template <class T>
struct NetworkInput {
  std::vector<std::vector<ActiveInput<T>>> views;
  std::size_t head = 0;
};

template <class T>
class ReferenceModel {
 public:
  // The spec of the network or of its float twin: only its shape matters.
  explicit ReferenceModel(const nn::ModelSpec& spec)
      : spec_(spec), weights_(zeros_for<T>(spec)), piece_rows_(nn::tensors_of(spec).front().rows) {}

  [[nodiscard]] Numbers<T>& weights() noexcept { return weights_; }
  [[nodiscard]] const Numbers<T>& weights() const noexcept { return weights_; }
  [[nodiscard]] const nn::ModelSpec& spec() const noexcept { return spec_; }

  // The raw output. Stores what backward() needs.
  T forward(const NetworkInput<T>& input) {
    input_ = &input;
    sums_.clear();
    layer_inputs_.assign(1, {});
    layer_sums_.clear();
    std::vector<T> collected;  // activated values of all layers so far, for the last one
    T straight = 0;
    for (std::size_t view = 0; view < input.views.size(); ++view) {
      std::vector<T> sum = weights_[1];
      for (const auto& [row, value] : input.views[view])
        for (std::size_t i = 0; i < width(); ++i)
          sum[i] += value * weights_[row_tensor(row)][row_in_tensor(row) * width() + i];
      append_activated(sum, layer_inputs_[0]);
      if (spec_.piece_square) {
        for (const auto& [row, value] : input.views[view])
          straight += view_sign(view) * value *
                      weights_[row_tensor(row) + (is_relation(row) ? 1 : 2)]
                              [row_in_tensor(row) * heads() + input.head];
      }
      sums_.push_back(std::move(sum));
    }
    for (std::size_t k = 0; k < spec_.layers.size(); ++k) {
      const std::vector<T>& in = layer_inputs_[k];
      const std::size_t outputs = outputs_of(k);
      std::vector<T> out(outputs);
      for (std::size_t o = 0; o < outputs; ++o) {
        out[o] = weights_[bias_tensor(k)][input.head * outputs + o];
        for (std::size_t i = 0; i < in.size(); ++i)
          out[o] += weights_[weight_tensor(k)][(input.head * outputs + o) * in.size() + i] * in[i];
      }
      std::vector<T> next;
      if (spec_.layers[k].activation == nn::Activation::Dual) {
        for (std::size_t o = 0; o + 1 < outputs; ++o) next.push_back(squared(out[o]));
        for (std::size_t o = 0; o + 1 < outputs; ++o) next.push_back(clipped(out[o]));
        straight += out.back();
      } else if (spec_.layers[k].activation == nn::Activation::DualAll) {
        for (const T x : out) next.push_back(squared(x));
        for (const T x : out) next.push_back(clipped(x));
        if (k == 0) straight += out[outputs - 2] - out[outputs - 1];
        collected.insert(collected.end(), next.begin(), next.end());
        if (k + 2 == spec_.layers.size()) next = collected;
      } else {
        const bool last = k + 1 == spec_.layers.size();
        for (const T x : out) {
          const T y = activated(spec_.layers[k].activation, x);
          next.push_back(rounding_ && !last ? as_byte(y, rounding_->clipped) : y);
        }
      }
      layer_sums_.push_back(std::move(out));
      layer_inputs_.push_back(std::move(next));
    }
    return layer_inputs_.back()[0] + straight;
  }

  // From now on forward() rounds activated values as play does; backward() ignores it.
  void set_rounding(const std::optional<PlayRounding>& rounding) { rounding_ = rounding; }

  // The sum of the magnitudes of the first layer's activated values in the last forward(): times
  // `activation_cost`, a part of the loss.
  [[nodiscard]] T activation() const {
    T sum = 0;
    for (const T value : layer_inputs_[0]) sum += std::abs(value);
    return sum;
  }

  // Adds the gradient of the last forward() to `gradient`. `slope` is the derivative of the loss with respect
  // to the raw output, `activation_cost` that with respect to activation().
  void backward(T slope, Numbers<T>& gradient, T activation_cost = 0) const {
    std::vector<T> upper = {slope};  // with respect to the activated outputs of layer k
    std::vector<T>
        collected;  // with respect to the inputs of the last layer, if it takes the values of all others
    for (std::size_t k = spec_.layers.size(); k-- > 0;) {
      const std::vector<T>& in = layer_inputs_[k];
      const std::vector<T>& out = layer_sums_[k];
      std::vector<T> by_sum(out.size());
      if (spec_.layers[k].activation == nn::Activation::Dual) {
        const std::size_t half = out.size() - 1;
        for (std::size_t o = 0; o < half; ++o)
          by_sum[o] = (std::abs(out[o]) < 1 ? 2 * out[o] * upper[o] : T(0)) +
                      upper[half + o] * slope_of(nn::Activation::Clipped, out[o]);
        by_sum[half] = slope;
      } else if (spec_.layers[k].activation == nn::Activation::DualAll) {
        const std::size_t half = out.size();
        if (k + 2 == spec_.layers.size()) {
          collected = std::move(upper);
          upper.assign(2 * half, T(0));
        }
        const std::size_t own =
            collected.size() - 2 * half;  // those of later layers have already been removed
        for (std::size_t i = 0; i < 2 * half; ++i) upper[i] += collected[own + i];
        collected.resize(own);
        for (std::size_t o = 0; o < half; ++o)
          by_sum[o] = (std::abs(out[o]) < 1 ? 2 * out[o] * upper[o] : T(0)) +
                      upper[half + o] * slope_of(nn::Activation::Clipped, out[o]);
        if (k == 0) {
          by_sum[half - 2] += slope;
          by_sum[half - 1] -= slope;
        }
      } else {
        for (std::size_t o = 0; o < out.size(); ++o)
          by_sum[o] = upper[o] * slope_of(spec_.layers[k].activation, out[o]);
      }
      std::vector<T> by_input(in.size());
      for (std::size_t o = 0; o < out.size(); ++o) {
        gradient[bias_tensor(k)][input_->head * out.size() + o] += by_sum[o];
        for (std::size_t i = 0; i < in.size(); ++i) {
          const std::size_t at = (input_->head * out.size() + o) * in.size() + i;
          gradient[weight_tensor(k)][at] += by_sum[o] * in[i];
          by_input[i] += by_sum[o] * weights_[weight_tensor(k)][at];
        }
      }
      upper = std::move(by_input);
    }
    for (std::size_t i = 0; i < upper.size(); ++i)
      upper[i] += layer_inputs_[0][i] > 0   ? activation_cost
                  : layer_inputs_[0][i] < 0 ? -activation_cost
                                            : T(0);
    const std::size_t part = upper.size() / input_->views.size();
    for (std::size_t view = 0; view < input_->views.size(); ++view) {
      const std::vector<T> by_sum = first_gradient(sums_[view], upper.data() + view * part);
      for (std::size_t i = 0; i < width(); ++i) gradient[1][i] += by_sum[i];
      for (const auto& [row, value] : input_->views[view]) {
        for (std::size_t i = 0; i < width(); ++i)
          gradient[row_tensor(row)][row_in_tensor(row) * width() + i] += value * by_sum[i];
        if (spec_.piece_square)
          gradient[row_tensor(row) + (is_relation(row) ? 1 : 2)]
                  [row_in_tensor(row) * heads() + input_->head] += value * view_sign(view) * slope;
      }
    }
  }

 private:
  [[nodiscard]] std::size_t width() const { return static_cast<std::size_t>(spec_.accumulator.width); }
  [[nodiscard]] std::size_t heads() const { return static_cast<std::size_t>(spec_.output.heads); }
  [[nodiscard]] std::size_t outputs_of(std::size_t k) const {
    return static_cast<std::size_t>(spec_.layers[k].width);
  }
  [[nodiscard]] std::size_t weight_tensor(std::size_t k) const {
    const std::size_t straight = spec_.piece_square ? 1 : 0;
    return 2 + straight + (spec_.features.relations.any() ? 1 + straight : 0) + 2 * k;
  }
  // Rows of threats and pawn pairs follow those of the pieces, but have their own tensors.
  [[nodiscard]] bool is_relation(std::size_t row) const { return row >= piece_rows_; }
  [[nodiscard]] std::size_t row_tensor(std::size_t row) const {
    return !is_relation(row) ? 0 : spec_.piece_square ? 3 : 2;
  }
  [[nodiscard]] std::size_t row_in_tensor(std::size_t row) const {
    return is_relation(row) ? row - piece_rows_ : row;
  }
  [[nodiscard]] std::size_t bias_tensor(std::size_t k) const { return weight_tensor(k) + 1; }
  // Of the piece-square part.
  [[nodiscard]] T view_sign(std::size_t view) const {
    return input_->views.size() == 1 ? T(1) : view == 0 ? T(0.5) : T(-0.5);
  }

  void append_activated(const std::vector<T>& sum, std::vector<T>& out) const {
    if (spec_.accumulator.activation != nn::Activation::Pairwise) {
      for (const T x : sum) {
        const T y = activated(spec_.accumulator.activation, x);
        out.push_back(rounding_ ? as_byte(y, rounding_->first) : y);
      }
      return;
    }
    const T limit = rounding_ ? T(rounding_->first.limit) : T(1);
    for (std::size_t i = 0; i < width() / 2; ++i) {
      const T y = std::clamp(sum[i], T(0), limit) * std::clamp(sum[i + width() / 2], T(0), limit);
      out.push_back(rounding_ ? as_byte(y, rounding_->first) : y);
    }
  }
  [[nodiscard]] T squared(T x) const {
    const T y = std::min(x * x, T(1));
    return rounding_ ? as_byte(y, rounding_->squared) : y;
  }
  [[nodiscard]] T clipped(T x) const {
    const T y = std::clamp(x, T(0), T(1));
    return rounding_ ? as_byte(y, rounding_->clipped) : y;
  }
  [[nodiscard]] static T as_byte(T value, const kernels::ByteRounding& rounding) {
    return std::min(std::floor(value * T(rounding.steps)), T(kernels::kMostByte)) / T(rounding.one);
  }

  [[nodiscard]] std::vector<T> first_gradient(const std::vector<T>& sum, const T* upper) const {
    std::vector<T> result(width());
    for (std::size_t i = 0; i < width(); ++i) {
      if (spec_.accumulator.activation != nn::Activation::Pairwise) {
        result[i] = upper[i] * slope_of(spec_.accumulator.activation, sum[i]);
        continue;
      }
      const std::size_t half = width() / 2;
      const std::size_t partner = i < half ? i + half : i - half;
      result[i] =
          upper[i % half] * std::clamp(sum[partner], T(0), T(1)) * slope_of(nn::Activation::Clipped, sum[i]);
    }
    return result;
  }

  nn::ModelSpec spec_;
  Numbers<T> weights_;
  std::size_t piece_rows_;
  std::optional<PlayRounding> rounding_;
  const NetworkInput<T>* input_ = nullptr;
  std::vector<std::vector<T>> sums_;  // of the first layer, by view
  std::vector<std::vector<T>> layer_inputs_;
  std::vector<std::vector<T>> layer_sums_;
};

// The position as the networks of this spec see it.
template <class T>
[[nodiscard]] NetworkInput<T> input_of(const nn::ModelSpec& spec, const nn::FeatureSet& features,
                                       const chess::Position& position) {
  NetworkInput<T> input;
  const chess::Color us = position.side_to_move();
  for (const chess::Color side : {us, ~us}) {
    if (!spec.perspective && side != us) break;
    std::uint32_t rows[nn::FeatureSet::kMaxActive];
    const int count = features.active(position, spec.perspective ? side : chess::Color::White, rows);
    std::vector<ActiveInput<T>> view;
    view.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) view.push_back({rows[i], T(1)});
    if (spec.features.relations.any()) {
      std::uint32_t pairs[nn::RelationSet::kMaxActive];
      const std::size_t pair_count = nn::RelationSet(spec.features.relations).active(position, side, pairs);
      for (std::size_t i = 0; i < pair_count; ++i) view.push_back({features.rows() + pairs[i], T(1)});
    }
    input.views.push_back(std::move(view));
  }
  input.head = static_cast<std::size_t>(
      nn::output_bucket(spec.output.buckets, spec.output.heads, chess::count(position.occupied())));
  return input;
}

}  // namespace tabia::train
