// nn/arrange.h: sorts neurons into the order that is fastest to compute.
//
// A dense layer of bytes reads its inputs in groups of four and skips groups of zeros. The order of the
// accumulator's neurons doesn't affect the output, so neurons that are active together are placed together:
// then more groups are all zeros.
#pragma once

#include <memory>
#include <span>

#include "base/result.h"
#include "nn/network.h"

namespace tabia::nn {

struct Arranged {
  std::shared_ptr<const Network> network;  // the same lineage, win model and outputs
  std::size_t groups = 0;                  // of the first layer after the accumulator
  double active_before = 0;                // groups that are not all zeros, averaged over the positions
  double active_after = 0;
};

// Requires at least one position. Fails if the network has no byte layers.
[[nodiscard]] base::Result<Arranged> arranged(const Network& network, std::span<const Position> positions);

}  // namespace tabia::nn
