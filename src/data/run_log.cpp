#include "data/run_log.h"

#include "base/json.h"
#include "base/json_value.h"
#include "base/text.h"

namespace tabia::data {
namespace {

using base::concat;
using base::Error;
using base::Result;

// The plain numbers of a report and their names, once for all forms.
struct NumberField {
  std::string_view name;
  double TrainReport::*member;
};
constexpr std::array<NumberField, 11> kNumbers = {{{"seconds", &TrainReport::seconds},
                                                   {"loss", &TrainReport::loss},
                                                   {"validation", &TrainReport::validation},
                                                   {"accuracy", &TrainReport::accuracy},
                                                   {"correlation", &TrainReport::correlation},
                                                   {"rate", &TrainReport::rate},
                                                   {"result_weight", &TrainReport::result_weight},
                                                   {"noise_scale", &TrainReport::noise_scale},
                                                   {"positions_per_s", &TrainReport::positions_per_s},
                                                   {"dead", &TrainReport::dead},
                                                   {"saturated", &TrainReport::saturated}}};

}  // namespace

std::string to_json(const TrainReport& report) {
  base::JsonWriter json;
  json.begin_object().field("positions", report.positions).field("step", report.step);
  for (const NumberField& field : kNumbers) {
    json.field(field.name, report.*field.member);
  }
  json.key("validation_by_phase").begin_object();
  for (std::size_t i = 0; i < kPhaseNames.size(); ++i)
    json.field(kPhaseNames[i], report.validation_by_phase[i]);
  json.end_object().key("watched").begin_array();
  for (const std::int32_t value : report.watched) json.value(value);
  json.end_array().end_object();
  return json.text();
}

Result<TrainReport> parse_train_report(std::string_view line) {
  const auto value = base::JsonValue::parse(line);
  if (!value) return value.error();
  TrainReport report;
  const auto number_of = [](const base::JsonValue& object, std::string_view name) -> Result<double> {
    const base::JsonValue* found = object.find(name);
    const auto number = found ? found->number() : std::nullopt;
    if (!number) return Error{concat("training log: expected a number ", base::quoted(name))};
    return *number;
  };
  for (const NumberField& field : kNumbers) {
    const auto number = number_of(*value, field.name);
    if (!number) return number.error();
    report.*field.member = *number;
  }
  const auto positions = number_of(*value, "positions");
  if (!positions) return positions.error();
  const auto step = number_of(*value, "step");
  if (!step) return step.error();
  report.positions = static_cast<std::uint64_t>(*positions);
  report.step = static_cast<std::uint64_t>(*step);
  if (const base::JsonValue* phases = value->find("validation_by_phase")) {
    for (std::size_t i = 0; i < kPhaseNames.size(); ++i) {
      const auto number = number_of(*phases, kPhaseNames[i]);
      if (!number) return number.error();
      report.validation_by_phase[i] = *number;
    }
  }
  if (const base::JsonValue* watched = value->find("watched")) {
    for (const base::JsonValue& element : watched->elements())
      report.watched.push_back(static_cast<std::int32_t>(element.integer().value_or(0)));
  }
  return report;
}

std::string csv_head() {
  std::string head = "positions,step";
  for (const NumberField& field : kNumbers) {
    head += concat(",", field.name);
  }
  for (const std::string_view phase : kPhaseNames) head += concat(",validation_", phase);
  return head;
}

std::string to_csv(const TrainReport& report) {
  std::string line = concat(report.positions, ",", report.step);
  for (const NumberField& field : kNumbers) {
    line += concat(",", report.*field.member);
  }
  for (const double value : report.validation_by_phase) line += concat(",", value);
  return line;
}

}  // namespace tabia::data
