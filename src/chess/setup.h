// chess/setup.h: a position as somebody describes it, before anyone has checked that it can exist.
//
// FEN, EPD, network services and callers of the public library all describe positions this way and
// share the one set of checks in fault_in(). Only a setup without fault becomes a Position.
#pragma once

#include <optional>
#include <string>

#include "chess/bitboard.h"
#include "chess/types.h"

namespace tabia::chess {

inline constexpr int kMaxHalfmoveClock = 150;    // the 75-move rule ends every game there
inline constexpr int kMaxFullmoveNumber = 9999;  // longer than any game can last under that rule

struct PositionSetup {
  EnumArray<Square, Piece> board = empty_board();
  Color side_to_move = Color::White;
  Bitboard castling_rooks = 0;       // the rooks that may still castle
  Square en_passant = Square::None;  // the square a pawn passed over in the last move
  int halfmove_clock = 0;            // plies since the last capture or pawn move
  int fullmove_number = 1;           // counts from 1, grows after Black's move

  static constexpr EnumArray<Square, Piece> empty_board() noexcept {
    EnumArray<Square, Piece> board{};
    for (Piece& piece : board) piece = Piece::None;
    return board;
  }
};

// The squares of the board where a piece stands.
[[nodiscard]] constexpr Bitboard occupied_squares(const EnumArray<Square, Piece>& board) noexcept {
  Bitboard occupied = 0;
  for (int index = kSquareCount; index-- > 0;) {
    occupied = occupied << 1 | (board[square_at(index)] != Piece::None ? 1 : 0);
  }
  return occupied;
}

// The parts of a position, in the order of the FEN fields.
enum class SetupField { Board, SideToMove, Castling, EnPassant, HalfmoveClock, FullmoveNumber };

struct SetupFault {
  SetupField field;
  std::string message;  // what was found and what was expected
};

// The first reason why no legal game can have this position at hand, as far as it can be seen from the
// position alone: number of kings, pawns and pieces; pawns on the back ranks; a king that could be
// captured; more checkers than one move can give; castling without its king and rook; an
// en-passant square that the last move can't have left; counters out of range.
[[nodiscard]] std::optional<SetupFault> fault_in(const PositionSetup& setup);

}  // namespace tabia::chess
