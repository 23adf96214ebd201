// chess/check_map.h: which moves give check, for many moves of the same position.
//
// Position::gives_check is the definition; this gives the same answers from sets computed once, for about the
// cost of one such call.
#pragma once

#include "chess/position.h"

namespace tabia::chess {

class CheckMap {
 public:
  // Keeps a reference to the position, which must not change.
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
  Square king_;                                 // the king that would be in check
  EnumArray<PieceType, Bitboard> from_here_{};  // squares from which a piece of this type checks it
  Bitboard discoverers_ = 0;                    // pieces that open a line to it by leaving the line
};

}  // namespace tabia::chess
