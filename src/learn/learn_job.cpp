#include "learn/learn_job.h"

#include "base/threads.h"
#include "runs/layout.h"

namespace tabia::learn {

base::Result<LearnJob> open_job(const std::string& name, const std::string& program,
                                const train::ModelFinder& find_model) {
  const auto text = find_learn_recipe(name);
  if (!text) return text.error().as_usage();
  auto recipe = parse_learn_recipe(*text, find_model);
  if (!recipe) return recipe.error().inside(name);
  LearnJob job{.name = name, .recipe = std::move(*recipe), .options = {}};
  job.options.folder = runs::default_folder("learn", job.recipe.name);
  job.options.threads = base::usable_cores();
  job.options.last_round = job.recipe.rounds;
  job.options.program = program;
  job.options.recipe_text = *text;
  return job;
}

base::Result<LearnOutcome> run(const LearnJob& job, LearnWatch& watch) {
  TABIA_TRY(const auto learner, Learner::open(job.recipe, job.options, watch));
  TABIA_TRY(const LearnEnd end, learner->run());
  return LearnOutcome{end, learner->state()};
}

}  // namespace tabia::learn
