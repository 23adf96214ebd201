#include "learn/recipe.h"

#include <algorithm>
#include <filesystem>

#include "base/json.h"
#include "base/text.h"
#include "base/toml_reader.h"

namespace tabia::learn {
namespace {

using base::concat;
using base::Error;
using base::read_table;
using base::Result;
using base::TableReader;
using base::TomlArray;
using base::TomlTable;
using base::TomlValue;

constexpr std::uint64_t kMostPositions = 1'000'000'000'000;
constexpr std::uint64_t kMostNodes = 1'000'000'000;
constexpr std::uint64_t kMostGames = 1'000'000;
constexpr std::uint64_t kMostRounds = 1'000'000;
constexpr int kMostPlies = 200;
constexpr double kLargestScale = 100'000.0;

// A number, or [least, most].
void read_random_plies(TableReader& table, PlaySettings& play) {
  const TomlValue* value = table.take("random_plies");
  if (!value) return;
  const auto* single = value->as<std::int64_t>();
  const auto* array = value->as<TomlArray>();
  const bool is_pair = array && array->size() == 2;
  const auto* low = single ? single : is_pair ? (*array)[0].as<std::int64_t>() : nullptr;
  const auto* high = single ? single : is_pair ? (*array)[1].as<std::int64_t>() : nullptr;
  if (!low || !high || *low < 0 || *low > *high || *high > kMostPlies)
    return table.fail("random_plies", value->line(),
                      concat("a whole number from 0 to ", kMostPlies, ", or [least, most]"));
  play.least_random_plies = static_cast<int>(*low);
  play.most_random_plies = static_cast<int>(*high);
}

void read_play(TableReader& table, PlaySettings& play) {
  table.read_number<std::uint64_t>("positions", play.positions, 1, kMostPositions);
  table.read_number<std::uint64_t>("nodes", play.nodes, 1, kMostNodes);
  read_random_plies(table, play);
  table.read("book", play.book);
  table.read_number("opening_cp", play.opening_cp, 0, 100'000);
  table.read_number("noise", play.noise, 0.0, 1.0);
  table.read_number("max_moves", play.max_moves, 1, 5000);
  table.read_number("adjudicate_from", play.adjudicate_from, 1, 1'000'000'000);
  table.read_number("hash_mib", play.hash_mib, 1, 1 << 16);
}

void read_gate(TableReader& table, GateSettings& gate) {
  table.read_number<std::uint64_t>("nodes", gate.nodes, 1, kMostNodes);
  table.read_number("elo0", gate.sprt.elo0, -1000.0, 1000.0);
  table.read_number("elo1", gate.sprt.elo1, -1000.0, 1000.0);
  table.read_number("alpha", gate.sprt.alpha, 0.0001, 0.4999);
  table.read_number("beta", gate.sprt.beta, 0.0001, 0.4999);
  table.read_number<std::uint64_t>("least_games", gate.least_games, 2, kMostGames);
  table.read_number<std::uint64_t>("games", gate.most_games, 2, kMostGames);
  table.read("book", gate.book);
  table.read_number("max_moves", gate.max_moves, 1, 5000);
  table.read("adjudicate", gate.adjudicate);
  table.read_number("hash_mib", gate.hash_mib, 1, 1 << 16);
}

Result<void> check_gate(const TomlTable& table, const GateSettings& gate) {
  const TomlValue* value = find(table, "gate");
  const int line = value ? value->line() : 0;
  if (!(gate.sprt.elo0 < gate.sprt.elo1))
    return Error{concat("line ", line, ": gate.elo0: found ", gate.sprt.elo0, ", expected less than elo1 (",
                        gate.sprt.elo1, ")")};
  if (gate.least_games > gate.most_games)
    return Error{concat("line ", line, ": gate.least_games: found ", gate.least_games,
                        ", expected at most gate.games (", gate.most_games, ")")};
  return {};
}

void read_start(TableReader& reader, LearnRecipe& recipe) {
  std::string start = "random";
  reader.read("start", start);
  if (start == "random") {
    recipe.start = Start::Random;
  } else if (start == "classical") {
    recipe.start = Start::Classical;
  } else if (start.find_first_of("./") != std::string::npos) {
    recipe.start = Start::Network;
    recipe.start_network = start;
  } else {
    const TomlValue* value = reader.take("start");
    reader.fail("start", value ? value->line() : 0, "\"random\", \"classical\" or the path of a network");
  }
}

void read_result_weights(TableReader& reader, std::vector<double>& weights) {
  constexpr std::string_view kKey = "result_weight";
  const TomlValue* value = reader.take(kKey);
  if (!value) return;
  const auto wrong = [&] {
    reader.fail(kKey, value->line(), "numbers from 0 to 1, one for each round: [ 1.0, 0.5, ... ]");
  };
  const auto* array = value->as<TomlArray>();
  if (!array || array->empty()) return wrong();
  for (const TomlValue& entry : *array) {
    double storage = 0;
    const double* number = entry.as_number(storage);
    if (!number || !(*number >= 0 && *number <= 1)) return wrong();
    weights.push_back(*number);
  }
}

// The part that is a recipe of `tabia train`.
Result<void> read_training(TableReader& reader, const train::ModelFinder& find_model, train::Recipe& recipe) {
  const TomlValue* value = reader.take("train");
  const auto* table = value ? value->as<TomlTable>() : nullptr;
  if (!table)
    return Error{concat(value ? concat("line ", value->line(), ": ") : "",
                        "train: expected a table { model = \"...\", ... }")};
  const auto place = [&](std::string_view key) {
    const TomlValue* found = find(*table, key);
    return concat("line ", found ? found->line() : value->line(), ": train.", key, ": ");
  };
  if (find(*table, "data")) return Error{place("data") + "use `external`, outside of `train`"};
  if (find(*table, "parent")) return Error{place("parent") + "use `start`, outside of `train`"};
  if (find(*table, "seed")) return Error{place("seed") + "use `seed`, outside of `train`"};
  if (find(*table, "examples")) return Error{place("examples") + "training on examples is not possible here"};
  auto read = train::read_recipe(*table, find_model);
  if (!read) return read.error().inside("train");
  recipe = std::move(*read);
  if (!recipe.model.features.is_chess()) return Error{place("model") + "use a model of chess positions"};
  if (recipe.validation_data.empty() && !(recipe.validation_share > 0))
    return Error{place("validation") + "give a share above 0, or validation_data"};
  return {};
}

}  // namespace

train::LinearSchedule LearnRecipe::result_weight(std::uint64_t round) const noexcept {
  if (result_weights.empty()) return train.result_weight;
  const std::size_t index = std::min<std::size_t>(
      static_cast<std::size_t>(std::max<std::uint64_t>(round, 1) - 1), result_weights.size() - 1);
  train::LinearSchedule schedule = train.result_weight;
  schedule.first = schedule.last = result_weights[index];
  return schedule;
}

Result<LearnRecipe> parse_learn_recipe(std::string_view text, const train::ModelFinder& find_model) {
  const auto table = base::parse_toml(text);
  if (!table) return table.error();
  LearnRecipe recipe;
  TableReader reader(*table, "");
  reader.read("name", recipe.name);
  read_start(reader, recipe);
  reader.read("teacher", recipe.teacher);
  reader.read_number("teacher_scale", recipe.teacher_scale, 0.0, kLargestScale);
  reader.read("teacher_hash", recipe.teacher_hash);
  reader.read_number<std::uint64_t>("rounds", recipe.rounds, 1, kMostRounds);
  reader.read_number<std::uint64_t>("window", recipe.window, 1, kMostRounds);
  reader.read_number<std::uint64_t>("disk_mib", recipe.disk_mib, 1, std::uint64_t{1} << 40);
  reader.read("warm_start", recipe.warm_start);
  read_result_weights(reader, recipe.result_weights);
  reader.read_number<std::uint64_t>("seed", recipe.seed, 0, ~std::uint64_t{0} >> 1);
  auto good = train::read_sources(reader, "external", recipe.external);
  if (good) good = read_table(reader, "play", [&](TableReader& inner) { read_play(inner, recipe.play); });
  if (good) good = read_table(reader, "gate", [&](TableReader& inner) { read_gate(inner, recipe.gate); });
  if (good) good = read_training(reader, find_model, recipe.train);
  if (good) good = reader.finish();
  if (good) good = check_gate(*table, recipe.gate);
  if (!good) return good.error();
  return recipe;
}

namespace {

std::string shown(const TomlValue& value) {
  double storage = 0;
  if (const auto* truth = value.as<bool>()) return *truth ? "true" : "false";
  if (const auto* whole = value.as<std::int64_t>()) return std::to_string(*whole);
  if (const auto* number = value.as_number(storage)) return base::JsonWriter().value(*number).text();
  if (const auto* text = value.as<std::string>()) return base::toml_string(*text);
  std::string list;
  if (const auto* array = value.as<TomlArray>()) {
    for (const TomlValue& element : *array) list += concat(list.empty() ? "" : ", ", shown(element));
    return concat("[", list, "]");
  }
  for (const auto& [key, inner] : *value.as<TomlTable>())
    list += concat(list.empty() ? "" : ", ", key, " = ", shown(inner));
  return concat("{ ", list, " }");
}

std::string difference(const TomlTable& before, const TomlTable& now, const std::string& place);

std::string difference(const TomlValue* before, const TomlValue* now, const std::string& place) {
  for (const std::string_view key : {"teacher", "rounds", "disk_mib", "train.watched"}) {
    if (place == key) return "";  // these may change
  }
  const auto* old_table = before ? before->as<TomlTable>() : nullptr;
  const auto* new_table = now ? now->as<TomlTable>() : nullptr;
  if (old_table && new_table) return difference(*old_table, *new_table, place + ".");
  const std::string was = before ? shown(*before) : "not given";
  const std::string is = now ? shown(*now) : "not given";
  return was == is ? "" : concat(place, " is ", is, ", but it was ", was);
}

// `place` is the prefix of the keys.
std::string difference(const TomlTable& before, const TomlTable& now, const std::string& place) {
  for (const auto& [key, value] : now) {
    const std::string found = difference(find(before, key), &value, place + key);
    if (!found.empty()) return found;
  }
  for (const auto& [key, value] : before) {
    if (find(now, key)) continue;
    const std::string found = difference(&value, nullptr, place + key);
    if (!found.empty()) return found;
  }
  return "";
}

// The keys of a text and of the options appended to it.
Result<TomlTable> settings_of(std::string_view text) {
  auto table = base::parse_toml(text);
  if (!table) return table.error();
  const auto lines = base::split(text, '\n');
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
    constexpr std::string_view kMark = "# --";
    if (line->empty()) continue;
    if (!line->starts_with(kMark)) break;
    std::string_view rest = line->substr(kMark.size());
    std::string key(base::take_word(rest));
    std::replace(key.begin(), key.end(), '-', '_');
    const auto option = base::parse_toml(concat(key, " = ", rest));
    if (!option) continue;  // an option without a value
    std::erase_if(*table, [&](const auto& entry) { return entry.first == key; });
    table->push_back(option->front());
  }
  return table;
}

}  // namespace

std::string recipe_difference(std::string_view before, std::string_view now) {
  const auto old_table = settings_of(before);
  const auto new_table = settings_of(now);
  if (!old_table || !new_table) return before == now ? "" : "one of the two can't be read";
  return difference(*old_table, *new_table, "");
}

Result<std::string> find_learn_recipe(const std::string& name) {
  auto text = train::find_shipped(shipped_learn_recipes(), "learning recipe", name);
  if (text) return text;
  const std::string stem = std::filesystem::path(name).stem().string();
  for (const train::ShippedText& shipped : shipped_learn_recipes()) {
    if (shipped.name == stem)
      return Error{concat(text.error().message, "; the recipe ", stem,
                          " is part of the program (tabia learn ", stem, ") and is in recipes/learn/", stem,
                          ".toml of the source tree")};
  }
  return text;
}

}  // namespace tabia::learn
