// Quiescence: captures only, until the position is quiet enough for the evaluation to be trusted, or the
// search has grown so large that it has to be.

#include "chess/see.h"
#include "search/worker.h"

namespace tabia::search {

using namespace tabia::chess;

namespace {

// After this many nodes, a quiescence search trusts the evaluation as it is. In real games it takes a few
// dozen; on a board full of queens that attack each other it would take millions.
constexpr std::uint64_t kMostNodes = 10'000;

}  // namespace

template <bool IsPv>
Score Worker::quiescence(const Position& position, Ply* ply, Score alpha, Score beta, bool with_checks) {
  quiescence_end_ = nodes() + kMostNodes;
  return quiescence_node<IsPv>(position, ply, alpha, beta, with_checks);
}

// Stand pat: no one is forced to capture. Sets node.best to what the position is worth as it is; true if that
// is enough for a cutoff.
bool Worker::stands_pat(Node& node) {
  Ply* const ply = node.ply;
  node.raw_evaluation = ply->table_hit && node.table.evaluation != kNoScore ? node.table.evaluation
                                                                            : raw_evaluation(node.position);
  node.correction = correction_of(node.position, ply);
  node.best = ply->static_evaluation = corrected(node.raw_evaluation, node.position, node.correction);
  if (node.table_value != kNoScore && !base::is_decisive(node.table_value) &&
      node.table_bound_holds(node.best + 1)) {
    node.best = node.table_value;
  }
  if (node.best < node.beta) return false;
  if (!base::is_decisive(node.best)) node.best = (node.best + node.beta) / 2;
  if (!ply->table_hit) {
    shared_.table.store(node.slot, node.table_key,
                        {.move = {},
                         .value = value_to_table(node.best, ply->ply),
                         .evaluation = node.raw_evaluation,
                         .depth = kDepthEvaluationOnly,
                         .bound = Bound::Lower});
  }
  return true;
}

// Can the move be skipped? Raises node.best to what the move could have brought.
bool Worker::is_hopeless(Node& node, Move move, MovePicker& picker,
                         const ContinuationTables& continuations) noexcept {
  const Position& position = node.position;
  const Ply* const ply = node.ply;
  const Square last_target = (ply - 1)->move ? (ply - 1)->move.to() : Square::None;
  // Delta pruning: the victim can't bring the score up to alpha.
  if (!node.in_check && !move.is_promotion() && move.to() != last_target && !picker.gives_check(move)) {
    const Score futility = ply->static_evaluation + parameters_.qsearch_futility;
    if (!is_loss(futility)) {
      if (node.move_count > 2) return true;
      const Score hope = futility + kPieceValues[type_of(position.captured_piece(move))];
      if (hope <= node.alpha) {
        node.best = std::max(node.best, hope);
        return true;
      }
      if (!see_at_least(position, move, exchange_units(node.alpha - futility))) {
        node.best = std::max(node.best, std::min(node.alpha, futility));
        return true;
      }
    }
  }
  if (node.in_check && !position.is_noisy(move)) {
    const Piece mover = position.piece_on(move.from());
    if ((*continuations[0])[mover][move.to()] + histories_->pawn_row(position)[mover][move.to()] <=
        parameters_.qsearch_quiet_history) {
      return true;
    }
  }
  return !see_at_least(position, move, -exchange_units(parameters_.qsearch_see));
}

template <bool IsPv>
Score Worker::quiescence_node(const Position& position, Ply* ply, Score alpha, Score beta, bool with_checks) {
  if (is_main() && --poll_countdown_ <= 0) poll();
  if (stopped()) return kDraw;
  if (alpha < kDraw && !is_without(Step::UpcomingRepetition) &&
      path_.has_upcoming_repetition(position, ply->ply)) {
    alpha = draw_score();
    if (alpha >= beta) return alpha;
  }
  Node node(position, ply, alpha, beta, 0, false);
  ply->in_check = node.in_check;
  ply->move_count = 0;
  if constexpr (IsPv) {
    selective_depth_ = std::max(selective_depth_, ply->ply + 1);
    ply->variation.clear();
  }
  if (is_draw(position, ply->ply)) return draw_score();
  if (ply->ply >= kMaxPly)
    return node.in_check ? draw_score() : corrected(raw_evaluation(position), position, 0);

  look_up(node);
  const bool was_pv = ply->table_hit && node.table.was_pv;
  if constexpr (!IsPv) {
    if (node.table_value != kNoScore && node.table.depth >= kDepthQuiescence &&
        node.table_bound_holds(beta)) {
      return node.table_value;
    }
  }
  if (node.in_check) {
    ply->static_evaluation = kNoScore;
    node.threats = threats_against_mover(position);
  } else {
    if (stands_pat(node) || nodes() >= quiescence_end_) return node.best;
    node.alpha = std::max(node.alpha, node.best);
  }

  const ContinuationTables continuations = continuations_before(ply);
  const OrderingContext context{*histories_, continuations, node.threats, parameters_, ply->ply};
  MovePicker picker = MovePicker::quiescence(position, node.table_move, with_checks, context);
  while (const Move move = picker.next()) {
    ++node.move_count;
    if (!is_loss(node.best) && !is_without(Step::QuiescencePruning) &&
        is_hopeless(node, move, picker, continuations)) {
      continue;
    }
    ply->move_count = node.move_count;
    Position child = position;
    make(position, child, move, ply);
    const Score value = -quiescence_node<IsPv>(child, ply + 1, -beta, -node.alpha, false);
    unmake();
    if (stopped()) return kDraw;
    if (value <= node.best) continue;
    node.best = value;
    if (value <= node.alpha) continue;
    node.best_move = move;
    if constexpr (IsPv) ply->variation.set(move, (ply + 1)->variation);
    if (value >= beta) break;
    node.alpha = value;
  }

  if (node.in_check && node.best == -kInfinite) return mated_in(ply->ply);
  if (!base::is_decisive(node.best) && node.best > beta) node.best = (node.best + beta) / 2;
  shared_.table.store(node.slot, node.table_key,
                      {.move = node.best_move,
                       .value = value_to_table(node.best, ply->ply),
                       .evaluation = node.raw_evaluation,
                       .depth = kDepthQuiescence,
                       .bound = node.best >= beta ? Bound::Lower : Bound::Upper,
                       .was_pv = was_pv});
  return node.best;
}

template Score Worker::quiescence<true>(const Position&, Ply*, Score, Score, bool);
template Score Worker::quiescence<false>(const Position&, Ply*, Score, Score, bool);

}  // namespace tabia::search
