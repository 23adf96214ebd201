// eval/accuracy.h: how well moves were played, from what the search thinks before and after them.
//
// All is measured in win percent: the points that a player can expect from a position, 0 to 100, by the win model
// (a win counts whole, a draw half). A move loses the difference between the position before it and after it; the
// best move loses nothing by definition.
//
// Accuracy is lichess's measure with our win percent:
//   of a move     103.1668 exp(-0.04354 loss) - 3.1669, between 0 and 100
//   of a player   the mean of two means of his moves: one weighted by how much the win percent of the game moved
//                 about there (its standard deviation in a window of plies), and the harmonic one
// Without lichess's bonus of one percent for its shallow searches.
#pragma once

#include <optional>
#include <vector>

#include "chess/types.h"
#include "eval/win_model.h"

namespace tabia::eval {

// Expected points in percent, for the side that the chances are for.
[[nodiscard]] double win_percent(const Wdl& wdl) noexcept;

enum class Judgement { Good, Inaccuracy, Mistake, Blunder };

// How a player stands, from his own point of view.
struct Standing {
  double win_percent = 50;
  std::optional<int> mate;  // moves to it; negative if he is mated
};

struct MoveReview {
  double loss = 0;  // win percent
  Judgement judgement = Judgement::Good;
  std::optional<int> missed_mate;   // he had a mate in so many moves and has none now
  std::optional<int> allowed_mate;  // he is mated in so many moves now and was not before
  bool missed_win = false;          // he was winning and is not any more
};

// `before` with the best move, `after` the move that was played; both for the player who moved.
[[nodiscard]] MoveReview review(const Standing& before, const Standing& after, bool played_best);

// Percent, of a move that lost so much.
[[nodiscard]] double move_accuracy(double loss) noexcept;

// Percent, of each player; nothing for one who never moved. `white_percent` is the win percent of White in the
// position before each move and after the last: one more than there are losses, which are of the moves in turn.
[[nodiscard]] chess::EnumArray<chess::Color, std::optional<double>> game_accuracy(
    chess::Color first_mover, const std::vector<double>& losses, const std::vector<double>& white_percent);

}  // namespace tabia::eval

namespace tabia::base {
template <>
inline constexpr std::size_t kEnumCount<eval::Judgement> = 4;
}  // namespace tabia::base
