// The public library (include/tabia): training data as arrays.
#include <tabia/tabia.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "api/board.h"
#include "api/guarded.h"
#include "api/model_text.h"
#include "base/json_value.h"
#include "base/text.h"
#include "data/filter.h"
#include "data/inputs.h"
#include "nn/features.h"

namespace {

using namespace tabia;
using base::concat;
using base::Result;
using chess::Color;
using data::Sample;

static_assert(TABIA_NO_SCORE == base::kNoScore);

struct ReaderSettings {
  data::Sources from;
  data::FilterRules rules;
  std::string model;
};

base::Fields<ReaderSettings> reader_fields() {
  using S = ReaderSettings;
  base::Field<S> in{
      {.name = "in", .unit = "FILE", .meaning = "files of any format, or folders of .tabia files"},
      [](S& s, std::string_view text) -> Result<void> {
        s.from.paths.emplace_back(text);
        return {};
      },
      [](const S&) -> std::optional<std::string> { return std::nullopt; }};
  return base::joined<S>({{std::move(in).repeating(), base::text<S>("model", "MODEL", TABIA_MEMBER(model),
                                                                    "the model whose features are listed")},
                          base::within<S>(data::source_fields(), TABIA_MEMBER(from)),
                          base::within<S>(data::filter_rule_fields(), TABIA_MEMBER(rules))});
}

// The features of a model.
struct Inputs {
  nn::FeatureSet set;
  nn::OutputSpec output;
  bool one_view;  // from White's side
};

Result<std::optional<Inputs>> inputs_of(const std::string& model) {
  if (model.empty()) return std::optional<Inputs>();
  TABIA_TRY(const nn::ModelSpec spec, api::spec_of(model));
  if (spec.planes || !spec.features.is_chess())
    return base::usage_fault(concat("model: the inputs of ", base::quoted(spec.name),
                                    " aren't pieces on squares; leave it out and use the boards"));
  if (spec.features.relations != nn::RelationSpec{})
    return base::usage_fault(concat("model: ", base::quoted(spec.name),
                                    " has threats or pawn pairs, which aren't listed; take a model without"));
  TABIA_TRY(nn::FeatureSet set, spec.features.make());
  return std::optional<Inputs>(Inputs{std::move(set), spec.output, !spec.perspective});
}

}  // namespace

struct tabia_reader {
  tabia_reader(ReaderSettings wanted, data::Inputs opened, std::optional<Inputs> features)
      : settings(std::move(wanted)), reader(std::move(opened)), inputs(std::move(features)) {}

  void visit(const Sample& sample) {
    if (!data::reason_to_drop(settings.rules, sample)) waiting.push_back(sample);
  }

  const ReaderSettings settings;
  data::Inputs reader;
  const std::optional<Inputs> inputs;
  data::GameRecord record;
  std::vector<Sample> waiting;  // of the last record
  std::size_t handed_out = 0;   // of these
  std::uint64_t problems = 0;
  bool ended = false;
};

