// scripts/find_magics.cpp: finds the numbers in src/chess/magics.h and prints that file.
//
//   g++ -O2 -std=c++20 -Isrc scripts/find_magics.cpp -o /tmp/find_magics && /tmp/find_magics > src/chess/magics.h
//
// A magic multiplier maps every set of blockers on a square's rays to an index of as many bits as the
// rays have squares, so that blockers with different attack sets never share an index. Sparse random
// numbers are tried until one fits.
#include <cinttypes>
#include <cstdio>
#include <vector>

#include "base/random.h"
#include "chess/bitboard.h"

using namespace tabia;
using namespace tabia::chess;

namespace {

Bitboard attacks(Square from, bool diagonal, Bitboard occupied) {
  Bitboard squares = 0;
  for (int df = -1; df <= 1; ++df) {
    for (int dr = -1; dr <= 1; ++dr) {
      if ((df == 0 && dr == 0) || (df != 0 && dr != 0) != diagonal) continue;
      for (int f = file_of(from) + df, r = rank_of(from) + dr; f >= 0 && f < 8 && r >= 0 && r < 8; f += df, r += dr) {
        squares |= bit(make_square(f, r));
        if (contains(occupied, make_square(f, r))) break;
      }
    }
  }
  return squares;
}

Bitboard find(Square from, bool diagonal, base::Random& random) {
  const Bitboard edge = ((kRank1 | kRank8) & ~rank_bits(rank_of(from))) |
                        ((kFileA | kFileH) & ~file_bits(file_of(from)));
  const Bitboard mask = attacks(from, diagonal, 0) & ~edge;
  const int bits = count(mask);
  std::vector<Bitboard> blockers, sets;
  Bitboard subset = 0;
  do {
    blockers.push_back(subset);
    sets.push_back(attacks(from, diagonal, subset));
    subset = (subset - mask) & mask;
  } while (subset != 0);
  std::vector<Bitboard> table(std::size_t{1} << bits);
  for (;;) {
    const Bitboard magic = random.next() & random.next() & random.next();
    if (count((mask * magic) >> 56) < 6) continue;
    std::fill(table.begin(), table.end(), 0);
    bool fits = true;
    for (std::size_t i = 0; fits && i < blockers.size(); ++i) {
      Bitboard& set = table[(blockers[i] * magic) >> (64 - bits)];
      fits = set == 0 || set == sets[i];
      set = sets[i];
    }
    if (fits) return magic;
  }
}

void print(const char* name, bool diagonal, base::Random& random) {
  std::printf("inline constexpr std::array<Bitboard, 64> %s = {\n", name);
  for (int i = 0; i < 64; ++i) std::printf("    0x%016" PRIX64 "u,\n", find(square_at(i), diagonal, random));
  std::printf("};\n\n");
}

}  // namespace

int main() {
  base::Random random(1);
  std::printf(
      "// chess/magics.h: multipliers for slider attacks (chess/attacks.h), one a square from a1 to h8.\n"
      "// Found by scripts/find_magics.cpp; change them there.\n"
      "#pragma once\n\n#include <array>\n\n#include \"chess/bitboard.h\"\n\nnamespace tabia::chess {\n\n");
  print("kBishopMagics", true, random);
  print("kRookMagics", false, random);
  std::printf("}  // namespace tabia::chess\n");
}
