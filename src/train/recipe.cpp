#include "train/recipe.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/toml_reader.h"

namespace tabia::train {
namespace {

using base::concat;
using base::Error;
using base::Named;
using base::read_table;
using base::Result;
using base::TableReader;
using base::TomlArray;
using base::TomlTable;
using base::TomlValue;

constexpr std::array<Named<LossKind>, 5> kLosses = {{{"power", LossKind::Power},
                                                     {"cross-entropy", LossKind::CrossEntropy},
                                                     {"tanh", LossKind::Tanh},
                                                     {"centipawns", LossKind::Centipawns},
                                                     {"stockfish", LossKind::Stockfish}}};
constexpr std::array<Named<OptimiserKind>, 5> kOptimisers = {{{"sgd", OptimiserKind::Sgd},
                                                              {"adam", OptimiserKind::Adam},
                                                              {"adamw", OptimiserKind::AdamW},
                                                              {"radam", OptimiserKind::RAdam},
                                                              {"ranger", OptimiserKind::Ranger}}};
constexpr std::array<Named<RateKind>, 5> kRates = {{{"constant", RateKind::Constant},
                                                    {"step", RateKind::Step},
                                                    {"exponential", RateKind::Exponential},
                                                    {"cosine", RateKind::Cosine},
                                                    {"one-cycle", RateKind::OneCycle}}};
constexpr std::array<Named<Initialisation>, 4> kInitialisations = {{{"zero", Initialisation::Zero},
                                                                    {"constant", Initialisation::Constant},
                                                                    {"xavier", Initialisation::Xavier},
                                                                    {"he", Initialisation::He}}};

// Above 0, also in single precision: 0 / 0 is NaN.
constexpr double kLeastEpsilon = 1e-30;
constexpr double kLeastRate = 1e-12;
constexpr std::uint64_t kMostRecipePositions = 1'000'000'000'000;

Result<void> read_range(TableReader& reader, std::string_view key, data::Range& range) {
  const TomlValue* value = reader.take(key);
  if (!value) return {};
  const auto* array = value->as<TomlArray>();
  const auto* low = array && array->size() == 2 ? (*array)[0].as<std::int64_t>() : nullptr;
  const auto* high = array && array->size() == 2 ? (*array)[1].as<std::int64_t>() : nullptr;
  if (!low || !high || *low > *high || std::abs(*low) > 100'000 || std::abs(*high) > 100'000)
    return Error{concat("line ", value->line(), ": filter.", key, ": expected [lowest, highest]")};
  range = {static_cast<int>(*low), static_cast<int>(*high)};
  return {};
}

Result<void> read_stages(TableReader& reader, std::vector<Stage>& stages) {
  const TomlValue* value = reader.take("stages");
  if (!value) return {};
  const auto* array = value->as<TomlArray>();
  if (!array || array->empty())
    return Error{
        concat("line ", value->line(), ": stages: expected [ { share = ..., fragment = ... }, ... ]")};
  stages.clear();
  double sum = 0;
  for (const TomlValue& entry : *array) {
    const auto* table = entry.as<TomlTable>();
    if (!table) return Error{concat("line ", entry.line(), ": stages: expected tables { share = ... }")};
    TableReader inner(*table, "stages.");
    Stage stage;
    inner.read_number("share", stage.share, 0.0, 1.0);
    inner.read_number("fragment", stage.dial.fragment, 0, 1000);
    inner.read_number("keep", stage.dial.keep, 0.001, 1.0);
    inner.read_number("rate_factor", stage.rate_factor, 0.001, 1000.0);
    if (auto good = inner.finish(); !good) return good;
    sum += stage.share;
    stages.push_back(stage);
  }
  if (std::abs(sum - 1) > 1e-6)
    return Error{concat("line ", value->line(), ": stages: the shares add up to ", sum, ", expected 1")};
  return {};
}

// [ [input, ..., target], ... ]
Result<void> read_examples(TableReader& reader, std::vector<Example>& examples) {
  const TomlValue* value = reader.take("examples");
  if (!value) return {};
  const auto* array = value->as<TomlArray>();
  if (!array || array->empty())
    return Error{concat("line ", value->line(), ": examples: expected [ [input, ..., target], ... ]")};
  for (const TomlValue& entry : *array) {
    const auto* row = entry.as<TomlArray>();
    std::vector<double> numbers;
    for (std::size_t i = 0; row && i < row->size(); ++i) {
      double storage = 0;
      if (const double* number = (*row)[i].as_number(storage)) numbers.push_back(*number);
    }
    if (!row || row->size() < 2 || numbers.size() != row->size() || !(numbers.back() >= 0) ||
        !(numbers.back() <= 1))
      return Error{concat("line ", entry.line(),
                          ": examples: expected numbers [input, ..., target], the target from 0 to 1")};
    Example example;
    example.target = numbers.back();
    numbers.pop_back();
    example.inputs = std::move(numbers);
    examples.push_back(std::move(example));
  }
  return {};
}

Result<void> read_model(TableReader& reader, const ModelFinder& find_model, nn::ModelSpec& model) {
  const TomlValue* value = reader.take("model");
  const auto* name = value ? value->as<std::string>() : nullptr;
  if (!name) return Error{"model: give the name of a model (tabia net models) or the path of its text"};
  const auto text = find_model(*name);
  if (!text) return text.error().inside(concat("line ", value->line(), ": model"));
  auto spec = nn::parse_spec(*text);
  if (!spec) return spec.error().inside(concat("model ", base::quoted(*name)));
  model = std::move(*spec);
  return {};
}

Result<void> read_strings(TableReader& reader, std::string_view key, std::vector<std::string>& strings) {
  const TomlValue* value = reader.take(key);
  if (!value) return {};
  const auto* array = value->as<TomlArray>();
  if (!array) return Error{concat("line ", value->line(), ": ", key, ": expected [ \"...\", ... ]")};
  strings.clear();
  for (const TomlValue& entry : *array) {
    const auto* text = entry.as<std::string>();
    if (!text) return Error{concat("line ", entry.line(), ": ", key, ": expected strings in quotes")};
    strings.push_back(*text);
  }
  return {};
}

// A key without effect is an error: the author expects it to do something.
void refuse(TableReader& table, bool has_effect, std::string_view key, std::string_view expected) {
  if (has_effect) return;
  if (const TomlValue* value = table.take(key)) table.fail(key, value->line(), expected);
}

void read_loss(TableReader& table, Recipe& recipe) {
  Loss& loss = recipe.objective.loss;
  table.read_named("kind", kLosses, loss.kind);
  refuse(table, loss.kind == LossKind::Power || loss.kind == LossKind::Stockfish, "power",
         "it only with kind = \"power\" or \"stockfish\": it has no effect here");
  table.read_number("power", loss.power, 1.0, 4.0);
  refuse(table, loss.kind == LossKind::Centipawns, "limit",
         "it only with kind = \"centipawns\": it has no effect here");
  table.read_number("limit", loss.limit, 1.0, 100000.0);
  table.read_number("result_weight", recipe.result_weight.first, 0.0, 1.0);
  recipe.result_weight.last = recipe.result_weight.first;
  table.read_number("final_result_weight", recipe.result_weight.last, 0.0, 1.0);
  table.read_number("trace", recipe.trace, 0.0, 1.0);
  refuse(table, !recipe.model.planes, "activation_cost", "it only with a model that has an accumulator");
  table.read_number("activation_cost", recipe.objective.activation_cost, 0.0, 1.0);
  refuse(table, recipe.model.planes && recipe.model.planes->policy, "policy_weight",
         "it only with a model that has a policy: it has no effect here");
  table.read_number("policy_weight", recipe.objective.policy_weight, 0.0, 1000.0);
  refuse(table, recipe.model.planes && recipe.model.planes->moves_left, "moves_left_weight",
         "it only with a model that has moves_left: it has no effect here");
  table.read_number("moves_left_weight", recipe.objective.moves_left_weight, 0.0, 1000.0);
}

void read_optimiser(TableReader& table, OptimiserOptions& options) {
  table.read_named("kind", kOptimisers, options.kind);
  const bool sgd = options.kind == OptimiserKind::Sgd;
  const bool ranger = options.kind == OptimiserKind::Ranger;
  if (sgd) options.beta1 = 0;
  for (const std::string_view key : {"variance", "epsilon"})
    refuse(table, !sgd, key, "it only with an adaptive kind: it has no effect for sgd");
  refuse(table, options.kind == OptimiserKind::Adam || options.kind == OptimiserKind::AdamW, "correct_bias",
         "it only with kind = \"adam\" or \"adamw\": it has no effect here");
  refuse(table, options.kind == OptimiserKind::AdamW || ranger, "weight_decay",
         "it only with kind = \"adamw\" or \"ranger\": it has no effect here");
  for (const std::string_view key : {"lookahead_steps", "lookahead_share"})
    refuse(table, ranger, key, "it only with kind = \"ranger\": it has no effect here");
  table.read_number("momentum", options.beta1, 0.0, 0.9999);
  table.read_number("variance", options.beta2, 0.0, 0.999999);
  table.read_number("epsilon", options.epsilon, kLeastEpsilon, 1.0);
  table.read_number("weight_decay", options.weight_decay, 0.0, 1.0);
  table.read("correct_bias", options.correct_bias);
  table.read_number("gradient_clip", options.gradient_clip, 0.0, 1e6);
  table.read_number("lookahead_steps", options.lookahead_steps, 1, 1000);
  table.read_number("lookahead_share", options.lookahead_share, 0.0, 1.0);
  table.read_number("average", options.average, 0.0, 0.999999);
}

void read_rate(TableReader& table, RateSchedule& rate) {
  table.read_named("kind", kRates, rate.kind);
  if (rate.kind == RateKind::OneCycle) rate.warm_up = 0.3;
  for (const std::string_view key : {"every", "factor"})
    refuse(table, rate.kind == RateKind::Step, key,
           "it only with kind = \"step\": it has no effect "
           "here");
  table.read_number("rate", rate.rate, kLeastRate, 100.0);
  rate.final_rate = rate.rate / 100;
  // No constant factor reaches 0.
  table.read_number("final_rate", rate.final_rate, rate.kind == RateKind::Exponential ? kLeastRate : 0.0,
                    100.0);
  table.read_number("warm_up", rate.warm_up, 0.0, 0.99);
  table.read_number("every", rate.every, 0.001, 1.0);
  table.read_number("factor", rate.factor, 0.0, 1.0);
}

void read_initial(TableReader& table, const nn::ModelSpec& model, ModelOptions& options) {
  refuse(table, model.piece_square, "material",
         "it only with a model that has piece_square = true: it has no effect here");
  for (const std::string_view key : {"first", "layers", "constant"})
    refuse(table, !model.planes, key, "it only with a model that has an accumulator: it has no effect here");
  table.read_named("first", kInitialisations, options.first);
  table.read_named("layers", kInitialisations, options.layers);
  table.read_number("constant", options.constant, -10.0, 10.0);
  table.read("material", options.material_piece_square);
}

}  // namespace

Result<void> read_sources(TableReader& reader, std::string_view key, std::vector<Source>& sources) {
  const TomlValue* value = reader.take(key);
  if (!value) return {};
  const auto* array = value->as<TomlArray>();
  if (!array)
    return Error{concat("line ", value->line(), ": ", key, ": expected [ { file = \"...\" }, ... ]")};
  for (const TomlValue& entry : *array) {
    const auto* table = entry.as<TomlTable>();
    if (!table)
      return Error{concat("line ", entry.line(), ": ", key, ": expected tables { file = \"...\" }")};
    TableReader inner(*table, concat(key, "."));
    Source source;
    inner.read("file", source.path);
    inner.read("format", source.reading.format);
    inner.read_number("weight", source.weight, 0.0, 1000.0);
    inner.read_number("scale", source.scale, 0.0, 100000.0);
    if (source.path.empty()) inner.fail("file", entry.line(), "the path of a file of training data");
    if (auto good = inner.finish(); !good) return good;
    sources.push_back(std::move(source));
  }
  return {};
}

std::string_view name_of(LossKind kind) noexcept { return base::name_in(kLosses, kind); }
std::string_view name_of(OptimiserKind kind) noexcept { return base::name_in(kOptimisers, kind); }
std::string_view name_of(RateKind kind) noexcept { return base::name_in(kRates, kind); }

std::uint64_t Recipe::positions_between_reports() const noexcept {
  return report_every > 0 ? report_every : std::max<std::uint64_t>(positions / 40, 1);
}

Result<Recipe> parse_recipe(std::string_view text, const ModelFinder& find_model) {
  const auto table = base::parse_toml(text);
  if (!table) return table.error();
  return read_recipe(*table, find_model);
}

Result<Recipe> read_recipe(const TomlTable& table, const ModelFinder& find_model) {
  Recipe recipe;
  TableReader reader(table, "");
  reader.read("name", recipe.name);
  if (auto good = read_model(reader, find_model, recipe.model); !good) return good.error();
  reader.read("parent", recipe.parent);
  if (auto good = read_sources(reader, "data", recipe.data); !good) return good.error();
  if (auto good = read_examples(reader, recipe.examples); !good) return good.error();

  Result<void> range;
  auto good = read_table(reader, "filter", [&](TableReader& inner) {
    inner.read("no_checks", recipe.filter.drop_in_check);
    inner.read("quiet_moves", recipe.filter.drop_noisy_moves);
    inner.read("with_score", recipe.filter.drop_without_score);
    inner.read("with_result", recipe.filter.drop_without_result);
    range = read_range(inner, "ply", recipe.filter.ply);
    if (range) range = read_range(inner, "score", recipe.filter.score);
    if (range) range = read_range(inner, "pieces", recipe.filter.pieces);
  });
  if (good) good = range;
  if (good)
    good = read_table(reader, "validation", [&](TableReader& inner) {
      inner.read_number("share", recipe.validation_share, 0.0, 0.9);
      inner.read_number<std::uint64_t>("positions", recipe.validation_positions, 1, 1'000'000'000);
    });
  if (good) good = read_sources(reader, "validation_data", recipe.validation_data);
  if (good) good = read_table(reader, "loss", [&](TableReader& inner) { read_loss(inner, recipe); });
  if (good)
    good =
        read_table(reader, "optimiser", [&](TableReader& inner) { read_optimiser(inner, recipe.optimiser); });
  if (good) good = read_table(reader, "rate", [&](TableReader& inner) { read_rate(inner, recipe.rate); });
  if (good)
    good = read_table(reader, "initial",
                      [&](TableReader& inner) { read_initial(inner, recipe.model, recipe.initial); });
  if (good) good = read_stages(reader, recipe.stages);
  if (good) good = read_strings(reader, "watched", recipe.watched);
  if (!good) return good.error();
  reader.read("factoriser", recipe.initial.factoriser);
  reader.read_number("weight_limit", recipe.initial.first_limit, 0.01, 128.0);
  reader.read_number("quantisation_aware_from", recipe.quantisation_aware_from, 0.0, 1.0);
  reader.read_number<std::uint64_t>("batch", recipe.batch, 1, 10'000'000);
  reader.read_number<std::uint64_t>("positions", recipe.positions, 1, kMostRecipePositions);
  reader.read_number<std::uint64_t>("report_every", recipe.report_every, 1, kMostRecipePositions);
  reader.read_number("patience", recipe.patience, 0, 1'000'000);
  reader.read_number<std::uint64_t>("pool", recipe.pool, 1000, 1'000'000'000);
  reader.read_number<std::uint64_t>("seed", recipe.seed, 0, ~std::uint64_t{0} >> 1);
  if (good = reader.finish(); !good) return good.error();

  recipe.initial.seed = recipe.seed;
  recipe.objective.loss.eval_scale = recipe.model.output.eval_scale;
  recipe.objective.loss.tanh_output =
      recipe.model.output.activation == nn::Activation::Tanh ||
      (recipe.model.planes && recipe.model.planes->value.kind == deep::ValueSpec::Kind::Tanh);
  recipe.objective.result_weight = recipe.result_weight.first;
  return recipe;
}

namespace {

// What only networks over planes ask of a recipe.
Result<void> check_planes_recipe(const Recipe& recipe) {
  const LossKind kind = recipe.objective.loss.kind;
  const bool wdl = recipe.model.planes->value.kind == deep::ValueSpec::Kind::Wdl;
  if (wdl && kind != LossKind::Power && kind != LossKind::CrossEntropy)
    return Error{concat("loss.kind: found ", base::quoted(name_of(kind)),
                        ", expected power or cross-entropy for a value of win, draw and loss")};
  for (const Stage& stage : recipe.stages)
    if (stage.dial.fragment != 1)
      return Error{"stages.fragment: networks over planes learn from single positions; leave it out"};
  if (recipe.initial.factoriser) return Error{"factoriser: a network over planes has no king buckets"};
  return {};
}

}  // namespace

Result<void> check_recipe(const Recipe& recipe) {
  if (recipe.model.planes) {
    if (auto good = check_planes_recipe(recipe); !good) return good;
  }
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
