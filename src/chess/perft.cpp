#include "chess/perft.h"

#include <atomic>

#include "base/check.h"
#include "base/threads.h"
#include "chess/movegen.h"

namespace tabia::chess {

std::uint64_t perft(const Position& position, int depth) noexcept {
  if (depth <= 0) return 1;
  if (depth == 1) return static_cast<std::uint64_t>(count_legal_moves(position));
  std::uint64_t nodes = 0;
  for (const Move move : legal_moves(position)) {
    Position next = position;
    next.make(move);
    nodes += perft(next, depth - 1);
  }
  return nodes;
}

namespace {

// The part of the tree that one thread counts: small enough for an even split, large enough to be worth it.
struct Subtree {
  Position position;
  std::size_t root_move;
  std::uint64_t nodes = 0;
};

// The subtrees two plies down, or one if the tree is that shallow.
std::vector<Subtree> subtrees_of(const Position& position, const MoveList& moves, int depth) {
  std::vector<Subtree> subtrees;
  for (int i = 0; i < moves.size(); ++i) {
    Position first_ply = position;
    first_ply.make(moves[i]);
    if (depth < 3) {
      subtrees.push_back({first_ply, static_cast<std::size_t>(i)});
      continue;
    }
    for (const Move reply : legal_moves(first_ply)) {
      Position second_ply = first_ply;
      second_ply.make(reply);
      subtrees.push_back({second_ply, static_cast<std::size_t>(i)});
    }
  }
  return subtrees;
}

// Counts a subtree, polling `stop` at inner nodes high enough to cost nothing. False if stopped.
bool count_subtree(const Position& position, int depth, const std::function<bool()>& stop,
                   std::uint64_t& nodes) {
  constexpr int kUnaskedDepth = 5;
  if (depth <= kUnaskedDepth) {
    nodes += perft(position, depth);
    return !(stop && stop());
  }
  for (const Move move : legal_moves(position)) {
    Position next = position;
    next.make(move);
    if (!count_subtree(next, depth - 1, stop, nodes)) return false;
  }
  return true;
}

}  // namespace

std::vector<PerftMove> perft_divide(const Position& position, int depth, const PerftOptions& options) {
  TABIA_CHECK(depth >= 1, "perft_divide needs a depth of at least 1");
  const MoveList moves = legal_moves(position);
  std::vector<Subtree> subtrees = subtrees_of(position, moves, depth);
  const int rest = depth < 3 ? depth - 1 : depth - 2;
  std::atomic<bool> stopped = false;
  base::parallel_for(subtrees.size(), options.threads, [&](std::size_t index) {
    if (stopped.load(std::memory_order_relaxed)) return;
    Subtree& subtree = subtrees[index];
    if (!count_subtree(subtree.position, rest, options.stop, subtree.nodes)) stopped = true;
  });
  std::vector<PerftMove> result;
  if (stopped) return result;
  for (const Move move : moves) result.push_back({move, 0});
  for (const Subtree& subtree : subtrees) result[subtree.root_move].nodes += subtree.nodes;
  return result;
}

}  // namespace tabia::chess
