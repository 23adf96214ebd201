// games/json.h: answers of the database as JSON, for the command line and the service.
#pragma once

#include "base/json.h"
#include "games/database.h"

namespace tabia::games {

// The members of an object: games, white, draws, black.
void add_counts(base::JsonWriter& json, const Counts& counts);
// The same, and moves (uci, san, rating) and the games themselves.
void add_position_games(base::JsonWriter& json, const chess::Position& position, const PositionGames& found);
// A list of objects.
void add_headers(base::JsonWriter& json, const std::vector<GameHeader>& headers);
void add_players(base::JsonWriter& json, const std::vector<PlayerRecord>& players);

}  // namespace tabia::games
