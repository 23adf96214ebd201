#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "base/file.h"
#include "base/json.h"
#include "base/progress.h"
#include "base/text.h"
#include "cli/settings.h"
#include "cluster/jobs.h"
#include "puct/human_file.h"
#include "runs/layout.h"
#include "tools/commands.h"
#include "tools/game_setup.h"
#include "train/experiments.h"
#include "train/personal.h"
#include "train/report_page.h"
#include "train/report_text.h"
#include "train/shipped.h"
#include "train/train_job.h"

namespace tabia::tools {
namespace {

using base::concat;
using base::Error;
using base::Result;

using train::percent_text;
using train::short_number;

void print_json(const data::TrainReport& report) {
  std::puts(data::to_json(report).c_str());
  std::fflush(stdout);
}
int stopped() {
  std::fprintf(stderr, "stopped; run the same command again to resume\n");
  return base::kExitInterrupted;
}

class TrainScreen final : public train::TrainWatch {
 public:
  TrainScreen(std::uint64_t positions, bool json) : positions_(positions), json_(json) {}

  void begun(std::uint64_t validation, std::uint64_t resumed) override {
    start_ = std::chrono::steady_clock::now();
    first_ = resumed;
    if (resumed > 0) line_.print(concat("resuming at ", base::with_thousands(resumed), " positions"));
    line_.print(concat("validation: ", base::with_thousands(validation), " positions of held-out games"));
  }
  void reading(std::uint64_t positions, std::uint64_t wanted) override {
    if (line_.is_due())
      line_.show(concat("reading: ", base::with_thousands(positions), " positions, at most ",
                        base::with_thousands(wanted)));
  }
  void step(const train::Progress& progress, double loss, double rate, double) override {
    mean_ = mean_ == 0 ? loss : 0.98 * mean_ + 0.02 * loss;
    if (!line_.is_due()) return;
    const double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    const double speed = elapsed > 0 ? static_cast<double>(progress.positions - first_) / elapsed : 0;
    const double left =
        speed > 0 ? static_cast<double>(positions_ - std::min(positions_, progress.positions)) / speed : 0;
    std::string text =
        concat(base::with_thousands(progress.positions), "/", base::with_thousands(positions_), " (",
               percent_text(
                   std::min(static_cast<double>(progress.positions) / static_cast<double>(positions_), 1.0)),
               "), loss ", short_number(mean_));
    if (!progress.reports.empty())
      text += concat(", validation ", short_number(progress.reports.back().validation));
    text +=
        concat(", rate ", short_number(rate), ", ", base::with_thousands(static_cast<std::uint64_t>(speed)),
               " positions/s, ", base::duration_text(left), " left");
    line_.show(text);
  }
  void report(const data::TrainReport& report) override {
    if (json_) return print_json(report);
    line_.print(train::to_line(report));
  }
  void exchanged(const std::string& text) override { line_.print(text); }
  void remark(const std::string& text) override { line_.print(concat("warning: ", text)); }
  bool problem(const Error& error) override {
    if (++problems_ <= 10) line_.print(concat("skipped: ", error.message));
    return true;
  }
  [[nodiscard]] bool interrupted() const override { return base::InterruptGuard::interrupted(); }

 private:
  const std::uint64_t positions_;
  const bool json_;
  LiveLine line_;
  std::chrono::steady_clock::time_point start_;
  std::uint64_t first_ = 0;
  std::uint64_t problems_ = 0;
  double mean_ = 0;
};

// Prints the loss of a run on examples.
class ExampleScreen final : public train::TrainWatch {
 public:
  explicit ExampleScreen(bool json) : json_(json) {}
  void report(const data::TrainReport& report) override {
    if (json_) return print_json(report);
    std::printf("step %6llu: loss %.6f\n", static_cast<unsigned long long>(report.step), report.loss);
  }

