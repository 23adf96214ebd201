// data/move_choice.h: moves written as a choice: which of the mover's pieces, and which of the squares it
// reaches. Stockfish's .binpack and our own blocks of games share this; both are decoded millions of times a
// second.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "chess/attacks.h"
#include "chess/position.h"

namespace tabia::data {

// The place of the n-th set bit of a byte, n from 0; 0 if there are fewer.
inline constexpr auto kNthBit = [] {
  std::array<std::array<std::uint8_t, 8>, 256> table{};
  for (unsigned byte = 0; byte < 256; ++byte) {
    std::size_t n = 0;
    for (unsigned place = 0; place < 8; ++place) {
      if (byte >> place & 1) table[byte][n++] = static_cast<std::uint8_t>(place);
    }
  }
  return table;
}();

// The n-th square of the set, from 0. Without branches, because n is unpredictable. Requires more than n
// squares.
[[nodiscard]] constexpr chess::Square nth_square(chess::Bitboard set, unsigned n) noexcept {
  constexpr std::uint64_t kOnes = 0x0101010101010101u;
  constexpr std::uint64_t kHighs = kOnes << 7;
  // In each byte: how many bits are set up to its end.
  std::uint64_t sums = set - (set >> 1 & kOnes * 0x55);
  sums = (sums & kOnes * 0x33) + (sums >> 2 & kOnes * 0x33);
  sums = ((sums + (sums >> 4)) & kOnes * 0x0F) * kOnes;
  // The byte comes after all those whose sum is at most n.
  const int shift = 8 * std::popcount(((n * kOnes | kHighs) - sums) & kHighs);
  const auto before = static_cast<unsigned>((sums << 8) >> shift & 0xFF);
  return chess::square_at(shift + kNthBit[set >> shift & 0xFF][n - before]);
}

// How many squares of the set come before the square: the inverse.
[[nodiscard]] constexpr unsigned rank_in(chess::Bitboard set, chess::Square square) noexcept {
  return static_cast<unsigned>(chess::count(set & (chess::bit(square) - 1)));
}

// What a knight, bishop, rook or queen attacks. Without branches, because the type is unpredictable too.
[[nodiscard]] inline chess::Bitboard piece_attacks(chess::PieceType type, chess::Square from,
                                                   chess::Bitboard occupied) noexcept {
  const auto if_true = [](bool condition) { return ~chess::Bitboard{condition} + 1; };  // all bits or none
  const bool is_queen = type == chess::PieceType::Queen;
  return (chess::knight_attacks(from) & if_true(type == chess::PieceType::Knight)) |
         (chess::bishop_attacks(from, occupied) & if_true(is_queen || type == chess::PieceType::Bishop)) |
         (chess::rook_attacks(from, occupied) & if_true(is_queen || type == chess::PieceType::Rook));
}

// Where a pawn may go by its own rules, ignoring pins and checks.
[[nodiscard]] inline chess::Bitboard pawn_targets(const chess::Position& position,
                                                  chess::Square from) noexcept {
  const chess::Color us = position.side_to_move();
  const chess::Bitboard empty = ~position.occupied();
  const chess::Square en_passant = position.en_passant();
  chess::Bitboard victims = position.pieces(~us);
  if (en_passant != chess::Square::None) victims |= chess::bit(en_passant);
  const chess::Bitboard one = chess::bit(from + chess::forward(us)) & empty;
  chess::Bitboard targets = (chess::pawn_attacks(us, from) & victims) | one;
  if (one && chess::relative_rank(us, from) == 1)
    targets |= chess::bit(from + 2 * chess::forward(us)) & empty;
  return targets;
}

// Is a move of a piece to one of its targets legal? Most moves obviously are; this avoids the slower full
// check.
[[nodiscard]] inline bool is_legal_choice(const chess::Position& position, chess::Move move) noexcept {
  const chess::Bitboard risky =
      position.pinned() | position.pieces(position.side_to_move(), chess::PieceType::King);
  const bool is_safe = !position.in_check() && !chess::contains(risky, move.from()) && !move.is_en_passant();
  return is_safe || position.is_legal(move);
}

}  // namespace tabia::data
