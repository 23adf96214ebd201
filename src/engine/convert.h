// engine/convert.h: converts between the values of the search and those of the protocol.
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
  chess::Position root;  // the position that the scores belong to
  chess::CastlingNotation castling = chess::CastlingNotation::KingTarget;
  bool show_wdl = false;
};

// Mates in moves; wins and losses from tablebases as 20000 centipawns minus one for every ply.
[[nodiscard]] uci::InfoScore to_score(base::Score score, search::Bound bound,
                                      const Presentation& presentation);

// A line without moves (the root has none) has only depth and score.
[[nodiscard]] uci::Info to_info(const search::Line& line, const search::Counters& counters,
                                const Presentation& presentation);

[[nodiscard]] std::string move_text(chess::Move move, const Presentation& presentation);

// The limits, and remarks about words of `go` that made no sense in this position.
struct ReadLimits {
  search::Limits limits;
  std::vector<std::string> remarks;
};
// A clock given only for the other side counts for both.
[[nodiscard]] ReadLimits to_limits(const uci::Go& go, const chess::Position& position,
                                   search::SteadyTime start);

}  // namespace tabia::engine
