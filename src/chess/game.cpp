#include "chess/game.h"

#include <algorithm>

#include "base/check.h"
#include "chess/movegen.h"

namespace tabia::chess {

std::string_view name_of(GameEnd end) noexcept {
  switch (end) {
    case GameEnd::None:
      return "none";
    case GameEnd::Checkmate:
      return "checkmate";
    case GameEnd::Stalemate:
      return "stalemate";
    case GameEnd::InsufficientMaterial:
      return "insufficient material";
    case GameEnd::FiftyMoves:
      return "fifty moves";
    case GameEnd::Threefold:
      return "threefold repetition";
  }
  return "none";
}

bool is_insufficient_material(const Position& position) noexcept {
  if (position.pieces(PieceType::Pawn) | position.pieces(PieceType::Rook) |
      position.pieces(PieceType::Queen)) {
    return false;
  }
  const Bitboard knights = position.pieces(PieceType::Knight);
  const Bitboard bishops = position.pieces(PieceType::Bishop);
  if (knights) return !bishops && !more_than_one(knights);
  return !(bishops & kDarkSquares) || !(bishops & ~kDarkSquares);
}

void Game::play(Move move) {
  TABIA_CHECK(position().is_legal(move), "Game::play needs a legal move");
  Position next = position();
  next.make(move);
  positions_.push_back(next);
  moves_.push_back(move);
}

void Game::take_back() {
  TABIA_CHECK(!moves_.empty(), "Game::take_back needs a move to take back");
  positions_.pop_back();
  moves_.pop_back();
}

int Game::earlier_occurrences() const noexcept {
  const std::size_t reach =
      std::min<std::size_t>(static_cast<std::size_t>(position().halfmove_clock()), moves_.size());
  int found = 0;
  for (std::size_t back = 4; back <= reach; back += 2) {
    if (positions_[moves_.size() - back].key() == position().key()) ++found;
  }
  return found;
}

GameEnd Game::end() const noexcept {
  if (!has_legal_move(position())) return position().in_check() ? GameEnd::Checkmate : GameEnd::Stalemate;
  if (is_insufficient_material(position())) return GameEnd::InsufficientMaterial;
  if (position().halfmove_clock() >= 100) return GameEnd::FiftyMoves;
  if (earlier_occurrences() >= 2) return GameEnd::Threefold;
  return GameEnd::None;
}

}  // namespace tabia::chess
