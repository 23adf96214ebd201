// chess/attacks.h: which squares a piece attacks, from tables.
//
// Knights, kings and pawns: one table entry per square. Sliders: "magic" hashing of the blockers on their
// rays; builds for a CPU with fast PEXT (the `native` preset) gather the blockers with that instruction
// instead. Both give the same sets (tests/chess/attacks_test.cpp compares them with a walk along the rays).
// The tables are constant and filled once before main().
#pragma once

#if defined(__BMI2__)
#include <immintrin.h>
#define TABIA_PEXT_ATTACKS 1
#else
#define TABIA_PEXT_ATTACKS 0
#endif

#include "chess/bitboard.h"

namespace tabia::chess {

// Where the attack sets of one slider on one square are stored, and how blockers select one.
struct SliderEntry {
  const Bitboard* sets;  // the sets of this square
  Bitboard mask;         // squares whose occupancy matters: the rays without the board's edge
  Bitboard magic;        // multiplier that maps every blocker pattern to a usable index
  unsigned shift;        // 64 - number of index bits
};

class AttackTables {
 public:
  AttackTables() noexcept;
  AttackTables(const AttackTables&) = delete;  // the entries point into slider_sets_
  AttackTables& operator=(const AttackTables&) = delete;

  EnumArray<Square, SliderEntry> bishop;
  EnumArray<Square, SliderEntry> rook;
  EnumArray<Square, Bitboard> knight;
  EnumArray<Square, Bitboard> king;
  EnumArray<Color, EnumArray<Square, Bitboard>> pawn;
  EnumArray<Square, Bitboard> bishop_rays;  // attacks on an empty board
  EnumArray<Square, Bitboard> rook_rays;
  // Squares strictly between two squares on one line; empty if they aren't on one.
  EnumArray<Square, EnumArray<Square, Bitboard>> between;
  // The whole line through two squares, edge to edge; empty if they aren't on one.
  EnumArray<Square, EnumArray<Square, Bitboard>> line;

 private:
  // The sum over all squares of 2^(squares in the mask), for bishops and for rooks.
  static constexpr std::size_t kSliderSetCount = 5248 + 102400;
  std::array<Bitboard, kSliderSetCount> slider_sets_;
};

extern const AttackTables kAttacks;

inline std::size_t slider_index(const SliderEntry& entry, Bitboard occupied) noexcept {
#if TABIA_PEXT_ATTACKS
  return _pext_u64(occupied, entry.mask);
#else
  return ((occupied & entry.mask) * entry.magic) >> entry.shift;
#endif
}
inline Bitboard slider_attacks(const SliderEntry& entry, Bitboard occupied) noexcept {
  return entry.sets[slider_index(entry, occupied)];
}

inline Bitboard bishop_attacks(Square from, Bitboard occupied) noexcept {
  return slider_attacks(kAttacks.bishop[from], occupied);
}
inline Bitboard rook_attacks(Square from, Bitboard occupied) noexcept {
  return slider_attacks(kAttacks.rook[from], occupied);
}
inline Bitboard queen_attacks(Square from, Bitboard occupied) noexcept {
  return bishop_attacks(from, occupied) | rook_attacks(from, occupied);
}
inline Bitboard knight_attacks(Square from) noexcept { return kAttacks.knight[from]; }
inline Bitboard king_attacks(Square from) noexcept { return kAttacks.king[from]; }
inline Bitboard pawn_attacks(Color color, Square from) noexcept { return kAttacks.pawn[color][from]; }
inline Bitboard between(Square a, Square b) noexcept { return kAttacks.between[a][b]; }
inline Bitboard line(Square a, Square b) noexcept { return kAttacks.line[a][b]; }

// What a piece of that type (not a pawn) attacks from a square.
inline Bitboard attacks_of(PieceType type, Square from, Bitboard occupied) noexcept {
  switch (type) {
    case PieceType::Knight:
      return knight_attacks(from);
    case PieceType::Bishop:
      return bishop_attacks(from, occupied);
    case PieceType::Rook:
      return rook_attacks(from, occupied);
    case PieceType::Queen:
      return queen_attacks(from, occupied);
    case PieceType::King:
      return king_attacks(from);
    case PieceType::Pawn:
    case PieceType::None:
      break;
  }
  return 0;
}

}  // namespace tabia::chess
