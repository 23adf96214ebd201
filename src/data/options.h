// data/options.h: what has to be declared about a foreign file, because the file itself doesn't say it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/fields.h"
#include "data/info.h"

namespace tabia::data {

// Which side a positive score and a result of 1 favor.
enum class ScoreView { White, SideToMove };

// How results are written as numbers: 0, 0.5, 1 or -1, 0, 1.
enum class ResultNumbers { ZeroToOne, MinusOneToOne };

// Only `format` and `scale` apply to every format. The others are for tables (CSV, TSV) and for numbers as
// results in EPD; they are rejected for a format that fixes them.
struct ReadOptions {
  std::string format = {};               // a name of formats(); empty: by the extension
  std::optional<ScoreScale> scale = {};  // overrides the scale of the format
  std::optional<ScoreView> view = {};
  // Scores of the file are multiplied by this: 1 if the file has centipawns (or other whole units that
  // `scale` names), 100 if it has pawns.
  std::optional<double> factor = {};
  std::optional<ResultNumbers> results = {};
  std::vector<std::string> columns = {};  // names for a table that has no header line
};

struct WriteOptions {
  std::string format = {};  // a name of formats(); empty: by the extension
  // If a format can't hold "unknown result": write a draw. Otherwise such positions are left out. Either way
  // they are counted as losses.
  bool unknown_results_as_draws = false;
};

// Where records go, as a setting of jobs.
struct Output {
  std::string path = {};  // - is standard output
  WriteOptions writing = {};
};
// Everything but the path.
[[nodiscard]] const base::Fields<Output>& output_fields();

}  // namespace tabia::data
