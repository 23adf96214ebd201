// data/sample.h: what a network learns from: a position, its score, and how the game ended.
//
// Scores keep the units of their source: the value of a unit is stored with the data (data/info.h) and
// converted once, in the trainer. Two kinds of score are marked by their value, the same way for every source
// (base/score.h): kNoScore means no score, and kMate - n (or n - kMate) is mate in n plies. Readers convert
// foreign marks to these.
#pragma once

#include <cstdint>

#include "base/score.h"
#include "chess/move.h"
#include "chess/pgn.h"
#include "chess/position.h"

namespace tabia::data {

// How the game ended for the side to move.
enum class Outcome : std::int8_t { Loss = -1, Draw = 0, Win = 1, Unknown = 2 };

[[nodiscard]] constexpr Outcome operator-(Outcome outcome) noexcept {
  return outcome == Outcome::Unknown ? outcome : static_cast<Outcome>(-static_cast<int>(outcome));
}

// How a game with this result ended for `side`.
[[nodiscard]] constexpr Outcome outcome_for(chess::Color side, chess::GameResult result) noexcept {
  switch (result) {
    case chess::GameResult::WhiteWins:
      return side == chess::Color::White ? Outcome::Win : Outcome::Loss;
    case chess::GameResult::BlackWins:
      return side == chess::Color::White ? Outcome::Loss : Outcome::Win;
    case chess::GameResult::Draw:
      return Outcome::Draw;
    case chess::GameResult::Unknown:
      break;
  }
  return Outcome::Unknown;
}

// The result of a game that ended this way for `side`.
[[nodiscard]] constexpr chess::GameResult result_of(chess::Color side, Outcome outcome) noexcept {
  switch (outcome) {
    case Outcome::Draw:
      return chess::GameResult::Draw;
    case Outcome::Unknown:
      return chess::GameResult::Unknown;
    case Outcome::Win:
    case Outcome::Loss:
      break;
  }
  return (outcome == Outcome::Win) == (side == chess::Color::White) ? chess::GameResult::WhiteWins
                                                                    : chess::GameResult::BlackWins;
}

// All from the view of the side to move.
struct Sample {
  chess::Position position;
  chess::Move move;                     // what was played or recommended; none() if unknown
  std::int16_t score = base::kNoScore;  // in the units of the source, or a mark (see above)
  std::uint16_t ply = 0;                // half-moves since the start of the game
  Outcome outcome = Outcome::Unknown;
  std::uint16_t rating = 0;  // Elo of the player to move; 0: unknown

  [[nodiscard]] bool has_score() const noexcept { return score != base::kNoScore; }
  [[nodiscard]] bool is_mate() const noexcept {
    return has_score() && (score >= base::kMateInMaxPly || score <= -base::kMateInMaxPly);
  }

  friend bool operator==(const Sample&, const Sample&) = default;
};

}  // namespace tabia::data
