// cli/search_setup.h: what commands that search many positions share: their options, and searching on all cores.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

#include "cli/command.h"
#include "cli/evaluation_setup.h"
#include "search/limits.h"
#include "search/searcher.h"

namespace tabia::cli {

// With what a position is searched, and for how long.
struct SearchSetup {
  EvaluationSetup evaluation;
  search::SearcherOptions searcher;  // of each of the searchers, which have one thread
  search::Limits limits;
  int threads = 1;  // positions at once

  // The limits of a search that begins now.
  [[nodiscard]] search::Limits limits_from_now() const;
};

// --movetime, --nodes, --depth, --threads, --hash, those of evaluation_options(); then those of the command.
[[nodiscard]] std::vector<Option> with_search_options(std::vector<Option> own);

// The values of those options; without a limit a second a position. An error of the command line is usage, a
// network that can't be read is not; both are printed here, and the exit code is the error.
struct SearchSetupOrExit {
  SearchSetup setup;
  int exit_code = kExitDone;  // anything else: no setup
};
[[nodiscard]] SearchSetupOrExit read_search_setup(std::string_view command, const Arguments& arguments);

// Calls work(index, searcher) for 0 ... count - 1, setup.threads at once, each with an empty searcher of one
// thread: an answer doesn't depend on what was searched before or beside it. After Ctrl-C (base::InterruptGuard)
// the searches that run are stopped soon and no more are begun; `work` must ask before it trusts a result.
void search_all(const SearchSetup& setup, std::size_t count,
                const std::function<void(std::size_t, search::Searcher&)>& work);

}  // namespace tabia::cli
