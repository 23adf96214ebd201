// train/settings.h: every setting of a training run, described once: the keys of a recipe
// (base/toml_fields.h), and what a command line may replace (base/fields.h).
#pragma once

#include <string_view>

#include "base/fields.h"
#include "base/toml_fields.h"
#include "train/recipe.h"
#include "train/trainer.h"

namespace tabia::train {

// The keys of a recipe. Some depend on earlier ones: the model comes first.
[[nodiscard]] base::TomlRows<Recipe> recipe_rows(const ModelFinder& find_model);
// The keys of a file of training data: file, format, weight, scale.
[[nodiscard]] const base::TomlRows<Source>& source_rows();
// A list of such files under this key.
template <class S, class Access>
[[nodiscard]] base::TomlRow<S> sources_row(std::string name, Access access, std::string meaning) {
  return base::toml_tables<S>(std::move(name), source_rows(), access, check_source, std::move(meaning));
}

// What replaces a part of a recipe: data, positions, seed, parent. A file of data is added to the list.
[[nodiscard]] const base::Fields<Recipe>& recipe_overrides();
// Where and how a recipe is run: out, threads, pause-ms.
[[nodiscard]] const base::Fields<TrainOptions>& train_option_fields();

// "FILE[,weight=W][,scale=S][,format=F]".
[[nodiscard]] base::Result<Source> parse_source(std::string_view text);

}  // namespace tabia::train
