#include "search/clock.h"

#include <algorithm>
#include <cmath>

namespace tabia::search {
namespace {

// Most of the numbers in this file are those of Stockfish's time management. Stockfish is a GPL program;
// numbers are facts, the code is our own (docs/decisions/006-one-scale-for-all-networks.md).

// The number of moves that the time is planned to last for.
constexpr int kHorizon = 50;
// A reserve of this many overheads that is never spent. An overloaded machine may delay the engine, or its
// answer, by tens of milliseconds; with this reserve on the clock it doesn't lose on time.
constexpr double kReserve = 8;

}  // namespace

TimeBudget budget_for(const BudgetInput& input, double& scale_of_game) noexcept {
  const Limits& limits = input.limits;
  TimeBudget budget;
  if (limits.move_time_ms) {
    budget.is_limited = true;
    budget.maximum_ms = std::max<std::int64_t>(1, *limits.move_time_ms - input.overhead_ms);
    budget.optimum_ms = budget.maximum_ms;
  }
  if (!limits.clock[input.side]) return budget;

  const Clock& clock = *limits.clock[input.side];
  const auto time = static_cast<double>(std::max<std::int64_t>(1, clock.time_ms));
  const auto increment = static_cast<double>(std::max<std::int64_t>(0, clock.increment_ms));
  const auto overhead = static_cast<double>(input.overhead_ms);
  const double usable = std::max(1.0, time - kReserve * overhead);
  int horizon = limits.moves_to_go > 0 ? std::min(limits.moves_to_go, kHorizon) : kHorizon;
  // In the last second, plan for only a few more moves.
  if (time < 1000 && limits.moves_to_go == 0) horizon = std::max(1, static_cast<int>(usable * 0.05));

  const double left = std::max(1.0, usable + increment * (horizon - 1) - overhead * (2 + horizon));
  const double seconds = time / 1000;
  double share = 0;           // of the time left
  double maximum_factor = 0;  // times the optimum
  if (limits.moves_to_go == 0) {
    if (scale_of_game < 0) scale_of_game = std::max(0.1, 0.3272 * std::log10(left) - 0.4141);
    const double constant = std::min(0.0029869 + 0.00033554 * std::log10(seconds), 0.004905);
    share = std::min(0.012112 + std::pow(input.game_ply + 3.227, 0.46866) * constant, 0.19404 * time / left) *
            scale_of_game;
    maximum_factor =
        std::min(6.873, std::max(3.3744 + 3.0608 * std::log10(seconds), 3.144) + input.game_ply / 12.35);
  } else {
    share = std::min((0.88 + input.game_ply / 116.4) / horizon, 0.88 * time / left);
    maximum_factor = 1.3 + 0.11 * horizon;
  }
  double optimum = share * left;
  // Never more than about four fifths of the usable time, whatever the formulas say.
  const double ceiling = std::max(1.0, 0.8097 * usable - overhead);
  const double maximum = std::min(ceiling, maximum_factor * optimum);
  if (input.pondering) optimum += optimum / 4;

  const auto whole = [](double milliseconds) {
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(milliseconds));
  };
  const std::int64_t maximum_ms = whole(maximum);
  const std::int64_t optimum_ms = std::min(whole(optimum), maximum_ms);
  budget.maximum_ms = budget.is_limited ? std::min(budget.maximum_ms, maximum_ms) : maximum_ms;
  budget.optimum_ms = std::min(optimum_ms, budget.maximum_ms);
  budget.is_limited = budget.is_flexible = true;
  return budget;
}

}  // namespace tabia::search
