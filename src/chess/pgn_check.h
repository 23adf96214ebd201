// chess/pgn_check.h: reads every game of a PGN file and counts.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "base/watch.h"
#include "chess/types.h"

namespace tabia::chess {

struct PgnTotals {
  std::string file;  // its name, for messages
  std::uint64_t games = 0;
  std::uint64_t bad = 0;
  std::uint64_t warnings = 0;
  std::uint64_t moves = 0;         // in the main lines
  std::uint64_t scored_moves = 0;  // with an evaluation in their comment
  EnumArray<Color, std::uint64_t> wins{};
  std::uint64_t draws = 0;
};

// Checks every move of every game, variations included. Bad games and warnings are remarks, with their line.
// The error says why the file can't be opened, or that the check was interrupted.
[[nodiscard]] base::Result<PgnTotals> check_pgn(const std::string& path, base::Watch& watch);

}  // namespace tabia::chess
