// search/report.h: what a search reports while it runs and at its end.
//
// Scores are for the side to move at the root, in the units of the evaluation (base/score.h); eval::WinModel
// turns them into centipawns and winning chances.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/score.h"
#include "chess/move.h"
#include "eval/win_model.h"

namespace tabia::search {

using base::Score;
using chess::Move;

// How a value relates to the true one.
enum class Bound : std::uint8_t { None, Upper, Lower, Exact };

struct Counters {
  std::uint64_t nodes = 0;
  std::uint64_t tablebase_hits = 0;
  std::int64_t elapsed_ms = 0;
  int hash_permille = 0;  // how full the transposition table is with entries of this search

  [[nodiscard]] std::uint64_t nodes_per_second() const noexcept {
    return nodes * 1000 / static_cast<std::uint64_t>(elapsed_ms > 0 ? elapsed_ms : 1);
  }
};

// One line of play with its value.
struct Line {
  int rank = 1;  // 1 = the best; more than 1 only with several lines (MultiPV)
  int depth = 0;
  int selective_depth = 0;  // deepest ply reached
  Score score = 0;
  Bound bound = Bound::Exact;
  std::vector<Move> moves;            // legal in sequence; at least one unless the root has no legal move
  std::optional<eval::Wdl> wdl = {};  // if the network says more about the chances than the score
  std::optional<double> probability = {};  // of the first move, if the network has a policy
};

// Called from the thread that called Searcher::run(), never from two threads concurrently.
class Observer {
 public:
  virtual ~Observer() = default;
  // A line is new or has changed: after every finished depth, and for bounds when a search takes long.
  virtual void on_line(const Line&, const Counters&) {}
  // The system gave fewer threads than wanted: only `running` of them search. Called before the first line.
  virtual void on_missing_threads(int /*running*/, int /*wanted*/) {}
  // The search turns to this root move; only after it has been running for some seconds.
  virtual void on_root_move(int /*depth*/, Move, int /*number*/) {}
};

struct SearchResult {
  Move best;    // none if the root has no legal move
  Move ponder;  // the expected reply, or none
  // The lines of the last finished depth, best first; lines[0] belongs to `best`. If the root has no legal
  // move, one line without moves and the score of mate or draw.
  std::vector<Line> lines;
  Counters counters;
};

}  // namespace tabia::search
