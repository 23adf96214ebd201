#include "learn/settings.h"

#include <limits>
#include <optional>

#include "base/text.h"
#include "runs/settings.h"
#include "train/settings.h"

namespace tabia::learn {
namespace {

using base::concat;
using base::Error;
using base::Result;
using base::toml_value;
using base::TomlArray;
using base::TomlRow;
using base::TomlRows;
using base::TomlTable;
using base::TomlValue;
using R = LearnRecipe;

constexpr std::int64_t kMostPositions = 1'000'000'000'000;
constexpr std::int64_t kMostNodes = 1'000'000'000;
constexpr std::int64_t kMostGames = 1'000'000;
constexpr std::int64_t kMostRounds = 1'000'000;
constexpr int kMostPlies = 200;
constexpr double kLargestScale = 100'000;

// --- the parts of a recipe

// A number, or [least, most].
TomlRow<PlaySettings> random_plies_row() {
  const std::string allowed = concat("a whole number from 0 to ", kMostPlies, ", or [least, most]");
  auto row = toml_value<PlaySettings>(
      "random-plies", allowed,
      [allowed](PlaySettings& play, const TomlValue& value) -> Result<void> {
        const auto* single = value.as<std::int64_t>();
        const auto* array = value.as<TomlArray>();
        const bool is_pair = array && array->size() == 2;
        const auto* low = single ? single : is_pair ? (*array)[0].as<std::int64_t>() : nullptr;
        const auto* high = single ? single : is_pair ? (*array)[1].as<std::int64_t>() : nullptr;
        if (!low || !high || *low < 0 || *low > *high || *high > kMostPlies)
          return Error{concat("expected ", allowed)};
        play.least_random_plies = static_cast<int>(*low);
        play.most_random_plies = static_cast<int>(*high);
        return {};
      },
      "random plies at the start of a game");
  row.text = [](const PlaySettings& play) {
    return std::optional(concat('[', play.least_random_plies, ", ", play.most_random_plies, ']'));
  };
  return row;
}

template <class S>
base::Field<S> hash_row() {
  return base::integer<S>("hash-mib", "N", 1, 1 << 16, TABIA_MEMBER(hash_mib),
                          "transposition table of each player, in MiB");
}
template <class S>
base::Field<S> nodes_row() {
  return base::integer<S>("nodes", "N", 1, kMostNodes, TABIA_MEMBER(nodes), "nodes per move");
}
template <class S>
base::Field<S> max_moves_row() {
  return base::integer<S>("max-moves", "N", 1, 5000, TABIA_MEMBER(max_moves),
                          "after this many moves the game is a draw");
}

TomlRows<PlaySettings> play_rows() {
  using P = PlaySettings;
  return {base::integer<P>("positions", "N", 1, kMostPositions, TABIA_MEMBER(positions), "per round"),
          nodes_row<P>(),
          random_plies_row(),
          base::text<P>("book", "FILE", TABIA_MEMBER(book), "a file of openings"),
          base::integer<P>("opening-cp", "N", 0, 100'000, TABIA_MEMBER(opening_cp),
                           "openings with a larger score, for either side, are dropped"),
          base::real<P>("noise", "N", 0, 1, TABIA_MEMBER(noise), "probability of a random move"),
          max_moves_row<P>(),
          base::integer<P>("adjudicate-from", "N", 1, 1'000'000'000, TABIA_MEMBER(adjudicate_from),
                           "the first round in which decided games end early"),
          hash_row<P>()};
}

TomlRows<GateSettings> gate_rows() {
  using G = GateSettings;
  return {nodes_row<G>(),
          base::real<G>("elo0", "ELO", -1000, 1000, TABIA_MEMBER(sprt.elo0), "no more than this much better"),
          base::real<G>("elo1", "ELO", -1000, 1000, TABIA_MEMBER(sprt.elo1), "this much better"),
          base::real<G>("alpha", "P", 0.0001, 0.4999, TABIA_MEMBER(sprt.alpha),
                        "probability of accepting what is only elo0"),
          base::real<G>("beta", "P", 0.0001, 0.4999, TABIA_MEMBER(sprt.beta),
                        "probability of rejecting what is elo1"),
          base::integer<G>("least-games", "N", 2, kMostGames, TABIA_MEMBER(least_games),
                           "before there may be a verdict"),
          base::integer<G>("games", "N", 2, kMostGames, TABIA_MEMBER(most_games),
                           "without a verdict by then, the likelier hypothesis wins"),
          base::text<G>("book", "FILE", TABIA_MEMBER(book), "a file of openings").shown_as("random moves"),
          max_moves_row<G>(),
          base::flag<G>("adjudicate", TABIA_MEMBER(adjudicate), "decided games end early"),
          hash_row<G>()};
}

TomlRow<R> start_row() {
  constexpr std::string_view kAllowed = "\"random\", \"classical\" or the path of a network";
  auto row = toml_value<R>(
      "start", std::string(kAllowed),
      [kAllowed](R& recipe, const TomlValue& value) -> Result<void> {
        const auto* start = value.as<std::string>();
        if (start && *start == "random") {
          recipe.start = Start::Random;
        } else if (start && *start == "classical") {
          recipe.start = Start::Classical;
        } else if (start && start->find_first_of("./") != std::string::npos) {
          recipe.start = Start::Network;
          recipe.start_network = *start;
        } else {
          return Error{concat("expected ", kAllowed)};
        }
        return {};
      },
      "the first network; with \"classical\" the classical evaluation plays until one is promoted");
  row.text = [](const R&) { return std::optional<std::string>("random"); };
  return row;
}

TomlRow<R> result_weight_row() {
  constexpr std::string_view kAllowed = "numbers from 0 to 1, one for each round: [ 1.0, 0.5, ... ]";
  return toml_value<R>(
      "result-weight", std::string(kAllowed),
      [kAllowed](R& recipe, const TomlValue& value) -> Result<void> {
        const auto* array = value.as<TomlArray>();
        if (!array || array->empty()) return Error{concat("expected ", kAllowed)};
        for (const TomlValue& entry : *array) {
          double storage = 0;
          const double* number = entry.as_number(storage);
          if (!number || !(*number >= 0 && *number <= 1)) return Error{concat("expected ", kAllowed)};
          recipe.result_weights.push_back(*number);
        }
        return {};
      },
      "share of the game's result in the labels, by round; the last applies to all later ones");
}

// Keys of a training recipe that the loop decides, and what to use instead.
Result<void> check_training_keys(const TomlTable& table, int line) {
  const auto place = [&](std::string_view key) {
    const TomlValue* found = find(table, key);
    return concat("line ", found ? found->line() : line, ": train.", key, ": ");
  };
  if (find(table, "data")) return Error{place("data") + "use `external`, outside of `train`"};
  if (find(table, "parent")) return Error{place("parent") + "use `start`, outside of `train`"};
  if (find(table, "seed")) return Error{place("seed") + "use `seed`, outside of `train`"};
  if (find(table, "examples")) return Error{place("examples") + "training on examples is not possible here"};
  return {};
}

TomlRow<R> train_row(const train::ModelFinder& find_model) {
  return toml_value<R>(
      "train", "a table { model = \"...\", ... }",
      [find_model](R& recipe, const TomlValue& value) -> Result<void> {
        const auto* table = value.as<TomlTable>();
        if (!table) return Error{"expected a table { model = \"...\", ... }"};
        TABIA_TRY_VOID(check_training_keys(*table, value.line()));
        TABIA_TRY(recipe.train, train::read_recipe(*table, find_model, "train."));
        if (!recipe.train.model.features.is_chess())
          return Error{"the model is not one of chess positions; use another model"};
        if (recipe.train.validation_data.empty() && !(recipe.train.validation_share > 0))
          return Error{"validation: give a share above 0, or validation_data"};
        return {};
      },
      "a training recipe, without data, parent and seed; its positions are those of one round");
}

base::Field<R> teacher_field() {
  return base::text<R>("teacher", "NET", TABIA_MEMBER(teacher),
                       "a network that plays all games, instead of the best so far")
      .not_identity();  // its hash identifies it, wherever the file is
}

base::Field<R> seed_field() {
  return base::integer<R>("seed", "N", 0, std::numeric_limits<std::int64_t>::max(), TABIA_MEMBER(seed),
                          "random seed; another seed is another run");
}

// "500M", "20G" or a number of MiB.
Result<std::uint64_t> read_mib(std::string_view text) {
  const char unit = text.empty() ? ' ' : base::to_lower(text.back());
  const bool has_unit = unit == 'm' || unit == 'g' || unit == 't';
  const auto number = base::parse_integer<std::uint64_t>(text.substr(0, text.size() - (has_unit ? 1 : 0)));
  const int shift = unit == 'g' ? 10 : unit == 't' ? 20 : 0;
  constexpr std::uint64_t kMost = std::uint64_t{1} << 40;
  if (number && *number > 0 && *number <= kMost >> shift) return *number << shift;
  return base::unexpected(text, concat("a size such as 500M or 20G, at most ", kMost >> 20, "T"));
}

// The scale in the recipe only applies to the recipe's own teacher.
base::Field<R> teacher_scale_row() {
  return {{.name = "teacher-scale",
           .unit = "N",
           .meaning = "the teacher's score that means an expected result of 73%",
           .kind = base::FieldKind::Integer,
           .allowed = base::whole_range_text(1, 100'000),
           .shown_default = "what the recipe says about this network, otherwise what the network declares"},
          [](R& recipe, std::string_view text) -> Result<void> {
            TABIA_TRY(const std::int64_t scale, base::read_whole(text, 1, 100'000));
            recipe.teacher_scale = static_cast<double>(scale);
            recipe.teacher_hash.clear();
            return {};
          },
          [](const R& recipe) -> std::optional<std::string> { return concat(recipe.teacher_scale); }};
}

}  // namespace

TomlRows<R> recipe_rows(const train::ModelFinder& find_model) {
  return {
      base::text<R>("name", "NAME", TABIA_MEMBER(name), "for people, and for the folder runs/NAME"),
      start_row(),
      teacher_field(),
      base::real<R>("teacher-scale", "N", 0, kLargestScale, TABIA_MEMBER(teacher_scale),
                    "the teacher's score that means an expected result of 73%")
          .shown_as("what its file declares"),
      base::text<R>("teacher-hash", "HASH", TABIA_MEMBER(teacher_hash),
                    "the one network that teacher_scale is meant for")
          .shown_as("any"),
      base::integer<R>("rounds", "N", 1, kMostRounds, TABIA_MEMBER(rounds), "how many").not_identity(),
      base::integer<R>("window", "N", 1, kMostRounds, TABIA_MEMBER(window),
                       "train on the games of this many rounds"),
      base::integer<R>("disk-mib", "N", 1, std::int64_t{1} << 40, TABIA_MEMBER(disk_mib),
                       "how large the folder may be")
          .shown_as("no limit")
          .not_identity(),
      base::flag<R>("warm-start", TABIA_MEMBER(warm_start),
                    "training continues from the best network, or starts from scratch"),
      result_weight_row(),
      train::sources_row<R>("external", TABIA_MEMBER(external), "additional data that every round trains on"),
      base::toml_table<R>("play", play_rows(), TABIA_MEMBER(play), "how the games of a round are played"),
      base::toml_table<R>("gate", gate_rows(), TABIA_MEMBER(gate),
                          "the match that decides whether the new network becomes the best"),
      train_row(find_model),
      seed_field(),
  };
}

const base::Fields<R>& recipe_overrides() {
  static const base::Fields<R> rows = {
      teacher_field(), teacher_scale_row(), seed_field().shown_as("the recipe's"),
      base::value<R>(
          "disk", "SIZE", TABIA_MEMBER(disk_mib), read_mib,
          [](std::uint64_t mib) { return std::optional(concat(mib, 'M')); },
          "keep the folder below this size, such as 500M or 20G: records of old matches and refused networks "
          "are deleted first, then old games")
          .shown_as("the recipe's")
          .not_identity()};
  return rows;
}

const base::Fields<LearnOptions>& learn_option_fields() {
  using S = LearnOptions;
  static const base::Fields<S> rows = {
      base::text<S>("out", "FOLDER", TABIA_MEMBER(folder), "the run folder").shown_as("runs/NAME"),
      base::integer<S>("rounds", "N", 1, 1'000'000, TABIA_MEMBER(last_round),
                       "stop after this many rounds; a larger number resumes the run")
          .shown_as("the recipe's"),
      base::integer<S>("threads", "N", 1, 256, TABIA_MEMBER(threads), "threads").shown_as("all cores"),
      base::integer<S>("pause-ms", "N", 0, 3'600'000, TABIA_MEMBER(pause_ms),
                       "milliseconds to sleep after every game and every training batch"),
      runs::metrics_row<S>(TABIA_MEMBER(metrics))};
  return rows;
}

}  // namespace tabia::learn
