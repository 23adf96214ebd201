#include "service/fields.h"

#include "base/text.h"
#include "chess/fen.h"
#include "chess/notation.h"

namespace tabia::service {
namespace {

using base::concat;
using base::JsonValue;

constexpr std::size_t kMostMoves = 2048;

}  // namespace

void Fields::note(int status, std::string_view name, std::string detail) {
  if (!problem()) noted_ = Problem{.status = status, .detail = std::move(detail), .field = std::string(name)};
}

std::optional<Problem> Fields::problem() const {
  if (noted_ || !fields_.wrong()) return noted_;
  const base::JsonFields::Wrong& wrong = *fields_.wrong();
  return Problem{.status = wrong.fault == base::JsonFields::Fault::Range ? 422 : 400,
                 .detail = wrong.message,
                 .field = wrong.name};
}

Checked<JsonValue> read_object(std::string_view body, std::size_t most_values) {
  auto value = JsonValue::parse(body, most_values);
  if (!value) return Problem{.status = 400, .detail = value.error().message};
  if (!value->is_object())
    return Problem{.status = 400, .detail = concat("found ", value->shown(), ", expected a JSON object")};
  return std::move(*value);
}

Checked<ReadPosition> read_position(std::string_view fen) {
  std::optional<chess::SetupField> wrong;
  const auto read = chess::parse_fen_lenient(fen, wrong);
  if (!read)
    return Problem{.status = 422,
                   .detail = read.error().message,
                   .field = std::string(wrong ? chess::name_of(*wrong) : "fen")};
  std::string repaired;
  for (const std::string& repair : read->repairs) repaired += concat(repaired.empty() ? "" : "; ", repair);
  return ReadPosition{read->position, std::move(repaired)};
}

Checked<chess::Move> read_move(const chess::Position& position, std::string_view text, std::string field) {
  const auto move = chess::parse_uci_move(position, text);
  if (move) return *move;
  if (const auto san = chess::parse_san(position, text)) return *san;
  return Problem{.status = 422, .detail = move.error().message, .field = std::move(field)};
}

Checked<ReadGame> read_game(Fields& fields) {
  const auto fen = fields.text("fen");
  const auto moves = fields.texts("moves");
  if (fields.problem()) return *fields.problem();
  ReadGame out;
  if (fen) {
    auto position = read_position(*fen);
    if (!position) return position.error();
    out = {chess::Game(position->position), std::move(position->repaired)};
  }
  if (moves.size() > kMostMoves)
    return Problem{.status = 422,
                   .detail = concat("moves: found ", moves.size(), ", expected at most ", kMostMoves),
                   .field = "moves"};
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const auto move = read_move(out.game.position(), moves[i], concat("moves[", i, "]"));
    if (!move) return move.error();
    out.game.play(*move);
  }
  return out;
}

}  // namespace tabia::service
