#include "train/recipe.h"

#include <algorithm>

#include "base/text.h"
#include "train/settings.h"

namespace tabia::train {

using base::concat;
using base::Error;
using base::Result;
using base::TomlTable;

std::uint64_t Recipe::positions_between_reports() const noexcept {
  return report_every > 0 ? report_every : std::max<std::uint64_t>(positions / 40, 1);
}

Result<void> check_source(const Source& source) {
  if (source.path.empty()) return Error{"file is missing: give the path of a file of training data"};
  return {};
}

Result<Recipe> parse_recipe(std::string_view text, const ModelFinder& find_model) {
  TABIA_TRY(const TomlTable table, base::parse_toml(text));
  return read_recipe(table, find_model);
}

Result<Recipe> read_recipe(const TomlTable& table, const ModelFinder& find_model, const std::string& place) {
  Recipe recipe;
  if (!find(table, "model"))
    return Error{concat(place, "model: give the name of a model (tabia net models) or the path of its text")};
  TABIA_TRY_VOID(base::read_toml(recipe_rows(find_model), table, recipe, place));
  recipe.initial.seed = recipe.seed;
  recipe.objective.loss.eval_scale = recipe.model.output.eval_scale;
  recipe.objective.loss.tanh_output =
      recipe.model.output.activation == nn::Activation::Tanh ||
      (recipe.model.planes && recipe.model.planes->value.kind == deep::ValueSpec::Kind::Tanh);
  recipe.objective.result_weight = recipe.result_weight.first;
  return recipe;
}

namespace {

// Requirements that only networks over planes have.
Result<void> check_planes_recipe(const Recipe& recipe) {
  const LossKind kind = recipe.objective.loss.kind;
  const bool wdl = recipe.model.planes->value.kind == deep::ValueSpec::Kind::Wdl;
  if (wdl && kind != LossKind::Power && kind != LossKind::CrossEntropy)
    return Error{concat("loss.kind: found ", base::quoted(name_of(kind)),
                        ", expected power or cross-entropy for a value of win, draw and loss")};
  for (const Stage& stage : recipe.stages)
    if (stage.dial.fragment != 1)
      return Error{"stages.fragment: networks over planes learn from single positions; leave it out"};
  if (recipe.initial.factoriser) return Error{"`factoriser`: a network over planes has no king buckets"};
  return {};
}

}  // namespace

Result<void> check_recipe(const Recipe& recipe) {
  if (recipe.model.planes) TABIA_TRY_VOID(check_planes_recipe(recipe));
  if (!recipe.model.features.is_chess())
    return Error{"examples: give examples = [ [input, ..., target], ... ] for a model with numeric inputs"};
  if (recipe.data.empty())
    return Error{"data: give data = [ { file = \"...\" } ] in the recipe or --data FILE"};
  if (recipe.validation_data.empty() && recipe.validation_share <= 0)
    return Error{"validation: give a share above 0, or validation_data"};
  if (!recipe.model.planes && recipe.objective.activation_cost > 0 && Shape::of(recipe.model).is_direct())
    return Error{
        "loss.activation_cost: needs a network with more layers; this one has a single output layer"};
  if (recipe.quantisation_aware_from < 1 && !recipe.model.is_quantised())
    return Error{"quantisation_aware_from: the model is in floating point"};
  return {};
}

}  // namespace tabia::train
