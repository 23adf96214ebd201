#include "learn/state.h"

#include <algorithm>
#include <array>

#include "base/json.h"
#include "base/json_fields.h"
#include "base/text.h"
#include "base/toml_reader.h"

namespace tabia::learn {
namespace {

using base::concat;
using base::Error;
using base::JsonFields;
using base::JsonValue;
using base::Result;

constexpr std::int64_t kFormat = 1;
constexpr std::array<base::Named<Step>, 3> kSteps = {
    {{"play", Step::Play}, {"train", Step::Train}, {"match", Step::Match}}};

RoundData read_data(const JsonValue& object, JsonFields& all) {
  JsonFields fields(object);
  const RoundData data{fields.count("round"), fields.count("positions"), fields.number("scale")};
  all.note_inside("data", fields);
  return data;
}

Result<void> read_lists(JsonFields& fields, LearnState& state) {
  for (const JsonValue& element : fields.list("data")) state.data.push_back(read_data(element, fields));
  for (const JsonValue& element : fields.list("window")) {
    const auto round = element.integer();
    if (!round || *round < 0)
      return Error{concat("window: found ", element.shown(), ", expected numbers of rounds")};
    state.window.push_back(static_cast<std::uint64_t>(*round));
  }
  for (const JsonValue& element : fields.list("rounds")) {
    TABIA_TRY(data::LearnReport report, data::read_learn_report(element));
    state.rounds.push_back(std::move(report));
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
  TABIA_TRY(const JsonValue object, JsonValue::parse(text));
  JsonFields fields(object);
  if (fields.integer("format") != kFormat) fields.note(JsonFields::Fault::Range, "format", concat(kFormat));
  LearnState state;
  state.recipe = fields.text("recipe");
  state.teacher = fields.text("teacher");
  const std::string step = fields.text("step");
  const auto* known =
      std::find_if(kSteps.begin(), kSteps.end(), [&](const auto& entry) { return entry.name == step; });
  if (known == kSteps.end())
    fields.note(JsonFields::Fault::Range, "step", concat("one of ", known_names(kSteps)));
  else
    state.step = known->value;
  state.best = fields.count("best");
  const JsonValue& current = fields.object("current");
  TABIA_TRY_VOID(fields.finish());
  TABIA_TRY(state.current, data::read_learn_report(current));
  TABIA_TRY_VOID(read_lists(fields, state));
  TABIA_TRY_VOID(fields.finish());
  return state;
}

TotalElo total_elo(const LearnState& state, std::uint64_t round) noexcept {
  for (const data::LearnReport& report : state.rounds) {
    if (report.round == round) return {report.total_elo, report.total_error};
  }
  return {};
}

}  // namespace tabia::learn
