#include "eval/explain.h"

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

}  // namespace

std::vector<PieceWorth> piece_worths(const Position& position, Evaluator& evaluator) {
  std::vector<PieceWorth> pieces;
  const base::Score whole = value_of(position, evaluator);
  for (Bitboard rest = position.occupied() & ~position.pieces(PieceType::King); rest;) {
    const Square square = pop_first(rest);
    const Piece piece = position.piece_on(square);
    const base::Score without = value_of(lifted(position, square), evaluator);
    const base::Score fall = whole - without;
    const base::Score worth = color_of(piece) == position.side_to_move() ? fall : -fall;
    pieces.push_back({piece, square, worth, evaluator.win_model().centipawns(worth, position)});
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
