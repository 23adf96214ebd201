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

// A PGN text, perhaps a part of a file.
struct PgnText {
  std::string_view pgn;
  std::string name;              // in remarks
  std::uint64_t first_line = 1;  // where it begins in its file, for remarks
};
// Adds the games of the text to a database that others read meanwhile.
[[nodiscard]] base::Result<ImportTotals> import_text(const PgnText& text, const std::string& database,
                                                     base::Watch& watch);

// Makes a database one plain file again after import_text(), if nobody reads it.
void make_plain(const std::string& database);

}  // namespace tabia::games
