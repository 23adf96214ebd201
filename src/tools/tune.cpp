#include <chrono>
#include <cstdio>

#include "base/interrupt.h"
#include "base/text.h"
#include "cli/settings.h"
#include "cluster/jobs.h"
#include "play/tune_job.h"
#include "play/tune_report.h"
#include "tools/commands.h"
#include "tools/game_setup.h"

namespace tabia::tools {
namespace {

using play::PlayedTune;
using play::TuneJob;
using play::TuneState;

class TuneReporter : public play::TuneWatch {
 public:
  void on_begin(const play::TuneSettings& settings) override { settings_ = &settings; }
  void on_resume(const TuneState& state) override {
    earlier_ = state.games.games();
    line_.print(base::concat(settings_->record_path, ": resuming after ", state.iterations, " iterations, ",
                             state.games.games(), " games"));
  }
  void on_game(const TuneState& state) override {
    if (!line_.is_due()) return;
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
    line_.show(
        live_line(*settings_, state, static_cast<double>(state.games.games() - earlier_) / elapsed.count()));
  }
  [[nodiscard]] bool interrupted() const override { return base::InterruptGuard::interrupted(); }

 private:
  const play::TuneSettings* settings_ = nullptr;  // while the tune runs
  LiveLine line_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::int64_t earlier_ = 0;  // games of earlier runs
};

base::Result<PlayedTune> play_tune(const TuneJob& job) {
  const base::InterruptGuard guard;
  TuneReporter reporter;
  return cluster::run(job, reporter);
}

int run_tune_command(const Arguments& arguments) {
  TuneJob job;
  if (const auto read = read_settings(play::tune_fields(), arguments, job); !read)
    return exit_code_of("tune", read.error());
  const auto tune = play_tune(job);
  if (!tune) return exit_code_of("tune", tune.error());
  if (arguments.has("--json"))
    std::printf("%s\n", report_json(job, *tune).c_str());
  else
    std::fputs(report_text(job, *tune).c_str(), stdout);
  return tune->outcome.complete ? kExitDone : base::kExitInterrupted;
}

base::FileUse files_of_tune(const Arguments& arguments) {
  return {.read = {arguments.text("--net", ""), arguments.text("--openings", "")},
          .written = {arguments.text("--record", "")},
          .folders = {}};
}

std::vector<Option> tune_options() {
  std::vector<Option> options = options_of(play::tune_fields());
  options.push_back({"--json", "", "print the result as JSON"});
  return options;
}

}  // namespace

Command tune_command() {
  return Command{
      .name = "tune",
      .summary = "tune the search parameters with SPSA",
      .description =
          "Tunes search parameters (src/search/parameters.h) by playing games, with SPSA and the "
          "conventions of OpenBench. In every iteration all parameters are moved a little up or down "
          "at random; the engine with these values plays pairs of games against the one with the "
          "opposite moves; all parameters take a small step toward the winner. Finally it prints the "
          "tuned values and the match that confirms them.\n"
          "Games run inside this program at a fixed number of nodes, so the result depends only on the "
          "options, not on the machine, on --concurrency or on interruptions. With --record the state "
          "is saved every few seconds; after Ctrl-C, kill -9 or a power failure, run the same command "
          "again to resume.\n"
          "Needs a tune build: cmake --preset tune && cmake --build build/tune --target tabia. See "
          "docs/matches.md.",
      .positionals = {},
      .options = tune_options(),
      .examples = {"tune --parameters 'lmr_*' --iterations 2000 --nodes 10000 --openings book.epd "
                   "--concurrency 2 --record lmr.json",
                   "tune --parameters futility_base,futility_depth --resign movecount=3,score=600 "
                   "--draw movenumber=40,movecount=8,score=10 --record futility.json",
                   "tune --parameters ./openbench.txt --pairs 16 --net sf151.nnue --json"},
      .run = run_tune_command,
      .files = files_of_tune};
}

}  // namespace tabia::tools
