// play/position_search.h: searches many positions on all cores, each independently of the others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "base/fields.h"
#include "base/result.h"
#include "eval/evaluator.h"
#include "search/move_search.h"

namespace tabia::play {

// How to search a position, and for how long. All limits that are set apply.
struct PositionSearch {
  std::string net;  // a network file; empty: the embedded network
  eval::EvaluatorOptions evaluation;
  std::optional<std::int64_t> move_time_ms;  // kDefaultMoveTimeMs if there is no limit at all
  std::optional<std::uint64_t> nodes;
  std::optional<int> depth;
  int threads = 0;  // positions searched in parallel, each on one thread; 0: as many as there are cores
  std::size_t hash_mib = 64;  // of each thread
  int lines = 1;              // best moves to find (MultiPV)
};
inline constexpr std::int64_t kDefaultMoveTimeMs = 1000;

// All settings except `lines`.
[[nodiscard]] const base::Fields<PositionSearch>& position_search_fields();

// Settings with their network, ready to search. Safe from any thread.
class PositionSearcher {
 public:
  // The error says why the network can't be loaded.
  [[nodiscard]] static base::Result<PositionSearcher> open(const PositionSearch& settings);

  [[nodiscard]] const std::shared_ptr<const nn::Network>& network() const noexcept { return network_; }
  // To convert the scores of the searches.
  [[nodiscard]] eval::WinModel win_model() const;
  // The limits of a search that starts now; `tenfold`: ten times the nodes and the time, four plies deeper,
  // which takes about as many nodes.
  [[nodiscard]] search::Limits limits_from_now(bool tenfold = false) const;

  // Calls work(index, searcher) for 0 ... count - 1 on all threads, each time with an empty searcher of one
  // thread (PUCT if the network has a policy): a result doesn't depend on earlier or parallel searches. When
  // `stop` is requested, no more are started.
  void for_each(std::size_t count, const std::stop_token& stop,
                const std::function<void(std::size_t index, search::MoveSearch&)>& work) const;

 private:
  PositionSearcher(const PositionSearch& settings, std::shared_ptr<const nn::Network> network)
      : settings_(settings), network_(std::move(network)) {}

  PositionSearch settings_;
  std::shared_ptr<const nn::Network> network_;
};

// Searches the last position of the game. When `stop` is requested, the search ends soon, and the result is
// worthless.
[[nodiscard]] search::SearchResult search_until(const std::stop_token& stop, search::MoveSearch& searcher,
                                                const chess::Game& game, const search::Limits& limits,
                                                search::Observer* observer = nullptr);

}  // namespace tabia::play
