#include "chess/attacks.h"

#include <array>

#include "chess/magics.h"

namespace tabia::chess {
namespace {

struct Step {
  int file;
  int rank;
};
constexpr std::array<Step, 4> kBishopSteps = {{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};
constexpr std::array<Step, 4> kRookSteps = {{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};

// The squares from `from` outward in one direction, up to and including the first occupied one.
Bitboard ray(Square from, Step step, Bitboard occupied) {
  Bitboard squares = 0;
  int file = file_of(from) + step.file;
  int rank = rank_of(from) + step.rank;
  for (; file >= 0 && file < 8 && rank >= 0 && rank < 8; file += step.file, rank += step.rank) {
    const Bitboard here = bit(make_square(file, rank));
    squares |= here;
    if (occupied & here) break;
  }
  return squares;
}

Bitboard walk(Square from, const std::array<Step, 4>& steps, Bitboard occupied) {
  Bitboard squares = 0;
  for (const Step step : steps) squares |= ray(from, step, occupied);
  return squares;
}

// Squares on the rays that can block: the last square of a ray hides nothing.
Bitboard blocker_mask(Square from, Bitboard rays) {
  const Bitboard own_rank = rank_bits(rank_of(from));
  const Bitboard own_file = file_bits(file_of(from));
  const Bitboard edge = ((kRank1 | kRank8) & ~own_rank) | ((kFileA | kFileH) & ~own_file);
  return rays & ~edge;
}

// Fills the entries of one kind of slider and their sets; returns the next free set.
Bitboard* fill_slider(EnumArray<Square, SliderEntry>& table, const std::array<Step, 4>& steps,
                      const std::array<Bitboard, 64>& magics, Bitboard* sets) {
  for (int index = 0; index < kSquareCount; ++index) {
    const Square from = square_at(index);
    SliderEntry& entry = table[from];
    entry.mask = blocker_mask(from, walk(from, steps, 0));
    entry.magic = magics[static_cast<std::size_t>(index)];
    entry.shift = static_cast<unsigned>(64 - count(entry.mask));
    entry.sets = sets;
    Bitboard blockers = 0;
    do {  // every subset of the mask
      sets[slider_index(entry, blockers)] = walk(from, steps, blockers);
      blockers = (blockers - entry.mask) & entry.mask;
    } while (blockers != 0);
    sets += std::size_t{1} << count(entry.mask);
  }
  return sets;
}

}  // namespace

AttackTables::AttackTables() noexcept {
  Bitboard* const rook_sets = fill_slider(bishop, kBishopSteps, kBishopMagics, slider_sets_.data());
  fill_slider(rook, kRookSteps, kRookMagics, rook_sets);
  for (int a = 0; a < kSquareCount; ++a) {
    const Square from = square_at(a);
    knight[from] = chess::knight_attacks(bit(from));
    king[from] = chess::king_attacks(bit(from));
    pawn[Color::White][from] = chess::pawn_attacks<Color::White>(bit(from));
    pawn[Color::Black][from] = chess::pawn_attacks<Color::Black>(bit(from));
    bishop_rays[from] = walk(from, kBishopSteps, 0);
    rook_rays[from] = walk(from, kRookSteps, 0);
    for (int b = 0; b < kSquareCount; ++b) {
      const Square to = square_at(b);
      between[from][to] = 0;
      line[from][to] = 0;
      for (const auto& steps : {kBishopSteps, kRookSteps}) {
        if (from == to || !contains(walk(from, steps, 0), to)) continue;
        between[from][to] = walk(from, steps, bit(to)) & walk(to, steps, bit(from));
        line[from][to] = (walk(from, steps, 0) & walk(to, steps, 0)) | bit(from) | bit(to);
      }
    }
  }
}

const AttackTables kAttacks;

}  // namespace tabia::chess
