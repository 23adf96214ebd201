// nn/plane_storage.h: networks over planes in fewer bits: f16, or bytes (i8) calibrated on positions.
//
// In bytes, a weight is a byte times the scale of its output, and a layer's inputs are bytes too: their step
// comes from the largest input that the layer sees on the given positions. storage_loss() measures what
// rounding costs.
#pragma once

#include <memory>
#include <span>

#include "base/result.h"
#include "nn/network.h"

namespace tabia::nn {

// The network in this storage. Only i8 needs positions (at least one). Requires a network over planes in f32.
[[nodiscard]] base::Result<std::shared_ptr<const Network>> in_storage(const Network& network,
                                                                      deep::Storage storage,
                                                                      std::span<const Position> positions);

struct StorageLoss {
  std::size_t positions = 0;
  double mean_value = 0;  // mean difference of the value: q, or evaluation units
  double largest_value = 0;
  double same_first_move = 1;  // share of positions; 1 without a policy
  double divergence = 0;       // mean Kullback-Leibler divergence of the move probabilities, nats
};
// How the outputs of `rounded` differ from those of `network`. Positions without a legal move are skipped.
[[nodiscard]] StorageLoss storage_loss(const Network& network, const Network& rounded,
                                       std::span<const Position> positions);

}  // namespace tabia::nn
