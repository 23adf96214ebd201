// chess/setup.h: a position as described from outside, before it is checked.
//
// FEN, EPD, network services and callers of the public library all describe positions this way and share the
// checks in fault_in(). Only a setup without faults becomes a Position.
#pragma once

#include <cstdint>
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
  Square en_passant = Square::None;  // the square a pawn skipped in the last move
  int halfmove_clock = 0;            // plies since the last capture or pawn move
  int fullmove_number = 1;           // counts from 1, increases after Black's move

  static constexpr EnumArray<Square, Piece> empty_board() noexcept {
    EnumArray<Square, Piece> board{};
    for (Piece& piece : board) piece = Piece::None;
    return board;
  }
};

// The occupied squares of the board.
[[nodiscard]] constexpr Bitboard occupied_squares(const EnumArray<Square, Piece>& board) noexcept {
  // One rank at a time, as eight bytes of which those of empty squares become 0.
  constexpr std::uint64_t kOnes = 0x0101010101010101u;
  constexpr std::uint64_t kEmpty = kOnes * static_cast<std::uint64_t>(Piece::None);
  constexpr std::uint64_t kGather =
      0x0102040810204080u;  // moves the lowest bits of eight bytes to the highest byte
  Bitboard occupied = 0;
  for (int rank = 0; rank < 8; ++rank) {
    std::uint64_t bytes = 0;
    for (int file = 0; file < 8; ++file)
      bytes |= static_cast<std::uint64_t>(board[make_square(file, rank)]) << 8 * file;
    const std::uint64_t filled = ((bytes ^ kEmpty) + kOnes * 0x7F) >> 7 & kOnes;
    occupied |= (filled * kGather >> 56) << 8 * rank;
  }
  return occupied;
}

// The board as sets of squares.
struct BoardSets {
  EnumArray<Piece, Bitboard> of{};
  Bitboard occupied;

  explicit BoardSets(const EnumArray<Square, Piece>& board) noexcept;

  [[nodiscard]] Bitboard all(Color color) const noexcept {
    Bitboard set = 0;
    for (const PieceType type : kPieceTypes) set |= of[make_piece(color, type)];
    return set;
  }
  // Pieces of `by` that attack the square.
  [[nodiscard]] Bitboard attackers(Square square, Color by) const noexcept;
};

// The parts of a position, in the order of the FEN fields.
enum class SetupField { Board, SideToMove, Castling, EnPassant, HalfmoveClock, FullmoveNumber };

struct SetupFault {
  SetupField field;
  std::string message;  // what was found and what was expected
};

// The first reason why no legal game can reach this position, as far as the position alone shows: the number
// of kings, pawns and pieces; pawns on the back ranks; a king that could be captured; more checkers than one
// move can give; castling rights without king and rook in place; an en-passant square that the last move
// can't have left; counters out of range.
[[nodiscard]] std::optional<SetupFault> fault_in(const PositionSetup& setup);
// The same for callers that already have the sets of the board.
[[nodiscard]] std::optional<SetupFault> fault_in(const PositionSetup& setup, const BoardSets& sets);

}  // namespace tabia::chess
