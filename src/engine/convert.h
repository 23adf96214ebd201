// engine/convert.h: between what the search says and what the protocol says.
#pragma once

#include <string>
#include <vector>

#include "chess/notation.h"
#include "eval/win_model.h"
#include "search/limits.h"
#include "search/report.h"
#include "uci/commands.h"
#include "uci/output.h"

namespace tabia::engine {

// How scores and moves are shown.
struct Presentation {
  const eval::WinModel& win_model;
  chess::Position root;  // what the scores belong to
  chess::CastlingNotation castling = chess::CastlingNotation::KingTarget;
  bool show_wdl = false;
};

// Mates in moves; wins and losses from tablebases as 20000 centipawns less a centipawn for every ply.
[[nodiscard]] uci::InfoScore to_score(base::Score score, search::Bound bound,
                                      const Presentation& presentation);

// A line without moves (a root that has none) has only depth and score.
[[nodiscard]] uci::Info to_info(const search::Line& line, const search::Counters& counters,
                                const Presentation& presentation);

[[nodiscard]] std::string move_text(chess::Move move, const Presentation& presentation);

// The limits, and the words of `go` that made no sense in this position.
struct ReadLimits {
  search::Limits limits;
  std::vector<std::string> remarks;
};
// A clock that is given for the other side only counts for both.
[[nodiscard]] ReadLimits to_limits(const uci::Go& go, const chess::Position& position,
                                   search::SteadyTime start);

}  // namespace tabia::engine
