#include "data/plain.h"

#include <optional>
#include <string>

#include "base/text.h"
#include "chess/fen.h"
#include "chess/notation.h"
#include "data/conversion.h"

namespace tabia::data {
namespace {

using base::concat;
using base::Error;
using base::Result;

// The lines of one record, before parsing.
struct Fields {
  std::optional<std::string> fen, move, score, ply, result;

  [[nodiscard]] std::optional<std::string>* named(std::string_view key) {
    if (key == "fen") return &fen;
    if (key == "move") return &move;
    if (key == "score") return &score;
    if (key == "ply") return &ply;
    if (key == "result") return &result;
    return nullptr;
  }
};

Error unexpected(std::string_view what, std::string_view found, std::string_view expected) {
  return Error{concat("the ", what, " ", base::quoted(found), ", expected ", expected)};
}

Result<Sample> sample_of(const Fields& fields) {
  if (!fields.fen) return Error{"the record has no fen"};
  const auto position = parse_data_fen(*fields.fen);
  if (!position) return position.error().inside("fen");
  Sample sample{.position = *position, .move = {}, .ply = ply_of(*position)};
  if (fields.move) {
    const auto move = parse_data_move(*position, *fields.move);
    if (!move) return move.error().inside("move");
    sample.move = *move;
  }
  if (fields.score) {
    const auto score = base::parse_integer<std::int32_t>(*fields.score);
    if (!score) return unexpected("score", *fields.score, "a whole number");
    sample.score = score_of_number(*score);
  }
  if (fields.ply) {
    const auto ply = base::parse_integer<std::uint16_t>(*fields.ply);
    if (!ply) return unexpected("ply", *fields.ply, "a number from 0 to 65535");
    sample.ply = *ply;
  }
  if (fields.result) {
    const auto result = base::parse_integer<int>(*fields.result);
    if (!result || *result < -1 || *result > 1) return unexpected("result", *fields.result, "-1, 0 or 1");
    sample.outcome = static_cast<Outcome>(*result);
  }
  return sample;
}

}  // namespace

PlainReader::PlainReader(std::unique_ptr<Input> input, const ReadOptions& options)
    : LineRecords(std::move(input), options, {.unit = "stockfish-internal", .units_per_pawn = 0}) {}

Result<bool> PlainReader::next(GameRecord& record) {
  Fields fields;
  bool begun = false;
  std::optional<Error> fault;  // the first of the record
  for (;;) {
    const auto found = next_line();
    if (!found) return found;
    if (!*found) {
      if (begun) return line_error("the input ends in the middle of a record, expected a line e");
      return false;
    }
    std::string_view rest = line();
    const std::string_view key = base::take_word(rest);
    if (key == "e" && base::trimmed(rest).empty()) break;
    begun = true;
    if (auto* field = fields.named(key)) {
      *field = std::string(base::trimmed(rest));
    } else if (!fault) {
      fault =
          line_error(concat("found ", base::quoted(line()), ", expected fen, move, score, ply, result or e"));
    }
  }
  if (fault) return *fault;
  const auto sample = sample_of(fields);
  if (!sample) return line_error(sample.error().message);
  record = record_of(*sample);
  return true;
}

PlainWriter::PlainWriter(std::unique_ptr<Sink> sink, const WriteOptions& options)
    : ForeignWriter(std::move(sink), options) {}

Result<void> PlainWriter::write_record(const GameRecord& record) {
  const chess::GameResult result = known_result(record);
  if (result == chess::GameResult::Unknown) return {};
  std::string text;
  for_each_sample(record, [&](const Sample& sample) {
    const auto outcome = static_cast<int>(outcome_for(sample.position.side_to_move(), result));
    text += concat("fen ", chess::to_fen(sample.position), "\nmove ", chess::to_uci(sample.move), "\nscore ",
                   sample.score, "\nply ", sample.ply, "\nresult ", outcome, "\ne\n");
  });
  return sink().write(text);
}

}  // namespace tabia::data