 private:
  const bool json_;
};

int run_examples_command(const Arguments& arguments, const train::TrainJob& job) {
  for (const std::string_view option :
       {"--data", "--parent", "--html", "--check-gradients", "--overfit", "--find-rate"})
    if (arguments.has(option))
      return usage_error("train", {concat("option ", option, " can't be used with a recipe of examples")});
  ExampleScreen screen(arguments.has("--json"));
  const auto outcome = train::run(job, screen);
  if (!outcome) return failure(outcome.error());
  for (const train::Example& example : job.recipe.examples) {
    if (arguments.has("--json")) break;
    std::string shown;
    for (const double input : example.inputs) shown += concat(shown.empty() ? "" : " ", input);
    const std::vector<float> inputs(example.inputs.begin(), example.inputs.end());
    std::printf("%s -> %.4f, wanted %g\n", shown.c_str(), outcome->network->output_of(inputs),
                example.target);
  }
  std::fprintf(stderr, "done: the network is %s\n", runs::TrainFolder(job.options.folder).last_net().c_str());
  return kExitDone;
}

// --check-gradients: for people who learn how training works, and for anyone who changes a layer.
int run_check_gradients(const train::Recipe& recipe) {
  const auto checks = train::check_gradients(recipe);
  if (!checks) return failure(checks.error());
  constexpr double kPlainBound = 1e-6;
  constexpr double kFastBound = 1e-4;
  bool good = true;
  std::printf("%-24s %8s %22s %22s\n", "tensor", "checked", "finite differences", "fast vs. plain");
  for (const train::GradientCheck& check : *checks) {
    std::printf("%-24s %8zu %22.3g %22.3g\n", check.tensor.c_str(), check.checked, check.finite_difference,
                check.fast);
    good = good && check.finite_difference < kPlainBound && check.fast < kFastBound;
  }
  std::printf(
      "largest difference relative to the largest number of the gradient; expected below %g and %g: %s\n",
      kPlainBound, kFastBound, good ? "OK" : "WRONG");
  return good ? kExitDone : kExitTestSaidNo;
}

int run_overfit(const train::Recipe& recipe, std::uint64_t positions) {
  constexpr int kSteps = 1000;
  constexpr int kShownEvery = 50;
  if (auto good = train::check_recipe(recipe); !good) return failure(good.error());
  const auto losses = train::overfit(recipe, positions, kSteps);
  if (!losses) return failure(losses.error());
  for (std::size_t i = 0; i < losses->size(); i += kShownEvery)
    std::printf("step %4zu: loss %.8f\n", i, (*losses)[i]);
  std::printf("step %4zu: loss %.8f, %.1f%% of the first\n", losses->size() - 1, losses->back(),
              100 * losses->back() / losses->front());
  return kExitDone;
}

int run_find_rate(const train::Recipe& recipe, int threads) {
  constexpr double kLowest = 1e-6;
  constexpr double kHighest = 1;
  constexpr int kSteps = 200;
  if (auto good = train::check_recipe(recipe); !good) return failure(good.error());
  const auto finding = train::find_rate(recipe, kLowest, kHighest, kSteps, threads);
  if (!finding) return failure(finding.error());
  for (std::size_t i = 0; i < finding->trials.size(); i += 5)
    std::printf("rate %-10.3g loss %.6f\n", finding->trials[i].rate, finding->trials[i].loss);
  std::printf("suggested: %.2g (a tenth of the rate with the lowest loss)\n", finding->suggested);
  return kExitDone;
}

Result<void> write_page(const std::string& path, const train::Recipe& recipe,
                        const train::Progress& progress) {
  return base::write_file_atomically(
      path, train::report_page(recipe.name.empty() ? "training" : recipe.name, progress, recipe.watched));
}

int run_positions(const Arguments& arguments, const train::TrainJob& job) {
  const auto outcome = [&] {
    const base::InterruptGuard guard;
    TrainScreen screen(job.recipe.positions, arguments.has("--json"));
    return cluster::run(job, screen);
  }();
  if (!outcome) return failure(outcome.error());
  const runs::TrainFolder folder(job.options.folder);
  if (arguments.has("--html") && outcome->progress.step > 0) {
    if (auto written = write_page(folder.report(), job.recipe, outcome->progress); !written)
      return failure(written.error());
  }
  if (outcome->end == train::TrainEnd::Interrupted) return stopped();
  std::fprintf(stderr, "%s: the network is %s, the one with the lowest validation loss is %s\n",
               outcome->end == train::TrainEnd::Done ? "done" : "no improvement for a while",
               folder.last_net().c_str(), folder.best_net().c_str());
  return kExitDone;
}

// --- one player's games

void print_match(const char* when, const train::MoveMatch& match) {
  std::printf("%s: %.1f%% of %s held-out moves matched, cross entropy %.3f\n", when, 100 * match.share(),
              base::with_thousands(match.positions).c_str(), match.mean_cross_entropy());
  std::fflush(stdout);
}

// Turns the recipe into one for the games of --player. The parent network is --parent, or the human network
// in its usual place.
Result<train::PlayerGames> adapt(const Arguments& arguments, train::TrainJob& job) {
  if (!job.recipe.model.planes || !job.recipe.model.planes->policy || !job.recipe.model.planes->input.rating)
    return base::usage_fault("--player: the recipe's model doesn't imitate people; use the recipe human");
  if (job.recipe.data.empty())
    return base::usage_fault("--player: give the player's games: --data games.pgn");
  std::string parent = arguments.text("--parent", "");
  if (parent.empty()) {
    TABIA_TRY(parent, puct::find_human());
  }
  std::vector<std::string> files;
  for (const train::Source& source : job.recipe.data) files.push_back(source.path);
  const std::string player = arguments.text("--player", "");
  if (!arguments.has("--out")) job.options.folder += "-player";
  TABIA_TRY(const train::PlayerGames games,
            train::extract_player(files, player, concat(job.options.folder, "/games")));
  train::adapt_recipe(job.recipe, games, parent, arguments.has("--positions"));
  job.options.recipe_text += concat("\n# --player ", player, ", adapted from ", parent, "\n");
  return games;
}

int run_player(const Arguments& arguments, train::TrainJob job) {
  const auto games = adapt(arguments, job);
  if (!games) return exit_code_of("train", games.error());
  std::fprintf(stderr, "%s games (%s moves) to learn from, %s held out\n",
               base::with_thousands(games->games).c_str(), base::with_thousands(games->moves).c_str(),
               base::with_thousands(games->held_out_games).c_str());
  base::Watch quiet;
  const auto before = train::held_out_match(job.recipe.parent, *games, quiet);
  if (!before) return failure(before.error());
  print_match("before", *before);
  const int code = run_positions(arguments, job);
  if (code != kExitDone) return code;
  const auto after = train::held_out_match(runs::TrainFolder(job.options.folder).best_net(), *games, quiet);
  if (!after) return failure(after.error());
  print_match("after", *after);
  return kExitDone;
}

// The recipe, with the changes that the command line asks for.
Result<train::TrainJob> read_train_job(const Arguments& arguments) {
  TABIA_TRY(train::TrainJob job,
            train::open_job(arguments.positionals()[0], version_line(), train::find_model));
  if (arguments.has("--data")) job.recipe.data.clear();
  TABIA_TRY(const std::string notes, read_overrides(train::recipe_overrides(), arguments, job.recipe));
  job.options.recipe_text += notes;
  TABIA_TRY_VOID(read_settings(train::train_option_fields(), arguments, job.options));
  if (const auto nice = apply_nice(arguments); !nice) return nice.error().as_usage();
  return job;
}

int run_train(const Arguments& arguments) {
  const auto job = read_train_job(arguments);
  if (!job) return exit_code_of("train", job.error());
  if (!job->recipe.examples.empty()) return run_examples_command(arguments, *job);
  if (arguments.has("--player")) return run_player(arguments, *job);
  if (arguments.has("--check-gradients")) return run_check_gradients(job->recipe);
  if (arguments.has("--find-rate")) return run_find_rate(job->recipe, job->options.threads);
  if (arguments.has("--overfit")) {
    const auto count = arguments.number("--overfit", 64, 1, 100'000);
    if (!count) return usage_error("train", count.error());
    return run_overfit(job->recipe, static_cast<std::uint64_t>(*count));
  }
  return run_positions(arguments, *job);
}

// Without --out the program chooses the folder itself.
base::FileUse files_of_train(const Arguments& arguments) {
  base::FileUse use{.read = {arguments.text("--parent", "")}, .written = {}, .folders = {}};
  for (const std::string& text : arguments.texts("--data"))
    use.read.push_back(text.substr(0, text.find(',')));
  const std::string out = arguments.text("--out", "");
  if (out.empty()) return use;
  use.folders = {out};
  const runs::TrainFolder folder(out);
  use.written = {folder.last_net(), folder.best_net()};
  return use;
}

std::vector<Option> train_options() {
  return joined_options(
      {options_of(train::train_option_fields()),
       options_of(train::recipe_overrides()),
       {nice_option(),
        {"--player", "NAME",
         "adapt a human network (--parent, or human.net next to the program) to this player's games in "
         "--data, PGN files; prints the share of held-out moves that it predicts, before and after"},
        {"--html", "", "write FOLDER/report.html with the curves when the run ends or stops"},
        {"--check-gradients", "", "no training run: compare the gradient with finite differences"},
        {"--overfit", "N", "no training run: check that the model can overfit N positions of the data"},
        {"--find-rate", "", "no training run: measure the loss at increasing learning rates and suggest one"},
        {"--json", "", "one JSON object per report, on standard output"}}});
}

}  // namespace

Command train_command() {
  return {
      .name = "train",
      .summary = "train a network",
      .description =
          "Trains a network as described by a recipe: model, loss, optimizer, schedule. RECIPE is a "
          "file or the name of a built-in recipe. Everything goes into one folder. After Ctrl-C, kill "
          "-9 or a power failure, run the same command again to resume; the network is the same as "
          "without the interruption. See docs/training.md.",
      .positionals = {{"RECIPE", "a recipe: its name or its file", true}},
      .options = train_options(),
      .examples =
          {"train perspective-256 --data games.tabia --out runs/first",
           "train standard --data a.binpack,scale=450 --data b.binpack,scale=450,weight=2 --threads 2",
           "train human --data my_games.pgn --player 'Doe, Jane' --parent human.net"},
      .run = run_train,
      .files = files_of_train,
  };
}

}  // namespace tabia::tools
