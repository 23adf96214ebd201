// learn/settings.h: every setting of a learning run, described once: the keys of a recipe
// (base/toml_fields.h), and what a command line may replace (base/fields.h).
#pragma once

#include "base/fields.h"
#include "base/toml_fields.h"
#include "learn/learner.h"
#include "learn/recipe.h"

namespace tabia::learn {

// The keys of a recipe; `train` is a table with those of a training recipe. Rows that aren't part of the
// identity may change during a run.
[[nodiscard]] base::TomlRows<LearnRecipe> recipe_rows(const train::ModelFinder& find_model);

// What replaces a part of a recipe: teacher, teacher-scale, seed, disk.
[[nodiscard]] const base::Fields<LearnRecipe>& recipe_overrides();
// Where and how a recipe is run: out, rounds, threads, pause-ms.
[[nodiscard]] const base::Fields<LearnOptions>& learn_option_fields();

}  // namespace tabia::learn
