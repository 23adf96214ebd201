// The main search: Worker::search as a list of named steps. Each step says why it exists; "Worth" is what
// removing it costs in games, measured as docs/strength.md describes, if that is more than the error.

#include <cmath>

#include "base/random.h"
#include "chess/see.h"
#include "search/worker.h"

namespace tabia::search {

using namespace tabia::chess;

namespace {

// Beyond this clock, values from the table are not trusted: they don't take it into account.
constexpr int kClockTooHighForTable = 96;

[[nodiscard]] bool has_pieces(const Position& position) noexcept {
  const Color side = position.side_to_move();
  return (position.pieces(side) & ~position.pieces(PieceType::Pawn) & ~position.pieces(PieceType::King)) != 0;
}

// The key under which a position is stored: near the fifty-move limit the clock is part of it.
[[nodiscard]] Key key_for_table(const Position& position) noexcept {
  const int clock = position.halfmove_clock();
  if (clock < 14) return position.key();
  base::Random random(static_cast<std::uint64_t>((clock - 14) / 8));
  return position.key() ^ random.next();
}

// Pieces that go back and forth: extending them would only delay the draw.
[[nodiscard]] bool is_shuffling(const Position& position, const Ply* ply, Move move) noexcept {
  if (position.is_noisy(move) || position.halfmove_clock() < 10 || ply->ply < 20) return false;
  const Move own = (ply - 2)->move;
  const Move own_before = (ply - 4)->move;
  return move.from() == own.to() && own.from() == own_before.to();
}

}  // namespace

// --- the steps before the moves

// Draws, the end of the stack, and mates nearer than any that could be found here.
template <NodeType Type>
std::optional<Score> Worker::end_of_play(Node& node) {
  const int ply = node.ply->ply;
  if (is_draw(node.position, ply)) return draw_score();
  if (ply >= kMaxPly)
    return node.in_check ? draw_score() : corrected(raw_evaluation(node.position), node.position, 0);

  // Mate-distance pruning: even a mate with the next move would not change the result.
  node.alpha = std::max(mated_in(ply), node.alpha);
  node.beta = std::min(mate_in(ply + 1), node.beta);
  if (node.alpha >= node.beta) return node.alpha;
  return std::nullopt;
}

void Worker::look_up(Node& node) noexcept {
  node.table_key = key_for_table(node.position);
  const auto probe = shared_.table.probe(node.table_key);
  node.slot = probe.slot;
  node.ply->table_hit = probe.hit;
  if (!probe.hit) return;
  // An illegal move shows that the entry belongs to another position, or is a mixture of two.
  if (probe.data.move && !node.position.is_legal(probe.data.move)) {
    node.ply->table_hit = false;
    return;
  }
  node.table = probe.data;
  node.table_move = probe.data.move;
  node.table_value = value_from_table(probe.data.value, node.ply->ply, node.position.halfmove_clock());
  node.table_move_is_noisy = node.table_move && node.position.is_noisy(node.table_move);
}

// Table cutoff: an earlier search of this position, at least as deep, has already answered the question.
// Worth: +48 ± 19 Elo at 2,000 nodes.
std::optional<Score> Worker::table_cutoff(const Node& node) noexcept {
  if (is_without(Step::TableCutoff)) return std::nullopt;
  const bool fails_high = node.table_value != kNoScore && node.table_value >= node.beta;
  if (node.is_excluded_search() || node.table_value == kNoScore ||
      node.table.depth <= node.depth - (node.table_value <= node.beta ? 1 : 0) ||
      !node.table_bound_holds(node.beta) ||
      !(node.cut_node == fails_high || node.depth > parameters_.table_cut_depth)) {
    return std::nullopt;
  }
  Ply* const ply = node.ply;
  if (node.table_move && fails_high) {
    if (!node.table_move_is_noisy) {
      const Threats threats = threats_against_mover(node.position);
      update_quiet(node.position, ply, node.table_move, threats,
                   std::min(parameters_.table_cut_bonus_depth * node.depth, parameters_.table_cut_bonus_max));
    }
    // The move that led here was tried early and is refuted.
    if ((ply - 1)->move && (ply - 1)->move_count <= 3 && !(ply - 1)->move_was_noisy) {
      update_continuations(ply - 1, (ply - 1)->moved, (ply - 1)->move.to(), -parameters_.table_cut_malus);
    }
  }
  if (node.position.halfmove_clock() >= kClockTooHighForTable) return std::nullopt;
  return node.table_value;
}

// Tablebase: with few pieces on the board the result is known.
template <NodeType Type>
std::optional<Score> Worker::tablebase_cutoff(Node& node) noexcept {
  const int men = count(node.position.occupied());
  if (men > shared_.probe_men || node.is_excluded_search() || node.position.halfmove_clock() != 0 ||
      node.position.castling_rooks() != 0 ||
      (men == shared_.probe_men && node.depth < shared_.options.tablebase.probe_depth)) {
    return std::nullopt;
  }
  const auto result = shared_.tablebase->result_of(node.position);
  if (is_main()) poll_countdown_ = 0;  // reading a file takes time: check the clock
  if (!result) return std::nullopt;
  tablebase_hits_.store(tablebase_hits() + 1, std::memory_order_relaxed);

  const int ply = node.ply->ply;
  const int decisive = shared_.options.tablebase.fifty_move_rule ? 2 : 1;
  const int value = static_cast<int>(*result);
  const Score score = value >= decisive    ? kTablebaseWin - ply
                      : value <= -decisive ? -kTablebaseWin + ply
                                           : kDraw + 2 * value;
  const Bound bound = value >= decisive ? Bound::Lower : value <= -decisive ? Bound::Upper : Bound::Exact;
  if (bound == Bound::Exact || (bound == Bound::Lower ? score >= node.beta : score <= node.alpha)) {
    shared_.table.store(node.slot, node.table_key,
                        {.move = Move::none(),
                         .value = value_to_table(score, ply),
                         .evaluation = kNoScore,
                         .depth = std::min(kMaxPly - 1, node.depth + 6),
                         .bound = bound,
                         .was_pv = node.ply->former_pv});
    return score;
  }
  if constexpr (Type != NodeType::NonPv) {
    if (bound == Bound::Lower) {
      node.best = score;
      node.alpha = std::max(node.alpha, score);
    } else {
      node.best_possible = score;
    }
  }
  return std::nullopt;
}

// The static evaluation, from the table if it has it; improved by the table's value if its bound allows.
void Worker::evaluate_node(Node& node) {
  Ply* const ply = node.ply;
  node.correction = correction_of(node.position, ply);
  if (node.in_check) {
    ply->static_evaluation = node.evaluation = kNoScore;
    return;
  }
  if (node.is_excluded_search()) {
    node.evaluation = ply->static_evaluation;  // of the search that asked
    return;
  }
  if (ply->table_hit && node.table.evaluation != kNoScore) {
    node.raw_evaluation = node.table.evaluation;
  } else {
    node.raw_evaluation = raw_evaluation(node.position);
    if (!ply->table_hit) {
      shared_.table.store(node.slot, node.table_key,
                          {.move = {}, .evaluation = node.raw_evaluation, .was_pv = ply->former_pv});
    }
  }
  ply->static_evaluation = node.evaluation = corrected(node.raw_evaluation, node.position, node.correction);
  if (node.table_value != kNoScore && node.table_bound_holds(node.evaluation + 1))
    node.evaluation = node.table_value;

  const auto earlier = [&](int plies) { return (ply - plies)->static_evaluation; };
  const Score own_before = earlier(2) != kNoScore ? earlier(2) : earlier(4);
  node.improving = own_before != kNoScore && ply->static_evaluation > own_before;
  node.opponent_worsening = earlier(1) != kNoScore && ply->static_evaluation > -earlier(1);
}

// A quiet move that improved the evaluation is likely to do so elsewhere. Worth: +49 ± 24 Elo at 1,000
// nodes.
void Worker::learn_from_evaluation_change(const Node& node) noexcept {
  if (is_without(Step::EvaluationHistory)) return;
  const Ply* const before = node.ply - 1;
  if (!before->move || before->in_check || before->move_was_noisy || before->static_evaluation == kNoScore)
    return;
  const int change = -(before->static_evaluation + node.static_evaluation());
  const int limited =
      std::clamp(change, -parameters_.evaluation_history_fall, parameters_.evaluation_history_rise);
  const int bonus = (limited + parameters_.evaluation_history_offset) * parameters_.evaluation_history;
  const Color them = ~node.position.side_to_move();
  // The threats of that position are unknown: assume none.
  histories_->main[them][0][0][before->move.from()][before->move.to()].add(bonus);
  if (!node.ply->table_hit && type_of(before->moved) != PieceType::Pawn) {
    histories_->pawn_row(node.position)[before->moved][before->move.to()].add(bonus);
  }
}

// Hindsight: the parent reduced this node before it knew its evaluation; now it is known.
void Worker::hindsight(Node& node) noexcept {
  if (is_without(Step::Hindsight)) return;
  const Ply* const before = node.ply - 1;
  if (before->reduction >= parameters_.hindsight_deeper && !node.opponent_worsening) ++node.depth;
  if (before->reduction >= 2 && node.depth >= 2 && before->static_evaluation != kNoScore &&
      node.static_evaluation() + before->static_evaluation > parameters_.hindsight_shallower_sum) {
    --node.depth;
  }
}

// Razoring: this far below alpha only captures could help, and quiescence looks at those.
std::optional<Score> Worker::razoring(const Node& node) {
  if (is_without(Step::Razoring)) return std::nullopt;
  const int margin = parameters_.razoring_base + parameters_.razoring_depth * node.depth * node.depth;
  if (node.evaluation >= node.alpha - margin || is_mate_hunt(node, node.alpha)) return std::nullopt;
  return quiescence<false>(node.position, node.ply, node.alpha, node.beta, false);
}

// Reverse futility: when the evaluation already beats beta by more than a quiet reply is likely to win back,
// trust it and skip the search below this node. Worth: +200 ± 21 Elo at 2,000 nodes.
std::optional<Score> Worker::reverse_futility(const Node& node) const noexcept {
  if (is_without(Step::ReverseFutility)) return std::nullopt;
  if (node.ply->former_pv || node.depth >= parameters_.reverse_futility_depth ||
      node.evaluation < node.beta || (node.table_move && !node.table_move_is_noisy) || is_loss(node.beta) ||
      is_win(node.evaluation) || is_mate_hunt(node, node.beta)) {
    return std::nullopt;
  }
  const int per_ply =
      std::min(parameters_.reverse_futility_base + parameters_.reverse_futility_growth * node.depth,
               parameters_.reverse_futility_margin) -
      (node.ply->table_hit ? 0 : parameters_.reverse_futility_no_hit);
  const int margin = per_ply * node.depth -
                     (node.improving ? parameters_.reverse_futility_improving * per_ply / 1024 : 0) -
                     (node.opponent_worsening ? parameters_.reverse_futility_worsening * per_ply / 1024 : 0) +
                     std::abs(node.correction) / parameters_.reverse_futility_correction;
  if (node.evaluation - margin < node.beta) return std::nullopt;
  const int share = parameters_.reverse_futility_return;
  return (node.beta * (1024 - share) + node.evaluation * share) / 1024;
}

// Null move: if passing the turn still fails high, a real move will too. Not without pieces, when passing may
// be better than any move (zugzwang); deep in the tree a search without null moves must confirm it.
std::optional<Score> Worker::null_move(const Node& node) {
  if (is_without(Step::NullMove)) return std::nullopt;
  Ply* const ply = node.ply;
  if (!node.cut_node || node.is_excluded_search() || !(ply - 1)->move || is_loss(node.beta) ||
      is_mate_hunt(node, node.beta) || ply->ply < null_move_min_ply_ || !has_pieces(node.position) ||
      ply->static_evaluation < node.beta - parameters_.null_move_depth_slope * node.depth -
                                   (node.improving ? parameters_.null_move_improving : 0) +
                                   parameters_.null_move_margin) {
    return std::nullopt;
  }
  const int reduction =
      parameters_.null_move_reduction + node.depth / parameters_.null_move_reduction_divisor +
      std::clamp((ply->static_evaluation - node.beta) / parameters_.null_move_reduction_margin, 0, 4);

  Position child = node.position;
  child.make_null();
  ply->move = Move::none();
  ply->moved = Piece::None;
  ply->continuation = &no_continuation_;
  ply->correction = &no_correction_;
  ply->move_was_noisy = false;
  shared_.table.prefetch(child.key());
  path_.push_null(child);
  evaluator_.push(node.position, PieceDelta{});
  count_node();
  Score value =
      -search<NodeType::NonPv>(child, ply + 1, -node.beta, -node.beta + 1, node.depth - reduction, false);
  unmake();
  if (stopped()) return kDraw;
  if (value < node.beta || is_win(value)) return std::nullopt;
  if (null_move_min_ply_ != 0 || node.depth < parameters_.null_move_verify_depth) return value;

  null_move_min_ply_ = ply->ply + 3 * (node.depth - reduction) / 4;
  const Score verified =
      search<NodeType::NonPv>(node.position, ply, node.beta - 1, node.beta, node.depth - reduction, false);
  null_move_min_ply_ = 0;
  if (stopped()) return kDraw;
  if (verified >= node.beta) return value;
  return std::nullopt;
}

// Internal iterative reduction: a node without a move from the table is either new or wasn't important; a
// shallower search now finds the move for the next time.
void Worker::internal_reduction(Node& node, bool is_pv) const noexcept {
  if (is_without(Step::InternalReduction)) return;
  if ((is_pv || node.cut_node) && node.depth >= parameters_.internal_reduction_depth && !node.table_move)
    --node.depth;
}

// ProbCut: a capture that beats beta by a margin at a lower depth will beat beta itself at this one.
std::optional<Score> Worker::probcut(const Node& node) {
  if (is_without(Step::ProbCut)) return std::nullopt;
  Ply* const ply = node.ply;
  const Score target =
      node.beta + parameters_.probcut_margin - (node.improving ? parameters_.probcut_improving : 0);
  if (node.depth < 3 || base::is_decisive(node.beta) || is_win(target) || is_mate_hunt(node, node.beta) ||
      (node.table_value != kNoScore && node.table_value < target)) {
    return std::nullopt;
  }
  const ContinuationTables continuations = continuations_before(ply);
  const OrderingContext context{*histories_, continuations, node.threats, parameters_, ply->ply};
  MovePicker picker = MovePicker::gaining(node.position, node.table_move,
                                          exchange_units(target - ply->static_evaluation), context);
  const int depth = std::max(node.depth - (node.improving ? 5 : 4), 0);
  while (const Move move = picker.next()) {
    if (move == ply->excluded) continue;
    Position child = node.position;
    make(node.position, child, move, ply);
    Score value = -quiescence<false>(child, ply + 1, -target, -target + 1, false);
    if (value >= target && depth > 0) {
      value = -search<NodeType::NonPv>(child, ply + 1, -target, -target + 1, depth, !node.cut_node);
    }
    unmake();
    if (stopped()) return kDraw;
    if (value < target) continue;
    if (!node.is_excluded_search()) {
      shared_.table.store(node.slot, node.table_key,
                          {.move = move,
                           .value = value_to_table(value, ply->ply),
                           .evaluation = node.raw_evaluation,
                           .depth = depth + 1,
                           .bound = Bound::Lower,
                           .was_pv = ply->former_pv});
    }
    return base::is_decisive(value) ? value : value - (target - node.beta);
  }
  return std::nullopt;
}

// The same from the table alone: its value is far above beta at nearly the required depth.
std::optional<Score> Worker::small_probcut(const Node& node) const noexcept {
  if (is_without(Step::ProbCut)) return std::nullopt;
  const Score target = node.beta + parameters_.probcut_small_margin;
  const bool is_lower = node.table.bound == Bound::Lower || node.table.bound == Bound::Exact;
  if (is_lower && node.table.depth >= node.depth - 4 && node.table_value != kNoScore &&
      node.table_value >= target && !base::is_decisive(node.beta) && !base::is_decisive(node.table_value) &&
      !is_win(target)) {
    return target;
  }
  return std::nullopt;
}

// --- the steps for each move

// The reduction that depends on depth and move number only, in 1/1024 plies.
int Worker::base_reduction(const Node& node) const noexcept {
  const auto log_of = [&](int n) { return log_table_[static_cast<std::size_t>(std::clamp(n, 1, 255))]; };
  const int product = static_cast<int>(static_cast<std::int64_t>(parameters_.lmr_product) *
                                       log_of(node.depth) / 1024 * log_of(node.move_count) / 1024);
  return product + (node.improving ? 0 : product * parameters_.lmr_not_improving / 1024) +
         parameters_.lmr_base -
         static_cast<int>(static_cast<std::int64_t>(parameters_.lmr_window) * (node.beta - node.alpha) /
                          root_window_);
}

// Pruning at shallow depth: moves that won't raise alpha are not searched at all: quiet moves late in the
// order, moves with a bad history, moves that lose material, and moves after which the evaluation is still
// hopeless. Nothing is pruned before a move was found that doesn't lose, so that no mate is overlooked or
// invented. Worth: futility +45 ± 24 Elo at 1,000 nodes.
bool Worker::is_pruned(Node& node, const Candidate& candidate, MovePicker& picker,
                       const ContinuationTables& continuations) noexcept {
  const Move move = candidate.move;
  const Position& position = node.position;
  const int quiet_limit = (parameters_.move_count_base + node.depth * node.depth) / (node.improving ? 1 : 2);
  if (node.move_count >= quiet_limit && !is_without(Step::MoveCountPruning) &&
      !is_mate_hunt(node, node.alpha)) {
    picker.skip_quiets();
  }
  int depth = candidate.new_depth - candidate.reduction / 1024;

  // Mates are made of checks.
  if (candidate.gives_check && is_mate_hunt(node, node.alpha)) return false;
  if (candidate.is_noisy || candidate.gives_check) {
    if (is_without(Step::CapturePruning)) return false;
    const PieceType victim = type_of(position.captured_piece(move));
    const int history = histories_->capture[candidate.mover][move.to()][victim];
    if (!candidate.gives_check && !node.in_check && depth < parameters_.capture_futility_depth_limit) {
      const Score hope = node.static_evaluation() + parameters_.capture_futility_base +
                         parameters_.capture_futility_depth * depth + kPieceValues[victim] +
                         130 * history / 1024;
      if (hope <= node.alpha) return true;
    }
    const int margin = std::max(
        parameters_.capture_see_margin * node.depth + parameters_.capture_see_history * history / 1024, 0);
    return !see_at_least(position, move, -exchange_units(margin));
  }

  int history = (*continuations[0])[candidate.mover][move.to()] +
                (*continuations[1])[candidate.mover][move.to()] +
                histories_->pawn_row(position)[candidate.mover][move.to()];
  if (history < -parameters_.history_pruning * node.depth && !is_without(Step::HistoryPruning)) return true;
  history += 2 * histories_->main_of(position.side_to_move(), move, node.threats);
  depth += history / parameters_.history_depth_divisor;

  if (!node.in_check && depth < parameters_.futility_depth_limit && !is_without(Step::Futility)) {
    const Score hope = node.static_evaluation() + parameters_.futility_base +
                       parameters_.futility_depth * depth +
                       (node.static_evaluation() > node.alpha ? parameters_.futility_above_alpha : 0);
    if (hope <= node.alpha) {
      if (node.best <= hope && !base::is_decisive(node.best) && !is_win(hope)) node.best = hope;
      return true;
    }
  }
  if (is_without(Step::QuietExchangePruning)) return false;
  depth = std::max(depth, 0);
  return !see_at_least(position, move, -exchange_units(parameters_.quiet_see_margin * depth * depth));
}

// Singular extension: if all other moves are clearly worse than the table's move, it is searched deeper. If
// others are as good, the node is cut (multi-cut), or the move needs less attention. Worth: +44 ± 18 Elo at
// 2,000 nodes.
template <NodeType Type>
std::optional<Score> Worker::singular_extension(Node& node, Candidate& candidate) {
  constexpr bool kIsPv = Type != NodeType::NonPv;
  Ply* const ply = node.ply;
  const bool is_lower = node.table.bound == Bound::Lower || node.table.bound == Bound::Exact;
  if (is_without(Step::SingularExtension) || candidate.move != node.table_move || node.is_excluded_search() ||
      node.depth < parameters_.singular_depth + (ply->former_pv ? 1 : 0) || node.table_value == kNoScore ||
      base::is_decisive(node.table_value) || !is_lower || node.table.depth < node.depth - 3 ||
      is_shuffling(node.position, ply, candidate.move)) {
    return std::nullopt;
  }
  const int margin =
      (parameters_.singular_margin + (ply->former_pv && !kIsPv ? parameters_.singular_margin_pv : 0)) *
      node.depth / 63;
  const Score target = node.table_value - margin;
  const bool former_pv = ply->former_pv;
  const int move_count = ply->move_count;
  ply->excluded = candidate.move;
  const Score value =
      search<NodeType::NonPv>(node.position, ply, target - 1, target, candidate.new_depth / 2, node.cut_node);
  ply->excluded = Move::none();
  ply->former_pv = former_pv;
  ply->move_count = move_count;
  if (stopped()) return kDraw;

  if (value < target) {
    const int correction = std::abs(node.correction) / parameters_.extension_correction_divisor;
    const int far = ply->ply > root_depth_ ? parameters_.extension_far_margin : 0;
    const int table_history = histories_->table_move * parameters_.extension_table_history / 1024;
    const bool is_quiet = !candidate.is_noisy;
    const int double_margin = parameters_.double_margin + (kIsPv ? parameters_.double_margin_pv : 0) -
                              (is_quiet ? parameters_.double_margin_quiet : 0) - correction - far -
                              table_history;
    const int triple_margin = parameters_.triple_margin + (kIsPv ? parameters_.triple_margin_pv : 0) -
                              (is_quiet ? parameters_.triple_margin_quiet : 0) +
                              (former_pv ? parameters_.triple_margin_former_pv : 0) - correction - far;
    candidate.extension =
        1 + (value < target - double_margin ? 1 : 0) + (value < target - triple_margin ? 1 : 0);
    if (ply->ply >= 2 * root_depth_) candidate.extension = std::min(candidate.extension, 1);
    ++node.depth;
  } else if (value >= node.beta && !base::is_decisive(value)) {
    return value;
  } else if (node.table_value >= node.beta) {
    candidate.extension = -3;
  } else if (node.cut_node) {
    candidate.extension = -2;
  }
  return std::nullopt;
}

// Late move reduction: the order is good, so later moves are searched less deep, and again at full depth only
// if they surprise. In 1/1024 plies. Worth: +91 ± 19 Elo at 2,000 nodes.
template <NodeType Type>
int Worker::late_move_reduction(const Node& node, const Candidate& candidate) const noexcept {
  constexpr bool kIsPv = Type != NodeType::NonPv;
  const Ply* const ply = node.ply;
  int reduction = candidate.reduction;
  if (ply->former_pv) {
    reduction -= parameters_.lmr_former_pv + (kIsPv ? parameters_.lmr_pv : 0);
    if (node.table_value != kNoScore && node.table_value > node.alpha)
      reduction -= parameters_.lmr_former_pv_high;
    if (node.table.depth >= node.depth) {
      reduction -= parameters_.lmr_former_pv_deep + (node.cut_node ? parameters_.lmr_former_pv_deep_cut : 0);
    }
  }
  reduction += parameters_.lmr_offset - parameters_.lmr_move_number * node.move_count;
  reduction -= static_cast<int>(static_cast<std::int64_t>(std::abs(node.correction)) *
                                parameters_.lmr_correction / (100 * 131'072));
  if (node.cut_node) {
    reduction += parameters_.lmr_cut_node + (node.table_move ? 0 : parameters_.lmr_cut_node_no_move);
  }
  if (node.table_move_is_noisy) reduction += parameters_.lmr_noisy_table_move;
  if ((ply + 1)->cutoffs > 1) {
    reduction += parameters_.lmr_child_cutoffs +
                 ((ply + 1)->cutoffs > 2 ? parameters_.lmr_child_cutoffs_many : 0) +
                 (!kIsPv && !node.cut_node ? parameters_.lmr_child_cutoffs_all_node : 0);
  }
  if (candidate.move == node.table_move) reduction -= parameters_.lmr_table_move;
  reduction -= ply->history_score * 1024 / parameters_.lmr_history_divisor;
  if (!kIsPv && !node.cut_node)
    reduction += reduction * parameters_.lmr_all_node /
                 (parameters_.lmr_all_node_depth * node.depth + parameters_.lmr_all_node_base);
  return reduction;
}

// Searches the move, which has been made: reduced first, then with a null window, then with the full one, as
// long as the result requires it.
template <NodeType Type>
Score Worker::search_move(Node& node, Candidate& candidate, const Position& child) {
  constexpr bool kIsPv = Type != NodeType::NonPv;
  Ply* const ply = node.ply;
  const int reduction = late_move_reduction<Type>(node, candidate);
  int new_depth = candidate.new_depth;
  Score value = -kInfinite;

  const auto null_window = [&](int depth, bool cut_node) {
    return -search<NodeType::NonPv>(child, ply + 1, -(node.alpha + 1), -node.alpha, depth, cut_node);
  };
  if (node.depth >= 2 && node.move_count > 1 && !is_without(Step::LateMoveReduction)) {
    // When only mate is left to find, no root move is reduced so far that a mate in two could be missed.
    const int least =
        Type == NodeType::Root && is_mate_hunt(node, node.alpha) ? std::clamp(new_depth - 1, 1, 4) : 1;
    const int reduced =
        std::max(least, std::min(new_depth - reduction / 1024, new_depth + 2)) + (kIsPv ? 1 : 0);
    ply->reduction = new_depth - reduced;
    value = null_window(reduced, true);
    ply->reduction = 0;
    if (value > node.alpha && !stopped()) {
      // The better the value, the deeper the next search.
      const bool deeper = reduced < new_depth && value > node.best + parameters_.lmr_deeper_margin;
      const bool shallower = value < node.best + parameters_.lmr_shallower_margin;
      new_depth += (deeper ? 1 : 0) - (shallower ? 1 : 0);
      if (new_depth > reduced) value = null_window(new_depth, !node.cut_node);
      update_continuations(ply, candidate.mover, candidate.move.to(), parameters_.lmr_research_bonus);
    }
  } else if (!kIsPv || node.move_count > 1) {
    const int strength = is_mate_hunt(node, node.alpha)
                             ? 0
                             : reduction + (node.table_move ? 0 : parameters_.full_depth_no_table_move);
    const int less = (strength > parameters_.full_depth_less ? 1 : 0) +
                     (strength > parameters_.full_depth_least && new_depth > 2 ? 1 : 0);
    value = null_window(new_depth - less, !node.cut_node);
  }
  if constexpr (kIsPv) {
    if (node.move_count == 1 || value > node.alpha) {
      (ply + 1)->variation.clear();
      // The line from the table must not end in quiescence.
      if (candidate.move == node.table_move && node.table.depth > 1) new_depth = std::max(new_depth, 1);
      value = -search<NodeType::Pv>(child, ply + 1, -node.beta, -node.alpha, new_depth, false);
    }
  }
  return value;
}

// --- the node

template <NodeType Type>
Score Worker::search(const Position& position, Ply* ply, Score alpha, Score beta, int depth, bool cut_node) {
  constexpr bool kIsRoot = Type == NodeType::Root;
  constexpr bool kIsPv = Type != NodeType::NonPv;

  // If one side is winning, mates decide: quiescence then begins with checks.
  if (depth <= 0)
    return quiescence<kIsPv>(position, ply, alpha, beta, std::abs(alpha) > parameters_.qsearch_checks);
  depth = std::min(depth, kMaxPly - 1);
  if (is_main() && --poll_countdown_ <= 0) poll();

  // A draw that the side to move can force is a lower bound.
  if (!kIsRoot && alpha < kDraw && !is_without(Step::UpcomingRepetition) &&
      path_.has_upcoming_repetition(position, ply->ply)) {
    alpha = draw_score();
    if (alpha >= beta) return alpha;
  }

  Node node(position, ply, alpha, beta, depth, cut_node);
  ply->in_check = node.in_check;
  ply->move_count = 0;
  ply->history_score = 0;
  (ply + 2)->cutoffs = 0;
  (ply + 1)->excluded = Move::none();
  if constexpr (kIsPv) {
    selective_depth_ = std::max(selective_depth_, ply->ply + 1);
    ply->variation.clear();
  }

  if (stopped()) return kDraw;
  if constexpr (!kIsRoot) {
    if (const auto value = end_of_play<Type>(node)) return *value;
  }
  look_up(node);
  if constexpr (kIsRoot) {
    node.table_move = root_moves_[line_index_].line.front();
    node.table_move_is_noisy = position.is_noisy(node.table_move);
  }
  if (!node.is_excluded_search()) ply->former_pv = kIsPv || (ply->table_hit && node.table.was_pv);

  if constexpr (!kIsPv) {
    if (const auto value = table_cutoff(node)) return *value;
  }
  if constexpr (!kIsRoot) {
    if (shared_.probe_men > 0) {
      if (const auto value = tablebase_cutoff<Type>(node)) return *value;
    }
  }
  evaluate_node(node);
  node.threats = threats_against_mover(position);

  if (!node.in_check) {
    if (!node.is_excluded_search()) learn_from_evaluation_change(node);
    if constexpr (!kIsRoot) hindsight(node);
    if constexpr (!kIsPv) {
      if (const auto value = razoring(node)) return *value;
      if (const auto value = reverse_futility(node)) return *value;
      if (const auto value = null_move(node)) return *value;
    }
    node.improving = node.improving || node.static_evaluation() >= node.beta;
  }
  if constexpr (!kIsRoot) internal_reduction(node, kIsPv);
  if constexpr (!kIsPv) {
    if (!node.in_check) {
      if (const auto value = probcut(node)) return *value;
    }
    if (const auto value = small_probcut(node)) return *value;
  }

  // --- the moves
  const ContinuationTables continuations = continuations_before(ply);
  const OrderingContext context{*histories_, continuations, node.threats, parameters_, ply->ply};
  MovePicker picker(position, node.table_move, node.depth, context);
  Tried quiets;
  Tried noisies;
  const bool may_prune = !kIsRoot && has_pieces(position);

  while (const Move move = picker.next()) {
    if (move == ply->excluded) continue;
    if constexpr (kIsRoot) {
      if (!is_searched_at_root(move)) continue;
    }
    ply->move_count = ++node.move_count;
    if constexpr (kIsRoot) {
      if (is_main() && observer_ && shared_.elapsed_ms(nodes()) > kBoundReportsMs) {
        observer_->on_root_move(root_depth_, move, node.move_count + static_cast<int>(line_index_));
      }
    }
    if constexpr (kIsPv) (ply + 1)->variation.clear();

    Candidate candidate{.move = move,
                        .mover = position.piece_on(move.from()),
                        .is_noisy = position.is_noisy(move),
                        .gives_check = picker.gives_check(move),
                        .reduction = base_reduction(node),
                        .new_depth = node.depth - 1,
                        .extension = 0};
    if (ply->former_pv) candidate.reduction += parameters_.lmr_prune_former_pv;
    if (may_prune && !is_loss(node.best) && is_pruned(node, candidate, picker, continuations)) continue;
    if constexpr (!kIsRoot) {
      if (const auto value = singular_extension<Type>(node, candidate)) return *value;
      candidate.new_depth += candidate.extension;
    }

    const std::uint64_t nodes_before = nodes();
    Position child = position;
    make(position, child, move, ply);
    ply->history_score =
        candidate.is_noisy
            ? 7 * kPieceValues[type_of(position.captured_piece(move))] +
                  histories_->capture[candidate.mover][move.to()][type_of(position.captured_piece(move))]
            : 2 * histories_->main_of(position.side_to_move(), move, node.threats) +
                  (*continuations[0])[candidate.mover][move.to()] +
                  (*continuations[1])[candidate.mover][move.to()];
    const Score value = search_move<Type>(node, candidate, child);
    unmake();
    if (stopped()) return kDraw;

    if constexpr (kIsRoot) update_root_move(node, move, value, nodes() - nodes_before);
    if (value > node.best) {
      node.best = value;
      if (value > node.alpha) {
        node.best_move = move;
        if constexpr (kIsPv && !kIsRoot) ply->variation.set(move, (ply + 1)->variation);
        if (value >= node.beta) {
          ply->cutoffs += candidate.extension < 2 || kIsPv ? 1 : 0;
          break;
        }
        node.alpha = value;
        // There is one good move: the others are searched less deep.
        if (!kIsRoot && !is_without(Step::AlphaRaiseReduction) &&
            node.depth > parameters_.alpha_raise_depth_low &&
            node.depth < parameters_.alpha_raise_depth_high && !base::is_decisive(value)) {
          node.depth = std::max(1, node.depth - parameters_.alpha_raise_reduction);
        }
      }
    }
    if (move != node.best_move) (candidate.is_noisy ? noisies : quiets).add(move);
  }

  // --- the result
  if (node.move_count == 0) {
    node.best = node.is_excluded_search() ? node.alpha : node.in_check ? mated_in(ply->ply) : kDraw;
  } else if (node.best_move) {
    node.depth = std::max(node.depth, 1);
    update_histories(node, quiets, noisies);
    if constexpr (!kIsPv)
      histories_->table_move.add(node.best_move == node.table_move ? parameters_.table_history_gain
                                                                   : -parameters_.table_history_loss);
  } else {
    reward_previous_move(node);
  }
  // The shallower the search, the less certain a value far above beta.
  if (node.best >= node.beta && !base::is_decisive(node.best) && !base::is_decisive(node.alpha)) {
    node.best = (node.best * node.depth + node.beta) / (node.depth + 1);
  }
  if constexpr (kIsPv) node.best = std::min(node.best, node.best_possible);
  // A node that fails low below a former principal variation belongs to it: the next search will look here.
  if (node.best <= alpha) ply->former_pv = ply->former_pv || (ply - 1)->former_pv;

  if (!node.is_excluded_search() && !(kIsRoot && line_index_ > 0)) {
    const Bound bound = node.best >= node.beta    ? Bound::Lower
                        : kIsPv && node.best_move ? Bound::Exact
                                                  : Bound::Upper;
    shared_.table.store(node.slot, node.table_key,
                        {.move = node.best_move,
                         .value = value_to_table(node.best, ply->ply),
                         .evaluation = node.raw_evaluation,
                         .depth = node.move_count == 0 ? std::min(kMaxPly - 1, node.depth + 6) : node.depth,
                         .bound = bound,
                         .was_pv = ply->former_pv});
  }
  update_correction(node);
  return node.best;
}

template Score Worker::search<NodeType::Root>(const Position&, Ply*, Score, Score, int, bool);
template Score Worker::search<NodeType::Pv>(const Position&, Ply*, Score, Score, int, bool);
template Score Worker::search<NodeType::NonPv>(const Position&, Ply*, Score, Score, int, bool);

}  // namespace tabia::search
