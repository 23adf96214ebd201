// search/move_search.h: from a Game to a best move: what every search can do.
//
// Alpha-beta is search/searcher.h; PUCT and playing by policy are in the room puct, which also chooses among
// them (puct/choice.h). With one thread and a limit of nodes or depth a search is deterministic: the same
// calls since clear() give the same answers. run() blocks; stop() and ponder_hit() may be called from any
// thread at any time. All other functions require that no search is running.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "chess/game.h"
#include "eval/evaluator.h"
#include "search/limits.h"
#include "search/parameters.h"
#include "search/report.h"
#include "search/tablebase.h"

namespace tabia::search {

// How a network that imitates people plays. Everything is off by default: it plays the likeliest move,
// immediately.
struct PolicyPlayOptions {
  int temperature_percent = 0;  // 0: the likeliest move; 100: moves as often as people play them
  bool delay = false;           // answer after as long as a person would take, if there is a clock
  bool sees_mate = false;       // play a mate in one, and avoid moves that allow one
  bool uses_tablebase = false;  // in positions that the tablebases know, only moves that keep the result
};

struct SearcherOptions {
  int threads = 1;
  std::size_t hash_mib = 16;
  int lines = 1;                       // number of best moves that get their own line (MultiPV)
  std::int64_t move_overhead_ms = 10;  // time lost between the engine and the clock, per move
  bool pondering =
      false;  // the engine may think on the opponent's time, so it can spend more of its own time
  // More than 0: time is counted in nodes, this many per millisecond, so that games don't depend on the load
  // of the machine. Clock times stay in milliseconds.
  std::int64_t nodes_per_ms = 0;
  std::optional<int> elo;  // play like a player of this strength; see search/strength.h
  std::uint64_t seed = 0;  // for the mistakes of a limited player
  TablebaseOptions tablebase;
  int batch = 16;          // PUCT: positions that the network evaluates together, at most
  PolicyPlayOptions play;  // playing by policy
};

class MoveSearch {
 public:
  MoveSearch() = default;
  virtual ~MoveSearch() = default;
  MoveSearch(const MoveSearch&) = delete;
  MoveSearch& operator=(const MoveSearch&) = delete;

  [[nodiscard]] virtual const SearcherOptions& options() const noexcept = 0;
  virtual void set_options(const SearcherOptions& options) = 0;
  // Replaces the evaluation and forgets everything.
  virtual void set_evaluation(std::shared_ptr<const nn::Network> network,
                              const eval::EvaluatorOptions& evaluation) = 0;
  // Null = none.
  virtual void set_tablebase(std::shared_ptr<const Tablebase> tablebase) = 0;
  // The numbers of alpha-beta; these differ from the defaults only in a tune build.
  virtual void set_parameters(const Parameters& /*parameters*/) {}
  // Forgets everything that earlier searches have learned: a new game. `most_nodes` > 0: no search until the
  // next clear() has more nodes, so less memory is enough.
  virtual void clear(std::uint64_t most_nodes = 0) = 0;

  // To convert the scores that this search reports to centipawns and winning chances.
  [[nodiscard]] virtual const eval::WinModel& win_model() const noexcept = 0;

  // Prepares for run(): forgets earlier calls of stop(), so that one between arm() and run() counts.
  virtual void arm(const Limits& limits) noexcept = 0;
  // Searches the game's last position. Requires arm() with the same limits since the last run(). If the
  // evaluation throws (because a device failed), this throws the same once all threads have ended; the next
  // search starts fresh.
  virtual SearchResult run(const chess::Game& game, const Limits& limits, Observer* observer = nullptr) = 0;
  // If the limits let a search end only when told to (infinite, ponder), waits for that. run() does so
  // itself, unless it throws.
  virtual void wait_for_permission(const Limits& limits) = 0;
  // arm() and run() in one call.
  SearchResult search(const chess::Game& game, const Limits& limits, Observer* observer = nullptr) {
    arm(limits);
    return run(game, limits, observer);
  }

  // Ends the search soon: within about a millisecond, or when the network is done with its batch.
  virtual void stop() noexcept = 0;
  // The opponent played the expected move: time limits apply from now on.
  virtual void ponder_hit() noexcept = 0;
};

}  // namespace tabia::search
