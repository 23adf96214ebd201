// tools/learn.cpp: `tabia learn`: from nothing to a network by playing, training and matches, round after
// round.
#include <chrono>
#include <cstdio>
#include <limits>
#include <memory>

#include "base/interrupt.h"
#include "base/progress.h"
#include "base/text.h"
#include "cli/settings.h"
#include "cluster/jobs.h"
#include "learn/learn_job.h"
#include "runs/layout.h"
#include "tools/commands.h"
#include "tools/game_setup.h"

namespace tabia::tools {
namespace {

using base::concat;
using base::Result;
using Clock = std::chrono::steady_clock;

std::string rounded(double value, int digits = 0) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

std::string elo_text(double value, double error) {
  return concat(value >= 0 ? "+" : "", rounded(value), " ± ", rounded(error));
}

std::string_view title_of(learn::Step step) {
  switch (step) {
    case learn::Step::Play:
      return "playing";
    case learn::Step::Train:
      return "training";
    case learn::Step::Match:
      break;
  }
  return "match";
}

// Measures how much of the work was done since the step started in this process, and estimates how long the
// rest will take.
class Pace {
 public:
  void begin() {
    start_ = Clock::now();
    first_.reset();
  }
  [[nodiscard]] std::string left(std::uint64_t done, std::uint64_t total) {
    if (!first_) first_ = done;
    const double elapsed = std::chrono::duration<double>(Clock::now() - start_).count();
    if (done <= *first_ || done >= total) return "";
    const double speed = static_cast<double>(done - *first_) / elapsed;
    return concat(", ", base::with_thousands(static_cast<std::uint64_t>(speed)), "/s, ",
                  base::duration_text(static_cast<double>(total - done) / speed), " left");
  }

 private:
  Clock::time_point start_ = Clock::now();
  std::optional<std::uint64_t> first_;
};

class LearnScreen final : public learn::LearnWatch {
 public:
  LearnScreen(std::uint64_t last_round, bool json) : last_round_(last_round), json_(json) {}

  void step(std::uint64_t round, learn::Step step, const std::string& what) override {
    place_ = concat("round ", round);
    if (last_round_ != kEndless) place_ += concat("/", last_round_);
    place_ += concat(", ", title_of(step));
    pace_.begin();
    line_.print(concat(place_, ": ", what));
  }
  void playing(const play::BatchProgress& progress, std::uint64_t positions) override {
    if (!line_.is_due()) return;
    line_.show(concat(place_, ": ", base::with_thousands(progress.positions), "/",
                      base::with_thousands(positions), " positions, ", base::with_thousands(progress.records),
                      " games", pace_.left(progress.positions, positions)));
  }
  void training(const train::Progress& progress, double loss, std::uint64_t positions) override {
    mean_ = progress.step <= 1 ? loss : 0.98 * mean_ + 0.02 * loss;
    if (!line_.is_due()) return;
    std::string text = concat(place_, ": ", base::with_thousands(progress.positions), "/",
                              base::with_thousands(positions), " positions, loss ", rounded(mean_, 5));
    if (!progress.reports.empty())
      text += concat(", validation ", rounded(progress.reports.back().validation, 5));
    line_.show(text + pace_.left(progress.positions, positions));
  }
  void matching(const play::Standings& standings, std::uint64_t most_games) override {
    if (!line_.is_due()) return;
    const play::PairingResult& result = standings.pairings().front();
    line_.show(concat(place_, ": ", standings.games(), " games of at most ", most_games, ", ",
                      result.games.wins, "-", result.games.draws, "-", result.games.losses, ", ",
                      rounded(100 * result.games.points() / static_cast<double>(result.games.games()), 1),
                      "%"));
  }
  void round_ended(const data::LearnReport& report) override {
    if (json_) {
      std::puts(data::to_json(report).c_str());
      std::fflush(stdout);
      return;
    }
    line_.print(text_of(report));
  }
  void remark(const std::string& text) override {
    constexpr int kMostRemarks = 20;
    if (++remarks_ <= kMostRemarks) line_.print(text);
  }
  [[nodiscard]] bool interrupted() const override { return base::InterruptGuard::interrupted(); }

  static constexpr std::uint64_t kEndless = std::numeric_limits<std::uint64_t>::max();

 private:
  static std::string text_of(const data::LearnReport& report) {
    std::string text = concat("round ", report.round, ": ", report.promoted ? "promoted" : "refused");
    if (report.match_games() > 0)
      text += concat(", ", report.match_wins, "-", report.match_draws, "-", report.match_losses,
                     " against round ", report.opponent, ", Elo ", elo_text(report.elo, report.elo_error),
                     ", over round 0 ", elo_text(report.total_elo, report.total_error));
    text += concat("; ", base::with_thousands(report.games), " games, W/D/L ", report.white_wins, "/",
                   report.draws, "/", report.black_wins, ", ", base::with_thousands(report.window_positions),
                   " positions trained on, validation ", rounded(report.validation, 5), "; ",
                   base::duration_text(report.play_seconds), " + ", base::duration_text(report.train_seconds),
                   " + ", base::duration_text(report.match_seconds));
    if (!report.note.empty()) text += concat("; ", report.note);
    return text;
  }

