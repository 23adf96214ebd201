// tools/data_gen.cpp: `tabia data gen`: training data from self-play.
#include "base/text.h"
#include "play/self_play_job.h"
#include "tools/data_common.h"

namespace tabia::tools {
namespace {

int run_gen(const Arguments& arguments) {
  const auto start = Steady::now();
  play::SelfPlayJob fresh;
  fresh.program = program_name();
  fresh.origin = base::concat("by ", fresh.program);
  return run_data_job("data gen", play::self_play_fields(), arguments, fresh,
                      [&](const play::SelfPlayJob& job, const play::BatchOutcome& outcome) {
                        return report_making(arguments, job.out, outcome, start);
                      });
}

base::FileUse files_of_gen(const Arguments& arguments) {
  return {.read = {arguments.text("--book", ""), arguments.text("--net", "")},
          .written = {},
          .folders = {arguments.text("--out", "")}};
}

}  // namespace

Command data_gen_command() {
  return Command{
      .name = "data gen",
      .summary = "self-play: make training data from games of this program against itself",
      .description =
          "Plays games and keeps every position with its search score and the result of the game. "
          "Scores are for the side to move, 361 = +1.00, whatever the network. Every finished game is "
          "written to disk immediately. After Ctrl-C, kill -9 or a power failure, run the same command "
          "again to resume; the files are identical byte for byte to those of an uninterrupted run, "
          "with any number of workers. A larger --positions or --games adds to an existing folder; any "
          "other change is refused. See docs/training.md.",
      .positionals = {},
      .options = with_making_options(options_of(play::self_play_fields())),
      .examples = {"data gen --positions 1000000 --nodes 5000 --out games",
                   "data gen --games 10000 --net new.net --book book.epd --workers 2 --nice 10 --out games",
                   "data gen --positions 100000 --synthetic --out toy"},
      .run = run_gen,
      .files = files_of_gen};
}

}  // namespace tabia::tools
