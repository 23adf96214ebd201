#include "data/lichess_json.h"

#if defined(_WIN32)

namespace tabia::data {

class LichessReader::Parser {};

LichessReader::LichessReader(std::unique_ptr<Input> input, const ReadOptions& options)
    : LineRecords(std::move(input), options, centipawns()) {}
LichessReader::~LichessReader() = default;

base::Result<bool> LichessReader::next(GameRecord&) {
  return base::Error{"Tabia for Windows can't read Lichess's evaluations; convert them on Linux"};
}

}  // namespace tabia::data

#else

#include <simdjson.h>

#include <optional>
#include <utility>

#include "base/text.h"
#include "chess/notation.h"
#include "data/conversion.h"

namespace tabia::data {
namespace {

using base::concat;
using base::Error;
using base::Result;

using simdjson::dom::array;
using simdjson::dom::element;

// The member of an object, if it is there and of this kind.
template <class T>
std::optional<T> member(const element& object, std::string_view key) {
  T value;
  if (object[key].get(value) != simdjson::SUCCESS) return std::nullopt;
  return value;
}

// The first line of the deepest evaluation that has one.
std::optional<element> best_line(const array& evaluations) {
  std::optional<element> best;
  std::pair<std::int64_t, std::int64_t> best_rank;
  for (const element& evaluation : evaluations) {
    const auto lines = member<array>(evaluation, "pvs");
    if (!lines || lines->size() == 0) continue;
    const std::pair rank(member<std::int64_t>(evaluation, "depth").value_or(0),
                         member<std::int64_t>(evaluation, "knodes").value_or(0));
    if (best && rank <= best_rank) continue;
    best = *lines->begin();
    best_rank = rank;
  }
  return best;
}

Result<std::int16_t> score_of_line(const element& line, chess::Color side) {
  if (const auto mate = member<std::int64_t>(line, "mate")) {
    return score_of_mate(side == chess::Color::White ? *mate : *mate == INT64_MIN ? INT64_MAX : -*mate);
  }
  if (const auto cp = member<std::int64_t>(line, "cp")) {
    return turned_for(side, score_of_evaluation(static_cast<double>(*cp)));
  }
  return Error{"the line has neither cp nor mate"};
}

Result<Sample> sample_of(simdjson::dom::parser& parser, std::string_view text) {
  element json;
  if (const auto fault = parser.parse(text.data(), text.size()).get(json))
    return Error{concat("not JSON: ", simdjson::error_message(fault))};
  const auto fen = member<std::string_view>(json, "fen");
  if (!fen) return Error{"found no fen, expected {\"fen\": \"...\", \"evals\": [...]}"};
  const auto position = parse_data_fen(*fen);
  if (!position) return position.error();
  const auto evaluations = member<array>(json, "evals");
  const auto found = evaluations ? best_line(*evaluations) : std::nullopt;
  if (!found) return Error{"found no evaluation with a line (\"evals\", \"pvs\")"};
  const element& line = *found;
  Sample sample{.position = *position, .move = {}, .ply = ply_of(*position)};
  const auto score = score_of_line(line, position->side_to_move());
  if (!score) return score.error();
  sample.score = *score;
  if (auto rest = member<std::string_view>(line, "line")) {
    const auto move = parse_data_move(*position, base::take_word(*rest));
    if (!move) return move.error();
    sample.move = *move;
  }
  return sample;
}

}  // namespace

class LichessReader::Parser : public simdjson::dom::parser {};

LichessReader::LichessReader(std::unique_ptr<Input> input, const ReadOptions& options)
    : LineRecords(std::move(input), options, centipawns()), parser_(std::make_unique<Parser>()) {}
LichessReader::~LichessReader() = default;

Result<bool> LichessReader::next(GameRecord& record) {
  const auto found = next_line();
  if (!found || !*found) return found;
  const auto sample = sample_of(*parser_, line());
  if (!sample) return line_error(sample.error().message);
  record = record_of(*sample);
  return true;
}

}  // namespace tabia::data

#endif  // not _WIN32
