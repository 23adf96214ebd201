#include "eval/explain.h"

#include <algorithm>
#include <cmath>

namespace tabia::eval {
namespace {

using namespace tabia::chess;

// The position with one piece removed. Only for evaluation: the side that is not to move may be in check
// there, so no move may be made in it.
Position lifted(const Position& position, Square square) {
  PositionSetup setup = position.setup();
  setup.board[square] = Piece::None;
  setup.castling_rooks &= ~bit(square);
  setup.en_passant = Square::None;
  return Position::from_valid_setup(setup);
}

base::Score value_of(const Position& position, Evaluator& evaluator) {
  evaluator.reset(position);
  return evaluator.evaluate(position);
}

// How much the value falls for its owner without the piece, in internal units. `whole` is the value with it.
base::Score fall_without(const Position& position, Square square, base::Score whole, Evaluator& evaluator) {
  const base::Score fall = whole - value_of(lifted(position, square), evaluator);
  return color_of(position.piece_on(square)) == position.side_to_move() ? fall : -fall;
}

// The mean worth of a pawn in the starting position, in internal units; 0 if pawns are worth nothing to the
// evaluation, as with a network that has learned nothing.
double pawn_in(Evaluator& evaluator) {
  const Position start;
  const base::Score whole = value_of(start, evaluator);
  double sum = 0;
  int pawns = 0;
  for (Bitboard rest = start.pieces(PieceType::Pawn); rest; ++pawns)
    sum += fall_without(start, pop_first(rest), whole, evaluator);
  return std::max(0.0, sum / pawns);
}

}  // namespace

std::vector<PieceWorth> piece_worths(const Position& position, Evaluator& evaluator) {
  std::vector<PieceWorth> pieces;
  const double pawn = pawn_in(evaluator);
  const base::Score whole = value_of(position, evaluator);
  for (Bitboard rest = position.occupied() & ~position.pieces(PieceType::King); rest;) {
    const Square square = pop_first(rest);
    const base::Score worth = fall_without(position, square, whole, evaluator);
    const int worth_cp = pawn > 1 ? static_cast<int>(std::lround(100 * worth / pawn))
                                  : evaluator.win_model().centipawns(worth, position);
    pieces.push_back({position.piece_on(square), square, worth, worth_cp});
  }
  evaluator.reset(position);
  return pieces;
}

Explanation explain(const Position& position, Evaluator& evaluator) {
  Explanation result;
  const WinModel& model = evaluator.win_model();
  result.score = value_of(position, evaluator);
  result.cp = model.centipawns(result.score, position);
  result.cp_white = position.side_to_move() == Color::White ? result.cp : -result.cp;
  result.wdl = model.wdl(result.score, position);
  result.classical_cp = model.centipawns(evaluator.classical(position), position);
  result.terms = classical_terms(position);
  if (evaluator.mode() != EvaluationMode::Network) {
    static_cast<void>(
        apply_rules(position, evaluator.classical(position), evaluator.options().rules, &result.rules));
  }
  if (const auto& network = evaluator.network()) {
    for (int head = 0; head < network->spec().output.heads; ++head)
      result.outputs.push_back(network->fresh_output(position, head));
    result.bucket = network->bucket_of(position);
    if (network->forward()) {
      result.answer = planes_answer(*network, position, network->deep_outputs({&position, 1}));
      if (result.answer->wdl && evaluator.mode() == EvaluationMode::Network) result.wdl = *result.answer->wdl;
    }
  }
  result.pieces = piece_worths(position, evaluator);
  return result;
}

}  // namespace tabia::eval
