#include "data/lichess_json.h"

#include <optional>
#include <utility>
#include <vector>

#include "base/json_value.h"
#include "base/text.h"
#include "chess/notation.h"
#include "data/conversion.h"

#if TABIA_HAS_SIMDJSON
#include <simdjson.h>
#endif

namespace tabia::data {
namespace {

using base::concat;
using base::Error;
using base::Result;

// The same few functions over two parsers. Element: one JSON value, valid until the next one is parsed.
#if TABIA_HAS_SIMDJSON

using Element = simdjson::dom::element;

class JsonParser {
 public:
  Result<Element> parse(std::string_view text) {
    Element json;
    if (const auto fault = parser_.parse(text.data(), text.size()).get(json))
      return Error{concat("not JSON: ", simdjson::error_message(fault))};
    return json;
  }

 private:
  simdjson::dom::parser parser_;
};

// The member of an object, if it is there and of this kind.
template <class T>
std::optional<T> member(const Element& object, std::string_view key) {
  T value;
  if (object[key].get(value) != simdjson::SUCCESS) return std::nullopt;
  return value;
}
std::optional<std::int64_t> integer_of(const Element& object, std::string_view key) {
  return member<std::int64_t>(object, key);
}
std::optional<std::string_view> text_of(const Element& object, std::string_view key) {
  return member<std::string_view>(object, key);
}
std::vector<Element> list_of(const Element& object, std::string_view key) {
  const auto list = member<simdjson::dom::array>(object, key);
  return list ? std::vector<Element>(list->begin(), list->end()) : std::vector<Element>();
}

#else

using Element = const base::JsonValue*;

class JsonParser {
 public:
  Result<Element> parse(std::string_view text) {
    TABIA_TRY(value_, base::JsonValue::parse(text));
    return Element(&value_);
  }

 private:
  base::JsonValue value_;
};

std::optional<std::int64_t> integer_of(Element object, std::string_view key) {
  const Element value = object->find(key);
  return value ? value->integer() : std::nullopt;
}
std::optional<std::string> text_of(Element object, std::string_view key) {
  const Element value = object->find(key);
  return value ? value->text() : std::nullopt;
}
std::vector<Element> list_of(Element object, std::string_view key) {
  std::vector<Element> elements;
  if (const Element list = object->find(key)) {
    for (const base::JsonValue& element : list->elements()) elements.push_back(&element);
  }
  return elements;
}

#endif

// The first line of the deepest evaluation that has one.
std::optional<Element> best_line(const Element& json) {
  std::optional<Element> best;
  std::pair<std::int64_t, std::int64_t> best_rank;
  for (const Element& evaluation : list_of(json, "evals")) {
    const auto lines = list_of(evaluation, "pvs");
    if (lines.empty()) continue;
    const std::pair rank(integer_of(evaluation, "depth").value_or(0),
                         integer_of(evaluation, "knodes").value_or(0));
    if (best && rank <= best_rank) continue;
    best = lines.front();
    best_rank = rank;
  }
  return best;
}

Result<std::int16_t> score_of_line(const Element& line, chess::Color side) {
  if (const auto mate = integer_of(line, "mate")) {
    return score_of_mate(side == chess::Color::White ? *mate : *mate == INT64_MIN ? INT64_MAX : -*mate);
  }
  if (const auto cp = integer_of(line, "cp")) {
    return turned_for(side, score_of_evaluation(static_cast<double>(*cp)));
  }
  return Error{"the line has neither cp nor mate"};
}

Result<Sample> sample_of(JsonParser& parser, std::string_view text) {
  TABIA_TRY(const Element json, parser.parse(text));
  const auto fen = text_of(json, "fen");
  if (!fen) return Error{"found no fen, expected {\"fen\": \"...\", \"evals\": [...]}"};
  const auto position = parse_data_fen(*fen);
  if (!position) return position.error();
  const auto line = best_line(json);
  if (!line) return Error{"found no evaluation with a line (\"evals\", \"pvs\")"};
  Sample sample{.position = *position, .move = {}, .ply = ply_of(*position)};
  const auto score = score_of_line(*line, position->side_to_move());
  if (!score) return score.error();
  sample.score = *score;
  if (const auto moves = text_of(*line, "line")) {
    std::string_view rest = *moves;
    const auto move = parse_data_move(*position, base::take_word(rest));
    if (!move) return move.error();
    sample.move = *move;
  }
  return sample;
}

}  // namespace

class LichessReader::Parser : public JsonParser {};

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
