// nn/arrange.h: neurons in the order that play computes fastest.
//
// A dense layer of bytes reads its inputs in groups of four and skips groups of zeros. Which neuron of the accumulator stands where
// means nothing to the output, so those that are active together stand together: then more groups are all zeros.
#pragma once

#include <memory>
#include <span>

#include "base/result.h"
#include "nn/network.h"

namespace tabia::nn {

struct Arranged {
  std::shared_ptr<const Network> network;  // the same lineage, win model and outputs
  std::size_t groups = 0;                  // of the first layer behind the accumulator
  double active_before = 0;                // of them not all zeros, on average of the positions
  double active_after = 0;
};

// Requires positions. The error says that the network has no layers of bytes.
[[nodiscard]] base::Result<Arranged> arranged(const Network& network, std::span<const Position> positions);

}  // namespace tabia::nn
