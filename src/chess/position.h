// chess/position.h: a chess position: the pieces on their squares and everything else that the rules need.
//
// A plain value without pointers: copy it, compare it, store it. The search makes moves on copies
// ("copy-make", docs/decisions/002), so there is no unmake. History (repetitions) lives in Game
// (chess/game.h). Chess960 is not a mode: castling rights are the squares of the rooks.
#pragma once

#include <cassert>

#include "base/result.h"
#include "chess/attacks.h"
#include "chess/bitboard.h"
#include "chess/move.h"
#include "chess/setup.h"
#include "chess/types.h"

namespace tabia::chess {

// Keys of the whole position and of parts of it, kept up to date move by move.
struct PositionKeys {
  Key full = 0;                      // everything that distinguishes positions under the repetition rule
  Key pawn = 0;                      // pawns of both colors
  Key minor = 0;                     // knights and bishops of both colors
  Key major = 0;                     // rooks and queens of both colors
  EnumArray<Color, Key> non_pawn{};  // all pieces of one color except pawns, including the king

  friend bool operator==(const PositionKeys&, const PositionKeys&) = default;
};

struct PlacedPiece {
  Piece piece = Piece::None;
  Square square = Square::None;
  friend bool operator==(const PlacedPiece&, const PlacedPiece&) = default;
};

// What a move does to the pieces on the board: which pieces leave which squares, which arrive where.
struct PieceDelta {
  std::array<PlacedPiece, 2> removed{};
  std::array<PlacedPiece, 2> added{};
  int removed_count = 0;
  int added_count = 0;
};

class Position {
 public:
  // The usual starting position.
  Position();
  // The position described, or the fault in the description.
  [[nodiscard]] static base::Result<Position> from_setup(const PositionSetup& setup);
  // Requires that fault_in(setup) finds nothing.
  [[nodiscard]] static Position from_valid_setup(const PositionSetup& setup);
  [[nodiscard]] PositionSetup setup() const;

  // --- pieces and squares
  [[nodiscard]] Piece piece_on(Square square) const noexcept { return board_[square]; }
  [[nodiscard]] Bitboard pieces(Color color) const noexcept { return by_color_[color]; }
  [[nodiscard]] Bitboard pieces(PieceType type) const noexcept { return by_type_[type]; }
  [[nodiscard]] Bitboard pieces(Color color, PieceType type) const noexcept {
    return by_color_[color] & by_type_[type];
  }
  [[nodiscard]] Bitboard occupied() const noexcept {
    return by_color_[Color::White] | by_color_[Color::Black];
  }
  [[nodiscard]] Bitboard bishops_and_queens(Color color) const noexcept {
    return by_color_[color] & (by_type_[PieceType::Bishop] | by_type_[PieceType::Queen]);
  }
  [[nodiscard]] Bitboard rooks_and_queens(Color color) const noexcept {
    return by_color_[color] & (by_type_[PieceType::Rook] | by_type_[PieceType::Queen]);
  }
  [[nodiscard]] Square king_square(Color color) const noexcept {
    return first(pieces(color, PieceType::King));
  }

  // --- what else the rules need
  [[nodiscard]] Color side_to_move() const noexcept { return side_to_move_; }
  // Rooks of both colors that may still castle.
  [[nodiscard]] Bitboard castling_rooks() const noexcept { return castling_rooks_; }
  [[nodiscard]] Bitboard castling_rooks(Color color) const noexcept {
    return castling_rooks_ & rank_bits(back_rank(color));
  }
  // Where a pawn can be captured en passant: None unless a legal move does it.
  [[nodiscard]] Square en_passant() const noexcept {
    return en_passant_is_legal_ ? double_step_ : Square::None;
  }
  // The square that a pawn skipped in the last move, whether or not anyone can capture there: what the FEN
  // standard requires. No rule depends on it.
  [[nodiscard]] Square double_step() const noexcept { return double_step_; }
  [[nodiscard]] int halfmove_clock() const noexcept { return halfmove_clock_; }
  [[nodiscard]] int fullmove_number() const noexcept { return fullmove_number_; }
  // Plies since the start of the game according to the move number: 0 when White makes move 1.
  [[nodiscard]] int game_ply() const noexcept {
    return 2 * (fullmove_number_ - 1) + (side_to_move_ == Color::Black ? 1 : 0);
  }

