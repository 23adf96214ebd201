#include "learn/recipe.h"

#include <algorithm>
#include <filesystem>

#include "base/json.h"
#include "base/text.h"
#include "learn/settings.h"

namespace tabia::learn {
namespace {

using base::concat;
using base::Error;
using base::Result;
using base::TomlArray;
using base::TomlTable;
using base::TomlValue;

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
  TABIA_TRY(const TomlTable table, base::parse_toml(text));
  LearnRecipe recipe;
  if (!find(table, "train")) return Error{"train: expected a table { model = \"...\", ... }"};
  TABIA_TRY_VOID(base::read_toml(recipe_rows(find_model), table, recipe));
  TABIA_TRY_VOID(check_gate(table, recipe.gate));
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
  if (place == "train.watched") return "";
  static const auto rows = recipe_rows(train::find_model);
  for (const auto& row : rows)
    if (!row.about.identity && base::key_of(row.about) == place) return "";
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
