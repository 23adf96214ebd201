// data/options.h: what has to be said about a foreign file besides its path, because the file itself doesn't say it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/info.h"

namespace tabia::data {

// Whose advantage a positive score is, and whose win a 1.
enum class ScoreView { White, SideToMove };

// How results are written as numbers: 0, 0.5, 1 or -1, 0, 1.
enum class ResultNumbers { ZeroToOne, MinusOneToOne };

// Only `format` and `scale` are for every format. The others are for tables (CSV, TSV) and for numbers as results in EPD;
// given for a format that fixes them they are refused.
struct ReadOptions {
  std::string format = {};               // a name of formats(); empty: told by the extension
  std::optional<ScoreScale> scale = {};  // what the scores of the records are; empty: what the format says
  std::optional<ScoreView> view = {};
  // A score of the file times this is a score of the record: 1 where the file has centipawns (or other whole units
  // that `scale` names), 100 where it has pawns.
  std::optional<double> factor = {};
  std::optional<ResultNumbers> results = {};
  std::vector<std::string> columns = {};  // names for a table that has no line of names
};

struct WriteOptions {
  std::string format = {};  // a name of formats(); empty: told by the extension
  // Where a format has no place for "unknown result": write a draw. Otherwise such positions are left out. Either
  // way they are counted as losses.
  bool unknown_results_as_draws = false;
};

}  // namespace tabia::data
