#include "tools/train_examples.h"

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <thread>

#include "base/file.h"
#include "base/text.h"
#include "data/run_log.h"
#include "nn/net_file.h"
#include "tools/commands.h"
#include "train/examples.h"
#include "train/shipped.h"

namespace tabia::tools {
namespace {

namespace fs = std::filesystem;

using base::concat;
using base::Error;
using base::Result;

// What a run reports, on the screen and in its logs.
class ExampleLog {
 public:
  explicit ExampleLog(bool json) : json_(json) {}

  void add(train::ExampleTrainer& trainer) {
    data::TrainReport report;
    report.positions = trainer.seen();
    report.step = trainer.steps();
    report.loss = trainer.loss();
    report.rate = trainer.rate();
    if (json_)
      std::puts(data::to_json(report).c_str());
    else
      std::printf("step %6llu: loss %.6f\n", static_cast<unsigned long long>(report.step), report.loss);
    lines_ += data::to_json(report) + "\n";
    table_ += data::to_csv(report) + "\n";
  }

  [[nodiscard]] Result<void> write(const std::string& folder) const {
    if (auto written = base::write_file_atomically(folder + "/log.jsonl", lines_); !written) return written;
    return base::write_file_atomically(folder + "/log.csv", data::csv_head() + "\n" + table_);
  }

 private:
  bool json_;
  std::string lines_;
  std::string table_;
};

void print_answers(const train::Recipe& recipe, const nn::Network& network) {
  for (const train::Example& example : recipe.examples) {
    const std::vector<float> inputs(example.inputs.begin(), example.inputs.end());
    std::string text;
    for (const double input : example.inputs) text += concat(text.empty() ? "" : " ", input);
    std::printf("%s -> %.4f, wanted %g\n", text.c_str(), network.output_of(inputs), example.target);
  }
}

// A run on examples takes seconds and starts over every time, but it must not overwrite a run on positions,
// or on other examples.
Result<void> check_no_other_run(const std::string& folder, const train::Recipe& recipe) {
  if (fs::exists(folder + "/checkpoint"))
    return Error{concat(folder, ": contains a run that trains on positions; use another folder")};
  if (!fs::exists(folder + "/recipe.toml")) return {};
  constexpr std::size_t kMostRecipe = 16u << 20;
  const auto text = base::read_file(folder + "/recipe.toml", kMostRecipe);
  if (!text) return text.error();
  const auto found = train::parse_recipe(*text, train::find_model);
  if (found && !found->examples.empty() && found->name == recipe.name) return {};
  return Error{
      concat(folder, ": contains a run of another recipe (see its recipe.toml); use another folder")};
}

Result<void> write_run(const std::string& folder, const std::string& recipe_text, const nn::Network& network,
                       const ExampleLog& log) {
  std::error_code fault;
  fs::create_directories(folder, fault);
  if (fault) return Error{concat(folder, ": ", fault.message())};
  const auto bytes = nn::write_net(network, {});
  if (!bytes) return bytes.error();
  if (auto written = base::write_file_atomically(folder + "/recipe.toml", recipe_text); !written)
    return written;
  if (auto written = log.write(folder); !written) return written;
  return base::write_file_atomically(folder + "/last.net", *bytes);
}

}  // namespace

int train_examples(const Arguments& arguments, const train::Recipe& recipe, const std::string& recipe_text,
                   int pause_ms) {
  for (const std::string_view option :
       {"--data", "--parent", "--html", "--check-gradients", "--overfit", "--find-rate"})
    if (arguments.has(option))
      return usage_error("train", {concat("option ", option, " can't be used with a recipe of examples")});
  const std::string folder =
      arguments.text("--out", concat("runs/", recipe.name.empty() ? "train" : recipe.name));
  if (auto free = check_no_other_run(folder, recipe); !free) return failure(free.error());
  auto trainer = train::ExampleTrainer::make(recipe);
  if (!trainer) return failure(trainer.error());
  const bool json = arguments.has("--json");
  ExampleLog log(json);
  log.add(**trainer);
  for (std::uint64_t next = recipe.positions_between_reports(); !(*trainer)->is_done();) {
    (*trainer)->step();
    if (pause_ms > 0) std::this_thread::sleep_for(std::chrono::milliseconds(pause_ms));
    if ((*trainer)->seen() < next && !(*trainer)->is_done()) continue;
    log.add(**trainer);
    next += recipe.positions_between_reports();
  }
  nn::Lineage lineage;
  lineage.description = concat(recipe.name, "; ", (*trainer)->seen(), " examples; loss ", (*trainer)->loss());
  lineage.recipe = recipe_text;
  lineage.trainer = version_line();
  const auto network = (*trainer)->network(std::move(lineage));
  if (!network) return failure(network.error());
  if (!json) print_answers(recipe, **network);
  if (auto written = write_run(folder, recipe_text, **network, log); !written)
    return failure(written.error());
  std::fprintf(stderr, "done: the network is %s/last.net\n", folder.c_str());
  return kExitDone;
}

}  // namespace tabia::tools
