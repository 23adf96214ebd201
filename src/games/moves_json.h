// games/moves_json.h: the moves of a position as JSON, for the service, the command line and the page's own
// engine.
#pragma once

#include <vector>

#include "base/json.h"
#include "games/openings.h"

namespace tabia::games {

// Adds the members games, white, draws and black to the current object.
void add_counts(base::JsonWriter& json, const Counts& counts);
// Adds the members counts and moves (uci, san, rating).
void add_moves(base::JsonWriter& json, const chess::Position& position, const Counts& counts,
               const std::vector<PlayedMove>& moves);
// Adds the member openings (about, counts, moves) if the table has the position.
void add_openings(base::JsonWriter& json, const chess::Position& position, const OpeningTable& table);

}  // namespace tabia::games