  const std::uint64_t last_round_;
  const bool json_;
  LiveLine line_;
  Pace pace_;
  std::string place_;
  double mean_ = 0;
  int remarks_ = 0;
};

// The recipe, with the changes that the command line asks for.
Result<learn::LearnJob> read_learn_job(const Arguments& arguments) {
  if (arguments.positionals().empty())
    return base::usage_fault(
        "RECIPE is missing: give the name or the file of a recipe (--list shows the names)");
  TABIA_TRY(learn::LearnJob job,
            learn::open_job(arguments.positionals()[0], version_line(), train::find_model));
  TABIA_TRY(const std::string notes, read_overrides(learn::recipe_overrides(), arguments, job.recipe));
  job.options.recipe_text += notes;
  if (arguments.has("--rounds") && arguments.has("--endless"))
    return base::usage_fault("--rounds and --endless can't be combined");
  if (arguments.has("--endless")) job.options.last_round = LearnScreen::kEndless;
  TABIA_TRY_VOID(read_settings(learn::learn_option_fields(), arguments, job.options));
  if (const auto nice = apply_nice(arguments); !nice) return nice.error().as_usage();
  return job;
}

int list_recipes() {
  for (const train::ShippedText& recipe : learn::shipped_learn_recipes()) {
    // The first line of each describes it.
    const std::string_view first = base::split(recipe.text, '\n').front();
    std::printf("%-10.*s %.*s\n", static_cast<int>(recipe.name.size()), recipe.name.data(),
                static_cast<int>(first.size() - std::min<std::size_t>(first.size(), 2)),
                first.data() + std::min<std::size_t>(first.size(), 2));
  }
  return kExitDone;
}

int tell_end(const learn::LearnState& state, const runs::LearnFolder& folder, bool json) {
  const learn::TotalElo elo = learn::total_elo(state, state.best);
  if (!json && state.best > 0)
    std::printf("best: %s, round %llu, Elo %s over round 0\n", folder.best_net().c_str(),
                static_cast<unsigned long long>(state.best), elo_text(elo.value, elo.error).c_str());
  if (!json && state.best == 0)
    std::printf("no network was better than the first one; more rounds (--rounds) make more data\n");
  std::fprintf(stderr, "the report is %s\n", folder.report().c_str());
  return state.best > 0 ? kExitDone : kExitTestSaidNo;
}

int run_learn(const Arguments& arguments) {
  if (arguments.has("--list")) return list_recipes();
  const auto job = read_learn_job(arguments);
  if (!job) return exit_code_of("learn", job.error());
  const auto outcome = [&] {
    LearnScreen screen(job->options.last_round, arguments.has("--json"));
    const base::InterruptGuard guard;
    return cluster::run(*job, screen);
  }();
  if (!outcome) return failure(outcome.error());
  if (outcome->end == learn::LearnEnd::Interrupted) {
    std::fprintf(stderr, "stopped; run the same command again to resume\n");
    return base::kExitInterrupted;
  }
  return tell_end(outcome->state, runs::LearnFolder(job->options.folder), arguments.has("--json"));
}

std::vector<Option> learn_options() {
  return joined_options({options_of(learn::learn_option_fields()),
                         {{"--endless", "", "run until stopped"}},
                         options_of(learn::recipe_overrides()),
                         {nice_option(),
                          {"--list", "", "list the built-in recipes"},
                          {"--json", "", "one JSON object per round, on standard output"}}});
}

}  // namespace

Command learn_command() {
  return {
      .name = "learn",
      .summary = "from nothing to a network: play, train, test, repeat",
      .description =
          "Learns chess in rounds. Each round plays games with the best network so far (the first one "
          "has random weights), trains a network on the games of the last rounds, verifies its "
          "quantized form, and plays a match against the best; only a stronger network becomes the "
          "best. RECIPE says how; it is a file or the name of a built-in recipe: zero (from random "
          "weights), teacher (games of a strong network), tiny (a demonstration: about three minutes "
          "on two idle cores, at most ten on busy ones). Everything goes into one folder, including "
          "report.html. After Ctrl-C, kill -9 or a power failure, run the same command again to "
          "resume; the networks are the same as without the interruption. Exit code 3: no network was "
          "better than the first one. See docs/training.md.",
      .positionals = {{"RECIPE", "a learning recipe: its name or its file", false}},
      .options = learn_options(),
      .examples = {"learn tiny --out runs/tiny", "learn zero --endless --nice 15 --disk 20G --out runs/zero",
                   "learn teacher --teacher sf151.nnue --rounds 5 --out runs/teacher"},
      .run = run_learn,
  };
}

}  // namespace tabia::tools
