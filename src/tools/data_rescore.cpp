// tools/data_rescore.cpp: `tabia data rescore`: new scores for existing positions.
#include <cstdio>

#include "data/container.h"
#include "play/rescore_job.h"
#include "tools/data_common.h"

namespace tabia::tools {
namespace {

int run_rescore(const Arguments& arguments) {
  const auto start = Steady::now();
  play::RescoreJob fresh;
  fresh.program = program_name();
  fresh.from.paths = arguments.positionals();
  return run_data_job("data rescore", play::rescore_fields(), arguments, fresh,
                      [&](const play::RescoreJob& job, const play::RescoreOutcome& outcome) {
                        tell_problems(outcome.problems);
                        if (!outcome.was_complete)
                          return report_making(arguments, job.out, outcome.batches, start);
                        std::printf("%s is complete\n", job.out.c_str());
                        return kExitDone;
                      });
}

base::FileUse files_of_rescore(const Arguments& arguments) {
  base::FileUse use{.read = arguments.positionals(), .written = {}, .folders = {}};
  use.read.push_back(arguments.text("--net", ""));
  use.read.push_back(arguments.text("--searched-net", ""));
  const std::string out = arguments.text("--out", "");
  (out.ends_with(data::kContainerExtension) ? use.written : use.folders).push_back(out);
  return use;
}

}  // namespace

Command data_rescore_command() {
  return Command{
      .name = "data rescore",
      .summary = "rescore positions with a search, a network, or any UCI engine",
      .description =
          "Scores every position of a dataset again; moves, results and plies stay unchanged. With "
          "--branch it makes new positions that branch off from the games, with --searched it takes "
          "positions that a search from them evaluates. Scores of this program are in its search units "
          "(361 = +1.00), those of other engines in centipawns. If interrupted or killed, run the same "
          "command again to resume; the result is the same byte for byte. See docs/training.md.",
      .positionals = {{"INPUT", "a dataset of any format", true, true}},
      .options = with_making_options(options_of(play::rescore_fields())),
      .examples =
          {"data rescore games --nodes 20000 --net strong.net --out better",
           "data rescore games.binpack --static --out static.tabia",
           "data rescore games.binpack --branch 1-3 --static --quiet --net strong.net --out more.tabia",
           "data rescore games.binpack --searched 200 --static --quiet --net strong.net --out seen.tabia",
           "data rescore games --engine cmd=stockfish,option.Hash=16 --nodes 10000 --out taught"},
      .run = run_rescore,
      .files = files_of_rescore};
}

}  // namespace tabia::tools
