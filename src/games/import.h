// games/import.h: adds the games of PGN files to a database.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/fields.h"
#include "base/result.h"
#include "base/watch.h"

namespace tabia::games {

struct ImportJob {
  std::vector<std::string> files;  // PGN, plain or compressed; "-": standard input
  std::string database = "games.sqlite";
  int plies = 1000;  // searching by position finds this many half-moves of each game
};

// Every setting except the files.
[[nodiscard]] const base::Fields<ImportJob>& import_fields();

struct ImportTotals {
  std::uint64_t added = 0;
  std::uint64_t known = 0;  // already in the database
  std::uint64_t bad = 0;
  std::uint64_t positions = 0;
};

// Adds the main lines of all games and creates the database if there is none. Games are added in large
// groups, each as a whole or not at all, and a game that is already there is skipped: to resume after an
// interruption, run the same job again. Bad games are reported as remarks. Progress is in bytes.
[[nodiscard]] base::Result<ImportTotals> run(const ImportJob& job, base::Watch& watch);

// A PGN text; may be part of a file.
struct PgnText {
  std::string_view pgn;
  std::string name;              // used in remarks
  std::uint64_t first_line = 1;  // where the text begins in its file; used in remarks
};
// Adds the games of the text to a database that other connections may be reading.
[[nodiscard]] base::Result<ImportTotals> import_text(const PgnText& text, const std::string& database,
                                                     base::Watch& watch);

// Turns a database back into one plain file after import_text(), unless someone is reading it.
void make_plain(const std::string& database);

}  // namespace tabia::games
