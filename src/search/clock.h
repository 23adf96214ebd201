// search/clock.h: how much time a move may take.
//
// Two numbers: after `optimum` the search ends with the current depth, earlier or later depending on how sure
// it is of its move (search/worker.cpp); at `maximum` the search is cut off. Both are in milliseconds from
// Limits::start, or in nodes if time is counted in nodes.
#pragma once

#include <cstdint>

#include "chess/types.h"
#include "search/limits.h"

namespace tabia::search {

struct TimeBudget {
  bool is_limited = false;   // by a clock or a time for the move
  bool is_flexible = false;  // by a clock: the optimum counts; otherwise the search uses up the maximum
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

// How the time is spent. Most of these numbers come from Stockfish's time management. Stockfish is a GPL
// program; numbers are facts, the code is our own (docs/decisions/006-one-scale-for-all-networks.md).
namespace timing {

// The number of moves that the time is planned to last for.
inline constexpr int kHorizon = 50;
// A reserve of this many overheads that is never spent. An overloaded machine may delay the engine, or its
// answer, by tens of milliseconds; with this reserve on the clock it doesn't lose on time.
inline constexpr double kReserve = 8;
inline constexpr double kLastSecondMs = 1000;    // with less time on the clock and no increment,
inline constexpr double kMovesPerMs = 0.05;      // plan for only this many moves per usable millisecond
inline constexpr double kLargestShare = 0.8097;  // of the usable time that one move may take
inline constexpr double kPonderBonus = 0.25;     // this much more optimum if the opponent's time is used too

// Without moves to go. The optimum is a share of the time left,
//   min(kShareBase + (ply + kPlyOffset) ^ kPlyPower * c, kShareMax * time / left) * scale
// with c = min(kShareConstant + kShareLog * log10(seconds), kShareConstantMax)
// and scale = max(kScaleMin, kScaleLog * log10(left in ms) - kScaleOffset), fixed at the game's first move.
inline constexpr double kScaleLog = 0.3272;
inline constexpr double kScaleOffset = 0.4141;
inline constexpr double kScaleMin = 0.1;
inline constexpr double kShareBase = 0.012112;
inline constexpr double kPlyOffset = 3.227;
inline constexpr double kPlyPower = 0.46866;
inline constexpr double kShareConstant = 0.0029869;
inline constexpr double kShareLog = 0.00033554;
inline constexpr double kShareConstantMax = 0.004905;
inline constexpr double kShareMax = 0.19404;
// The maximum is the optimum times
//   min(kFactorMax, max(kFactorBase + kFactorLog * log10(seconds), kFactorMin) + ply / kFactorPlies)
inline constexpr double kFactorMax = 6.873;
inline constexpr double kFactorBase = 3.3744;
inline constexpr double kFactorLog = 3.0608;
inline constexpr double kFactorMin = 3.144;
inline constexpr double kFactorPlies = 12.35;

// With moves to go: the share is
//   min((kControlShare + ply / kControlPlies) / moves, kControlShare * time / left)
// and the factor kControlFactor + kControlFactorMove * moves.
inline constexpr double kControlShare = 0.88;
inline constexpr double kControlPlies = 116.4;
inline constexpr double kControlFactor = 1.3;
inline constexpr double kControlFactorMove = 0.11;

// After each depth the optimum is multiplied by four factors (Worker::manage_time).
// If the score falls: (kFallBase + kFallGame * loss since the last move + kFallSearch * loss in four depths),
// in percent.
inline constexpr double kFallBase = 11.48;
inline constexpr double kFallGame = 2.3;
inline constexpr double kFallSearch = 1.1;
inline constexpr double kFallMin = 0.576;
inline constexpr double kFallMax = 1.728;
// If the best move stays the same for long: the reduction grows between these numbers of depths.
inline constexpr double kStableDepths = 5;
inline constexpr double kStableReduction = 0.639;
inline constexpr double kVeryStableDepths = 18.8;
inline constexpr double kVeryStableReduction = 1.71;
inline constexpr double kStabilityOffset = 1.48;
inline constexpr double kStabilityDivisor = 2.17;
// If it keeps changing.
inline constexpr double kChangesBase = 1.077;
inline constexpr double kChangesFactor = 2.229;
// If most nodes go to it: the factor falls between these shares of the nodes.
inline constexpr double kEffortShare = 0.758;
inline constexpr double kEffortFactor = 0.969;
inline constexpr double kFullEffortShare = 1.045;
inline constexpr double kFullEffortFactor = 0.714;

inline constexpr double kOneMoveMs = 500;  // time for a single legal move, where there is nothing to decide

}  // namespace timing

// `scale_of_game`: how long the whole game is; computed at its first move (negative before) and kept by the
// caller, so that the budgets of all moves are consistent.
[[nodiscard]] TimeBudget budget_for(const BudgetInput& input, double& scale_of_game) noexcept;

}  // namespace tabia::search
