// search/clock.h: how much time a move may take.
//
// Two numbers: after `optimum` the search ends with the current depth, earlier or later depending on how sure
// it is of its move (search/worker.cpp); at `maximum` it is cut off. Both are in milliseconds from
// Limits::start, or in nodes if time is counted in nodes.
#pragma once

#include <cstdint>

#include "chess/types.h"
#include "search/limits.h"

namespace tabia::search {

struct TimeBudget {
  bool is_limited = false;   // by a clock or a time for the move
  bool is_flexible = false;  // by a clock: optimum counts; otherwise the maximum is used up
  std::int64_t optimum_ms = 0;
  std::int64_t maximum_ms = 0;
};

struct BudgetInput {
  Limits limits;
  chess::Color side = chess::Color::White;
  int game_ply = 0;
  std::int64_t overhead_ms = 0;
  bool pondering = false;
};

// `scale_of_game`: how long the whole game is; computed at its first move (negative before) and kept by the
// caller, so that the budgets of all moves are consistent.
[[nodiscard]] TimeBudget budget_for(const BudgetInput& input, double& scale_of_game) noexcept;

}  // namespace tabia::search
