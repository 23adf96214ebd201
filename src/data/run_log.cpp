#include "data/run_log.h"

#include "base/json.h"
#include "base/json_fields.h"
#include "base/text.h"

namespace tabia::data {
namespace {

using base::concat;
using base::Result;

// The plain numbers of a report and their names, in one place for all output forms.
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

// Fields that only networks with a policy have; others leave them out.
constexpr std::array<NumberField, 2> kPolicyNumbers = {
    {{"policy_loss", &TrainReport::policy_loss}, {"policy_accuracy", &TrainReport::policy_accuracy}}};

// A noise scale that can't be measured is null in JSON and empty in a table.
bool is_unknown(const NumberField& field, const TrainReport& report) {
  return field.member == &TrainReport::noise_scale && !(report.noise_scale > 0);
}

struct LearnCount {
  std::string_view name;
  std::uint64_t LearnReport::*member;
};
constexpr std::array<LearnCount, 13> kLearnCounts = {{{"round", &LearnReport::round},
                                                      {"opponent", &LearnReport::opponent},
                                                      {"games", &LearnReport::games},
                                                      {"white_wins", &LearnReport::white_wins},
                                                      {"draws", &LearnReport::draws},
                                                      {"black_wins", &LearnReport::black_wins},
                                                      {"positions", &LearnReport::positions},
                                                      {"window_positions", &LearnReport::window_positions},
                                                      {"trained_positions", &LearnReport::trained_positions},
                                                      {"match_wins", &LearnReport::match_wins},
                                                      {"match_draws", &LearnReport::match_draws},
                                                      {"match_losses", &LearnReport::match_losses},
                                                      {"disk_bytes", &LearnReport::disk_bytes}}};
struct LearnNumber {
  std::string_view name;
  double LearnReport::*member;
};
constexpr std::array<LearnNumber, 11> kLearnNumbers = {{{"loss", &LearnReport::loss},
                                                        {"validation", &LearnReport::validation},
                                                        {"result_weight", &LearnReport::result_weight},
                                                        {"elo", &LearnReport::elo},
                                                        {"elo_error", &LearnReport::elo_error},
                                                        {"llr", &LearnReport::llr},
                                                        {"total_elo", &LearnReport::total_elo},
                                                        {"total_error", &LearnReport::total_error},
                                                        {"play_seconds", &LearnReport::play_seconds},
                                                        {"train_seconds", &LearnReport::train_seconds},
                                                        {"match_seconds", &LearnReport::match_seconds}}};

}  // namespace

std::string to_json(const LearnReport& report) {
  base::JsonWriter json;
  json.begin_object();
  for (const LearnCount& count : kLearnCounts) json.field(count.name, report.*count.member);
  for (const LearnNumber& number : kLearnNumbers) json.field(number.name, report.*number.member);
  json.field("network", std::string_view(report.network)).field("note", std::string_view(report.note));
  json.field("promoted", report.promoted).end_object();
  return json.text();
}

Result<LearnReport> read_learn_report(const base::JsonValue& object) {
  base::JsonFields fields(object);
  LearnReport report;
  for (const LearnCount& count : kLearnCounts) report.*count.member = fields.count(count.name);
  for (const LearnNumber& number : kLearnNumbers) report.*number.member = fields.number(number.name);
  report.network = fields.text("network");
  report.note = fields.text("note");
  report.promoted = fields.truth("promoted");
  if (const auto read = fields.finish(); !read) return read.error().inside("learning log");
  return report;
}

Result<LearnReport> parse_learn_report(std::string_view line) {
  const auto value = base::JsonValue::parse(line);
  if (!value) return value.error();
  return read_learn_report(*value);
}

Result<std::vector<TrainReport>> parse_train_log(std::string_view text) {
  std::vector<TrainReport> reports;
  std::size_t number = 0;
  for (const std::string_view line : base::split(text, '\n')) {
    ++number;
    if (base::trimmed(line).empty()) continue;
    auto report = parse_train_report(line);
    if (!report) return report.error().inside(concat("line ", number));
    reports.push_back(std::move(*report));
  }
  return reports;
}

std::string to_json(const TrainReport& report) {
  base::JsonWriter json;
  json.begin_object().field("positions", report.positions).field("step", report.step);
  for (const NumberField& field : kNumbers) {
    if (is_unknown(field, report))
      json.key(field.name).null();
    else
      json.field(field.name, report.*field.member);
  }
  for (const NumberField& field : kPolicyNumbers)
    if (report.policy_loss > 0) json.field(field.name, report.*field.member);
  if (report.ranks > 1) json.field("ranks", report.ranks);
  json.key("validation_by_phase").begin_object();
  for (std::size_t i = 0; i < kPhaseNames.size(); ++i)
    json.field(kPhaseNames[i], report.validation_by_phase[i]);
  json.end_object().key("watched").begin_array();
  for (const std::int32_t value : report.watched) json.value(value);
  json.end_array().end_object();
  return json.text();
}

Result<TrainReport> parse_train_report(std::string_view line) {
  TABIA_TRY(const base::JsonValue value, base::JsonValue::parse(line));
  base::JsonFields fields(value);
  TrainReport report;
  for (const NumberField& field : kNumbers) {
    if (field.member == &TrainReport::noise_scale && value.find(field.name) && !fields.has(field.name))
      continue;
    report.*field.member = fields.number(field.name);
  }
  for (const NumberField& field : kPolicyNumbers)
    if (fields.has(field.name)) report.*field.member = fields.number(field.name);
  report.positions = static_cast<std::uint64_t>(fields.number("positions"));
  report.step = static_cast<std::uint64_t>(fields.number("step"));
  if (fields.has("ranks")) report.ranks = fields.count("ranks");
  if (fields.has("validation_by_phase")) {
    base::JsonFields phases(fields.object("validation_by_phase"));
    for (std::size_t i = 0; i < kPhaseNames.size(); ++i)
      report.validation_by_phase[i] = phases.number(kPhaseNames[i]);
    fields.note_inside("validation_by_phase", phases);
  }
  if (fields.has("watched")) {
    for (const base::JsonValue& element : fields.list("watched"))
      report.watched.push_back(static_cast<std::int32_t>(element.integer().value_or(0)));
  }
  if (const auto read = fields.finish(); !read) return read.error().inside("training log");
  return report;
}

std::string csv_head() {
  std::string head = "positions,step";
  for (const NumberField& field : kNumbers) {
    head += concat(",", field.name);
  }
  for (const std::string_view phase : kPhaseNames) head += concat(",validation_", phase);
  for (const NumberField& field : kPolicyNumbers) head += concat(",", field.name);
  return head;
}

std::string to_csv(const TrainReport& report) {
  std::string line = concat(report.positions, ",", report.step);
  for (const NumberField& field : kNumbers) {
    line += is_unknown(field, report) ? "," : concat(",", report.*field.member);
  }
  for (const double value : report.validation_by_phase) line += concat(",", value);
  for (const NumberField& field : kPolicyNumbers)
    line += report.policy_loss > 0 ? concat(",", report.*field.member) : ",";
  return line;
}

}  // namespace tabia::data
