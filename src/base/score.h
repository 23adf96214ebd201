// base/score.h: the one unit of evaluation inside the program, and the bands of its scale.
//
// A Score is for the side to move unless a name says `white_`. Its unit is the network's own ("internal
// units"); centipawns exist only in input and output. All values fit in 16 bits.
//
//   |score| <= kMaxEvaluation        an evaluation
//   kTablebaseWin - ply              a win known from tablebases, ply plies from the root
//   kMate - ply                      mate in ply plies
#pragma once

#include <algorithm>
#include <cstdint>

namespace tabia::base {

using Score = std::int32_t;

inline constexpr int kMaxPly = 246;  // deepest ply from the root that the search reaches

inline constexpr Score kDraw = 0;
inline constexpr Score kMate = 32000;
inline constexpr Score kInfinite = 32001;
inline constexpr Score kNoScore = 32002;
inline constexpr Score kMateInMaxPly = kMate - kMaxPly;
inline constexpr Score kTablebaseWin = kMateInMaxPly - 1;
inline constexpr Score kTablebaseWinInMaxPly = kTablebaseWin - kMaxPly;
inline constexpr Score kMaxEvaluation = kTablebaseWinInMaxPly - 1;

// The score clamped to the range of evaluations.
[[nodiscard]] constexpr Score clamped_evaluation(std::int64_t value) noexcept {
  return static_cast<Score>(std::clamp<std::int64_t>(value, -kMaxEvaluation, kMaxEvaluation));
}

// Mate or a tablebase result, for either side.
[[nodiscard]] constexpr bool is_decisive(Score score) noexcept {
  return score >= kTablebaseWinInMaxPly || score <= -kTablebaseWinInMaxPly;
}

}  // namespace tabia::base
