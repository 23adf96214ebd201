#include "train/example_run.h"

#include <chrono>
#include <filesystem>
#include <thread>

#include "base/file.h"
#include "base/text.h"
#include "data/run_log.h"
#include "nn/net_file.h"
#include "train/examples.h"
#include "train/shipped.h"

namespace tabia::train {
namespace {

namespace fs = std::filesystem;
using base::concat;
using base::Error;
using base::Result;

constexpr std::size_t kMostRecipeBytes = 16u << 20;

// The lines of both logs.
struct ExampleLog {
  std::string lines;
  std::string table = data::csv_head() + "\n";

  void add(const data::TrainReport& report) {
    lines += data::to_json(report) + "\n";
    table += data::to_csv(report) + "\n";
  }
};

data::TrainReport report_of(ExampleTrainer& trainer) {
  data::TrainReport report;
  report.positions = trainer.seen();
  report.step = trainer.steps();
  report.loss = trainer.loss();
  report.rate = trainer.rate();
  return report;
}

Result<void> check_free_for(const runs::TrainFolder& folder, const Recipe& recipe) {
  if (fs::exists(folder.checkpoint()))
    return Error{concat(folder.path(), ": contains a run that trains on positions; use another folder")};
  if (!fs::exists(folder.recipe())) return {};
  TABIA_TRY(const std::string text, base::read_file(folder.recipe(), kMostRecipeBytes));
  const auto found = parse_recipe(text, find_model);
  if (found && !found->examples.empty() && found->name == recipe.name) return {};
  return Error{
      concat(folder.path(), ": contains a run of another recipe (see its recipe.toml); use another folder")};
}

Result<void> write_run(const runs::TrainFolder& folder, const std::string& recipe_text,
                       const nn::Network& network, const ExampleLog& log) {
  std::error_code fault;
  fs::create_directories(folder.path(), fault);
  if (fault) return Error{concat(folder.path(), ": ", fault.message())};
  TABIA_TRY(const std::string bytes, nn::write_net(network, {}));
  TABIA_TRY_VOID(base::write_file_atomically(folder.recipe(), recipe_text));
  TABIA_TRY_VOID(base::write_file_atomically(folder.log(), log.lines));
  TABIA_TRY_VOID(base::write_file_atomically(folder.table(), log.table));
  return base::write_file_atomically(folder.last_net(), bytes);
}

}  // namespace

Result<std::shared_ptr<const nn::Network>> run_examples(const Recipe& recipe, const TrainOptions& options,
                                                        TrainWatch& watch) {
  const runs::TrainFolder folder(options.folder);
  TABIA_TRY_VOID(check_free_for(folder, recipe));
  TABIA_TRY(const std::unique_ptr<ExampleTrainer> trainer, ExampleTrainer::make(recipe));
  ExampleLog log;
  const auto report = [&] {
    const data::TrainReport now = report_of(*trainer);
    log.add(now);
    watch.report(now);
  };
  report();
  for (std::uint64_t next = recipe.positions_between_reports(); !trainer->is_done();) {
    if (watch.interrupted()) return base::interruption();
    trainer->step();
    watch.progress(trainer->seen(), recipe.positions);
    if (options.pause_ms > 0) std::this_thread::sleep_for(std::chrono::milliseconds(options.pause_ms));
    if (trainer->seen() < next && !trainer->is_done()) continue;
    report();
    next += recipe.positions_between_reports();
  }
  nn::Lineage lineage;
  lineage.description = concat(recipe.name, "; ", trainer->seen(), " examples; loss ", trainer->loss());
  lineage.recipe = options.recipe_text;
  lineage.trainer = options.program;
  TABIA_TRY(std::shared_ptr<const nn::Network> network, trainer->network(std::move(lineage)));
  TABIA_TRY_VOID(write_run(folder, options.recipe_text, *network, log));
  return network;
}

}  // namespace tabia::train
