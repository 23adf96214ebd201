#include "engine/json.h"

#include <cstdlib>

#include "chess/fen.h"
#include "chess/notation.h"

namespace tabia::engine {
namespace {

using base::JsonWriter;
using namespace tabia::chess;

// Shown for a mate, minus one for every move to it: larger than any other score.
constexpr int kMateCp = 30'000;

int for_white(int value, const Position& position) {
  return position.side_to_move() == Color::White ? value : -value;
}

}  // namespace

void add_score(JsonWriter& json, base::Score score, const Position& position, const eval::WinModel& model,
               const std::optional<eval::Wdl>& chances) {
  const uci::InfoScore shown = to_score(score, search::Bound::Exact, {.win_model = model, .root = position});
  const bool mate = shown.unit == uci::InfoScore::Unit::Mate;
  // A mate in 0 moves is on the board: lost.
  const int cp = !mate       ? shown.value
                 : score > 0 ? kMateCp - std::abs(shown.value)
                             : std::abs(shown.value) - kMateCp;
  json.field("cp", cp).field("cp_white", for_white(cp, position));
  if (mate) json.field("mate", shown.value);
  const eval::Wdl wdl = chances ? *chances : model.wdl(score, position);
  json.key("wdl").begin_array().value(wdl.win).value(wdl.draw).value(wdl.loss).end_array();
}

void add_evaluation(JsonWriter& json, const Position& position, base::Score score,
                    const eval::WinModel& model, std::string_view network) {
  json.field("fen", std::string_view(to_fen(position)));
  add_score(json, score, position, model);
  json.field("network", network);
}

void add_evaluation(JsonWriter& json, const Position& position, base::Score score,
                    const eval::WinModel& model, std::string_view network, const eval::PlanesAnswer& answer) {
  json.field("fen", std::string_view(to_fen(position)));
  add_score(json, score, position, model, answer.wdl);
  json.field("network", network);
  if (answer.moves_left) json.field("moves_left", *answer.moves_left);
  if (answer.policy.empty()) return;
  json.key("policy").begin_array();
  for (const deep::MoveProbability& move : answer.policy)
    json.begin_object()
        .field("move", std::string_view(to_uci(move.move)))
        .field("probability", static_cast<double>(move.probability))
        .end_object();
  json.end_array();
}

void add_counters(JsonWriter& json, const search::Counters& counters) {
  json.field("nodes", counters.nodes)
      .field("time_ms", counters.elapsed_ms)
      .field("nps", counters.nodes_per_second())
      .field("hashfull", counters.hash_permille);
}

void add_line(JsonWriter& json, const search::Line& line, const Presentation& presentation) {
  json.field("multipv", line.rank).field("depth", line.depth).field("seldepth", line.selective_depth);
  add_score(json, line.score, presentation.root, presentation.win_model, line.wdl);
  if (line.probability) json.field("probability", *line.probability);
  if (line.bound == search::Bound::Lower) json.field("bound", "lower");
  if (line.bound == search::Bound::Upper) json.field("bound", "upper");
  json.key("pv").begin_array();
  for (const Move move : line.moves) json.value(std::string_view(move_text(move, presentation)));
  json.end_array().key("san").begin_array();
  Position position = presentation.root;
  for (const Move move : line.moves) {
    json.value(std::string_view(to_san(position, move)));
    position.make(move);
  }
  json.end_array();
}

void add_explanation(JsonWriter& json, const Position& position, const eval::Explanation& explanation,
                     const eval::Evaluator& evaluator) {
  json.key("pieces").begin_array();
  for (const eval::PieceWorth& entry : explanation.pieces) {
    const char letter = fen_letter(entry.piece);
    json.begin_object()
        .field("square", std::string_view(to_string(entry.square)))
        .field("piece", std::string_view(&letter, 1))
        .field("worth", color_of(entry.piece) == Color::White ? entry.worth_cp : -entry.worth_cp)
        .end_object();
  }
  json.end_array().key("classical").begin_object();
  json.field("cp_white", for_white(explanation.classical_cp, position)).key("terms").begin_array();
  const eval::ClassicalTerms& terms = explanation.terms;
  for (const eval::Term term : eval::kTerms) {
    const auto credit = [&](Color color) { return eval::mixed(terms.credit[term][color], terms.phase); };
    json.begin_object()
        .field("name", eval::name_of(term))
        .field("meaning", eval::meaning_of(term))
        .field("white", credit(Color::White))
        .field("black", credit(Color::Black))
        .field("total", eval::mixed(terms.white_difference(term), terms.phase))
        .end_object();
  }
  json.end_array().end_object().key("buckets").begin_array();
  for (const nn::Output& output : explanation.outputs) {
    json.begin_object()
        .field("bucket", output.bucket)
        .field("cp_white", for_white(evaluator.win_model().centipawns(output.score, position), position))
        .field("used", output.bucket == explanation.bucket)
        .end_object();
  }
  json.end_array();
}

}  // namespace tabia::engine
