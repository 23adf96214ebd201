#include "tools/search_setup.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>

#include "base/interrupt.h"
#include "base/threads.h"

namespace tabia::tools {
namespace {

constexpr std::int64_t kDefaultMoveTimeMs = 1000;
constexpr long long kDefaultHashMib = 64;

base::Result<void> read_numbers(const Arguments& arguments, SearchSetup& setup) {
  const auto move_time = arguments.number("--movetime", kDefaultMoveTimeMs, 1, INT32_MAX);
  if (!move_time) return move_time.error();
  const auto nodes = arguments.number("--nodes", 0, 1, INT64_MAX);
  if (!nodes) return nodes.error();
  const auto depth = arguments.number("--depth", 0, 1, base::kMaxPly - 1);
  if (!depth) return depth.error();
  const auto hash = arguments.number("--hash", kDefaultHashMib, 1, 1 << 20);
  if (!hash) return hash.error();
  const auto threads = arguments.number("--threads", base::usable_cores(), 1, 1024);
  if (!threads) return threads.error();
  if (arguments.has("--nodes")) setup.limits.nodes = static_cast<std::uint64_t>(*nodes);
  if (arguments.has("--depth")) setup.limits.depth = static_cast<int>(*depth);
  if (arguments.has("--movetime") || (!setup.limits.nodes && !setup.limits.depth))
    setup.limits.move_time_ms = *move_time;
  setup.searcher.hash_mib = static_cast<std::size_t>(*hash);
  // The time given is thinking time; there is no clock.
  setup.searcher.move_overhead_ms = 0;
  setup.threads = static_cast<int>(*threads);
  return {};
}

// After an interrupt, stops all searchers repeatedly, because a search that is just starting forgets an
// earlier stop().
class InterruptWatch {
 public:
  explicit InterruptWatch(const std::vector<std::unique_ptr<search::Searcher>>& searchers) {
    auto started = base::start_thread([this, &searchers] {
      std::unique_lock lock(mutex_);
      while (!ended_.wait_for(lock, kInterval, [this] { return done_; })) {
        if (!base::InterruptGuard::interrupted()) continue;
        for (const auto& searcher : searchers) searcher->stop();
      }
    });
    if (started) thread_ = std::move(*started);  // otherwise the searches stop at their own limits
  }
  ~InterruptWatch() {
    {
      const std::scoped_lock lock(mutex_);
      done_ = true;
    }
    ended_.notify_all();
    if (thread_.joinable()) thread_.join();
  }
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

 private:
  static constexpr std::chrono::milliseconds kInterval{20};

  std::mutex mutex_;
  std::condition_variable ended_;
  bool done_ = false;
  std::thread thread_;
};

}  // namespace

search::Limits SearchSetup::limits_from_now() const {
  search::Limits now = limits;
  now.start = std::chrono::steady_clock::now();
  return now;
}

std::vector<Option> with_search_options(std::vector<Option> own) {
  std::vector<Option> options = {
      {"--movetime", "MS", "milliseconds per position (default: 1000, if there is no other limit)"},
      {"--nodes", "N", "nodes per position"},
      {"--depth", "N", "depth per position, in plies"},
      {"--threads", "N", "positions to search in parallel, each on one thread (default: all cores)"},
      {"--hash", "MIB", "transposition table per thread, in MiB (default: 64)"}};
  const std::vector<Option> evaluation = evaluation_options();
  options.insert(options.end(), evaluation.begin(), evaluation.end());
  options.insert(options.end(), own.begin(), own.end());
  return options;
}

SearchSetupOrExit read_search_setup(std::string_view command, const Arguments& arguments) {
  SearchSetupOrExit out;
  if (const auto read = read_numbers(arguments, out.setup); !read) {
    out.exit_code = usage_error(command, read.error());
    return out;
  }
  auto evaluation = read_evaluation_setup(arguments);
  if (evaluation) {
    out.setup.evaluation = std::move(*evaluation);
  } else {
    out.exit_code = failure(evaluation.error());
  }
  return out;
}

void search_all(const SearchSetup& setup, std::size_t count,
                const std::function<void(std::size_t, search::Searcher&)>& work) {
  const std::size_t wanted = std::min(count, static_cast<std::size_t>(setup.threads));
  std::vector<std::unique_ptr<search::Searcher>> searchers;
  for (std::size_t i = 0; i < wanted; ++i) {
    searchers.push_back(std::make_unique<search::Searcher>(setup.evaluation.network, setup.evaluation.options,
                                                           setup.searcher));
  }
  const InterruptWatch watch(searchers);
  std::atomic<std::size_t> next = 0;
  base::parallel_for(wanted, setup.threads, [&](std::size_t worker) {
    for (std::size_t index = next++; index < count; index = next++) {
      if (base::InterruptGuard::interrupted()) return;
      searchers[worker]->clear();
      work(index, *searchers[worker]);
    }
  });
}

}  // namespace tabia::tools
