// What the search learns from a finished node: histories of moves and corrections of the evaluation.

#include "search/worker.h"

namespace tabia::search {

using namespace tabia::chess;

namespace {}  // namespace

ContinuationTables Worker::continuations_before(const Ply* ply) const noexcept {
  return {(ply - 1)->continuation, (ply - 2)->continuation, (ply - 3)->continuation,
          (ply - 4)->continuation, (ply - 5)->continuation, (ply - 6)->continuation};
}

void Worker::update_continuations(Ply* ply, Piece piece, Square to, int bonus) noexcept {
  const std::array weights = {parameters_.continuation_1, parameters_.continuation_2,
                              parameters_.continuation_3, parameters_.continuation_4,
                              parameters_.continuation_5, parameters_.continuation_6};
  for (int plies = 1; plies <= 6; ++plies) {
    // In check the moves are few and forced: older context says little.
    if (ply->in_check && plies > 2) break;
    if (!(ply - plies)->move) continue;
    (*(ply - plies)->continuation)[piece][to].add(bonus * weights[static_cast<std::size_t>(plies - 1)] /
                                                  1024);
  }
}

void Worker::update_quiet(const Position& position, Ply* ply, Move move, const Threats& threats,
                          int bonus) noexcept {
  const Piece mover = position.piece_on(move.from());
  histories_->main_of(position.side_to_move(), move, threats).add(bonus);
  if (ply->ply < Histories::kLowPlies) {
    histories_->low_ply[static_cast<std::size_t>(ply->ply)][move.from()][move.to()].add(
        bonus * parameters_.quiet_low_ply / 1024);
  }
  update_continuations(
      ply, mover, move.to(),
      bonus * (bonus > 0 ? parameters_.quiet_continuation_gain : parameters_.quiet_continuation_loss) / 1024);
  histories_->pawn_row(position)[mover][move.to()].add(
      bonus * (bonus > 0 ? parameters_.quiet_pawn_gain : parameters_.quiet_pawn_loss) / 1024);
}

// The best move gains, the moves tried before it lose.
void Worker::update_histories(const Node& node, const Tried& quiets, const Tried& noisies) noexcept {
  const Position& position = node.position;
  Ply* const ply = node.ply;
  const int bonus =
      std::min(parameters_.bonus_depth * node.depth - parameters_.bonus_offset, parameters_.bonus_max) +
      (node.best_move == node.table_move ? parameters_.bonus_table_move : 0);
  int malus =
      std::min(parameters_.malus_depth * node.depth - parameters_.malus_offset, parameters_.malus_max);

  const auto capture_history = [&](Move move) -> Gravity<10692>& {
    return histories_
        ->capture[position.piece_on(move.from())][move.to()][type_of(position.captured_piece(move))];
  };
  const int noisy_malus = malus;
  if (position.is_noisy(node.best_move)) {
    capture_history(node.best_move).add(bonus);
  } else {
    update_quiet(position, ply, node.best_move, node.threats, bonus);
    for (int i = 0; i < quiets.count; ++i) {
      update_quiet(position, ply, quiets.moves[static_cast<std::size_t>(i)], node.threats, -malus);
      malus = malus * parameters_.malus_decay / 1024;
    }
  }
  for (int i = 0; i < noisies.count; ++i) {
    capture_history(noisies.moves[static_cast<std::size_t>(i)]).add(-noisy_malus);
  }
  // The quiet move that led here was the first choice and is now refuted.
  const Ply* const before = ply - 1;
  if (before->move && !before->move_was_noisy && before->move_count == 1 + (before->table_hit ? 1 : 0)) {
    update_continuations(ply - 1, before->moved, before->move.to(),
                         -noisy_malus * parameters_.refuted_first_choice / 1024);
  }
}

// All moves failed low: the opponent's last move was good.
void Worker::reward_previous_move(const Node& node) noexcept {
  if (is_without(Step::PreviousMoveReward)) return;
  Ply* const before = node.ply - 1;
  if (!before->move) return;
  const Square to = before->move.to();
  if (before->move_was_noisy) {
    histories_->capture[before->moved][to][before->captured].add(parameters_.reward_capture);
    return;
  }
  int scale = -parameters_.reward_offset - before->history_score / parameters_.reward_history_divisor;
  scale += std::min(parameters_.reward_depth * node.depth, parameters_.reward_depth_max);
  scale += before->move_count > 8 ? parameters_.reward_late_move : 0;
  scale += !node.in_check && node.best <= node.static_evaluation() - parameters_.reward_below_margin
               ? parameters_.reward_below
               : 0;
  scale += !before->in_check && before->static_evaluation != kNoScore &&
                   node.best <= -before->static_evaluation - parameters_.reward_parent_margin
               ? parameters_.reward_parent
               : 0;
  scale = std::max(scale, 0);
  const int bonus = std::min(parameters_.reward_bonus_depth * node.depth - parameters_.reward_bonus_offset,
                             parameters_.reward_bonus_max) *
                    scale;
  update_continuations(before, before->moved, to, bonus * parameters_.reward_continuation / 32768);
  const Color them = ~node.position.side_to_move();
  histories_->main[them][0][0][before->move.from()][to].add(bonus * parameters_.reward_main / 32768);
  if (type_of(before->moved) != PieceType::Pawn) {
    histories_->pawn_row(node.position)[before->moved][to].add(bonus * parameters_.reward_pawn / 32768);
  }
}

// --- the evaluation and its corrections

Score Worker::raw_evaluation(const Position& position) {
  // An external evaluation may have taken long: check the clock.
  if (evaluator_.options().external) [[unlikely]]
    poll_countdown_ = 0;
  return shared_.scale.to_search(evaluator_.evaluate(position));
}

int Worker::correction_of(const Position& position, const Ply* ply) const noexcept {
  const Color side = position.side_to_move();
  const PositionKeys& keys = position.keys();
  const auto row = Histories::row;
  const int pawn = histories_->pawn_correction[side][row(keys.pawn)];
  const int minor = histories_->minor_correction[side][row(keys.minor)];
  const int white = histories_->non_pawn_correction[Color::White][side][row(keys.non_pawn[Color::White])];
  const int black = histories_->non_pawn_correction[Color::Black][side][row(keys.non_pawn[Color::Black])];
  const Ply* const last = ply - 1;
  int continuation = parameters_.correction_unknown;
  if (last->move) {
    continuation = (*(ply - 2)->correction)[last->moved][last->move.to()] +
                   (*(ply - 4)->correction)[last->moved][last->move.to()];
  }
  return parameters_.correction_pawn * pawn + parameters_.correction_minor * minor +
         parameters_.correction_non_pawn * (white + black) +
         parameters_.correction_continuation * continuation;
}

// From the evaluator's number to what the search uses: more material counts more, the side that is better at
// the root is optimistic, the fifty-move rule reduces the score, and errors seen in similar positions are
// corrected.
Score Worker::corrected(Score raw, const Position& position, int correction) const noexcept {
  std::int64_t value = raw;
  if (scales_by_material_) {
    int material = parameters_.material_pawn * count(position.pieces(PieceType::Pawn));
    for (const PieceType type : {PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen}) {
      material += kPieceValues[type] * count(position.pieces(type));
    }
    value = (value * (parameters_.material_base + material) +
             static_cast<std::int64_t>(optimism_[position.side_to_move()]) *
                 (parameters_.optimism_base + material)) /
            parameters_.material_base;
  }
  if (damps_fifty_moves_) value -= value * position.halfmove_clock() / parameters_.fifty_moves_damping;
  return base::clamped_evaluation(value + correction / 131'072);
}

// The search has found out how far off the evaluation was. Not used if captures decide, or if the result is
// only a bound that the evaluation already satisfies.
void Worker::update_correction(const Node& node) noexcept {
  if (is_without(Step::CorrectionHistory)) return;
  if (node.in_check || node.is_excluded_search() ||
      (node.best_move && node.position.is_noisy(node.best_move)) ||
      (node.best > node.static_evaluation()) != static_cast<bool>(node.best_move)) {
    return;
  }
  const int gain = node.best_move ? parameters_.correction_gain_move : parameters_.correction_gain_no_move;
  const int error = std::clamp(node.best - node.static_evaluation(), -parameters_.correction_error_max,
                               parameters_.correction_error_max);
  const int bonus = std::clamp(error * node.depth * gain / 128, -parameters_.correction_bonus_max,
                               parameters_.correction_bonus_max);
  const Color side = node.position.side_to_move();
  const PositionKeys& keys = node.position.keys();
  const auto row = Histories::row;
  histories_->pawn_correction[side][row(keys.pawn)].add(bonus);
  histories_->minor_correction[side][row(keys.minor)].add(bonus * parameters_.correction_gain_minor / 128);
  for (const Color color : {Color::White, Color::Black}) {
    histories_->non_pawn_correction[color][side][row(keys.non_pawn[color])].add(
        bonus * parameters_.correction_gain_non_pawn / 128);
  }
  const Ply* const last = node.ply - 1;
  if (last->move) {
    const auto learn = [&](const Ply* earlier, int weight) {
      if (earlier->move) (*earlier->correction)[last->moved][last->move.to()].add(bonus * weight / 128);
    };
    learn(node.ply - 2, parameters_.correction_gain_last);
    learn(node.ply - 4, parameters_.correction_gain_earlier);
  }
}

}  // namespace tabia::search
