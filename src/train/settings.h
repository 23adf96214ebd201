// train/settings.h: the settings of a training run that a command line gives, described once (base/fields.h).
#pragma once

#include "base/fields.h"
#include "train/recipe.h"
#include "train/trainer.h"

namespace tabia::train {

// What replaces a part of a recipe: data, positions, seed, parent. A file of data is added to the list.
[[nodiscard]] const base::Fields<Recipe>& recipe_overrides();
// Where and how a recipe is run: out, threads, pause-ms.
[[nodiscard]] const base::Fields<TrainOptions>& train_option_fields();

// "FILE[,weight=W][,scale=S][,format=F]".
[[nodiscard]] base::Result<Source> parse_source(std::string_view text);

}  // namespace tabia::train