  // --- keys
  [[nodiscard]] const PositionKeys& keys() const noexcept { return keys_; }
  [[nodiscard]] Key key() const noexcept { return keys_.full; }
  // All keys computed from scratch; always equal to keys().
  [[nodiscard]] PositionKeys fresh_keys() const noexcept;

  // --- attacks
  // Enemy pieces that give check to the side to move.
  [[nodiscard]] Bitboard checkers() const noexcept { return checkers_; }
  [[nodiscard]] bool in_check() const noexcept { return checkers_ != 0; }
  // Pieces of the side to move that can't leave the line between their king and an enemy slider.
  [[nodiscard]] Bitboard pinned() const noexcept { return pinned_; }
  // Pieces of both colors that attack the square, with `occupied` blocking lines.
  [[nodiscard]] Bitboard attackers_to(Square square, Bitboard occupied) const noexcept;
  // Does a piece of `by` attack the square, with `occupied` blocking lines?
  [[nodiscard]] bool is_attacked(Square square, Color by, Bitboard occupied) const noexcept;

  // --- moves
  // Accepts any 16 bits; true exactly for the moves that legal_moves() lists.
  [[nodiscard]] bool is_legal(Move move) const noexcept;
  // The following require a legal move.
  [[nodiscard]] bool is_capture(Move move) const noexcept {
    return (piece_on(move.to()) != Piece::None && !move.is_castling()) || move.is_en_passant();
  }
  // Capture or promotion: the moves of the quiescence search.
  [[nodiscard]] bool is_noisy(Move move) const noexcept { return is_capture(move) || move.is_promotion(); }
  // The piece that the move captures, or None.
  [[nodiscard]] Piece captured_piece(Move move) const noexcept;
  [[nodiscard]] bool gives_check(Move move) const noexcept;
  [[nodiscard]] PieceDelta delta(Move move) const noexcept;
  // key() after the move, ignoring castling, promotions, and changes of en passant and castling rights: an
  // early value for prefetching what is stored under it.
  [[nodiscard]] Key likely_key_after(Move move) const noexcept;
  void make(Move move) noexcept;
  // Passes the turn. Requires that the side to move is not in check.
  void make_null() noexcept;
  // May the king castle with that rook of castling_rooks() now?
  [[nodiscard]] bool may_castle_with(Square rook) const noexcept;
  // May the pawn on `from` capture on double_step()? Requires that it attacks that square.
  [[nodiscard]] bool en_passant_capture_is_legal(Square from) const noexcept;

  friend bool operator==(const Position&, const Position&) = default;

 private:
  friend struct MakeUnmake;  // bench/make_unmake.cpp: unmaking moves, measured and rejected

  struct Blank {};
  explicit Position(Blank) noexcept;

  [[nodiscard]] static Position from_valid_setup(const PositionSetup& setup, const BoardSets& sets);
  template <Color Us>
  void make_as(Move move) noexcept;
  template <Color Us>
  void castle_as(Square king_from, Square rook_from) noexcept;
  template <Color Us>
  void update_check_info() noexcept;
  [[nodiscard]] bool any_en_passant_capture_is_legal() const noexcept;

  EnumArray<PieceType, Bitboard> by_type_;
  EnumArray<Color, Bitboard> by_color_;
  EnumArray<Square, Piece> board_;
  PositionKeys keys_;
  Bitboard castling_rooks_;
  Bitboard checkers_;
  Bitboard pinned_;
  std::uint16_t halfmove_clock_;
  std::uint16_t fullmove_number_;
  Color side_to_move_;
  Square double_step_;
  bool en_passant_is_legal_;
};

}  // namespace tabia::chess
