// search/clock.h: how much time a move may take.
//
// Two numbers: after `optimum` the search ends with the depth it is at, earlier or later as it is sure or unsure of
// its move (search/worker.cpp); at `maximum` it is cut off. Both are in milliseconds from Limits::start, or in nodes
// where time is counted in nodes.
#pragma once

#include <chrono>
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
  std::int64_t overhead_ms = 0;  // lost between the engine and the clock with each move, as the user says
  std::int64_t lag_ms =
      0;  // of the machine, as measured (LagMeter); for some of these a clock has time in reserve
  bool pondering = false;
};

// How long an overloaded machine may keep a search from running: the longest time between two looks at the clock, of this
// search and, fading from search to search, of the earlier ones. What happens to the search also happens to its answer, on
// the way to whoever keeps the clock.
class LagMeter {
 public:
  // A search that was asked for at `start` begins.
  void begin(SteadyTime start) noexcept;
  // Somebody looks at the clock.
  void look(SteadyTime now) noexcept;
  [[nodiscard]] std::int64_t lag_ms() const noexcept;

 private:
  std::chrono::duration<double, std::milli> lag_{0};
  SteadyTime last_look_{};
};

// `scale_of_game`: how long the whole game is; worked out at its first move (negative before) and kept by the caller,
// so that the budgets of all moves are alike.
[[nodiscard]] TimeBudget budget_for(const BudgetInput& input, double& scale_of_game) noexcept;

}  // namespace tabia::search
