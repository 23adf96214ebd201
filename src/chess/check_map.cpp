#include "chess/check_map.h"

#include "chess/attacks.h"

namespace tabia::chess {

CheckMap::CheckMap(const Position& position) noexcept
    : position_(position), king_(position.king_square(~position.side_to_move())) {
  const Color us = position.side_to_move();
  const Bitboard all = position.occupied();
  from_here_[PieceType::Pawn] = pawn_attacks(~us, king_);
  from_here_[PieceType::Knight] = knight_attacks(king_);
  from_here_[PieceType::Bishop] = bishop_attacks(king_, all);
  from_here_[PieceType::Rook] = rook_attacks(king_, all);
  from_here_[PieceType::Queen] = from_here_[PieceType::Bishop] | from_here_[PieceType::Rook];

  Bitboard sliders = (kAttacks.bishop_rays[king_] & position.bishops_and_queens(us)) |
                     (kAttacks.rook_rays[king_] & position.rooks_and_queens(us));
  while (sliders) {
    const Bitboard blockers = between(king_, pop_first(sliders)) & all;
    if (!more_than_one(blockers)) discoverers_ |= blockers & position.pieces(us);
  }
}

}  // namespace tabia::chess
