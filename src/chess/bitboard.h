// chess/bitboard.h: a set of squares in 64 bits; bit n is the square with index n.
#pragma once

#include <bit>
#include <cstdint>

#include "chess/types.h"

namespace tabia::chess {

using Bitboard = std::uint64_t;

inline constexpr Bitboard kFileA = 0x0101010101010101u;
inline constexpr Bitboard kFileH = kFileA << 7;
inline constexpr Bitboard kRank1 = 0xFF;
inline constexpr Bitboard kRank8 = kRank1 << 56;
inline constexpr Bitboard kDarkSquares = 0xAA55AA55AA55AA55u;

constexpr Bitboard bit(Square square) noexcept { return Bitboard{1} << index_of(square); }
constexpr Bitboard file_bits(int file) noexcept { return kFileA << file; }
constexpr Bitboard rank_bits(int rank) noexcept { return kRank1 << (8 * rank); }
constexpr bool contains(Bitboard set, Square square) noexcept { return (set >> index_of(square)) & 1; }
constexpr int count(Bitboard set) noexcept { return std::popcount(set); }
constexpr bool more_than_one(Bitboard set) noexcept { return (set & (set - 1)) != 0; }

// The lowest square of the set. Requires a nonempty set.
constexpr Square first(Bitboard set) noexcept { return square_at(std::countr_zero(set)); }
// Removes the lowest square from the set and returns it. Requires a nonempty set.
constexpr Square pop_first(Bitboard& set) noexcept {
  const Square square = first(set);
  set &= set - 1;
  return square;
}

// The set moved by `steps` in board order; bits that leave the board at the top or bottom are lost. Moves
// across files wrap around: mask files first.
template <int Steps>
constexpr Bitboard shifted(Bitboard set) noexcept {
  if constexpr (Steps >= 0) {
    return set << Steps;
  } else {
    return set >> -Steps;
  }
}

// All squares attacked by pawns of this color on the squares of the set.
template <Color Us>
constexpr Bitboard pawn_attacks(Bitboard pawns) noexcept {
  return shifted<forward(Us) - 1>(pawns & ~kFileA) | shifted<forward(Us) + 1>(pawns & ~kFileH);
}
constexpr Bitboard pawn_attacks(Color us, Bitboard pawns) noexcept {
  return us == Color::White ? pawn_attacks<Color::White>(pawns) : pawn_attacks<Color::Black>(pawns);
}

// All squares attacked by knights on the squares of the set.
constexpr Bitboard knight_attacks(Bitboard knights) noexcept {
  const Bitboard one_left = (knights & ~kFileA) >> 1;
  const Bitboard one_right = (knights & ~kFileH) << 1;
  const Bitboard two_left = (knights & ~(kFileA | kFileA << 1)) >> 2;
  const Bitboard two_right = (knights & ~(kFileH | kFileH >> 1)) << 2;
  const Bitboard beside = one_left | one_right;
  const Bitboard beyond = two_left | two_right;
  return beside << 16 | beside >> 16 | beyond << 8 | beyond >> 8;
}

constexpr Bitboard king_attacks(Bitboard kings) noexcept {
  const Bitboard row = kings | (kings & ~kFileA) >> 1 | (kings & ~kFileH) << 1;
  return (row | row << 8 | row >> 8) & ~kings;
}

}  // namespace tabia::chess
