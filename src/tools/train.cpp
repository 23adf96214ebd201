#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>

#include "base/file.h"
#include "base/json.h"
#include "base/progress.h"
#include "base/text.h"
#include "base/threads.h"
#include "tools/commands.h"
#include "tools/game_setup.h"
#include "tools/train_examples.h"
#include "train/experiments.h"
#include "train/report_page.h"
#include "train/shipped.h"
#include "train/trainer.h"

namespace tabia::tools {
namespace {

using base::concat;
using base::Error;
using base::Result;

// "FILE,weight=W,scale=S,format=F"
Result<train::Source> read_source(const std::string& text) {
  train::Source source;
  const std::size_t comma = text.find(',');
  source.path = text.substr(0, comma);
  if (comma == std::string::npos) return source;
  const auto pairs = parse_pairs("--data", text.substr(comma + 1));
  if (!pairs) return pairs.error();
  for (const auto& [key, value] : *pairs) {
    if (key == "format") {
      source.reading.format = value;
      continue;
    }
    if (key != "weight" && key != "scale") return unknown_key("--data", key, {"weight", "scale", "format"});
    const auto number = parse_decimal(concat("--data ", key), value);
    if (!number) return number.error();
    if (!(*number > 0 && *number <= 100000))
      return Error{concat("--data ", key, ": found ", base::quoted(value), ", expected a number above 0")};
    (key == "weight" ? source.weight : source.scale) = *number;
  }
  return source;
}

std::string percent(double share) {
  char text[16];
  std::snprintf(text, sizeof text, "%.1f%%", 100 * share);
  return text;
}
std::string short_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}
int stopped() {
  std::fprintf(stderr, "stopped; run the same command again to resume\n");
  return base::kExitInterrupted;
}

class Screen final : public train::TrainWatch {
 public:
  Screen(std::uint64_t positions, bool json) : positions_(positions), json_(json) {}

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
    std::string text = concat(
        base::with_thousands(progress.positions), "/", base::with_thousands(positions_), " (",
        percent(std::min(static_cast<double>(progress.positions) / static_cast<double>(positions_), 1.0)),
        "), loss ", short_number(mean_));
    if (!progress.reports.empty())
      text += concat(", validation ", short_number(progress.reports.back().validation));
    text +=
        concat(", rate ", short_number(rate), ", ", base::with_thousands(static_cast<std::uint64_t>(speed)),
               " positions/s, ", base::duration_text(left), " left");
    line_.show(text);
  }
  void report(const data::TrainReport& report) override {
    if (json_) {
      std::puts(data::to_json(report).c_str());
      std::fflush(stdout);
      return;
    }
    std::string text = concat(
        base::with_thousands(report.positions), " positions: loss ", short_number(report.loss),
        ", validation ", short_number(report.validation), ", accuracy ", percent(report.accuracy),
        ", correlation ", short_number(std::round(report.correlation * 1e4) / 1e4), ", rate ",
        short_number(report.rate), ", noise scale ",
        report.noise_scale > 0 ? base::with_thousands(static_cast<std::uint64_t>(report.noise_scale))
                               : std::string("-"),
        ", ", base::with_thousands(static_cast<std::uint64_t>(report.positions_per_s)), " positions/s");
    if (report.dead > 0) text += concat(", dead ", percent(report.dead));
    if (report.saturated > 0) text += concat(", saturated ", percent(report.saturated));
    line_.print(text);
  }
  void warning(const std::string& text) override { line_.print(concat("warning: ", text)); }
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

// Command-line overrides of a recipe, as comments appended to its text: they are part of a run's identity.
Result<std::string> apply_options(const Arguments& arguments, train::Recipe& recipe) {
  std::string notes;
  const std::vector<std::string> files = arguments.texts("--data");
  if (!files.empty()) recipe.data.clear();
  for (const std::string& text : files) {
    auto source = read_source(text);
    if (!source) return source.error();
    recipe.data.push_back(std::move(*source));
    notes += concat("# --data ", text, "\n");
  }
  if (arguments.has("--positions")) {
    const auto positions = arguments.number("--positions", 0, 1, 1'000'000'000'000);
    if (!positions) return positions.error();
    recipe.positions = static_cast<std::uint64_t>(*positions);
    notes += concat("# --positions ", *positions, "\n");
  }
  if (arguments.has("--seed")) {
    const auto seed = arguments.number("--seed", 1, 0, 1'000'000'000'000'000'000);
    if (!seed) return seed.error();
    recipe.seed = static_cast<std::uint64_t>(*seed);
    recipe.initial.seed = recipe.seed;
    notes += concat("# --seed ", *seed, "\n");
  }
  if (arguments.has("--parent")) {
    recipe.parent = arguments.text("--parent", "");
    notes += concat("# --parent ", recipe.parent, "\n");
  }
  return notes;
}

// --check-gradients: for learners, and for anyone who changes a layer.
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

int run_train(const Arguments& arguments) {
  const std::string name = arguments.positionals()[0];
  const auto text = train::find_recipe(name);
  if (!text) return usage_error("train", text.error());
  auto recipe = train::parse_recipe(*text, train::find_model);
  if (!recipe) return failure(recipe.error().inside(name));
  const auto notes = apply_options(arguments, *recipe);
  if (!notes) return usage_error("train", notes.error());
  const auto threads = arguments.number("--threads", base::usable_cores(), 1, 256);
  if (!threads) return usage_error("train", threads.error());
  const auto nice = arguments.number("--nice", 0, 0, 19);
  if (!nice) return usage_error("train", nice.error());
  const auto pause = arguments.number("--pause-ms", 0, 0, 1'000'000);
  if (!pause) return usage_error("train", pause.error());
  if (*nice > 0) ::setpriority(PRIO_PROCESS, 0, static_cast<int>(*nice));
  if (!recipe->examples.empty())
    return train_examples(arguments, *recipe, *text + *notes, static_cast<int>(*pause));
  if (arguments.has("--check-gradients")) return run_check_gradients(*recipe);
  if (arguments.has("--find-rate")) return run_find_rate(*recipe, static_cast<int>(*threads));
  if (arguments.has("--overfit")) {
    const auto count = arguments.number("--overfit", 64, 1, 100'000);
    if (!count) return usage_error("train", count.error());
    return run_overfit(*recipe, static_cast<std::uint64_t>(*count));
  }

  train::TrainOptions options;
  options.folder = arguments.text("--out", concat("runs/", recipe->name.empty() ? "train" : recipe->name));
  options.threads = static_cast<int>(*threads);
  options.pause_ms = static_cast<int>(*pause);
  options.check_scale = true;
  options.program = version_line();
  options.recipe_text = *text + *notes;

  const base::InterruptGuard guard;
  Screen screen(recipe->positions, arguments.has("--json"));
  auto trainer = train::Trainer::open(*recipe, options, screen);
  if (!trainer && screen.interrupted()) return stopped();
  if (!trainer) return failure(trainer.error());
  const auto end = (*trainer)->run();
  if (!end) return failure(end.error());
  if (arguments.has("--html")) {
    if (auto written = write_page(options.folder + "/report.html", *recipe, (*trainer)->progress()); !written)
      return failure(written.error());
  }
  if (*end == train::TrainEnd::Interrupted) return stopped();
  std::fprintf(stderr,
               "%s: the network is %s/last.net, the one with the lowest validation loss is "
               "%s/best.net\n",
               *end == train::TrainEnd::Done ? "done" : "no improvement for a while", options.folder.c_str(),
               options.folder.c_str());
  return kExitDone;
}

// Without --out the program chooses the folder itself.
base::FileUse files_of_train(const Arguments& arguments) {
  base::FileUse use{.read = {arguments.text("--parent", "")}, .written = {}, .folders = {}};
  for (const std::string& text : arguments.texts("--data"))
    use.read.push_back(text.substr(0, text.find(',')));
  const std::string out = arguments.text("--out", "");
  if (out.empty()) return use;
  use.folders = {out};
  for (const std::string_view name : {"last.net", "best.net"}) use.written.push_back(concat(out, '/', name));
  return use;
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
      .options = {{"--out", "FOLDER", "the run folder (default: runs/NAME)"},
                  {"--data", "FILE[,weight=W][,scale=S][,format=F]",
                   "training data, instead of the recipe's; scale is the score that means an expected "
                   "result of 73%, in the unit of the file (default: what the file declares as a pawn)",
                   true},
                  {"--positions", "N", "number of positions to train on, instead of the recipe's number"},
                  {"--seed", "N", "random seed; another seed gives another network"},
                  {"--parent", "NET",
                   "a network to start from: of the same shape, or one that can "
                   "grow into it"},
                  {"--threads", "N", "threads (default: all cores)"},
                  {"--nice", "N", "yield the CPU to other programs: 0 to 19 (default: 0)"},
                  {"--pause-ms", "N", "milliseconds to sleep after every batch (default: 0)"},
                  {"--html", "", "write FOLDER/report.html with the curves when the run ends or stops"},
                  {"--check-gradients", "",
                   "no training run: compare the gradient with finite "
                   "differences"},
                  {"--overfit", "N",
                   "no training run: check that the model can overfit N positions of "
                   "the data"},
                  {"--find-rate", "",
                   "no training run: measure the loss at increasing learning rates and suggest one"},
                  {"--json", "", "one JSON object per report, on standard output"}},
      .examples =
          {"train perspective-256 --data games.tabia --out runs/first",
           "train standard --data a.binpack,scale=450 --data b.binpack,scale=450,weight=2 --threads 2"},
      .run = run_train,
      .files = files_of_train,
  };
}

}  // namespace tabia::tools
