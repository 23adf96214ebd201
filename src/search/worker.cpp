#include "search/worker.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <type_traits>

#include "chess/movegen.h"

namespace tabia::search {

using namespace tabia::chess;

namespace {

// How often to look at the clock.
struct PollRhythm {
  int nodes;                  // between two looks
  std::uint64_t first_depth;  // nodes; a first depth this small is finished no matter what the clock says
};
constexpr PollRhythm kPolls{512, 1024};  // less than a millisecond
// For networks that take some tenths of a millisecond for a position (Network::is_slow).
constexpr PollRhythm kSlowPolls{8, 64};

[[nodiscard]] const PollRhythm& polls_for(const eval::Evaluator& evaluator) noexcept {
  return evaluator.network() && evaluator.network()->is_slow() ? kSlowPolls : kPolls;
}

static_assert(std::is_trivially_destructible_v<Histories>);  // they live in a block

// The value at x of the line through two points, clamped at its ends.
[[nodiscard]] double between_points(double x, double x0, double y0, double x1, double y1) noexcept {
  const double t = std::clamp((x - x0) / (x1 - x0), 0.0, 1.0);
  return y0 + t * (y1 - y0);
}

}  // namespace

void Variation::set(Move first, const Variation& rest) noexcept {
  moves[0] = first;
  length = std::min(rest.length + 1, kMaxPly);
  std::copy_n(rest.moves.begin(), length - 1, moves.begin() + 1);
}

std::int64_t Shared::elapsed_ms(std::uint64_t nodes) const noexcept {
  if (options.nodes_per_ms > 0) return static_cast<std::int64_t>(nodes) / options.nodes_per_ms;
  const auto elapsed = std::chrono::steady_clock::now() - limits.start;
  return std::chrono::duration_cast<std::chrono::milliseconds>(elapsed).count();
}

Worker::Worker(Shared& shared, int index, std::shared_ptr<const nn::Network> network,
               const eval::EvaluatorOptions& evaluation)
    : shared_(shared),
      index_(index),
      parameters_(shared.parameters),
      evaluator_(std::move(network), evaluation),
      scales_by_material_(evaluator_.mode() != eval::EvaluationMode::Classical),
      damps_fifty_moves_(evaluator_.mode() == eval::EvaluationMode::Network || !evaluation.rules.fifty_moves),
      histories_(new (base::allocate_block(sizeof(Histories))) Histories) {
  for (std::size_t i = 1; i < log_table_.size(); ++i) {
    log_table_[i] = static_cast<int>(1024 * std::log(static_cast<double>(i)));
  }
  clear();
}

void Worker::clear() {
  histories_->clear();
  no_continuation_ = {};
  no_correction_ = {};
}

void Worker::prepare(const Game& game, const std::vector<RootMove>& moves) {
  root_ = game.position();
  root_moves_ = moves;
  path_.reset(game);
  evaluator_.reset(game.positions());
  histories_->age();
  int number = -kStackOffset;
  for (Ply& ply : stack_) {
    ply = Ply{};
    ply.ply = number++;
    ply.continuation = &no_continuation_;
    ply.correction = &no_correction_;
  }
  nodes_.store(0, std::memory_order_relaxed);
  tablebase_hits_.store(0, std::memory_order_relaxed);
  root_depth_ = completed_depth_ = selective_depth_ = 0;
  null_move_min_ply_ = 0;
  best_move_changes_.store(0, std::memory_order_relaxed);
  total_changes_ = 0;
  last_best_move_depth_ = 0;
  last_best_move_ = Move::none();
  iteration_scores_.fill(shared_.previous_score == kInfinite ? kDraw : shared_.previous_score);
  iteration_ = 0;
  time_reduction_ = 1;
  deepen_ = true;
  search_again_ = 0;
  poll_countdown_ = 0;
  optimism_ = {};
}

// --- making moves

void Worker::make(const Position& before, Position& child, Move move, Ply* ply) {
  shared_.table.prefetch(before.likely_key_after(move));
  const Piece mover = before.piece_on(move.from());
  const bool is_noisy = before.is_noisy(move);
  ply->move = move;
  ply->moved = mover;
  ply->captured = type_of(before.captured_piece(move));
  ply->move_was_noisy = is_noisy;
  ply->continuation =
      &histories_->continuation.tables[ply->in_check ? 1 : 0][is_noisy ? 1 : 0][mover][move.to()];
  ply->correction = &histories_->continuation_correction[mover][move.to()];
  evaluator_.push(before, before.delta(move));
  child.make(move);
  path_.push(child);
  count_node();
}

void Worker::unmake() noexcept {
  path_.pop();
  evaluator_.pop();
}

bool Worker::is_draw(const Position& position, int ply) const noexcept {
  if (path_.is_repetition(ply)) return true;
  if (position.halfmove_clock() >= 100 && (!position.in_check() || has_legal_move(position))) return true;
  return count(position.occupied()) <= 4 && is_insufficient_material(position);
}

// --- the root

bool Worker::is_searched_at_root(Move move) const noexcept {
  for (std::size_t i = line_index_; i < line_end_; ++i) {
    if (root_moves_[i].move == move) return true;
  }
  return false;
}

void Worker::update_root_move(const Node& node, Move move, Score value, std::uint64_t nodes_spent) noexcept {
  RootMove& root = *std::find_if(root_moves_.begin(), root_moves_.end(),
                                 [&](const RootMove& candidate) { return candidate.move == move; });
  root.nodes += nodes_spent;
  root.average_score = root.average_score != -kInfinite ? (value + root.average_score) / 2 : value;
  const Score square = value * std::abs(value);
  root.mean_square = root.mean_square != -kInfinite * kInfinite ? (square + root.mean_square) / 2 : square;

  if (node.move_count != 1 && value <= node.alpha) {
    root.score = -kInfinite;  // the others keep their order
    return;
  }
  root.score = root.shown_score = value;
  root.bound = Bound::Exact;
  root.selective_depth = selective_depth_;
  if (value >= node.beta) {
    root.bound = Bound::Lower;
    root.shown_score = node.beta;
  } else if (value <= node.alpha) {
    root.bound = Bound::Upper;
    root.shown_score = node.alpha;
  }
  const Variation& rest = (node.ply + 1)->variation;
  root.line.assign(1, move);
  root.line.insert(root.line.end(), rest.moves.begin(), rest.moves.begin() + rest.length);
  if (node.move_count > 1 && line_index_ == 0) best_move_changes_.fetch_add(1, std::memory_order_relaxed);
}

void Worker::sort_lines() noexcept {
  std::stable_sort(root_moves_.begin() + static_cast<std::ptrdiff_t>(line_index_),
                   root_moves_.begin() + static_cast<std::ptrdiff_t>(line_end_),
                   [](const RootMove& a, const RootMove& b) { return a.is_better_than(b); });
}

Line Worker::line_of(std::size_t index, int depth) const {
  const RootMove& root = root_moves_[index];
  const bool updated = root.score != -kInfinite;
  Score score = updated ? root.shown_score : root.previous_score;
  if (score == -kInfinite) score = kDraw;
  Line line{.rank = static_cast<int>(index) + 1,
            .depth = updated ? depth : std::max(1, depth - 1),
            .selective_depth = root.selective_depth,
            .score = 0,
            .bound = updated ? root.bound : Bound::Exact,
            .moves = root.line};
  // If the tablebase has ranked the root moves, its result is better than the search's, except for a mate.
  if (shared_.root_in_tablebase && std::abs(score) < kMateInMaxPly) {
    score = root.tablebase_score;
    line.bound = Bound::Exact;
  }
  // Stopped in the first depth: moves that were not searched may be better, so being mated is only a lower
  // bound.
  if (completed_depth_ == 0 && stopped() && is_loss(score)) line.bound = Bound::Lower;
  line.score = shared_.scale.from_search(score);
  return line;
}

Counters Worker::counters(WorkerTeam team) const {
  Counters counters;
  for (const auto& worker : team) {
    counters.nodes += worker->nodes();
    counters.tablebase_hits += worker->tablebase_hits();
  }
  const auto elapsed = std::chrono::steady_clock::now() - shared_.limits.start;
  counters.elapsed_ms = std::chrono::duration_cast<std::chrono::milliseconds>(elapsed).count();
  counters.hash_permille = shared_.table.permille_full();
  return counters;
}

void Worker::report_lines(std::size_t count) {
  const Counters now = counters(team_);
  for (std::size_t i = 0; i < count; ++i) observer_->on_line(line_of(i, root_depth_), now);
}

// The side that is better at the root evaluates a little higher, so that it avoids simplifications; the other
// side the reverse.
void Worker::set_optimism(Score average) noexcept {
  const Color side = root_.side_to_move();
  optimism_[side] = parameters_.optimism_scale * average / (std::abs(average) + parameters_.optimism_offset);
  optimism_[~side] = -optimism_[side];
}

// --- deepening

namespace {

std::uint64_t nodes_of(WorkerTeam team) noexcept {
  std::uint64_t total = 0;
  for (const auto& worker : team) total += worker->nodes();
  return total;
}

}  // namespace

void Worker::iterate(const Task& task, Observer* observer, WorkerTeam team) {
  observer_ = is_main() ? observer : nullptr;
  task_ = task;
  team_ = team;
  const Limits& limits = shared_.limits;
  const int max_depth = std::clamp(task.depth.value_or(kMaxPly - 1), 1, kMaxPly - 1);
  std::size_t lines = static_cast<std::size_t>(std::max(task.lines, 1));
  lines = std::min(lines, root_moves_.size());
  std::vector<RootMove> last_best;  // of the last finished depth

  while (root_depth_ < max_depth && !stopped()) {
    ++root_depth_;
    total_changes_ /= 2;
    for (RootMove& root : root_moves_) root.previous_score = root.score;
    if (!deepen_) ++search_again_;

    line_end_ = 0;
    for (line_index_ = 0; line_index_ < lines && !stopped(); ++line_index_) {
      if (line_index_ == line_end_) {
        // The next group of equal rank.
        while (line_end_ < root_moves_.size() &&
               root_moves_[line_end_].rank == root_moves_[line_index_].rank) {
          ++line_end_;
        }
      }
      selective_depth_ = 0;
      search_line();
      // Lines found so far, best first.
      std::stable_sort(root_moves_.begin(),
                       root_moves_.begin() + static_cast<std::ptrdiff_t>(line_index_ + 1),
                       [](const RootMove& a, const RootMove& b) {
                         return a.rank != b.rank ? a.rank > b.rank : a.is_better_than(b);
                       });
    }

    if (stopped()) {
      // An unfinished result adds nothing if it has the same move, and isn't proved if it loses: then the
      // last finished depth is better.
      const RootMove& front = root_moves_.front();
      const bool unfinished = front.score == -kInfinite || front.bound != Bound::Exact;
      if (!last_best.empty() &&
          (is_loss(front.score) || (unfinished && front.move == last_best.front().move))) {
        const Move move = last_best.front().move;
        const auto found = std::find_if(root_moves_.begin(), root_moves_.end(),
                                        [&](const RootMove& root) { return root.move == move; });
        std::rotate(root_moves_.begin(), found, found + 1);
        root_moves_.front() = last_best.front();
      }
    } else {
      completed_depth_ = root_depth_;
      last_best = {root_moves_.front()};
      if (observer_) report_lines(lines);
    }
    if (root_moves_.front().move != last_best_move_) {
      last_best_move_ = root_moves_.front().move;
      last_best_move_depth_ = root_depth_;
    }
    if (!is_main() || stopped()) continue;
    if (limits.soft_nodes && nodes_of(team) >= *limits.soft_nodes)
      shared_.stop.store(true, std::memory_order_relaxed);
    if (mate_limit_reached()) shared_.stop.store(true, std::memory_order_relaxed);
    if (shared_.budget.is_flexible) manage_time();
  }
  if (!is_main()) return;
  if (observer_ && stopped() && completed_depth_ < root_depth_ && completed_depth_ > 0) report_lines(1);
  const RootMove& best = root_moves_.front();
  const Score score = best.score != -kInfinite ? best.score : best.previous_score;
  if (score == -kInfinite) return;  // stopped before the first move had a score
  shared_.previous_score = score;
  shared_.previous_average = best.average_score;
}

// One line at one depth: a narrow window around the expected score, widened whenever the score falls outside.
void Worker::search_line() {
  const RootMove& expected = root_moves_[line_index_];
  Score window = parameters_.aspiration_window + index_ % 8 +
                 std::abs(expected.mean_square) / parameters_.aspiration_spread_divisor;
  const Score average = expected.average_score;
  const bool known = average != -kInfinite;
  Score alpha = known ? std::max(average - window, -kInfinite) : -kInfinite;
  Score beta = known ? std::min(average + window, kInfinite) : kInfinite;
  set_optimism(known ? average : kDraw);

  int failed_high = 0;
  Ply* const ply = &stack_[kStackOffset];
  while (true) {
    // After failing high, a lower depth is enough to see how high, but low depths may not lose much of it.
    // Depths that were searched again don't count.
    const int most_less = std::max(root_depth_ / 4, root_depth_ - 8);
    const int depth =
        std::max(1, root_depth_ - std::min(failed_high, most_less) - 3 * (search_again_ + 1) / 4);
    root_window_ = std::max(1, beta - alpha);
    const Score value = search<NodeType::Root>(root_, ply, alpha, beta, depth, false);
    sort_lines();
    if (stopped()) return;
    if (observer_ && (value <= alpha || value >= beta) && task_.lines == 1 &&
        counters(team_).elapsed_ms > kBoundReportsMs) {
      report_lines(1);
    }
    if (value <= alpha) {
      beta = alpha;
      alpha = std::max(value - window, -kInfinite);
      failed_high = 0;
      shared_.stop_on_ponder_hit.store(false, std::memory_order_relaxed);
    } else if (value >= beta) {
      alpha = std::max(beta - window, alpha);
      beta = std::min(value + window, kInfinite);
      ++failed_high;
    } else {
      return;
    }
    window += window * parameters_.aspiration_growth / 1024;
  }
}

bool Worker::mate_limit_reached() const noexcept {
  if (!shared_.limits.mate) return false;
  const RootMove& best = root_moves_.front();
  return best.bound == Bound::Exact && std::abs(best.score) >= kMateInMaxPly && best.score != -kInfinite &&
         kMate - std::abs(best.score) <= 2 * *shared_.limits.mate;
}

// After a finished depth: is another one worth its time? Less if the best move is clear (most nodes went to
// it, and it has been the same for long), more if it keeps changing or the score falls.
void Worker::manage_time() {
  for (const auto& worker : team_) {
    total_changes_ += worker->best_move_changes_.exchange(0, std::memory_order_relaxed);
  }
  const RootMove& best = root_moves_.front();
  const Score previous = shared_.previous_average == kInfinite ? best.score : shared_.previous_average;
  const Score four_ago = iteration_scores_[static_cast<std::size_t>(iteration_ % 4)];
  const double falling = std::clamp((timing::kFallBase + timing::kFallGame * (previous - best.score) +
                                     timing::kFallSearch * (four_ago - best.score)) /
                                        100,
                                    timing::kFallMin, timing::kFallMax);
  time_reduction_ =
      between_points(completed_depth_ - last_best_move_depth_, timing::kStableDepths,
                     timing::kStableReduction, timing::kVeryStableDepths, timing::kVeryStableReduction);
  const double stability = (timing::kStabilityOffset + shared_.previous_time_reduction) /
                           (timing::kStabilityDivisor * time_reduction_);
  const double changes =
      timing::kChangesBase + timing::kChangesFactor * total_changes_ / static_cast<double>(team_.size());
  const double share =
      static_cast<double>(best.nodes) / static_cast<double>(std::max<std::uint64_t>(nodes(), 1));
  const double effort = between_points(share, timing::kEffortShare, timing::kEffortFactor,
                                       timing::kFullEffortShare, timing::kFullEffortFactor);

  iteration_scores_[static_cast<std::size_t>(iteration_++ % 4)] = best.score;
  double total = static_cast<double>(shared_.budget.optimum_ms) * falling * stability * changes * effort;
  if (root_moves_.size() == 1) total = std::min(timing::kOneMoveMs, total);
  const auto elapsed = static_cast<double>(shared_.elapsed_ms(counters(team_).nodes));
  const bool pondering = shared_.pondering.load(std::memory_order_relaxed);
  if (elapsed > std::min(total, static_cast<double>(shared_.budget.maximum_ms))) {
    shared_.previous_time_reduction = time_reduction_;
    if (pondering) {
      shared_.stop_on_ponder_hit.store(true, std::memory_order_relaxed);
    } else {
      shared_.stop.store(true, std::memory_order_relaxed);
    }
  } else {
    // With more than half of the time used, the next depth will not be finished: better to be sure of this
    // one.
    deepen_ = pondering || elapsed <= total * 0.503;
  }
}

void Worker::poll() noexcept {
  const std::uint64_t total = nodes_of(team_);
  const PollRhythm& polls = polls_for(evaluator_);
  poll_countdown_ = polls.nodes;
  if (task_.nodes) {
    if (total >= *task_.nodes) {
      shared_.stop.store(true, std::memory_order_relaxed);
      return;
    }
    if (team_.size() == 1) {
      // Exact with one thread: a node is counted before the next check.
      poll_countdown_ =
          static_cast<int>(std::min(static_cast<std::uint64_t>(polls.nodes), *task_.nodes - total));
    }
  }
  if (!shared_.budget.is_limited || shared_.pondering.load(std::memory_order_relaxed)) return;
  if (completed_depth_ == 0 && nodes() < polls.first_depth) return;
  const bool finish_now = shared_.stop_on_ponder_hit.load(std::memory_order_relaxed);
  if (finish_now || shared_.elapsed_ms(total) >= shared_.budget.maximum_ms) {
    shared_.stop.store(true, std::memory_order_relaxed);
  }
}

}  // namespace tabia::search
