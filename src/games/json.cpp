#include "games/json.h"

#include "chess/notation.h"

namespace tabia::games {

using base::JsonWriter;

void add_counts(JsonWriter& json, const Counts& counts) {
  json.field("games", counts.games).field("white", counts.white_wins);
  json.field("draws", counts.draws).field("black", counts.black_wins);
}

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
  json.key("counts").begin_object();
  add_counts(json, found.counts);
  json.end_object().key("moves").begin_array();
  for (const PlayedMove& played : found.moves) {
    json.begin_object().field("uci", std::string_view(chess::to_uci(played.move)));
    json.field("san", std::string_view(chess::to_san(position, played.move)));
    add_counts(json, played.counts);
    if (played.rating) json.field("rating", *played.rating);
    json.end_object();
  }
  json.end_array().key("games");
  add_headers(json, found.games);
}

}  // namespace tabia::games
