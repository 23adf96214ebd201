#include "data/lichess_json.h"

#include <optional>
#include <utility>

#include "base/json_value.h"
#include "base/text.h"
#include "chess/notation.h"
#include "data/conversion.h"

namespace tabia::data {
namespace {

using base::concat;
using base::Error;
using base::JsonValue;
using base::Result;

std::optional<std::int64_t> number_in(const JsonValue& object, std::string_view key) {
  const JsonValue* value = object.find(key);
  return value ? value->integer() : std::nullopt;
}

// The deepest evaluation that has a line, or null.
const JsonValue* best_evaluation(const JsonValue& evaluations) {
  const auto rank = [](const JsonValue& evaluation) {
    return std::pair(number_in(evaluation, "depth").value_or(0), number_in(evaluation, "knodes").value_or(0));
  };
  const JsonValue* best = nullptr;
  for (const JsonValue& evaluation : evaluations.elements()) {
    const JsonValue* lines = evaluation.find("pvs");
    if (!lines || lines->elements().empty()) continue;
    if (!best || rank(evaluation) > rank(*best)) best = &evaluation;
  }
  return best;
}

Result<std::int16_t> score_of_line(const JsonValue& line, chess::Color side) {
  if (const auto mate = number_in(line, "mate")) {
    return score_of_mate(side == chess::Color::White ? *mate : *mate == INT64_MIN ? INT64_MAX : -*mate);
  }
  if (const auto cp = number_in(line, "cp")) {
    return turned_for(side, score_of_evaluation(static_cast<double>(*cp)));
  }
  return Error{"the line has neither cp nor mate"};
}

Result<Sample> sample_of(std::string_view text) {
  const auto json = JsonValue::parse(text);
  if (!json) return json.error();
  const JsonValue* fen = json->find("fen");
  const auto fen_text = fen ? fen->text() : std::nullopt;
  if (!fen_text) return Error{"found no fen, expected {\"fen\": \"...\", \"evals\": [...]}"};
  const auto position = parse_data_fen(*fen_text);
  if (!position) return position.error();
  const JsonValue* evaluations = json->find("evals");
  const JsonValue* best = evaluations ? best_evaluation(*evaluations) : nullptr;
  if (!best) return Error{"found no evaluation with a line (\"evals\", \"pvs\")"};
  const JsonValue& line = best->find("pvs")->elements().front();
  Sample sample{.position = *position, .move = {}, .ply = ply_of(*position)};
  const auto score = score_of_line(line, position->side_to_move());
  if (!score) return score.error();
  sample.score = *score;
  const JsonValue* moves = line.find("line");
  if (const auto moves_text = moves ? moves->text() : std::nullopt) {
    std::string_view rest = *moves_text;
    const auto move = parse_data_move(*position, base::take_word(rest));
    if (!move) return move.error();
    sample.move = *move;
  }
  return sample;
}

}  // namespace

LichessReader::LichessReader(std::unique_ptr<Input> input, const ReadOptions& options)
    : LineRecords(std::move(input), options, centipawns()) {}

Result<bool> LichessReader::next(GameRecord& record) {
  const auto found = next_line();
  if (!found || !*found) return found;
  const auto sample = sample_of(line());
  if (!sample) return line_error(sample.error().message);
  record = record_of(*sample);
  return true;
}

}  // namespace tabia::data
