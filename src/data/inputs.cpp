#include "data/inputs.h"

#include "base/text.h"

namespace tabia::data {

using base::concat;
using base::Error;
using base::Result;

namespace {

// One of the two settings of a declared scale was given.
ScoreScale& declared_scale(Sources& sources) {
  if (!sources.reading.scale) sources.reading.scale.emplace();
  return *sources.reading.scale;
}

base::Field<Sources> unit_of_scores() {
  return {{.name = "unit",
           .unit = "NAME",
           .meaning = "the unit of the scores, if the format does not define it: centipawns, ..."},
          [](Sources& s, std::string_view text) -> Result<void> {
            declared_scale(s).unit = std::string(text);
            return {};
          },
          [](const Sources& s) -> std::optional<std::string> {
            return s.reading.scale ? std::optional(s.reading.scale->unit) : std::nullopt;
          }};
}

base::Field<Sources> units_per_pawn() {
  constexpr double kMost = 1e6;
  return {{.name = "units-per-pawn",
           .unit = "N",
           .meaning = "the score of +1.00 in that unit (an even chance to win)",
           .kind = base::FieldKind::Real,
           .allowed = base::real_range_text(0, kMost)},
          [](Sources& s, std::string_view text) -> Result<void> {
            TABIA_TRY(declared_scale(s).units_per_pawn, base::read_real(text, 0, kMost));
            return {};
          },
          [](const Sources& s) -> std::optional<std::string> {
            return s.reading.scale ? std::optional(concat(s.reading.scale->units_per_pawn)) : std::nullopt;
          }};
}

Result<std::vector<std::string>> read_columns(std::string_view text) {
  std::vector<std::string> names;
  for (const auto name : base::split(text, ',')) names.emplace_back(name);
  return names;
}

std::optional<std::string> columns_text(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += concat(text.empty() ? "" : ",", name);
  return text.empty() ? std::nullopt : std::optional(text);
}

base::Fields<Sources> make_source_fields() {
  using S = Sources;
  using base::choice;
  return {
      base::flag<S>("strict", TABIA_MEMBER(strict), "stop at the first problem instead of skipping it"),
      base::text<S>("format", "NAME", TABIA_MEMBER(reading.format), "format of the inputs")
          .shown_as("from their names"),
      unit_of_scores(),
      units_per_pawn(),
      choice<S, ScoreView>("sign", "VIEW", {{"white", ScoreView::White}, {"mover", ScoreView::SideToMove}},
                           TABIA_MEMBER(reading.view),
                           "tables: whose view a score is from: white, mover (the side to move)"),
      base::real<S>("factor", "X", -1e9, 1e9, TABIA_MEMBER(reading.factor),
                    "tables: multiply scores by this to get that unit: 100 if the file has pawns"),
      choice<S, ResultNumbers>(
          "results", "KIND", {{"0..1", ResultNumbers::ZeroToOne}, {"-1..1", ResultNumbers::MinusOneToOne}},
          TABIA_MEMBER(reading.results), "tables: the range of the results: 0..1, -1..1"),
      base::value<S>("columns", "A,B,...", TABIA_MEMBER(reading.columns), read_columns, columns_text,
                     "the names of the columns, for tables without a header line")};
}

}  // namespace

const base::Fields<Sources>& source_fields() {
  static const base::Fields<Sources> fields = make_source_fields();
  return fields;
}

bool Pass::go_on_after(const Error& problem) {
  ++problems_;
  if (strict_) return false;
  if (problems_ <= kMostTold) watch_.remark(problem.message);
  if (problems_ == kMostTold) watch_.remark("further problems are only counted");
  return true;
}

Result<Inputs> Inputs::open(const std::vector<std::string>& paths, const ReadOptions& options) {
  Inputs inputs;
  std::string names;
  for (const std::string& path : paths) {
    auto reader = open_reader(path, options);
    if (!reader) return reader.error();
    const ScoreScale& scale = (*reader)->info().scale;
    if (inputs.readers_.empty()) inputs.info_ = (*reader)->info();
    if (!(scale == inputs.info_.scale)) {
      return Error{concat(path, ": scores are in ", base::quoted(scale.unit), ", expected ",
                          base::quoted(inputs.info_.scale.unit), " as in ", paths.front())};
    }
    names += concat(names.empty() ? "" : ", ", path);
    inputs.readers_.push_back(std::move(*reader));
  }
  if (inputs.info_.source.empty()) inputs.info_.source = names;
  return inputs;
}

Result<bool> Inputs::next(GameRecord& record) {
  for (; current_ < readers_.size(); ++current_) {
    auto more = readers_[current_]->next(record);
    if (!more || *more) return more;
  }
  return false;
}

std::uint64_t Inputs::bytes_read() const noexcept {
  std::uint64_t sum = 0;
  for (const auto& reader : readers_) sum += reader->bytes_read();
  return sum;
}

std::uint64_t Inputs::bytes_total() const noexcept {
  std::uint64_t sum = 0;
  for (const auto& reader : readers_) {
    if (reader->bytes_total() == 0) return 0;
    sum += reader->bytes_total();
  }
  return sum;
}

}  // namespace tabia::data
