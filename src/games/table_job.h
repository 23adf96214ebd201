// games/table_job.h: a table of openings (games/openings.h) from a database of games.
#pragma once

#include <string>

#include "base/fields.h"
#include "base/result.h"
#include "games/openings.h"

namespace tabia::games {

struct TableJob {
  std::string file;  // the table
  std::string database = "games.sqlite";
  OpeningLimits limits;
  std::string about;  // what games these are, one line for the user; empty: their number
};

// Every setting except the file of the table.
[[nodiscard]] const base::Fields<TableJob>& table_fields();

// Writes the table and returns a line that describes it. The file appears complete or not at all.
[[nodiscard]] base::Result<std::string> run(const TableJob& job);

}  // namespace tabia::games
