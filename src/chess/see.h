// chess/see.h: static exchange evaluation: the value of a series of captures on one square.
#pragma once

#include "chess/position.h"

namespace tabia::chess {

// Piece values for exchanges, in hundredths of a pawn. The king can't be traded.
inline constexpr EnumArray<PieceType, int> kExchangeValues = {{{100, 320, 330, 500, 950, 0, 0}}};

// Does the move, followed by the best captures on its target square by both sides, gain at least `threshold`
// for the mover? Each side captures with its least valuable piece (of equals the one on the lowest square)
// and may stop at any time. A piece that is pinned before the move takes part only along its pin or once the
// pinning piece has left its square. A king captures only undefended pieces. Pawns that capture on the last
// rank stay pawns, except in the move itself. Castling gains 0. Requires a legal move.
[[nodiscard]] bool see_at_least(const Position& position, Move move, int threshold) noexcept;

}  // namespace tabia::chess
