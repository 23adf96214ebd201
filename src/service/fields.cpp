#include "service/fields.h"

#include <algorithm>

#include "base/text.h"
#include "chess/fen.h"
#include "chess/notation.h"

namespace tabia::service {
namespace {

using base::concat;
using base::JsonValue;

constexpr std::size_t kMostMoves = 2048;

}  // namespace

const JsonValue* Fields::find(std::string_view name) {
  if (std::find(asked_.begin(), asked_.end(), name) == asked_.end()) asked_.push_back(name);
  const JsonValue* value = object_.find(name);
  return value && *value == JsonValue() ? nullptr : value;
}

void Fields::note(int status, std::string_view name, std::string detail) {
  if (!problem_)
    problem_ = Problem{.status = status, .detail = std::move(detail), .field = std::string(name)};
}

void Fields::refuse_others() {
  for (const auto& [name, value] : object_.members()) {
    if (std::find(asked_.begin(), asked_.end(), name) != asked_.end()) continue;
    std::string known;
    for (const std::string_view asked : asked_) known += concat(known.empty() ? "" : ", ", asked);
    return note(400, name, concat("found a member ", base::quoted(name), ", the known members are ", known));
  }
}

std::optional<std::string> Fields::text(std::string_view name) {
  const JsonValue* value = find(name);
  if (!value) return std::nullopt;
  auto text = value->text();
  if (!text) note(400, name, concat(name, ": found ", value->shown(), ", expected a string"));
  return text;
}

std::optional<std::int64_t> Fields::number(std::string_view name, std::int64_t low, std::int64_t high) {
  const JsonValue* value = find(name);
  if (!value) return std::nullopt;
  const auto number = value->integer();
  if (!number) {
    note(400, name, concat(name, ": found ", value->shown(), ", expected a whole number"));
  } else if (*number < low || *number > high) {
    note(422, name, concat(name, ": found ", *number, ", expected ", low, " to ", high));
    return std::nullopt;
  }
  return number;
}

std::vector<std::string> Fields::texts(std::string_view name) {
  std::vector<std::string> out;
  const JsonValue* value = find(name);
  if (!value) return out;
  if (!value->is_array()) {
    note(400, name, concat(name, ": found ", value->shown(), ", expected a list"));
    return out;
  }
  for (const JsonValue& element : value->elements()) {
    auto text = element.text();
    if (!text) {
      note(400, name, concat(name, ": found ", element.shown(), ", expected only strings"));
      return out;
    }
    out.push_back(std::move(*text));
  }
  return out;
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

Checked<ReadGame> read_game(Fields& fields) {
  const auto fen = fields.text("fen");
  const auto moves = fields.texts("moves");
  if (fields.problem()) return *fields.problem();
  ReadGame out;
  if (fen) {
    auto position = read_position(*fen);
    if (!position) return position.problem();
    out = {chess::Game(position->position), std::move(position->repaired)};
  }
  if (moves.size() > kMostMoves)
    return Problem{.status = 422,
                   .detail = concat("moves: found ", moves.size(), ", expected at most ", kMostMoves),
                   .field = "moves"};
  for (std::size_t i = 0; i < moves.size(); ++i) {
    auto move = chess::parse_uci_move(out.game.position(), moves[i]);
    if (!move) {
      const auto san = chess::parse_san(out.game.position(), moves[i]);
      if (!san)
        return Problem{.status = 422, .detail = move.error().message, .field = concat("moves[", i, "]")};
      move = san;
    }
    out.game.play(*move);
  }
  return out;
}

}  // namespace tabia::service
