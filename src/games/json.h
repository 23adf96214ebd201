// games/json.h: the database's answers as JSON, for the command line and the service.
#pragma once

#include "base/json.h"
#include "games/database.h"

namespace tabia::games {

// Adds the members counts, moves and games to the current object.
void add_position_games(base::JsonWriter& json, const chess::Position& position, const PositionGames& found);
// Adds a list of objects.
void add_headers(base::JsonWriter& json, const std::vector<GameHeader>& headers);
void add_players(base::JsonWriter& json, const std::vector<PlayerRecord>& players);

}  // namespace tabia::games
