#include "search/root_moves.h"

#include <algorithm>

#include "chess/movegen.h"

namespace tabia::search {
namespace {

// The tablebase's verdict on a root move, as a score.
Score tablebase_score(TablebaseResult result, bool fifty_move_rule) noexcept {
  const int value = static_cast<int>(result);
  const int decisive = fifty_move_rule ? 2 : 1;
  if (value >= decisive) return base::kTablebaseWin;
  if (value <= -decisive) return -base::kTablebaseWin;
  return 2 * value;
}

}  // namespace

RootCandidates root_candidates(const chess::Game& game, const Limits& limits, const Tablebase* tablebase,
                               const TablebaseOptions& options) {
  RootCandidates found;
  const chess::MoveList legal = chess::legal_moves(game.position());
  for (const Move move : legal) {
    if (limits.moves.empty() ||
        std::find(limits.moves.begin(), limits.moves.end(), move) != limits.moves.end())
      found.moves.push_back({.move = move});
  }
  if (found.moves.empty()) {
    for (const Move move : legal) found.moves.push_back({.move = move});
  }
  const int men = chess::count(game.position().occupied());
  if (!tablebase || found.moves.empty() || men > std::min(options.probe_limit, tablebase->largest()))
    return found;
  const std::vector<RankedMove> ranks = tablebase->rank_root_moves(game, options.fifty_move_rule);
  if (ranks.empty()) return found;
  for (RootCandidate& candidate : found.moves) {
    const auto ranked = std::find_if(ranks.begin(), ranks.end(),
                                     [&](const RankedMove& known) { return known.move == candidate.move; });
    if (ranked == ranks.end()) continue;
    candidate.rank = ranked->rank;
    candidate.score = tablebase_score(ranked->result, options.fifty_move_rule);
  }
  std::stable_sort(found.moves.begin(), found.moves.end(),
                   [](const RootCandidate& a, const RootCandidate& b) { return a.rank > b.rank; });
  found.in_tablebase = true;
  found.has_distances = ranks.front().distance.has_value();
  return found;
}

Line line_without_moves(const chess::Position& root) {
  Line line;
  line.score = root.in_check() ? -base::kMate : base::kDraw;
  return line;
}

}  // namespace tabia::search
