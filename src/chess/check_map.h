// chess/check_map.h: which moves of a position give check, for many moves of the same position.
//
// Position::gives_check is the definition; this says the same from sets that are made once, at about the price of one such
// question.
#pragma once

#include "chess/position.h"

namespace tabia::chess {

class CheckMap {
 public:
  // Refers to the position, which must stay as it is.
  explicit CheckMap(const Position& position) noexcept;

  // Requires a legal move.
  [[nodiscard]] bool gives_check(Move move) const noexcept {
    if (move.is_castling() || move.is_en_passant() || move.is_promotion()) [[unlikely]]
      return position_.gives_check(move);
    const Square from = move.from();
    if (contains(from_here_[type_of(position_.piece_on(from))], move.to())) return true;
    return contains(discoverers_, from) && !contains(line(king_, from), move.to());
  }

 private:
  const Position& position_;
  Square king_;                                 // that would be in check
  EnumArray<PieceType, Bitboard> from_here_{};  // a piece of this type checks it from these squares
  Bitboard discoverers_ = 0;                    // pieces that open a line on it when they leave the line
};

}  // namespace tabia::chess
