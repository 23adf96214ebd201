// train/train_job.h: a training run as a value: a recipe, what replaces parts of it, and run().
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "nn/network.h"
#include "train/recipe.h"
#include "train/settings.h"
#include "train/trainer.h"

namespace tabia::train {

struct TrainJob {
  std::string name;  // of the recipe: one of the built-in ones, or a file
  Recipe recipe;
  TrainOptions options;
};

// The job of the recipe with this name, on all cores, in the recipe's usual folder. `program` goes into the
// lineage. A wrong name is an error of kind Usage; others are about the recipe's text.
[[nodiscard]] base::Result<TrainJob> open_job(const std::string& name, const std::string& program,
                                              const ModelFinder& find_model);

struct TrainOutcome {
  TrainEnd end = TrainEnd::Done;
  Progress progress = {};  // of a run on positions
  // Of a run on examples.
  std::shared_ptr<const nn::Network> network = nullptr;
};

// Trains until the end or an interruption; resumes a run that is in the folder.
[[nodiscard]] base::Result<TrainOutcome> run(const TrainJob& job, TrainWatch& watch);

}  // namespace tabia::train
