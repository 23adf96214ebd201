// nn/quantise.h: converts between the numbers of training (f32) and those of play (integers).
//
// Every quantized spec has a float twin: the same shape, all tensors f32. `quantised()` rounds each number of
// the twin to the grid that tensors_of() gives its tensor; `dequantised()` goes back. The two then differ
// only in arithmetic, by what the integers round off between the layers (tests/nn/quantise_test.cpp measures
// and bounds it).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "nn/network.h"

namespace tabia::nn {

// The same shape in f32. A spec that is already in f32 is its own twin.
[[nodiscard]] ModelSpec float_twin(const ModelSpec& spec);

// What rounding did to one tensor.
struct QuantisedTensor {
  std::string name;
  std::size_t numbers = 0;
  std::size_t clamped = 0;   // did not fit the storage and lost more than rounding
  double largest_error = 0;  // as a real number; 1.0 is the range of an activation
};

struct Quantised {
  std::shared_ptr<const Network> network;
  std::vector<QuantisedTensor> tensors;

  // Numbers that did not fit, over all tensors.
  [[nodiscard]] std::size_t clamped() const noexcept;
};

// The network in the integers of `target`, with its lineage. The error says how its spec differs from the
// target's float twin. Numbers that do not fit are clamped and counted.
[[nodiscard]] base::Result<Quantised> quantised(const Network& network, const ModelSpec& target);

// The float twin of a network: each stored number divided by its scale. Fails if it would be too large.
[[nodiscard]] base::Result<std::shared_ptr<const Network>> dequantised(const Network& network);

// How two networks that should be the same compare.
struct Comparison {
  std::string
      first_difference;  // in words: spec, or the first tensor that differs by more than its grid; or empty
  std::size_t positions = 0;
  double mean_difference = 0;  // of the scores, evaluation units
  int largest_difference = 0;
  std::string largest_fen;
  std::string kernels;  // the instruction set with which the second network differs from itself; or empty

  // Equivalent, if the scores may differ by `allowed` evaluation units on average.
  [[nodiscard]] bool agrees(double allowed) const noexcept {
    return first_difference.empty() && kernels.empty() && mean_difference <= allowed;
  }
};

// Compares specs, tensors and the scores of `positions` positions from random games; a network in integers
// must also give the same result with every instruction set of this machine. Networks in different storage
// are compared within their rounding.
[[nodiscard]] base::Result<Comparison> compare(const Network& a, const Network& b, std::size_t positions,
                                               std::uint64_t seed);

// The mean difference of the scores that rounding explains, in evaluation units: 0 for networks of the same
// spec; otherwise `tolerance`, or 5% of the score of an output of 1.0.
[[nodiscard]] double allowed_difference(const Network& a, const Network& b, std::optional<int> tolerance);

}  // namespace tabia::nn
