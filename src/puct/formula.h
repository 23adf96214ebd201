// puct/formula.h: which move to look at next: "predictor + upper confidence bound applied to trees".
//
// A move's score is what its visits were worth on average (Q) plus a bonus (U) that grows with the policy's
// probability and shrinks with the move's visits. Form and numbers are those of lc0's classic search.
#pragma once

#include <cmath>
#include <cstdint>

namespace tabia::puct {

// The numbers of the formula; each without a unit.
struct Parameters {
  double exploration = 1.745;          // the weight of the bonus in a small tree,
  double exploration_base = 38739;     // which grows from about this many visits on
  double exploration_factor = 3.894;   // by this much for each e-fold
  double first_play_reduction = 0.33;  // how much worse than the position a move is that was never looked at
  double policy_temperature = 1.359;   // above 1: flatter than the network's own probabilities
};

// The weight of the bonus below a node with this many visits.
[[nodiscard]] inline double exploration(const Parameters& parameters, std::uint32_t visits) noexcept {
  const double base = parameters.exploration_base;
  return parameters.exploration + parameters.exploration_factor * std::log((visits + base) / base);
}

// What the bonuses of all moves of a node have in common. The first of its visits was to the node itself.
[[nodiscard]] inline double bonus_scale(const Parameters& parameters, std::uint32_t visits) noexcept {
  const double of_moves = visits > 1 ? visits - 1 : 1;
  return exploration(parameters, visits) * std::sqrt(of_moves);
}

// The bonus of a move; `visits` includes those that are still being evaluated, so that a batch spreads over
// the tree.
[[nodiscard]] inline double bonus(double scale, double probability, std::uint32_t visits) noexcept {
  return scale * probability / (1.0 + visits);
}

// The value of a move that was never looked at: `value` is the node's own, `seen` the total probability of
// its visited moves. Both values are for the side to move.
[[nodiscard]] inline double first_play_value(const Parameters& parameters, double value,
                                             double seen) noexcept {
  return value - parameters.first_play_reduction * std::sqrt(seen);
}

}  // namespace tabia::puct
