// games/openings.h: opening moves with their results, as a table small enough to be part of a program or a
// page.
//
//   const auto table = OpeningTable::read(embedded_openings());
//   const PlayedPosition* here = table->find(position);
//
// `tabia games table` makes one from a database. The file has only moves, no positions. The reader plays all
// the moves, so a position that is reached in several ways is stored only once. docs/formats/openings.md
// describes the file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "chess/position.h"
#include "games/played.h"

namespace tabia::games {

// What was played in one position. Games without a result aren't counted.
struct PlayedPosition {
  Counts counts;
  std::vector<PlayedMove> moves;  // most played first; without ratings
};

// Immutable after reading; safe from any thread.
class OpeningTable {
 public:
  // The error says what is wrong with the file.
  [[nodiscard]] static base::Result<OpeningTable> read(std::string_view file);
  // Does this look like a table? It may still be damaged.
  [[nodiscard]] static bool looks_like_one(std::string_view file) noexcept;

  // What games these are, in a sentence for the user.
  [[nodiscard]] const std::string& about() const noexcept { return about_; }
  [[nodiscard]] std::uint64_t games() const;  // those from the usual starting position
  [[nodiscard]] std::size_t size() const noexcept { return positions_.size(); }
  // Null if the table doesn't have the position.
  [[nodiscard]] const PlayedPosition* find(const chess::Position& position) const;

 private:
  friend class OpeningReader;

  std::string about_;
  std::unordered_map<std::uint64_t, PlayedPosition> positions_;  // by Position::key()
};

// Knows what was played in a position; lists the most played move first.
class OpeningSource {
 public:
  virtual ~OpeningSource() = default;
  [[nodiscard]] virtual base::Result<std::vector<PlayedMove>> moves_of(const chess::Position& position) = 0;
};

struct OpeningLimits {
  int plies = 20;           // length of an opening
  std::uint64_t games = 2;  // a move needs at least this many
};

// The file of a table. `about` is one line.
[[nodiscard]] base::Result<std::string> opening_table(OpeningSource& source, const OpeningLimits& limits,
                                                      std::string_view about);

// The table that is part of the program (src/games/openings.table).
[[nodiscard]] std::string_view embedded_openings() noexcept;

}  // namespace tabia::games
