#include "chess/perft_check.h"

#include <algorithm>
#include <mutex>
#include <vector>

#include "base/file.h"
#include "base/text.h"
#include "base/threads.h"
#include "chess/fen.h"
#include "chess/perft.h"
#include "chess/perft_suite.h"

namespace tabia::chess {
namespace {

using base::concat;

// One count of a case.
struct SuiteEntry {
  const PerftCase* test;
  int depth;
  std::uint64_t expected;
  std::uint64_t found = 0;
};

// The entries of at most `max_nodes`, in the order of the file.
std::vector<SuiteEntry> entries_of(const std::vector<PerftCase>& cases, std::uint64_t max_nodes) {
  std::vector<SuiteEntry> entries;
  for (const PerftCase& test : cases) {
    for (const auto& [depth, expected] : test.counts) {
      if (expected <= max_nodes) entries.push_back({&test, depth, expected});
    }
  }
  return entries;
}

// Finds all counts, the largest first so that no core ends up alone with a large one. Returns the nodes.
std::uint64_t count_all(std::vector<SuiteEntry>& entries, int threads, base::Watch& watch) {
  std::vector<SuiteEntry*> order;
  std::uint64_t total = 0;
  for (SuiteEntry& entry : entries) {
    order.push_back(&entry);
    total += entry.expected;
  }
  std::stable_sort(order.begin(), order.end(),
                   [](const SuiteEntry* a, const SuiteEntry* b) { return a->expected > b->expected; });
  std::mutex mutex;  // guards the watch
  std::uint64_t done = 0;
  base::parallel_for(order.size(), threads, [&](std::size_t index) {
    if (watch.interrupted()) return;
    SuiteEntry& entry = *order[index];
    entry.found = perft(entry.test->position, entry.depth);
    const std::scoped_lock lock(mutex);
    watch.progress(done += entry.expected, total);
  });
  return total;
}

}  // namespace

base::Result<PerftCheckTotals> run(const PerftCheckJob& job, base::Watch& watch) {
  TABIA_TRY(base::InputFile file, base::InputFile::open(job.suite));
  std::vector<PerftCase> cases;
  std::vector<base::Error> faults;
  PerftSuiteReader reader(file.stream());
  while (auto next = reader.next()) {
    if (*next)
      cases.push_back(**next);
    else
      faults.push_back(next->error());
  }
  if (file.fault()) faults.push_back(*file.fault());
  std::vector<SuiteEntry> entries = entries_of(cases, job.max_nodes);
  PerftCheckTotals totals{.positions = cases.size(), .failed = faults.size()};
  totals.nodes = count_all(entries, job.threads > 0 ? job.threads : base::usable_cores(), watch);
  if (watch.interrupted()) return base::interruption();
  for (const base::Error& fault : faults) watch.remark(concat(file.name(), ": ", fault.message));
  for (const SuiteEntry& entry : entries) {
    if (entry.found == entry.expected) {
      ++totals.passed;
      continue;
    }
    ++totals.failed;
    watch.remark(concat(file.name(), ':', entry.test->line, ": depth ", entry.depth, " of ",
                        to_fen(entry.test->position), ": found ", entry.found, ", expected ",
                        entry.expected));
  }
  return totals;
}

}  // namespace tabia::chess
