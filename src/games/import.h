// games/import.h: takes the games of PGN files into a database.
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
  int plies = 1000;  // of each game that can be found by position
};

// Every setting but the files.
[[nodiscard]] const base::Fields<ImportJob>& import_fields();

struct ImportTotals {
  std::uint64_t added = 0;
  std::uint64_t known = 0;  // were in the database already
  std::uint64_t bad = 0;
  std::uint64_t positions = 0;
};

// Adds the main lines of all games; the database is made if there is none. Games are added in large groups,
// each as a whole or not at all, and a game that is there already is skipped: after an interruption the same
// job resumes. Bad games are remarks. Progress is in bytes.
[[nodiscard]] base::Result<ImportTotals> run(const ImportJob& job, base::Watch& watch);

// Adds the games of a PGN text to a database that others read meanwhile. Remarks call the text `name`.
[[nodiscard]] base::Result<ImportTotals> import_text(std::string_view pgn, const std::string& name,
                                                     const std::string& database, base::Watch& watch);

}  // namespace tabia::games
