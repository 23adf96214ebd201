#include "games/table_job.h"

#include "base/file.h"
#include "base/text.h"
#include "games/database.h"

namespace tabia::games {

using base::concat;
using base::with_thousands;

const base::Fields<TableJob>& table_fields() {
  static const base::Fields<TableJob> fields = {
      base::text<TableJob>("db", "FILE", TABIA_MEMBER(database), "the database"),
      base::integer<TableJob>("plies", "N", 1, 60, TABIA_MEMBER(limits.plies), "half-moves of each game"),
      base::integer<TableJob>("games", "N", 1, 1000, TABIA_MEMBER(limits.games),
                              "leave out moves with fewer games"),
      base::text<TableJob>("about", "TEXT", TABIA_MEMBER(about),
                           "what games these are, for the user; default: their number")};
  return fields;
}

base::Result<std::string> run(const TableJob& job) {
  TABIA_TRY(const auto database, Database::open(job.database));
  const std::string about =
      job.about.empty() ? concat(with_thousands(database->size()), " games") : job.about;
  DatabaseOpenings source(*database);
  TABIA_TRY(const std::string file, opening_table(source, job.limits, about));
  TABIA_TRY(const auto table, OpeningTable::read(file));
  TABIA_TRY_VOID(base::write_file_atomically(job.file, file));
  return concat(job.file, ": ", with_thousands(table.size()), " positions, ", with_thousands(file.size()),
                " bytes");
}

}  // namespace tabia::games
