#include "train/settings.h"

#include <cmath>
#include <limits>
#include <optional>

#include "base/text.h"
#include "runs/settings.h"

namespace tabia::train {
namespace {

using base::choice;
using base::concat;
using base::Error;
using base::flag;
using base::integer;
using base::real;
using base::Result;
using base::text;
using base::toml_table;
using base::toml_value;
using base::TomlArray;
using base::TomlRow;
using base::TomlRows;
using base::TomlValue;

template <class Enum>
using Names = std::vector<std::pair<std::string_view, Enum>>;

const Names<LossKind>& loss_names() {
  static const Names<LossKind> names = {{"power", LossKind::Power},
                                        {"cross-entropy", LossKind::CrossEntropy},
                                        {"tanh", LossKind::Tanh},
                                        {"centipawns", LossKind::Centipawns},
                                        {"stockfish", LossKind::Stockfish}};
  return names;
}
const Names<OptimiserKind>& optimiser_names() {
  static const Names<OptimiserKind> names = {{"sgd", OptimiserKind::Sgd},
                                             {"adam", OptimiserKind::Adam},
                                             {"adamw", OptimiserKind::AdamW},
                                             {"radam", OptimiserKind::RAdam},
                                             {"ranger", OptimiserKind::Ranger}};
  return names;
}
const Names<RateKind>& rate_names() {
  static const Names<RateKind> names = {{"constant", RateKind::Constant},
                                        {"step", RateKind::Step},
                                        {"exponential", RateKind::Exponential},
                                        {"cosine", RateKind::Cosine},
                                        {"one-cycle", RateKind::OneCycle}};
  return names;
}
const Names<Initialisation>& initialisation_names() {
  static const Names<Initialisation> names = {{"zero", Initialisation::Zero},
                                              {"constant", Initialisation::Constant},
                                              {"xavier", Initialisation::Xavier},
                                              {"he", Initialisation::He}};
  return names;
}

template <class Enum>
std::string_view name_in(const Names<Enum>& names, Enum value) {
  for (const auto& [name, known] : names)
    if (known == value) return name;
  return "?";
}

// Above 0, also in single precision: 0 / 0 is NaN.
constexpr double kLeastEpsilon = 1e-30;
constexpr double kLeastRate = 1e-12;
constexpr std::int64_t kMostRecipePositions = 1'000'000'000'000;
constexpr double kMostFactor = 100'000;  // of a weight or a scale

// The struct itself, for tables whose keys are in several of its parts.
constexpr auto kItself = [](auto& recipe) -> auto& { return recipe; };

// --- files of data

template <class Access>
base::Field<Source> factor_row(std::string name, Access access, std::string meaning) {
  auto row = real<Source>(std::move(name), "N", 0, kMostFactor, access, std::move(meaning));
  row.about.allowed = "a number above 0";
  row.read = [access](Source& source, std::string_view text) -> Result<void> {
    const auto number = base::read_real(text, 0, kMostFactor);
    if (!number || !(*number > 0)) return base::unexpected(text, "a number above 0");
    access(source) = *number;
    return {};
  };
  return row;
}

const base::Fields<Source>& source_fields() {
  static const base::Fields<Source> rows = {
      factor_row("weight", TABIA_MEMBER(weight), "how often a position is used in a pass"),
      factor_row("scale", TABIA_MEMBER(scale), "the score that means an expected result of 73%")
          .shown_as("what the file declares"),
      text<Source>("format", "NAME", TABIA_MEMBER(reading.format), "the format of the file")
          .shown_as("from its name")};
  return rows;
}

// --- the parts of a recipe

TomlRow<Recipe> model_row(const ModelFinder& find_model) {
  return toml_value<Recipe>(
      "model", "the name of a model (tabia net models), or the path of its text",
      [find_model](Recipe& recipe, const TomlValue& value) -> Result<void> {
        const auto* name = value.as<std::string>();
        if (!name) return Error{"give the name of a model (tabia net models) or the path of its text"};
        TABIA_TRY(const std::string text, find_model(*name));
        auto spec = nn::parse_spec(text);
        if (!spec) return spec.error().inside(base::quoted(*name));
        recipe.model = std::move(*spec);
        return {};
      },
      "what is trained: name of a shipped model, or the path of a model file");
}

// [lowest, highest]
TomlRow<data::FilterRules> range_row(std::string name, data::Range data::FilterRules::*member,
                                     std::string meaning) {
  constexpr std::int64_t kFarthest = 100'000;
  auto row = toml_value<data::FilterRules>(
      std::move(name), "[lowest, highest]",
      [member](data::FilterRules& rules, const TomlValue& value) -> Result<void> {
        const auto* array = value.as<TomlArray>();
        const auto* low = array && array->size() == 2 ? (*array)[0].as<std::int64_t>() : nullptr;
        const auto* high = array && array->size() == 2 ? (*array)[1].as<std::int64_t>() : nullptr;
        if (!low || !high || *low > *high || std::abs(*low) > kFarthest || std::abs(*high) > kFarthest)
          return Error{"expected [lowest, highest]"};
        rules.*member = {static_cast<int>(*low), static_cast<int>(*high)};
        return {};
      },
      std::move(meaning));
  row.text = [member](const data::FilterRules& rules) {
    return std::optional(concat('[', (rules.*member).low, ", ", (rules.*member).high, ']'));
  };
  return row;
}

TomlRows<data::FilterRules> filter_rows() {
  using F = data::FilterRules;
  return {flag<F>("no-checks", TABIA_MEMBER(drop_in_check), "without positions in check"),
          flag<F>("quiet-moves", TABIA_MEMBER(drop_noisy_moves),
                  "without positions whose move is a capture or a promotion"),
          flag<F>("with-score", TABIA_MEMBER(drop_without_score), "only positions with a score"),
          flag<F>("with-result", TABIA_MEMBER(drop_without_result), "only positions with a result"),
          range_row("ply", &F::ply, "plies since the start of the game"),
          range_row("score", &F::score, "scores for the side to move, in the unit of the data"),
          range_row("pieces", &F::pieces, "pieces on the board"),
          range_row("rating", &F::rating, "rating of the player to move; 0: unknown")};
}

TomlRows<Recipe> validation_rows() {
  return {real<Recipe>("share", "N", 0, 0.9, TABIA_MEMBER(validation_share), "share of the games held out"),
          integer<Recipe>("positions", "N", 1, 1'000'000'000, TABIA_MEMBER(validation_positions),
                          "most positions of them to use")};
}

bool has_power(const Recipe& recipe) {
  const LossKind kind = recipe.objective.loss.kind;
  return kind == LossKind::Power || kind == LossKind::Stockfish;
}

bool has_accumulator(const Recipe& recipe) { return !recipe.model.planes; }

// An initial value that only models with an accumulator have.
template <class Row>
TomlRow<Recipe> of_accumulators(Row row) {
  return TomlRow<Recipe>(std::move(row)).only_if(has_accumulator, "models that have an accumulator");
}

TomlRows<Recipe> loss_rows() {
  using R = Recipe;
  return {
      choice<R, LossKind>("kind", "KIND", loss_names(), TABIA_MEMBER(objective.loss.kind),
                          "the function to minimize"),
      TomlRow<R>(real<R>("power", "N", 1, 4, TABIA_MEMBER(objective.loss.power), "the exponent of the error"))
          .only_if(has_power, "kind = \"power\" or \"stockfish\""),
      TomlRow<R>(real<R>("limit", "N", 1, 100'000, TABIA_MEMBER(objective.loss.limit),
                         "scores are cut off there, in evaluation units"))
          .only_if([](const R& r) { return r.objective.loss.kind == LossKind::Centipawns; },
                   "kind = \"centipawns\""),
      TomlRow<R>(real<R>("result-weight", "N", 0, 1, TABIA_MEMBER(result_weight.first),
                         "share of the game's result in the target; the rest is the score"))
          .then([](R& r) { r.result_weight.last = r.result_weight.first; }),
      real<R>("final-result-weight", "N", 0, 1, TABIA_MEMBER(result_weight.last),
              "the same at the end of the run")
          .shown_as("result_weight"),
      real<R>("trace", "N", 0, 1, TABIA_MEMBER(trace),
              "how much later positions of a game count in a target"),
      of_accumulators(
          real<R>("activation-cost", "N", 0, 1, TABIA_MEMBER(objective.activation_cost),
                  "added to the loss for activated values of the first layer: encourages sparsity")),
      TomlRow<R>(real<R>("policy-weight", "N", 0, 1000, TABIA_MEMBER(objective.policy_weight),
                         "weight of the cross entropy of the played move"))
          .only_if([](const R& r) { return r.model.planes && r.model.planes->policy; },
                   "models that have a policy"),
      TomlRow<R>(real<R>("moves-left-weight", "N", 0, 1000, TABIA_MEMBER(objective.moves_left_weight),
                         "weight of the error of moves left"))
          .only_if([](const R& r) { return r.model.planes && r.model.planes->moves_left; },
                   "models that have moves_left")};
}

TomlRows<OptimiserOptions> optimiser_rows() {
  using O = OptimiserOptions;
  using K = OptimiserKind;
  const auto is_ranger = [](const O& o) { return o.kind == K::Ranger; };
  const auto is_adaptive = [](const O& o) { return o.kind != K::Sgd; };
  return {
      TomlRow<O>(choice<O, K>("kind", "KIND", optimiser_names(), TABIA_MEMBER(kind), "the algorithm"))
          .then([](O& o) {
            if (o.kind == K::Sgd) o.beta1 = 0;
          }),
      real<O>("momentum", "N", 0, 0.9999, TABIA_MEMBER(beta1), "share of the last step's direction kept"),
      TomlRow<O>(real<O>("variance", "N", 0, 0.999999, TABIA_MEMBER(beta2),
                         "share of the running mean of squared gradients kept"))
          .only_if(is_adaptive, "adaptive kinds, not sgd"),
      TomlRow<O>(real<O>("epsilon", "N", kLeastEpsilon, 1, TABIA_MEMBER(epsilon), "keeps steps finite"))
          .only_if(is_adaptive, "adaptive kinds, not sgd"),
      TomlRow<O>(real<O>("weight-decay", "N", 0, 1, TABIA_MEMBER(weight_decay), "pulls weights toward 0"))
          .only_if([](const O& o) { return o.kind == K::AdamW || o.kind == K::Ranger; },
                   "kind = \"adamw\" or \"ranger\""),
      TomlRow<O>(flag<O>("correct-bias", TABIA_MEMBER(correct_bias), "first steps as large as later ones"))
          .only_if([](const O& o) { return o.kind == K::Adam || o.kind == K::AdamW; },
                   "kind = \"adam\" or \"adamw\""),
      real<O>("gradient-clip", "N", 0, 1e6, TABIA_MEMBER(gradient_clip),
              "largest gradient norm; 0: no limit"),
      TomlRow<O>(integer<O>("lookahead-steps", "N", 1, 1000, TABIA_MEMBER(lookahead_steps),
                            "steps between two looks back"))
          .only_if(is_ranger, "kind = \"ranger\""),
      TomlRow<O>(real<O>("lookahead-share", "N", 0, 1, TABIA_MEMBER(lookahead_share),
                         "share of the way that is kept then"))
          .only_if(is_ranger, "kind = \"ranger\""),
      real<O>("average", "N", 0, 0.999999, TABIA_MEMBER(average),
              "share of the old mean kept in averaged weights; 0: no averaging")};
}

TomlRows<RateSchedule> rate_rows() {
  using S = RateSchedule;
  const auto is_step = [](const S& s) { return s.kind == RateKind::Step; };
  const auto is_exponential = [](const S& s) { return s.kind == RateKind::Exponential; };
  TomlRow<S> final_rate(real<S>("final-rate", "N", 0, 100, TABIA_MEMBER(final_rate), "at the end of the run")
                            .shown_as("a hundredth of rate"));
  // No constant factor reaches 0.
  final_rate.read = [inner = final_rate.read, is_exponential](S& s, const TomlValue& value,
                                                              const std::string& place) -> Result<void> {
    TABIA_TRY_VOID(inner(s, value, place));
    if (is_exponential(s) && s.final_rate < kLeastRate)
      return Error{concat("found ", s.final_rate, ", expected ", base::real_range_text(kLeastRate, 100),
                          " with kind = \"exponential\"")};
    return {};
  };
  return {TomlRow<S>(choice<S, RateKind>("kind", "KIND", rate_names(), TABIA_MEMBER(kind), "its course"))
              .then([](S& s) {
                if (s.kind == RateKind::OneCycle) s.warm_up = 0.3;
              }),
          TomlRow<S>(real<S>("rate", "N", kLeastRate, 100, TABIA_MEMBER(rate), "the largest learning rate"))
              .then([](S& s) { s.final_rate = s.rate / 100; }),
          final_rate,
          real<S>("warm-up", "N", 0, 0.99, TABIA_MEMBER(warm_up),
                  "share of the run in which the rate grows from 0"),
          TomlRow<S>(real<S>("every", "N", 0.001, 1, TABIA_MEMBER(every), "share of the run between steps"))
              .only_if(is_step, "kind = \"step\""),
          TomlRow<S>(real<S>("factor", "N", 0, 1, TABIA_MEMBER(factor), "what a step multiplies the rate by"))
              .only_if(is_step, "kind = \"step\"")};
}

TomlRows<Recipe> initial_rows() {
  using R = Recipe;
  return {
      of_accumulators(choice<R, Initialisation>("first", "KIND", initialisation_names(),
                                                TABIA_MEMBER(initial.first), "weights of the first layer")),
      of_accumulators(choice<R, Initialisation>("layers", "KIND", initialisation_names(),
                                                TABIA_MEMBER(initial.layers), "weights of the other layers")),
      of_accumulators(
          real<R>("constant", "N", -10, 10, TABIA_MEMBER(initial.constant), "the value of kind = constant")),
      TomlRow<R>(flag<R>("material", TABIA_MEMBER(initial.material_piece_square),
                         "start with piece values in the piece-square part"))
          .only_if([](const R& r) { return r.model.piece_square; }, "models that have piece_square = true")};
}

TomlRow<Recipe> stages_row() {
  const TomlRows<Stage> rows = {
      real<Stage>("share", "N", 0, 1, TABIA_MEMBER(share), "share of the run"),
      integer<Stage>("fragment", "N", 0, 1000, TABIA_MEMBER(dial.fragment),
                     "plies of a game that stay together; 0: whole games"),
      real<Stage>("keep", "N", 0.001, 1, TABIA_MEMBER(dial.keep), "share of the positions that are used"),
      real<Stage>("rate-factor", "N", 0.001, 1000, TABIA_MEMBER(rate_factor),
                  "multiplies the learning rate")};
  auto row = base::toml_tables<Recipe>(
      "stages", rows, TABIA_MEMBER(stages), [](const Stage&) -> Result<void> { return {}; },
      "parts of the run with their own way of sampling positions from games");
  row.read = [inner = row.read](Recipe& recipe, const TomlValue& value,
                                const std::string& place) -> Result<void> {
    recipe.stages.clear();
    TABIA_TRY_VOID(inner(recipe, value, place));
    if (recipe.stages.empty()) return Error{"expected [ { share = ..., fragment = ... }, ... ]"};
    double sum = 0;
    for (const Stage& stage : recipe.stages) sum += stage.share;
    if (std::abs(sum - 1) > 1e-6) return Error{concat("the shares add up to ", sum, ", expected 1")};
    return {};
  };
  return row;
}

Result<Example> read_example(const TomlValue& entry) {
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
  return example;
}

TomlRow<Recipe> examples_row() {
  return toml_value<Recipe>(
      "examples", "[ [input, ..., target], ... ]",
      [](Recipe& recipe, const TomlValue& value) -> Result<void> {
        const auto* array = value.as<TomlArray>();
        if (!array || array->empty()) return Error{"expected [ [input, ..., target], ... ]"};
        for (const TomlValue& entry : *array) {
          TABIA_TRY(Example example, read_example(entry));
          recipe.examples.push_back(std::move(example));
        }
        return {};
      },
      "for models of plain numbers, instead of data");
}

// --- rows that a command line may replace

base::Field<Recipe> positions_field() {
  return integer<Recipe>("positions", "N", 1, kMostRecipePositions, TABIA_MEMBER(positions),
                         "number of positions to train on");
}

base::Field<Recipe> parent_field() {
  return text<Recipe>("parent", "NET", TABIA_MEMBER(parent),
                      "a network to start from: of the same shape, or one that can grow into it");
}

base::Field<Recipe> seed_field() {
  auto row = integer<Recipe>("seed", "N", 0, std::numeric_limits<std::int64_t>::max(), TABIA_MEMBER(seed),
                             "random seed; another seed gives another network");
  row.read = [read = row.read](Recipe& recipe, std::string_view text) -> Result<void> {
    TABIA_TRY_VOID(read(recipe, text));
    recipe.initial.seed = recipe.seed;
    return {};
  };
  return row;
}

// A row of a recipe: its default is what the recipe says.
base::Field<Recipe> in_recipe(base::Field<Recipe> row) { return std::move(row).shown_as("the recipe's"); }

base::Field<Recipe> data_row() {
  return base::Field<Recipe>{
      {.name = "data",
       .unit = "FILE[,weight=W][,scale=S][,format=F]",
       .meaning =
           "training data; scale is the score that means an expected result of 73%, in the unit of the "
           "file, and is what the file declares as a pawn if not given"},
      [](Recipe& recipe, std::string_view text) -> Result<void> {
        TABIA_TRY(Source source, parse_source(text));
        recipe.data.push_back(std::move(source));
        return {};
      },
      [](const Recipe& recipe) -> std::optional<std::string> {
        return recipe.data.empty() ? std::nullopt : std::optional(recipe.data.front().path);
      }}
      .repeating();
}

}  // namespace

std::string_view name_of(LossKind kind) noexcept { return name_in(loss_names(), kind); }
std::string_view name_of(OptimiserKind kind) noexcept { return name_in(optimiser_names(), kind); }
std::string_view name_of(RateKind kind) noexcept { return name_in(rate_names(), kind); }

const TomlRows<Source>& source_rows() {
  static const TomlRows<Source> rows = [] {
    TomlRows<Source> all = {
        text<Source>("file", "FILE", TABIA_MEMBER(path), "the path of a file of training data")};
    for (const base::Field<Source>& field : source_fields()) all.emplace_back(field);
    return all;
  }();
  return rows;
}

TomlRows<Recipe> recipe_rows(const ModelFinder& find_model) {
  using R = Recipe;
  return {
      text<R>("name", "NAME", TABIA_MEMBER(name), "for people"),
      model_row(find_model),
      parent_field(),
      sources_row<R>("data", TABIA_MEMBER(data), "training data"),
      examples_row(),
      toml_table<R>("filter", filter_rows(), TABIA_MEMBER(filter), "which positions to train on"),
      toml_table<R>("validation", validation_rows(), kItself, "games that are held out"),
      sources_row<R>("validation-data", TABIA_MEMBER(validation_data), "like data; then nothing is held out"),
      toml_table<R>("loss", loss_rows(), kItself, "what is minimized"),
      toml_table<R>("optimiser", optimiser_rows(), TABIA_MEMBER(optimiser), "how weights change"),
      toml_table<R>("rate", rate_rows(), TABIA_MEMBER(rate), "the learning rate over the run"),
      toml_table<R>("initial", initial_rows(), kItself, "the weights at the start"),
      stages_row(),
      base::toml_strings<R>("watched", TABIA_MEMBER(watched), "positions (FEN) evaluated at every report"),
      flag<R>("factoriser", TABIA_MEMBER(initial.factoriser),
              "one more set of rows that all king buckets share during training"),
      real<R>("weight-limit", "N", 0.01, 128, TABIA_MEMBER(initial.first_limit),
              "largest weight of a first layer that is stored in integers"),
      real<R>("quantisation-aware-from", "N", 0, 1, TABIA_MEMBER(quantisation_aware_from),
              "share of the run after which the network computes as in play; 1: never"),
      integer<R>("batch", "N", 1, 10'000'000, TABIA_MEMBER(batch), "positions per step"),
      integer<R>("sum-every", "N", 1, 1'000'000, TABIA_MEMBER(sum_every),
                 "with mpirun: steps that each rank makes alone before the ranks take the mean"),
      positions_field(),
      integer<R>("report-every", "N", 1, kMostRecipePositions, TABIA_MEMBER(report_every),
                 "positions between reports")
          .shown_as("a fortieth of the run"),
      integer<R>("patience", "N", 0, 1'000'000, TABIA_MEMBER(patience),
                 "stop after this many reports without a better validation loss; 0: never"),
      real<R>("rating-balance", "N", 0, 1000, TABIA_MEMBER(rating_balance),
              "a band of 100 rating points gives at most N times the average band; 0: all positions"),
      integer<R>("pool", "N", 1000, 1'000'000'000, TABIA_MEMBER(pool),
                 "positions that are shuffled at a time"),
      seed_field(),
  };
}

Result<Source> parse_source(std::string_view text) {
  Source source;
  const std::size_t comma = text.find(',');
  source.path = text.substr(0, comma);
  if (comma == std::string_view::npos) return source;
  TABIA_TRY(const base::KeyValues pairs, base::parse_pairs(text.substr(comma + 1)));
  TABIA_TRY_VOID(base::read_pairs(source_fields(), pairs, source));
  return source;
}

const base::Fields<Recipe>& recipe_overrides() {
  static const base::Fields<Recipe> rows = {in_recipe(data_row()), in_recipe(positions_field()),
                                            in_recipe(seed_field()), in_recipe(parent_field())};
  return rows;
}

const base::Fields<TrainOptions>& train_option_fields() {
  using S = TrainOptions;
  static const base::Fields<S> rows = {
      base::text<S>("out", "FOLDER", TABIA_MEMBER(folder), "the run folder").shown_as("runs/NAME"),
      base::integer<S>("threads", "N", 1, 256, TABIA_MEMBER(threads), "threads").shown_as("all cores"),
      base::integer<S>("pause-ms", "N", 0, 1'000'000, TABIA_MEMBER(pause_ms),
                       "milliseconds to sleep after every batch"),
      runs::metrics_row<S>(TABIA_MEMBER(metrics))};
  return rows;
}

}  // namespace tabia::train
