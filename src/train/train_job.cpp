#include "train/train_job.h"

#include "base/threads.h"
#include "runs/layout.h"
#include "train/example_run.h"
#include "train/shipped.h"

namespace tabia::train {

using base::Result;

Result<TrainJob> open_job(const std::string& name, const std::string& program,
                          const ModelFinder& find_model) {
  const auto text = find_recipe(name);
  if (!text) return text.error().as_usage();
  auto recipe = parse_recipe(*text, find_model);
  if (!recipe) return recipe.error().inside(name);
  TrainJob job{.name = name, .recipe = std::move(*recipe), .options = {}};
  job.options.folder = runs::default_folder("train", job.recipe.name);
  job.options.threads = base::usable_cores();
  job.options.check_scale = true;
  job.options.program = program;
  job.options.recipe_text = *text;
  return job;
}

Result<TrainOutcome> run(const TrainJob& job, TrainWatch& watch) {
  if (!job.recipe.examples.empty()) {
    TABIA_TRY(auto network, run_examples(job.recipe, job.options, watch));
    return TrainOutcome{.end = TrainEnd::Done, .network = std::move(network)};
  }
  auto trainer = Trainer::open(job.recipe, job.options, watch);
  if (!trainer && watch.interrupted()) return TrainOutcome{.end = TrainEnd::Interrupted};
  if (!trainer) return trainer.error();
  TABIA_TRY(const TrainEnd end, (*trainer)->run());
  if (const Exchange::Traffic& traffic = (*trainer)->traffic(); traffic.exchanges > 0)
    watch.exchanged(text_of(traffic));
  return TrainOutcome{.end = end, .progress = (*trainer)->progress()};
}

}  // namespace tabia::train
