// data/conversion.h: converts scores, views and plies of foreign files to those of Sample, and back. Every
// rule is defined here and nowhere else.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/score.h"
#include "chess/pgn.h"
#include "chess/position.h"
#include "data/sample.h"

namespace tabia::data {

// A number from a foreign file as a score; kNoScore if it is beyond mate on the board.
[[nodiscard]] constexpr std::int16_t score_of_number(std::int64_t number) noexcept {
  const bool meant = number >= -base::kMate && number <= base::kMate;
  return static_cast<std::int16_t>(meant ? number : base::kNoScore);
}

// An evaluation, rounded, and clipped so that it can't be mistaken for a mate. kNoScore if it is NaN.
[[nodiscard]] inline std::int16_t score_of_evaluation(double number) noexcept {
  if (std::isnan(number)) return static_cast<std::int16_t>(base::kNoScore);
  if (std::abs(number) <= base::kTablebaseWin) return static_cast<std::int16_t>(std::lround(number));
  return static_cast<std::int16_t>(number > 0 ? base::kMaxEvaluation : -base::kMaxEvaluation);
}

// The score from the other side's view. kNoScore stays kNoScore.
[[nodiscard]] constexpr std::int16_t turned(std::int16_t score) noexcept {
  return score == base::kNoScore ? score : static_cast<std::int16_t>(-score);
}
// From White's view to that of `side`, and back.
[[nodiscard]] constexpr std::int16_t turned_for(chess::Color side, std::int16_t score) noexcept {
  return side == chess::Color::White ? score : turned(score);
}

// Mate in this many moves by the side to move; negative: the side to move gets mated in this many; 0: it is
// mated on the board.
[[nodiscard]] constexpr std::int16_t score_of_mate(std::int64_t moves) noexcept {
  constexpr std::int64_t kMost = base::kMaxPly / 2;
  const std::int64_t near = std::clamp(moves, -kMost, kMost);
  const std::int64_t plies = near > 0 ? 2 * near - 1 : -2 * near;
  return static_cast<std::int16_t>(near > 0 ? base::kMate - plies : plies - base::kMate);
}
// The inverse. Requires the score of a mate.
[[nodiscard]] constexpr int moves_to_mate(std::int16_t score) noexcept {
  return score > 0 ? (base::kMate - score + 1) / 2 : -(base::kMate + score) / 2;
}
// The ply according to the position's move number.
[[nodiscard]] inline std::uint16_t ply_of(const chess::Position& position) noexcept {
  return static_cast<std::uint16_t>(std::clamp(position.game_ply(), 0, 65535));
}
// The move number of a ply.
[[nodiscard]] constexpr int fullmove_of(int ply) noexcept { return ply / 2 + 1; }

}  // namespace tabia::data
