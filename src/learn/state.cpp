#include "learn/state.h"

#include <array>

#include "base/json.h"
#include "base/json_value.h"
#include "base/text.h"
#include "base/toml_reader.h"

namespace tabia::learn {
namespace {

using base::concat;
using base::Error;
using base::JsonValue;
using base::Result;

constexpr std::int64_t kFormat = 1;
constexpr std::array<base::Named<Step>, 3> kSteps = {
    {{"play", Step::Play}, {"train", Step::Train}, {"match", Step::Match}}};

Error wrong(std::string_view what, std::string_view name) {
  return Error{concat("expected ", what, " ", base::quoted(name))};
}

Result<std::uint64_t> count_of(const JsonValue& object, std::string_view name) {
  const JsonValue* found = object.find(name);
  const auto number = found ? found->integer() : std::nullopt;
  if (!number || *number < 0) return wrong("a count", name);
  return static_cast<std::uint64_t>(*number);
}

Result<std::string> text_of(const JsonValue& object, std::string_view name) {
  const JsonValue* found = object.find(name);
  auto text = found ? found->text() : std::nullopt;
  if (!text) return wrong("a text", name);
  return std::move(*text);
}

Result<RoundData> read_data(const JsonValue& object) {
  const auto round = count_of(object, "round");
  if (!round) return round.error();
  const auto positions = count_of(object, "positions");
  if (!positions) return positions.error();
  const JsonValue* scale = object.find("scale");
  const auto number = scale ? scale->number() : std::nullopt;
  if (!number) return wrong("a number", "scale");
  return RoundData{*round, *positions, *number};
}

Result<void> read_lists(const JsonValue& object, LearnState& state) {
  for (const std::string_view name : {"data", "window", "rounds"}) {
    if (!object.find(name)) return wrong("a list", name);
  }
  for (const JsonValue& element : object.find("data")->elements()) {
    auto data = read_data(element);
    if (!data) return data.error();
    state.data.push_back(*data);
  }
  for (const JsonValue& element : object.find("window")->elements()) {
    const auto round = element.integer();
    if (!round || *round < 0) return wrong("numbers of rounds in", "window");
    state.window.push_back(static_cast<std::uint64_t>(*round));
  }
  for (const JsonValue& element : object.find("rounds")->elements()) {
    auto report = data::read_learn_report(element);
    if (!report) return report.error();
    state.rounds.push_back(std::move(*report));
  }
  return {};
}

}  // namespace

std::string_view name_of(Step step) noexcept { return base::name_in(kSteps, step); }

std::string to_json(const LearnState& state) {
  // The reports have their own format and are inserted as they are.
  base::JsonWriter json;
  json.begin_object().field("format", kFormat).field("step", name_of(state.step)).field("best", state.best);
  json.field("teacher", std::string_view(state.teacher));
  json.field("recipe", std::string_view(state.recipe)).key("data").begin_array();
  for (const RoundData& data : state.data)
    json.begin_object()
        .field("round", data.round)
        .field("positions", data.positions)
        .field("scale", data.scale)
        .end_object();
  json.end_array().key("window").begin_array();
  for (const std::uint64_t round : state.window) json.value(round);
  json.end_array();
  std::string text = concat(json.text(), ",\n\"current\":", data::to_json(state.current), ",\n\"rounds\":[");
  for (std::size_t i = 0; i < state.rounds.size(); ++i)
    text += concat(i == 0 ? "\n" : ",\n", data::to_json(state.rounds[i]));
  return text + "]}\n";
}

Result<LearnState> parse_learn_state(std::string_view text) {
  const auto object = JsonValue::parse(text);
  if (!object) return object.error();
  const auto format = count_of(*object, "format");
  if (!format) return format.error();
  if (*format != static_cast<std::uint64_t>(kFormat))
    return Error{concat("found format ", *format, ", expected ", kFormat)};
  LearnState state;
  for (const auto& [name, member] :
       {std::pair("recipe", &LearnState::recipe), std::pair("teacher", &LearnState::teacher)}) {
    auto found = text_of(*object, name);
    if (!found) return found.error();
    state.*member = std::move(*found);
  }
  const auto step = text_of(*object, "step");
  if (!step) return step.error();
  bool known = false;
  for (const auto& entry : kSteps) {
    if (entry.name != *step) continue;
    state.step = entry.value;
    known = true;
  }
  if (!known)
    return Error{concat("step: found ", base::quoted(*step), ", expected one of ", known_names(kSteps))};
  const auto best = count_of(*object, "best");
  if (!best) return best.error();
  state.best = *best;
  const JsonValue* current = object->find("current");
  if (!current) return wrong("an object", "current");
  auto report = data::read_learn_report(*current);
  if (!report) return report.error();
  state.current = std::move(*report);
  if (auto read = read_lists(*object, state); !read) return read.error();
  return state;
}

TotalElo total_elo(const LearnState& state, std::uint64_t round) noexcept {
  for (const data::LearnReport& report : state.rounds) {
    if (report.round == round) return {report.total_elo, report.total_error};
  }
  return {};
}

}  // namespace tabia::learn
