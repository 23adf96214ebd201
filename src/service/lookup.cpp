#include "service/lookup.h"

#include "base/text.h"
#include "chess/fen.h"
#include "chess/notation.h"
#include "games/json.h"
#include "games/moves_json.h"
#include "service/fields.h"

namespace tabia::service {
namespace {

using base::concat;
using base::JsonWriter;
using search::TablebaseResult;

constexpr int kMostListed = 100;  // games or players
constexpr int kUsualListed = 8;

Problem no_database() {
  return {.status = 404,
          .detail = "the server was started without --games; tabia games import makes a database"};
}

Problem failed(const base::Error& error) { return {.status = 500, .detail = error.message}; }

// Collects what an import says about bad games.
struct Remarks : base::Watch {
  void remark(const std::string& text) override { all.push_back(text); }
  std::vector<std::string> all;
};

std::string_view result_name(TablebaseResult result) {
  switch (result) {
    case TablebaseResult::Loss:
      return "loss";
    case TablebaseResult::BlessedLoss:
      return "blessed loss";
    case TablebaseResult::Draw:
      return "draw";
    case TablebaseResult::CursedWin:
      return "cursed win";
    case TablebaseResult::Win:
      return "win";
  }
  return "draw";
}

// Nothing is added if no table answers.
void add_tables(JsonWriter& json, const chess::Game& game, const search::Tablebase& tables) {
  const chess::Position& position = game.position();
  const auto ranked = tables.rank_root_moves(game, true);
  const auto result = tables.result_of(position);
  if (!result) return;
  json.key("tablebase").begin_object().field("result", result_name(*result));
  if (const auto distance = tables.distance_to_zeroing(position)) json.field("dtz", *distance);
  json.key("moves").begin_array();
  for (const search::RankedMove& move : ranked) {
    json.begin_object().field("uci", std::string_view(chess::to_uci(move.move)));
    json.field("san", std::string_view(chess::to_san(position, move.move)));
    json.field("result", result_name(move.result));
    if (move.distance) json.field("dtz", *move.distance);
    json.end_object();
  }
  json.end_array().end_object();
}

std::optional<chess::Color> read_color(Fields& fields) {
  const auto color = fields.text("color");
  if (!color) return std::nullopt;
  if (*color == "white") return chess::Color::White;
  if (*color == "black") return chess::Color::Black;
  fields.note(422, "color", concat("color: found ", base::quoted(*color), ", expected white or black"));
  return std::nullopt;
}

}  // namespace

void add_offer(JsonWriter& json, const Known& known, bool may_import) {
  json.key("lookup").begin_object();
  if (known.games) json.field("games", known.games->size()).field("import", may_import);
  if (known.openings) json.field("openings", known.openings->games());
  if (known.tables) json.field("pieces", known.tables->largest());
  json.end_object();
}

Checked<std::string> lookup_json(std::string_view body, const Known& known) {
  const auto object = read_object(body);
  if (!object) return object.error();
  Fields fields(*object);
  const auto start = read_game(fields);
  const games::GameFilter filter{.player = fields.text("player").value_or(""), .color = read_color(fields)};
  const auto listed = fields.number("games", 0, kMostListed).value_or(kUsualListed);
  fields.refuse_others();
  if (fields.problem()) return *fields.problem();
  if (!start) return start.error();
  const chess::Position& position = start->game.position();
  JsonWriter json;
  json.begin_object().field("fen", std::string_view(chess::to_fen(position)));
  if (!start->repaired.empty()) json.field("repaired", std::string_view(start->repaired));
  if (known.games) {
    const auto found = known.games->find(position, filter, static_cast<int>(listed));
    if (!found) return failed(found.error());
    json.key("database").begin_object();
    games::add_position_games(json, position, *found);
    json.end_object();
  }
  if (known.openings) games::add_openings(json, position, *known.openings);
  if (known.tables) add_tables(json, start->game, *known.tables);
  return json.end_object().text();
}

Checked<std::string> games_json(std::string_view player, GamesPointer games) {
  if (!games) return no_database();
  const auto players = games->players(player, kMostListed);
  if (!players) return failed(players.error());
  JsonWriter json;
  json.begin_object().key("players");
  games::add_players(json, *players);
  json.key("games");
  // The games of the first player; none if no name was given.
  base::Result<std::vector<games::GameHeader>> list = std::vector<games::GameHeader>();
  if (!player.empty() && !players->empty())
    list = games->games_of({.player = players->front().name, .color = {}}, kMostListed);
  if (!list) return failed(list.error());
  games::add_headers(json, *list);
  return json.end_object().text();
}

Checked<std::string> imported_json(const games::PgnText& text, const std::string& file,
                                   games::Database* games) {
  if (!games) return no_database();
  Remarks remarks;
  const auto totals = games::import_text(text, file, remarks);
  if (!totals) return failed(totals.error());
  if (totals->added + totals->known + totals->bad == 0)
    return Problem{.status = 422, .detail = "found no game, expected PGN", .field = "pgn"};
  if (const auto counted = games->recount(); !counted) return failed(counted.error());
  JsonWriter json;
  json.begin_object().field("added", totals->added).field("known", totals->known).field("bad", totals->bad);
  json.field("games", games->size()).key("remarks").begin_array();
  for (const std::string& remark : remarks.all) json.value(std::string_view(remark));
  return json.end_array().end_object().text();
}

Checked<std::string> game_pgn(std::string_view id, GamesPointer games) {
  if (!games) return no_database();
  const auto number = base::parse_integer<std::int64_t>(id);
  const auto game = games->game(number.value_or(0));  // none has that number
  if (!game) return failed(game.error());
  if (!*game) return Problem{.status = 404, .detail = concat("there is no game ", base::quoted(id))};
  return chess::to_pgn(**game);
}

}  // namespace tabia::service
