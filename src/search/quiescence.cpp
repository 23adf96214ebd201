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
Score Worker::quiescence(const Position& position, Ply* ply, Score alpha, Score beta,
                         bool with_checks) noexcept {
  quiescence_end_ = nodes() + kMostNodes;
  return quiescence_node<IsPv>(position, ply, alpha, beta, with_checks);
}

template <bool IsPv>
Score Worker::quiescence_node(const Position& position, Ply* ply, Score alpha, Score beta,
                              bool with_checks) noexcept {
  if (is_main() && --poll_countdown_ <= 0) poll();
  if (stopped()) return kDraw;
  if (alpha < kDraw && !is_without(Step::UpcomingRepetition) &&
      path_.has_upcoming_repetition(position, ply->ply)) {
    alpha = draw_score();
    if (alpha >= beta) return alpha;
  }
  const bool in_check = position.in_check();
  ply->in_check = in_check;
  ply->move_count = 0;
  if constexpr (IsPv) {
    selective_depth_ = std::max(selective_depth_, ply->ply + 1);
    ply->variation.clear();
  }
  if (is_draw(position, ply->ply)) return draw_score();
  if (ply->ply >= kMaxPly) return in_check ? draw_score() : corrected(raw_evaluation(position), position, 0);

  Node node(position, ply, alpha, beta, 0, false);
  look_up(node);
  const bool was_pv = ply->table_hit && node.table.was_pv;
  if constexpr (!IsPv) {
    if (node.table_value != kNoScore && node.table.depth >= kDepthQuiescence &&
        node.table_bound_holds(beta)) {
      return node.table_value;
    }
  }

  Score best = -kInfinite;
  Score futility = -kInfinite;
  if (in_check) {
    ply->static_evaluation = kNoScore;
    node.threats = threats_against_mover(position);
  } else {
    node.raw_evaluation = ply->table_hit && node.table.evaluation != kNoScore ? node.table.evaluation
                                                                              : raw_evaluation(position);
    node.correction = correction_of(position, ply);
    best = ply->static_evaluation = corrected(node.raw_evaluation, position, node.correction);
    if (node.table_value != kNoScore && !base::is_decisive(node.table_value) &&
        node.table_bound_holds(best + 1)) {
      best = node.table_value;
    }
    // Stand pat: no one is forced to capture.
    if (best >= beta) {
      if (!base::is_decisive(best)) best = (best + beta) / 2;
      if (!ply->table_hit) {
        shared_.table.store(node.slot, node.table_key,
                            {.move = {},
                             .value = value_to_table(best, ply->ply),
                             .evaluation = node.raw_evaluation,
                             .depth = kDepthEvaluationOnly,
                             .bound = Bound::Lower});
      }
      return best;
    }
    if (nodes() >= quiescence_end_) return best;
    alpha = std::max(alpha, best);
    futility = ply->static_evaluation + parameters_.qsearch_futility;
  }

  const ContinuationTables continuations = continuations_before(ply);
  const OrderingContext context{*histories_, continuations, node.threats, parameters_, ply->ply};
  MovePicker picker = MovePicker::quiescence(position, node.table_move, with_checks, context);
  const Square last_target = (ply - 1)->move ? (ply - 1)->move.to() : Square::None;
  int move_count = 0;
  Move best_move;

  while (const Move move = picker.next()) {
    ++move_count;
    const bool is_noisy = position.is_noisy(move);
    if (!is_loss(best) && !is_without(Step::QuiescencePruning)) {
      // Delta pruning: the victim can't bring the score up to alpha.
      if (!move.is_promotion() && move.to() != last_target && !is_loss(futility) &&
          !picker.gives_check(move)) {
        if (move_count > 2) continue;
        const Score hope = futility + kPieceValues[type_of(position.captured_piece(move))];
        if (hope <= alpha) {
          best = std::max(best, hope);
          continue;
        }
        if (!see_at_least(position, move, exchange_units(alpha - futility))) {
          best = std::max(best, std::min(alpha, futility));
          continue;
        }
      }
      if (!is_noisy && in_check) {
        const Piece mover = position.piece_on(move.from());
        if ((*continuations[0])[mover][move.to()] + histories_->pawn_row(position)[mover][move.to()] <=
            parameters_.qsearch_quiet_history) {
          continue;
        }
      }
      if (!see_at_least(position, move, -exchange_units(parameters_.qsearch_see))) continue;
    }

    ply->move_count = move_count;
    Position child = position;
    make(position, child, move, ply);
    const Score value = -quiescence_node<IsPv>(child, ply + 1, -beta, -alpha, false);
    unmake();
    if (stopped()) return kDraw;

    if (value > best) {
      best = value;
      if (value > alpha) {
        best_move = move;
        if constexpr (IsPv) ply->variation.set(move, (ply + 1)->variation);
        if (value >= beta) break;
        alpha = value;
      }
    }
  }

  if (in_check && best == -kInfinite) return mated_in(ply->ply);
  if (!base::is_decisive(best) && best > beta) best = (best + beta) / 2;
  shared_.table.store(node.slot, node.table_key,
                      {.move = best_move,
                       .value = value_to_table(best, ply->ply),
                       .evaluation = node.raw_evaluation,
                       .depth = kDepthQuiescence,
                       .bound = best >= beta ? Bound::Lower : Bound::Upper,
                       .was_pv = was_pv});
  return best;
}

template Score Worker::quiescence<true>(const Position&, Ply*, Score, Score, bool) noexcept;
template Score Worker::quiescence<false>(const Position&, Ply*, Score, Score, bool) noexcept;

}  // namespace tabia::search
