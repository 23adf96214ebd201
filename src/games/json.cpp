#include "games/json.h"

#include "games/moves_json.h"

namespace tabia::games {

using base::JsonWriter;

void add_headers(JsonWriter& json, const std::vector<GameHeader>& headers) {
  json.begin_array();
  for (const GameHeader& header : headers) {
    json.begin_object().field("id", header.id).field("white", std::string_view(header.white));
    json.field("black", std::string_view(header.black));
    if (header.white_rating) json.field("white_rating", *header.white_rating);
    if (header.black_rating) json.field("black_rating", *header.black_rating);
    json.field("result", to_string(header.result)).field("date", std::string_view(header.date));
    json.field("event", std::string_view(header.event)).end_object();
  }
  json.end_array();
}

void add_players(JsonWriter& json, const std::vector<PlayerRecord>& players) {
  json.begin_array();
  for (const PlayerRecord& player : players) {
    json.begin_object().field("name", std::string_view(player.name)).field("games", player.games);
    json.field("wins", player.wins).field("draws", player.draws).field("losses", player.losses).end_object();
  }
  json.end_array();
}

void add_position_games(JsonWriter& json, const chess::Position& position, const PositionGames& found) {
  add_moves(json, position, found.counts, found.moves);
  json.key("games");
  add_headers(json, found.games);
}

}  // namespace tabia::games
