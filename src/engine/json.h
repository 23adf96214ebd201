// engine/json.h: evaluations, lines and explanations as JSON: the fields that the command line and the
// service share.
//
// Every function adds fields to an open object, so that callers can add their own. `cp` and `wdl` are for the
// side to move, `cp_white` for White; docs/service.md explains the fields.
#pragma once

#include <optional>
#include <string_view>

#include "base/json.h"
#include "engine/convert.h"
#include "eval/explain.h"
#include "search/report.h"

namespace tabia::engine {

// cp, cp_white, mate (only if there is one; cp is then larger than any evaluation), wdl: `chances`, or
// computed from the score by the win model.
void add_score(base::JsonWriter& json, base::Score score, const chess::Position& position,
               const eval::WinModel& model, const std::optional<eval::Wdl>& chances = std::nullopt);

// fen, the fields of the score, network.
void add_evaluation(base::JsonWriter& json, const chess::Position& position, base::Score score,
                    const eval::WinModel& model, std::string_view network);

// The same with fields that only networks over planes have: wdl of the network's own head, moves_left
// (plies), policy (a list of move and probability, the likeliest first); each only if it has that head.
void add_evaluation(base::JsonWriter& json, const chess::Position& position, base::Score score,
                    const eval::WinModel& model, std::string_view network, const eval::PlanesAnswer& answer);

// nodes, time_ms, nps, hashfull.
void add_counters(base::JsonWriter& json, const search::Counters& counters);

// multipv, depth, seldepth, the fields of the score, bound (only if the score is one), pv, san.
void add_line(base::JsonWriter& json, const search::Line& line, const Presentation& presentation);

// pieces (each with its worth, from White's view), classical (with its terms), buckets.
void add_explanation(base::JsonWriter& json, const chess::Position& position,
                     const eval::Explanation& explanation, const eval::Evaluator& evaluator);

}  // namespace tabia::engine
