#include "play/position_search.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <vector>

#include "base/memory.h"
#include "base/text.h"
#include "base/threads.h"
#include "eval/evaluator_fields.h"
#include "nn/embedded.h"
#include "nn/load.h"
#include "puct/choice.h"

namespace tabia::play {

const base::Fields<PositionSearch>& position_search_fields() {
  using base::integer;
  using P = PositionSearch;
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  static const base::Fields<P> fields = base::joined<P>(
      {{integer<P>("movetime", "MS", 1, std::numeric_limits<std::int32_t>::max(), TABIA_MEMBER(move_time_ms),
                   "milliseconds per position")
            .shown_as(base::concat(kDefaultMoveTimeMs, ", if there is no other limit")),
        integer<P>("nodes", "N", 1, kMost, TABIA_MEMBER(nodes), "nodes per position"),
        integer<P>("depth", "N", 1, base::kMaxPly - 1, TABIA_MEMBER(depth), "depth per position, in plies"),
        integer<P>("threads", "N", 1, 1024, TABIA_MEMBER(threads),
                   "positions to search in parallel, each on one thread")
            .shown_as("all cores")
            .not_identity(),
        integer<P>("hash", "MIB", 1, 1 << 20, TABIA_MEMBER(hash_mib),
                   "transposition table per thread, in MiB"),
        base::text<P>("net", "FILE", TABIA_MEMBER(net),
                      "the network: Tabia's own format, Stockfish's .nnue, or text")
            .shown_as("the embedded one")},
       base::within<P>(eval::evaluator_fields(), TABIA_MEMBER(evaluation))});
  return fields;
}

base::Result<PositionSearcher> PositionSearcher::open(const PositionSearch& settings) {
  TABIA_TRY(auto network,
            settings.net.empty() ? nn::read_network(nn::embedded_network()) : nn::load_network(settings.net));
  PositionSearch completed = settings;
  if (completed.threads == 0) completed.threads = base::usable_cores();
  if (!completed.move_time_ms && !completed.nodes && !completed.depth)
    completed.move_time_ms = kDefaultMoveTimeMs;
  const auto threads = static_cast<std::uint64_t>(completed.threads);
  if (const auto good = base::check_memory(threads * completed.hash_mib); !good)
    return good.error().inside(base::concat("--hash ", completed.hash_mib, " for ", threads, " threads"));
  return PositionSearcher(completed, std::move(network));
}

eval::WinModel PositionSearcher::win_model() const {
  return eval::Evaluator(network_, settings_.evaluation).win_model();
}

search::Limits PositionSearcher::limits_from_now(bool tenfold) const {
  constexpr int kPliesForTenfold = 4;
  constexpr std::uint64_t kMostNodes = std::numeric_limits<std::uint64_t>::max() / 10;
  search::Limits limits;
  limits.move_time_ms = settings_.move_time_ms;
  limits.nodes = settings_.nodes;
  limits.depth = settings_.depth;
  if (tenfold) {
    if (limits.move_time_ms) *limits.move_time_ms *= 10;  // can't overflow: limits have 32 bits
    if (limits.nodes) limits.nodes = 10 * std::min(*limits.nodes, kMostNodes);
    if (limits.depth) limits.depth = std::min(*limits.depth + kPliesForTenfold, base::kMaxPly - 1);
  }
  limits.start = std::chrono::steady_clock::now();
  return limits;
}

void PositionSearcher::for_each(std::size_t count, const std::stop_token& stop,
                                const std::function<void(std::size_t, search::MoveSearch&)>& work) const {
  search::SearcherOptions options;
  options.hash_mib = settings_.hash_mib;
  options.lines = settings_.lines;
  options.move_overhead_ms = 0;  // the time given is thinking time; there is no clock
  const std::size_t wanted = std::min(count, static_cast<std::size_t>(settings_.threads));
  const puct::SearchKind kind = puct::analysis_kind_for(network_.get(), settings_.evaluation);
  std::vector<std::unique_ptr<search::MoveSearch>> searchers;
  for (std::size_t i = 0; i < wanted; ++i)
    searchers.push_back(puct::make_search(kind, network_, settings_.evaluation, options));
  std::atomic<std::size_t> next = 0;
  base::parallel_for(wanted, settings_.threads, [&](std::size_t worker) {
    for (std::size_t index = next++; index < count && !stop.stop_requested(); index = next++) {
      searchers[worker]->clear();
      work(index, *searchers[worker]);
    }
  });
}

search::SearchResult search_until(const std::stop_token& stop, search::MoveSearch& searcher,
                                  const chess::Game& game, const search::Limits& limits,
                                  search::Observer* observer) {
  searcher.arm(limits);
  const std::stop_callback on_stop(stop, [&searcher] { searcher.stop(); });
  return searcher.run(game, limits, observer);
}

}  // namespace tabia::play
