// eval/accuracy.h: how well moves were played, from the search scores before and after them.
//
// Everything is measured in win percent: the points a player can expect from a position, 0 to 100, by the win
// model (a win counts fully, a draw half). A move loses the difference between the positions before and after
// it; the best move loses nothing by definition.
//
// Accuracy is lichess's measure with our win percent:
//   of a move     103.1668 exp(-0.04354 loss) - 3.1669, between 0 and 100
//   of a player   the mean of two means over the player's moves: one weighted by how much the win percent
//                 swung around there (its standard deviation in a window of plies), and the harmonic mean
// Lichess's bonus of one percent for its shallow searches is left out.
#pragma once

#include <optional>
#include <vector>

#include "chess/types.h"
#include "eval/win_model.h"

namespace tabia::eval {

// Expected points in percent, for the side that the chances are for.
[[nodiscard]] double win_percent(const Wdl& wdl) noexcept;

enum class Judgement { Good, Inaccuracy, Mistake, Blunder };
// The loss in win percent from which a move gets this name.
inline constexpr double kInaccuracy = 10;
inline constexpr double kMistake = 20;
inline constexpr double kBlunder = 30;

// A player's situation, from that player's point of view.
struct Standing {
  double win_percent = 50;
  std::optional<int> mate;  // moves to mate; negative if the player is mated
};

struct MoveReview {
  double loss = 0;  // win percent
  Judgement judgement = Judgement::Good;
  std::optional<int> missed_mate;   // had a mate in this many moves and has none now
  std::optional<int> allowed_mate;  // is mated in this many moves now and was not before
  bool missed_win = false;          // was winning and no longer is
};

// `before` with the best move, `after` with the move played; both for the player who moved.
[[nodiscard]] MoveReview review(const Standing& before, const Standing& after, bool played_best);

// In percent, for a move that lost this much.
[[nodiscard]] double move_accuracy(double loss) noexcept;

// In percent, for each player; nothing for a player who never moved. `white_percent` is White's win percent
// before each move and after the last: one more than there are losses, which belong to the moves in order.
[[nodiscard]] chess::EnumArray<chess::Color, std::optional<double>> game_accuracy(
    chess::Color first_mover, const std::vector<double>& losses, const std::vector<double>& white_percent);

}  // namespace tabia::eval

namespace tabia::base {
template <>
inline constexpr std::size_t kEnumCount<eval::Judgement> = 4;
}  // namespace tabia::base
