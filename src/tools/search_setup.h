// tools/search_setup.h: shared by commands that search many positions: their options, and searching on all
// cores.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

#include "cli/evaluation_setup.h"
#include "search/limits.h"
#include "search/searcher.h"
#include "tools/commands.h"

namespace tabia::tools {

// How to search a position, and for how long.
struct SearchSetup {
  EvaluationSetup evaluation;
  search::SearcherOptions searcher;  // of each searcher; each has one thread
  search::Limits limits;
  int threads = 1;  // positions searched in parallel

  // The limits of a search that starts now.
  [[nodiscard]] search::Limits limits_from_now() const;
};

// --movetime, --nodes, --depth, --threads, --hash, those of evaluation_options(); then those of the command.
[[nodiscard]] std::vector<Option> with_search_options(std::vector<Option> own);

// The values of those options; without a limit, one second per position. A wrong command line is a usage
// error, an unreadable network is not; both are printed here, and the exit code is the error.
struct SearchSetupOrExit {
  SearchSetup setup;
  int exit_code = kExitDone;  // anything else: no setup
};
[[nodiscard]] SearchSetupOrExit read_search_setup(std::string_view command, const Arguments& arguments);

// Calls work(index, searcher) for 0 ... count - 1, setup.threads in parallel, each with an empty searcher of
// one thread: a result doesn't depend on earlier or parallel searches. After Ctrl-C (base::InterruptGuard)
// the running searches are stopped soon and no more are started; `work` must check for the interrupt before
// it trusts a result.
void search_all(const SearchSetup& setup, std::size_t count,
                const std::function<void(std::size_t, search::Searcher&)>& work);

}  // namespace tabia::tools
