// chess/perft.h: counts the leaves of the tree of legal moves, the standard test of move generation.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "chess/position.h"

namespace tabia::chess {

// The number of positions after exactly `depth` plies; 1 at depth 0. The last ply is counted, not made.
[[nodiscard]] std::uint64_t perft(const Position& position, int depth) noexcept;

struct PerftMove {
  Move move;
  std::uint64_t nodes = 0;  // leaves below this move
};

struct PerftOptions {
  int threads = 1;
  // Polled from any of the threads; returning true ends the count early.
  std::function<bool()> stop = nullptr;
};

// The count below every legal move, in the order of legal_moves(). Empty if stopped. Requires depth >= 1.
[[nodiscard]] std::vector<PerftMove> perft_divide(const Position& position, int depth,
                                                  const PerftOptions& options);

}  // namespace tabia::chess
