// learn/learn_job.h: a learning run as a value: a recipe, what replaces parts of it, and run().
#pragma once

#include <string>

#include "base/result.h"
#include "learn/learner.h"
#include "learn/recipe.h"
#include "learn/settings.h"

namespace tabia::learn {

struct LearnJob {
  std::string name;  // of the recipe: one of the built-in ones, or a file
  LearnRecipe recipe;
  LearnOptions options;
};

// The job of the recipe with this name, on all cores, in the recipe's usual folder. `program` goes into
// lineages. A wrong name is an error of kind Usage; others are about the recipe's text.
[[nodiscard]] base::Result<LearnJob> open_job(const std::string& name, const std::string& program,
                                              const train::ModelFinder& find_model);

struct LearnOutcome {
  LearnEnd end = LearnEnd::Done;
  LearnState state = {};
};

// Learns until the last round or an interruption; resumes a run that is in the folder.
[[nodiscard]] base::Result<LearnOutcome> run(const LearnJob& job, LearnWatch& watch);

}  // namespace tabia::learn
