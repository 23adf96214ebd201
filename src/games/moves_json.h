// games/moves_json.h: the moves of a position as JSON, for the service, the command line and the page's own
// engine.
#pragma once

#include <vector>

#include "base/json.h"
#include "games/openings.h"

namespace tabia::games {

// The members of an object: games, white, draws, black.
void add_counts(base::JsonWriter& json, const Counts& counts);
// The members counts and moves (uci, san, rating).
void add_moves(base::JsonWriter& json, const chess::Position& position, const Counts& counts,
               const std::vector<PlayedMove>& moves);
// The member openings, if the table has the position: about, counts, moves.
void add_openings(base::JsonWriter& json, const chess::Position& position, const OpeningTable& table);

}  // namespace tabia::games
