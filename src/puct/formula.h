// puct/formula.h: which move to look at next: "predictor + upper confidence bound applied to trees".
//
// A move's score is the average result of its visits (Q) plus a bonus (U) that grows with the policy's
// probability and shrinks with the move's visits. The form and the constants are those of lc0's classic
// search.
#pragma once

#include <cmath>
#include <cstdint>

namespace tabia::puct {

// The constants of the formula; none has a unit.
struct Parameters {
  double exploration = 1.745;          // the weight of the bonus in a small tree,
  double exploration_base = 38739;     // which grows from about this many visits on
  double exploration_factor = 3.894;   // by this much for each e-fold
  double first_play_reduction = 0.33;  // an unvisited move is assumed to be this much worse than the position
  double policy_temperature = 1.359;   // above 1: flatter than the network's own probabilities
};

// The weight of the bonus below a node with this many visits.
[[nodiscard]] inline double exploration(const Parameters& parameters, std::uint32_t visits) noexcept {
  const double base = parameters.exploration_base;
  return parameters.exploration + parameters.exploration_factor * std::log((visits + base) / base);
}

// The factor that the bonuses of all moves of a node have in common. The first visit of a node was to the
// node itself.
[[nodiscard]] inline double bonus_scale(const Parameters& parameters, std::uint32_t visits) noexcept {
  const double of_moves = visits > 1 ? visits - 1 : 1;
  return exploration(parameters, visits) * std::sqrt(of_moves);
}

// The bonus of a move; `visits` includes visits still being evaluated, so that a batch spreads over the tree.
[[nodiscard]] inline double bonus(double scale, double probability, std::uint32_t visits) noexcept {
  return scale * probability / (1.0 + visits);
}

// The assumed value of a move that was never visited. `value` is the node's own value, `seen` the total
// probability of its visited moves. Both values are for the side to move.
[[nodiscard]] inline double first_play_value(const Parameters& parameters, double value,
                                             double seen) noexcept {
  return value - parameters.first_play_reduction * std::sqrt(seen);
}

}  // namespace tabia::puct
