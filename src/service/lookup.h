// service/lookup.h: what is known about a position without a search: games in a database, openings, Syzygy
// tables.
#pragma once

#include <string>
#include <string_view>

#include "base/json.h"
#include "games/database.h"
#include "games/import.h"
#include "games/openings.h"
#include "search/tablebase.h"
#include "service/problem.h"

namespace tabia::service {

using GamesPointer = const games::Database*;
using TablesPointer = const search::Tablebase*;

// The sources to look things up in. Null: the service doesn't have it.
struct Known {
  GamesPointer games = nullptr;
  TablesPointer tables = nullptr;
  const games::OpeningTable* openings = nullptr;
};

// The member "lookup" of /models: the number of games, whether clients may add some, the number of games in
// the table of openings, and the number of pieces of the largest tablebase.
void add_offer(base::JsonWriter& json, const Known& known, bool may_import);

// Answers the body of /lookup: fen, moves, player, color, games.
[[nodiscard]] Checked<std::string> lookup_json(std::string_view body, const Known& known);

// Answers /games?player=TEXT: the players whose names contain the text, and the games of the first one.
[[nodiscard]] Checked<std::string> games_json(std::string_view player, GamesPointer games);
// Adds the games of a PGN text to the database (`file`, read by `games`) and answers POST /games: how many
// were added, already known, or bad (and why), and how many there are now. Problem 422 if the text has no
// game.
[[nodiscard]] Checked<std::string> imported_json(const games::PgnText& text, const std::string& file,
                                                 games::Database* games);
// Answers /games/ID.
[[nodiscard]] Checked<std::string> game_pgn(std::string_view id, GamesPointer games);

}  // namespace tabia::service
