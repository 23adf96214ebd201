// search/searcher.h: from a Game to a best move.
//
// A Searcher owns the transposition table, the histories and the evaluators of its threads; several may exist
// in one process. With one thread and a limit of nodes or depth it is deterministic: the same calls since
// clear() give the same answers. run() blocks; stop() and ponder_hit() may be called from any thread at any
// time. All other functions require that no search is running.
//
//   Searcher searcher(network);
//   SearchResult result = searcher.search(game, {.nodes = 10'000});
#pragma once

#include <memory>
#include <optional>

#include "chess/game.h"
#include "eval/evaluator.h"
#include "search/limits.h"
#include "search/parameters.h"
#include "search/report.h"
#include "search/tablebase.h"

namespace tabia::search {

struct SearcherOptions {
  int threads = 1;
  std::size_t hash_mib = 16;
  int lines = 1;                       // number of best moves that get their own line (MultiPV)
  std::int64_t move_overhead_ms = 10;  // time lost between the engine and the clock, per move
  bool pondering = false;  // the engine may think on the opponent's time, so it can spend more of its own
  // More than 0: time is counted in nodes, this many per millisecond, so that games don't depend on the load
  // of the machine. Clock times stay in milliseconds.
  std::int64_t nodes_per_ms = 0;
  std::optional<int> elo;  // play like a player of this strength; see search/strength.h
  std::uint64_t seed = 0;  // for the mistakes of a limited player
  TablebaseOptions tablebase;
};

class Searcher {
 public:
  // Without a network the evaluation is classical.
  explicit Searcher(std::shared_ptr<const nn::Network> network, const eval::EvaluatorOptions& evaluation = {},
                    const SearcherOptions& options = {});
  ~Searcher();
  Searcher(const Searcher&) = delete;
  Searcher& operator=(const Searcher&) = delete;

  [[nodiscard]] const SearcherOptions& options() const noexcept;
  // Changing the size of the table or the number of threads empties it (clear()).
  void set_options(const SearcherOptions& options);
  // Replaces the evaluation; empties table and histories, whose scores would no longer be valid.
  void set_evaluation(std::shared_ptr<const nn::Network> network, const eval::EvaluatorOptions& evaluation);
  // Null = none.
  void set_tablebase(std::shared_ptr<const Tablebase> tablebase);
  // These differ from the defaults only in a tune build.
  void set_parameters(const Parameters& parameters);
  // Forgets everything that earlier searches have learned: a new game. `most_nodes` > 0: no search until the
  // next clear() has more nodes, so a part of the table is enough.
  void clear(std::uint64_t most_nodes = 0);

  // To convert the scores that this searcher reports to centipawns and winning chances.
  [[nodiscard]] const eval::WinModel& win_model() const noexcept;

  // Prepares for run(): forgets earlier calls of stop(), so that one between arm() and run() counts.
  void arm(const Limits& limits) noexcept;
  // Searches the game's last position. Requires arm() with the same limits since the last run().
  SearchResult run(const chess::Game& game, const Limits& limits, Observer* observer = nullptr);
  // Both in one call.
  SearchResult search(const chess::Game& game, const Limits& limits, Observer* observer = nullptr);

  // Ends the search soon: within about a millisecond.
  void stop() noexcept;
  // The opponent played the expected move: time limits apply from now on.
  void ponder_hit() noexcept;

 private:
  struct Team;
  std::unique_ptr<Team> team_;
};

}  // namespace tabia::search
