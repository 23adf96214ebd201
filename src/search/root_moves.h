// search/root_moves.h: which moves of the root a search considers, and what tablebases say about them.
#pragma once

#include <vector>

#include "chess/game.h"
#include "search/limits.h"
#include "search/report.h"
#include "search/tablebase.h"

namespace tabia::search {

struct RootCandidate {
  Move move;
  int rank = 0;     // by the tablebase; higher is better
  Score score = 0;  // by the tablebase
};

struct RootCandidates {
  std::vector<RootCandidate> moves;  // the legal ones that the limits allow, better ranks first
  bool in_tablebase = false;         // ranks and scores are known
  bool has_distances = false;        // and playing a move of the best rank makes progress by itself
};

// The tablebase may be null; it is used if it covers positions with that many pieces.
[[nodiscard]] RootCandidates root_candidates(const chess::Game& game, const Limits& limits,
                                             const Tablebase* tablebase, const TablebaseOptions& options);

// The line to report if the root has no legal move.
[[nodiscard]] Line line_without_moves(const chess::Position& root);

}  // namespace tabia::search
