#include "engine/bench.h"

#include <cstdio>
#include <string>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/evaluation_setup.h"
#include "cli/interrupt_watch.h"
#include "uci/commands.h"

namespace tabia::cli {
namespace {

int run_bench_command(const Arguments& arguments) {
  const auto setup = read_evaluation_setup(arguments);
  if (!setup) return failure(setup.error());
  engine::BenchOptions options{.network = setup->network, .evaluation = setup->options};
  if (!arguments.positionals().empty()) {
    const auto depth = parse_number("DEPTH", arguments.positionals()[0], 1, uci::kMaxDepth);
    if (!depth) return usage_error("bench", depth.error());
    options.depth = static_cast<int>(*depth);
  }
  const InterruptWatch interrupts;
  const engine::BenchTotal total = engine::run_bench(
      options,
      [](const engine::BenchLine& line) {
        std::printf("%s\n", engine::to_text(line).c_str());
        std::fflush(stdout);
      },
      interrupts.token());
  std::printf("%s\n", engine::to_text(total).c_str());
  return total.stopped ? base::kExitInterrupted : kExitDone;
}

}  // namespace

Command bench_command() {
  static const std::string description =
      base::concat("Searches ", engine::bench_positions().size(),
                   " fixed positions to a fixed depth (default ", engine::BenchOptions{}.depth,
                   ") with one thread and a 16 MiB table. Prints time, nodes, score (side to move, "
                   "centipawns) and best move for each; the last line is `N nodes M nps`. N is the "
                   "same on every machine and changes only when the search or the evaluation changes: "
                   "commit messages carry it as `Bench: N`.");
  return {.name = "bench",
          .summary = "search a fixed set of positions: the engine's signature and speed",
          .description = description,
          .positionals = {{"DEPTH", "plies", false}},
          .options = evaluation_options(),
          .examples = {"bench", "bench 16 --net nn-37f18f62d772.nnue", "bench --evaluation classical"},
          .run = run_bench_command};
}

}  // namespace tabia::cli
