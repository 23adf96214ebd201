// chess/perft_check.h: counts the nodes of a whole suite and compares (chess/perft_suite.h).
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "base/watch.h"

namespace tabia::chess {

struct PerftCheckJob {
  std::string suite;                     // a file, - for standard input
  std::uint64_t max_nodes = 10'000'000;  // larger counts are skipped
  int threads = 0;                       // 0: as many as there are cores
};

struct PerftCheckTotals {
  std::size_t positions = 0;
  std::uint64_t nodes = 0;  // expected, of all counts that were checked
  std::uint64_t passed = 0;
  std::uint64_t failed = 0;  // wrong counts, and cases that can't be read
};

// Progress is in nodes. Each failure is a remark, with file and line: first the cases that can't be read,
// then the wrong counts, in the order of the file. The error says why the file can't be opened, or that the
// check was interrupted.
[[nodiscard]] base::Result<PerftCheckTotals> run(const PerftCheckJob& job, base::Watch& watch);

}  // namespace tabia::chess
