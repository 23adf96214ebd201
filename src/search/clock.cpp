#include "search/clock.h"

#include <algorithm>
#include <cmath>

namespace tabia::search {
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
  const auto time_ms = static_cast<double>(std::max<std::int64_t>(1, clock.time_ms));
  const auto increment = static_cast<double>(std::max<std::int64_t>(0, clock.increment_ms));
  const auto overhead = static_cast<double>(input.overhead_ms);
  const double usable = std::max(1.0, time_ms - timing::kReserve * overhead);
  int horizon = limits.moves_to_go > 0 ? std::min(limits.moves_to_go, timing::kHorizon) : timing::kHorizon;
  // In the last second, plan for only a few more moves.
  if (time_ms < timing::kLastSecondMs && limits.moves_to_go == 0)
    horizon = std::max(1, static_cast<int>(usable * timing::kMovesPerMs));

  const double left = std::max(1.0, usable + increment * (horizon - 1) - overhead * (2 + horizon));
  const double seconds = time_ms / 1000;
  double share = 0;           // of the time left
  double maximum_factor = 0;  // times the optimum
  if (limits.moves_to_go == 0) {
    if (scale_of_game < 0)
      scale_of_game =
          std::max(timing::kScaleMin, timing::kScaleLog * std::log10(left) - timing::kScaleOffset);
    const double constant =
        std::min(timing::kShareConstant + timing::kShareLog * std::log10(seconds), timing::kShareConstantMax);
    share = std::min(timing::kShareBase +
                         std::pow(input.game_ply + timing::kPlyOffset, timing::kPlyPower) * constant,
                     timing::kShareMax * time_ms / left) *
            scale_of_game;
    maximum_factor = std::min(
        timing::kFactorMax,
        std::max(timing::kFactorBase + timing::kFactorLog * std::log10(seconds), timing::kFactorMin) +
            input.game_ply / timing::kFactorPlies);
  } else {
    share = std::min((timing::kControlShare + input.game_ply / timing::kControlPlies) / horizon,
                     timing::kControlShare * time_ms / left);
    maximum_factor = timing::kControlFactor + timing::kControlFactorMove * horizon;
  }
  double optimum = share * left;
  // Never more than about four fifths of the usable time, whatever the formulas say.
  const double ceiling = std::max(1.0, timing::kLargestShare * usable - overhead);
  const double maximum = std::min(ceiling, maximum_factor * optimum);
  if (input.pondering) optimum += optimum * timing::kPonderBonus;

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
