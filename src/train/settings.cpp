#include "train/settings.h"

namespace tabia::train {
namespace {

using base::Result;

constexpr double kMostFactor = 100'000;  // of a weight or a scale

template <class Access>
base::Field<Source> factor_row(std::string name, Access access, std::string meaning) {
  auto row = base::real<Source>(std::move(name), "N", 0, kMostFactor, access, std::move(meaning));
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
      factor_row("scale", TABIA_MEMBER(scale), "the score that means an expected result of 73%"),
      base::text<Source>("format", "NAME", TABIA_MEMBER(reading.format), "the format of the file")};
  return rows;
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

base::Field<Recipe> seed_row() {
  auto row = base::integer<Recipe>("seed", "N", 0, 1'000'000'000'000'000'000, TABIA_MEMBER(seed),
                                   "random seed; another seed gives another network");
  row.read = [read = row.read](Recipe& recipe, std::string_view text) -> Result<void> {
    TABIA_TRY_VOID(read(recipe, text));
    recipe.initial.seed = recipe.seed;
    return {};
  };
  return row;
}

}  // namespace

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
  static const base::Fields<Recipe> rows = {
      in_recipe(data_row()),
      in_recipe(base::integer<Recipe>("positions", "N", 1, 1'000'000'000'000, TABIA_MEMBER(positions),
                                      "number of positions to train on")),
      in_recipe(seed_row()),
      in_recipe(
          base::text<Recipe>("parent", "NET", TABIA_MEMBER(parent),
                             "a network to start from: of the same shape, or one that can grow into it"))};
  return rows;
}

const base::Fields<TrainOptions>& train_option_fields() {
  using S = TrainOptions;
  static const base::Fields<S> rows = {
      base::text<S>("out", "FOLDER", TABIA_MEMBER(folder), "the run folder").shown_as("runs/NAME"),
      base::integer<S>("threads", "N", 1, 256, TABIA_MEMBER(threads), "threads").shown_as("all cores"),
      base::integer<S>("pause-ms", "N", 0, 1'000'000, TABIA_MEMBER(pause_ms),
                       "milliseconds to sleep after every batch")};
  return rows;
}

}  // namespace tabia::train