namespace {

constexpr auto kWidth = static_cast<std::size_t>(nn::FeatureSet::kMaxActive);

void list_inputs(const Inputs& inputs, const Sample& sample, Color perspective, std::int32_t* row) {
  std::uint32_t active[kWidth];
  const int count = inputs.set.active(sample.position, perspective, active);
  std::copy_n(active, count, row);
  std::fill(row + count, row + kWidth, -1);
}

void write_board(const Sample& sample, std::uint64_t* pieces) {
  const tabia_board board = api::board_of(sample.position);
  std::copy_n(board.pieces, 12, pieces);
}

void hand_out(const tabia_reader& reader, const Sample& sample, const tabia_samples& into, std::size_t i) {
  const Color mover = sample.position.side_to_move();
  if (into.pieces) write_board(sample, into.pieces + 12 * i);
  if (into.black_to_move) into.black_to_move[i] = mover == Color::Black ? 1 : 0;
  if (reader.inputs) {
    const Inputs& inputs = *reader.inputs;
    const Color first = inputs.one_view ? Color::White : mover;
    if (into.own) list_inputs(inputs, sample, first, into.own + kWidth * i);
    if (into.other && !inputs.one_view) list_inputs(inputs, sample, ~first, into.other + kWidth * i);
    if (into.heads)
      into.heads[i] = static_cast<std::uint8_t>(
          nn::output_bucket(inputs.output.buckets, inputs.output.heads, data::piece_count(sample.position)));
  } else if (into.heads) {
    into.heads[i] = 0;
  }
  if (into.scores) into.scores[i] = sample.score;
  if (into.results) into.results[i] = static_cast<std::int8_t>(sample.outcome);
  if (into.plies) into.plies[i] = sample.ply;
}

// Puts the samples of the next record that has any into `waiting`. At the end `waiting` stays empty.
Result<void> read_record(tabia_reader& reader) {
  reader.waiting.clear();
  reader.handed_out = 0;
  while (reader.waiting.empty() && !reader.ended) {
    const auto more = reader.reader.next(reader.record);
    if (!more) {
      ++reader.problems;
      if (reader.settings.from.strict) return more.error();
    } else if (*more) {
      data::for_each_sample(reader.record, [&](const Sample& sample) { reader.visit(sample); });
    } else {
      reader.ended = true;
    }
  }
  return {};
}

Result<std::size_t> read(tabia_reader& reader, const tabia_samples& into, std::size_t capacity) {
  std::size_t count = 0;
  while (count < capacity) {
    if (reader.handed_out == reader.waiting.size()) TABIA_TRY_VOID(read_record(reader));
    if (reader.waiting.empty()) break;
    const std::size_t end = std::min(reader.waiting.size(), reader.handed_out + capacity - count);
    for (; reader.handed_out < end; ++reader.handed_out)
      hand_out(reader, reader.waiting[reader.handed_out], into, count++);
  }
  return count;
}

Result<tabia_reader*> open_reader(const char* text) {
  const auto object = base::JsonValue::parse(text);
  if (!object) return object.error().inside("settings").as_usage();
  ReaderSettings settings;
  TABIA_TRY_VOID(base::read_json(reader_fields(), *object, settings));
  if (settings.from.paths.empty()) return base::usage_fault("in is missing: give the files to read");
  TABIA_TRY(std::optional<Inputs> inputs, inputs_of(settings.model));
  TABIA_TRY(data::Inputs reader, data::Inputs::open(settings.from));
  return new tabia_reader(std::move(settings), std::move(reader), std::move(inputs));
}

}  // namespace

tabia_reader* tabia_reader_open(const char* settings, char* error, size_t error_size) {
  tabia_reader* opened = nullptr;
  api::guarded(error, error_size, [&]() -> Result<void> {
    TABIA_TRY(opened, open_reader(settings));
    return {};
  });
  return opened;
}

void tabia_reader_free(tabia_reader* reader) { delete reader; }

void tabia_reader_describe(const tabia_reader* reader, tabia_reader_info* info) {
  const std::optional<Inputs>& inputs = reader->inputs;
  *info = {.units_per_pawn = reader->reader.info().scale.units_per_pawn,
           .rows = inputs ? static_cast<std::int32_t>(inputs->set.rows()) : 0,
           .width = static_cast<std::int32_t>(kWidth),
           .heads = inputs ? inputs->output.heads : 1,
           .views = inputs ? (inputs->one_view ? 1 : 2) : 0};
}

ptrdiff_t tabia_reader_read(tabia_reader* reader, const tabia_samples* into, size_t capacity, char* error,
                            size_t error_size) {
  std::size_t count = 0;
  const int ok = api::guarded(error, error_size, [&]() -> Result<void> {
    TABIA_TRY(count, read(*reader, *into, capacity));
    return {};
  });
  return ok ? static_cast<ptrdiff_t>(count) : -1;
}

uint64_t tabia_reader_problems(const tabia_reader* reader) { return reader->problems; }

double tabia_reader_progress(const tabia_reader* reader) {
  if (reader->ended) return 1;
  const auto total = static_cast<double>(reader->reader.bytes_total());
  return total > 0 ? std::min(1.0, static_cast<double>(reader->reader.bytes_read()) / total) : 0;
}
