// chess/zobrist.h: the random numbers that position keys are made of.
//
// A key is the exclusive or of one number for every piece on its square, every castling rook, the file of a
// possible en-passant capture and the side to move, so that a move updates it with a few operations. The
// numbers are fixed: keys are the same in every build and may be stored in files.
#pragma once

#include "base/random.h"
#include "chess/types.h"

namespace tabia::chess {

struct ZobristTable {
  EnumArray<Piece, EnumArray<Square, Key>> piece;  // the row of Piece::None is zero
  EnumArray<Square, Key> castling_rook;            // only squares of the two back ranks are used
  std::array<Key, 8> en_passant_file;
  Key black_to_move;
};

constexpr ZobristTable make_zobrist_table() noexcept {
  base::Random random(0x7AB1A);
  ZobristTable table{};
  for (const Color color : {Color::White, Color::Black}) {
    for (const PieceType type : kPieceTypes) {
      for (Key& key : table.piece[make_piece(color, type)]) key = random.next();
    }
  }
  for (Key& key : table.castling_rook) key = random.next();
  for (Key& key : table.en_passant_file) key = random.next();
  table.black_to_move = random.next();
  return table;
}

inline constexpr ZobristTable kZobrist = make_zobrist_table();

}  // namespace tabia::chess
