// engine/describe.h: a position and its evaluation as readable text.
#pragma once

#include <string>

#include "chess/diagram.h"
#include "chess/position.h"
#include "eval/evaluator.h"
#include "eval/explain.h"
#include "search/tablebase.h"

namespace tabia::engine {

// The board, FEN, key, checkers, and what the tablebase (may be null) knows.
[[nodiscard]] std::string position_text(const chess::Position& position, const search::Tablebase* tablebase);

// The name of the network in its spec, or its hash if it has none; "none" for null.
[[nodiscard]] std::string network_name(const nn::Network* network);

// The board, the value from both sides' view, network against classical, the rules that applied, every head,
// every term, and what each piece is worth. `explanation` must be of this position and evaluator.
[[nodiscard]] std::string evaluation_text(const chess::Position& position,
                                          const eval::Explanation& explanation,
                                          const eval::Evaluator& evaluator, chess::DiagramStyle style);

}  // namespace tabia::engine
