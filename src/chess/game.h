// chess/game.h: a game: its start and its moves. The only owner of repetition history.
#pragma once

#include <vector>

#include "chess/move.h"
#include "chess/position.h"

namespace tabia::chess {

enum class GameEnd {
  None,  // the game is not over
  Checkmate,
  Stalemate,
  InsufficientMaterial,
  FiftyMoves,
  Threefold,
};

[[nodiscard]] std::string_view name_of(GameEnd end) noexcept;

// Neither side can ever give mate: bare kings, or besides them a single knight, or bishops that are all on
// squares of one color.
[[nodiscard]] bool is_insufficient_material(const Position& position) noexcept;

class Game {
 public:
  explicit Game(const Position& start = Position()) : positions_{start} {}

  [[nodiscard]] const Position& start() const noexcept { return positions_.front(); }
  [[nodiscard]] const Position& position() const noexcept { return positions_.back(); }
  [[nodiscard]] const std::vector<Move>& moves() const noexcept { return moves_; }
  // The start and the position after every move: one more than there are moves.
  [[nodiscard]] const std::vector<Position>& positions() const noexcept { return positions_; }

  // Requires a legal move.
  void play(Move move);
  // Takes back the last move. Requires that there is one.
  void take_back();

  // How often the current position has occurred before, since the last capture or pawn move.
  [[nodiscard]] int earlier_occurrences() const noexcept;

  // How the game has ended by the rules: draws count as soon as they can be claimed. Checkmate on the last of
  // the fifty moves wins.
  [[nodiscard]] GameEnd end() const noexcept;

 private:
  std::vector<Position> positions_;
  std::vector<Move> moves_;
};

}  // namespace tabia::chess
