// chess/move.h: a move in 16 bits, without a score and without knowledge of its position.
//
//   bits 0-5   from
//   bits 6-11  to; for castling the square of the rook, so that Chess960 needs nothing more
//   bits 12-13 promotion piece: 0 knight, 1 bishop, 2 rook, 3 queen; 0 unless the kind is Promotion
//   bits 14-15 kind
//
// Captures are not marked: a move captures if `to` is occupied. The all-zero move (a1a1) is none().
#pragma once

#include <cstdint>

#include "chess/types.h"

namespace tabia::chess {

enum class MoveKind : std::uint8_t { Normal, Promotion, EnPassant, Castling };

class Move {
 public:
  constexpr Move() noexcept = default;
  constexpr Move(Square from, Square to, MoveKind kind = MoveKind::Normal) noexcept
      : bits_(static_cast<std::uint16_t>(index_of(from) | index_of(to) << 6 | static_cast<int>(kind) << 14)) {
  }

  static constexpr Move none() noexcept { return Move(); }
  static constexpr Move promotion_to(PieceType type, Square from, Square to) noexcept {
    Move move(from, to, MoveKind::Promotion);
    const int code = static_cast<int>(type) - static_cast<int>(PieceType::Knight);
    move.bits_ = static_cast<std::uint16_t>(move.bits_ | code << 12);
    return move;
  }
  // From any 16 bits, for example from a hash table: check with Position::is_legal before use.
  static constexpr Move from_bits(std::uint16_t bits) noexcept {
    Move move;
    move.bits_ = bits;
    return move;
  }

  [[nodiscard]] constexpr std::uint16_t bits() const noexcept { return bits_; }
  [[nodiscard]] constexpr Square from() const noexcept { return square_at(bits_ & 63); }
  [[nodiscard]] constexpr Square to() const noexcept { return square_at(bits_ >> 6 & 63); }
  [[nodiscard]] constexpr MoveKind kind() const noexcept { return static_cast<MoveKind>(bits_ >> 14); }
  [[nodiscard]] constexpr bool is_promotion() const noexcept { return kind() == MoveKind::Promotion; }
  [[nodiscard]] constexpr bool is_castling() const noexcept { return kind() == MoveKind::Castling; }
  [[nodiscard]] constexpr bool is_en_passant() const noexcept { return kind() == MoveKind::EnPassant; }
  // The piece a pawn promotes to. Only meaningful for promotions.
  [[nodiscard]] constexpr PieceType promotion() const noexcept {
    return static_cast<PieceType>((bits_ >> 12 & 3) + static_cast<int>(PieceType::Knight));
  }

  explicit constexpr operator bool() const noexcept { return bits_ != 0; }
  friend constexpr bool operator==(Move, Move) noexcept = default;

 private:
  std::uint16_t bits_ = 0;
};

static_assert(sizeof(Move) == 2);

// The squares of king and rook after castling with the rook on `rook_from`.
struct CastlingSquares {
  Square king_to;
  Square rook_to;
};
constexpr CastlingSquares castling_squares(Square king_from, Square rook_from) noexcept {
  const int rank = rank_of(king_from);
  const bool king_side = file_of(rook_from) > file_of(king_from);
  return king_side ? CastlingSquares{make_square(6, rank), make_square(5, rank)}
                   : CastlingSquares{make_square(2, rank), make_square(3, rank)};
}

// No position that PositionSetup accepts has more legal moves: at most 15 pieces with 27 moves each (a pawn
// has at most 12), and a king with 8 steps and 2 castling moves.
inline constexpr int kMaxMoves = 15 * 27 + 10;

// A list of moves on the stack. The contents beyond size() are uninitialized.
class MoveList {
 public:
  void push(Move move) noexcept { moves_[size_++] = move; }
  void clear() noexcept { size_ = 0; }
  [[nodiscard]] int size() const noexcept { return static_cast<int>(size_); }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] Move operator[](int index) const noexcept { return moves_[static_cast<std::size_t>(index)]; }
  [[nodiscard]] const Move* begin() const noexcept { return moves_; }
  [[nodiscard]] const Move* end() const noexcept { return moves_ + size_; }
  [[nodiscard]] Move* begin() noexcept { return moves_; }
  [[nodiscard]] Move* end() noexcept { return moves_ + size_; }
  [[nodiscard]] bool contains(Move move) const noexcept {
    for (const Move candidate : *this) {
      if (candidate == move) return true;
    }
    return false;
  }

 private:
  std::size_t size_ = 0;
  union {
    Move moves_[kMaxMoves];
  };

 public:
  MoveList() noexcept {}
};

}  // namespace tabia::chess
