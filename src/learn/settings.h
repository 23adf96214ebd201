// learn/settings.h: the settings of a learning run that a command line gives, described once (base/fields.h).
#pragma once

#include "base/fields.h"
#include "learn/learner.h"
#include "learn/recipe.h"

namespace tabia::learn {

// What replaces a part of a recipe: teacher, teacher-scale, seed, disk.
[[nodiscard]] const base::Fields<LearnRecipe>& recipe_overrides();
// Where and how a recipe is run: out, rounds, threads, pause-ms.
[[nodiscard]] const base::Fields<LearnOptions>& learn_option_fields();

}  // namespace tabia::learn
