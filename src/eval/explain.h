// eval/explain.h: explains why a position has its value.
#pragma once

#include <vector>

#include "base/score.h"
#include "chess/position.h"
#include "eval/classical.h"
#include "eval/evaluator.h"
#include "eval/planes_answer.h"

namespace tabia::eval {

// What a piece is worth on its square: how much the value falls, for its owner, when it is removed from the
// board. Kings can't be removed. In hundredths of a pawn (docs/units.md), which here is the mean worth of the
// pawns in the starting position by the same evaluation: a pawn is about 1, whatever the network's scale, so
// networks can be compared.
struct PieceWorth {
  chess::Piece piece = chess::Piece::None;
  chess::Square square = chess::Square::None;
  base::Score worth = 0;  // internal units; positive: good for its owner
  int worth_cp = 0;
};

struct Explanation {
  base::Score score = 0;  // side to move
  int cp = 0;             // side to move
  int cp_white = 0;
  Wdl wdl;               // side to move
  int classical_cp = 0;  // side to move
  ClassicalTerms terms;
  RuleTrace rules;                     // which rules of the evaluation fired
  std::vector<nn::Output> outputs;     // of each head of the network; empty without a network
  int bucket = 0;                      // the head in use
  std::vector<PieceWorth> pieces;      // by square
  std::optional<PlanesAnswer> answer;  // of a network over planes
};

// Everything about one position. Resets the evaluator.
[[nodiscard]] Explanation explain(const chess::Position& position, Evaluator& evaluator);

// Just the worth of every piece.
[[nodiscard]] std::vector<PieceWorth> piece_worths(const chess::Position& position, Evaluator& evaluator);

}  // namespace tabia::eval
