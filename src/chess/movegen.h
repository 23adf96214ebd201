// chess/movegen.h: all legal moves of a position.
//
// The generator produces only legal moves: pins and checks are computed once per position, not by trying
// moves. Noisy = captures, en passant and every promotion; quiet = all the rest, including castling; the two
// together are all legal moves, without overlap.
#pragma once

#include "chess/move.h"
#include "chess/position.h"

namespace tabia::chess {

enum class MoveSet {
  All,
  Captures,  // captures, en passant and all promotions
  Quiets,    // everything else
  Evasions,  // all moves of a side in check; requires position.in_check()
};

// Appends the moves of the set to the list.
template <MoveSet Set>
void generate(const Position& position, MoveList& moves) noexcept;

[[nodiscard]] inline MoveList legal_moves(const Position& position) noexcept {
  MoveList moves;
  generate<MoveSet::All>(position, moves);
  return moves;
}

// The number of legal moves; several times faster than listing them.
[[nodiscard]] int count_legal_moves(const Position& position) noexcept;

[[nodiscard]] bool has_legal_move(const Position& position) noexcept;

}  // namespace tabia::chess
