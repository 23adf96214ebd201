#include "puct/searcher.h"

#include <algorithm>
#include <chrono>

#include "base/threads.h"
#include "chess/movegen.h"

namespace tabia::puct {

using chess::Game;
using search::Limits;
using search::Line;
using search::Observer;
using search::SearchResult;

namespace {

// A small tree has few leaves that are worth a visit: a batch has one leaf for this many visits of the tree.
constexpr std::uint32_t kVisitsOfLeaf = 64;
// A batch is complete when this many walks (per leaf of a full batch) have ended at a leaf that is already
// waiting.
constexpr std::size_t kCollisionsOfLeaf = 1;
// Visits that don't need the network could continue indefinitely; look at the clock after this many.
constexpr int kMostDecided = 256;
// Visits are counted in 32 bits.
constexpr std::uint32_t kMostVisits = std::uint32_t{1} << 31;
constexpr std::chrono::seconds kReportEvery{1};

// Time with a clock.
constexpr double kUnsureFactor = 1.5;  // the most visited move isn't the one with the best value
constexpr double kSureShare =
    0.1;  // a move is a rival if it has at least this share of the best move's visits

std::size_t bytes_of(const search::SearcherOptions& options) { return options.hash_mib << 20; }

}  // namespace

Searcher::Searcher(std::shared_ptr<const nn::Network> network, const search::SearcherOptions& options,
                   const Parameters& parameters)
    : ControlledSearch(options, std::make_unique<Judge>(std::move(network), parameters.policy_temperature)),
      parameters_(parameters),
      tree_(bytes_of(options), parameters) {}

void Searcher::set_options(const search::SearcherOptions& options) {
  if (options.hash_mib != options_.hash_mib) tree_.set_limit(bytes_of(options));
  options_ = options;
}

void Searcher::set_evaluation(std::shared_ptr<const nn::Network> network, const eval::EvaluatorOptions&) {
  judge_ = std::make_unique<Judge>(std::move(network), parameters_.policy_temperature);
  clear();
}

void Searcher::set_tablebase(std::shared_ptr<const search::Tablebase> tablebase) {
  tablebase_ = std::move(tablebase);
  tree_.set_tablebase(nullptr, 0, true);  // closes the old one
}

void Searcher::clear(std::uint64_t) {
  tree_.clear();
  scale_of_game_ = -1;
}

// --- one thread

void Searcher::work(Observer* observer) {
  Walk walk;
  Batch batch;
  std::unique_lock lock(mutex_);
  tree_.prepare(walk);
  while (!over_) {
    clear(batch);
    gather(walk, batch);
    if (!batch.boards.empty()) {
      lock.unlock();
      const std::vector<Opinion> opinions = judge_->opinions(batch.boards, batch.positions, batch.outputs);
      lock.lock();
      take_in(batch, opinions);
    }
    for (const auto& path : batch.collisions) tree_.cancel(path);
    if (is_over()) over_ = true;
    if (!batch.has_progress && !over_) {
      // Every leaf left is waiting for the network in other threads.
      if (waiting_ == 0) break;
      const std::uint64_t before = batches_;
      taken_in_.wait(lock, [&] { return batches_ != before || over_; });
    }
    if (observer && !over_) report(observer, lock);
  }
  taken_in_.notify_all();
}

void Searcher::clear(Batch& batch) noexcept {
  batch.paths.clear();
  batch.boards.clear();
  batch.positions.clear();
  batch.collisions.clear();
  batch.has_progress = false;
}

void Searcher::gather(Walk& walk, Batch& batch) {
  const std::size_t size = batch_size();
  const std::size_t most_collisions =
      static_cast<std::size_t>(std::max(options_.batch, 1)) * kCollisionsOfLeaf;
  int decided = 0;
  while (batch.boards.size() < size && batch.collisions.size() < most_collisions && decided < kMostDecided &&
         nodes_left() > 0) {
    switch (tree_.visit(walk)) {
      case Visit::Waiting:
        batch.paths.push_back(walk.path);
        batch.boards.push_back(judge_->planes_of(walk.positions));
        batch.positions.push_back(walk.positions.back());
        ++waiting_;
        break;
      case Visit::Decided:
        ++decided;
        break;
      case Visit::Collision:
        batch.collisions.push_back(walk.path);
        break;
      case Visit::NoMemory:
        out_of_memory_ = true;
        return;
    }
    batch.has_progress = decided > 0 || !batch.boards.empty();
    if (tree_.root().is_proved() || tree_.root().visits == 0) return;
  }
}

void Searcher::take_in(const Batch& batch, const std::vector<Opinion>& opinions) {
  for (std::size_t i = 0; i < opinions.size(); ++i) tree_.commit(batch.paths[i], opinions[i]);
  waiting_ -= opinions.size();
  ++batches_;
  taken_in_.notify_all();
}

std::size_t Searcher::batch_size() const noexcept {
  const std::size_t worth_it = 1 + tree_.root().visits / kVisitsOfLeaf;
  return std::min(static_cast<std::size_t>(std::max(options_.batch, 1)), worth_it);
}

std::uint64_t Searcher::nodes_left() const noexcept {
  const std::uint64_t spent = tree_.statistics().visits + waiting_;
  std::uint64_t most = kMostVisits;
  if (limits_.nodes) most = std::min(most, std::max<std::uint64_t>(*limits_.nodes, 1));
  if (limits_.soft_nodes) most = std::min(most, std::max<std::uint64_t>(*limits_.soft_nodes, 1));
  return most - std::min(most, spent);
}

bool Searcher::is_over() const {
  const Node& root = tree_.root();
  if (root.visits == 0) return false;  // not before there is a move to answer with
  if (control_.stopped() || out_of_memory_ || root.is_proved() || root.visits >= kMostVisits) return true;
  if (waiting_ == 0 && nodes_left() == 0) return true;
  if (limits_.depth && depth() >= *limits_.depth) return true;
  return budget_.is_limited && !control_.pondering() && time_is_up();
}

std::int64_t Searcher::elapsed_ms() const noexcept {
  if (options_.nodes_per_ms > 0)
    return static_cast<std::int64_t>(tree_.statistics().visits) / options_.nodes_per_ms;
  const auto elapsed = std::chrono::steady_clock::now() - limits_.start;
  return std::chrono::duration_cast<std::chrono::milliseconds>(elapsed).count();
}

// With a clock the search also ends when it has spent its share, which is larger if visits and values
// disagree about the best move, or when no other move can get more visits than the best one in that time.
bool Searcher::time_is_up() const {
  const std::int64_t elapsed = elapsed_ms();
  if (elapsed >= budget_.maximum_ms) return true;
  if (!budget_.is_flexible) return false;
  const std::vector<Candidate> moves = best_moves();
  if (moves.size() < 2) return true;
  const auto visits = [&](const Candidate& move) {
    return move.child == kNoNode ? 0u : tree_.node(move.child).visits;
  };
  const std::uint32_t most = visits(moves[0]);
  const bool unsure = std::any_of(moves.begin() + 1, moves.end(), [&](const Candidate& move) {
    return visits(move) > kSureShare * most && tree_.value_of(move) > tree_.value_of(moves[0]);
  });
  const double planned = std::min(static_cast<double>(budget_.optimum_ms) * (unsure ? kUnsureFactor : 1.0),
                                  static_cast<double>(budget_.maximum_ms));
  const auto spent = static_cast<double>(std::max<std::int64_t>(elapsed, 1));
  if (spent >= planned) return true;
  const double to_come = static_cast<double>(tree_.statistics().visits) / spent * (planned - spent);
  return options_.lines <= 1 && visits(moves[0]) > visits(moves[1]) + to_come;
}

// --- the result

int Searcher::depth() const noexcept {
  const TreeStatistics& statistics = tree_.statistics();
  if (statistics.visits == 0) return 1;
  return 1 + static_cast<int>(statistics.ply_sum / statistics.visits);
}

search::Counters Searcher::counters() const {
  search::Counters counters;
  counters.nodes = tree_.statistics().visits;
  counters.tablebase_hits = tree_.statistics().tablebase_hits;
  const auto elapsed = std::chrono::steady_clock::now() - limits_.start;
  counters.elapsed_ms = std::chrono::duration_cast<std::chrono::milliseconds>(elapsed).count();
  counters.hash_permille = tree_.store().permille_full();
  return counters;
}

// Moves that the tablebase prefers come first, whatever the search thinks.
std::vector<Candidate> Searcher::best_moves() const {
  std::vector<Candidate> moves = tree_.ranked_root();
  if (!roots_.in_tablebase) return moves;
  const auto rank_of = [&](Move move) {
    return std::find_if(roots_.moves.begin(), roots_.moves.end(),
                        [&](const search::RootCandidate& known) { return known.move == move; })
        ->rank;
  };
  std::stable_sort(moves.begin(), moves.end(),
                   [&](const Candidate& a, const Candidate& b) { return rank_of(a.move) > rank_of(b.move); });
  return moves;
}

search::Score Searcher::score_of(const Candidate& candidate) const {
  static const Node kUnseen;
  const Node& child = candidate.child == kNoNode ? kUnseen : tree_.node(candidate.child);
  if (child.is_proved() && child.lower != 0) {
    const search::Score win =
        child.by_tablebase ? base::kTablebaseWin : base::kMate - (child.plies_to_end + 1);
    return child.lower < 0 ? win : -win;
  }
  if (roots_.in_tablebase) {
    for (const search::RootCandidate& known : roots_.moves)
      if (known.move == candidate.move) return known.score;
  }
  return judge_->score_of(tree_.value_of(candidate));
}

Line Searcher::line_of(const Candidate& candidate, int rank) const {
  Line line;
  line.rank = rank;
  line.depth = depth();
  line.selective_depth = tree_.statistics().deepest;
  line.score = score_of(candidate);
  line.moves = tree_.line_of(candidate);
  line.probability = candidate.probability;
  if (!base::is_decisive(line.score) && !roots_.in_tablebase && candidate.child != kNoNode &&
      tree_.node(candidate.child).visits > 0)
    line.wdl = judge_->wdl_of(tree_.value_of(candidate), tree_.node(candidate.child).draw());
  return line;
}

std::vector<Line> Searcher::lines() const {
  const std::vector<Candidate> moves = best_moves();
  const auto count = std::min(static_cast<std::size_t>(std::max(options_.lines, 1)), moves.size());
  std::vector<Line> lines;
  for (std::size_t i = 0; i < count; ++i) lines.push_back(line_of(moves[i], static_cast<int>(i) + 1));
  return lines;
}

// Reports whenever the number of visits has doubled, and every second. The observer is called without the
// lock.
void Searcher::report(Observer* observer, std::unique_lock<std::mutex>& lock) {
  const auto now = std::chrono::steady_clock::now();
  const std::uint64_t visits = tree_.statistics().visits;
  if (visits < next_report_ && now - last_report_ < kReportEvery) return;
  const std::vector<Line> found = lines();
  if (found.empty()) return;
  next_report_ = 2 * visits;
  last_report_ = now;
  const search::Counters counted = counters();
  lock.unlock();
  for (const Line& line : found) observer->on_line(line, counted);
  lock.lock();
}

// --- the whole search

void Searcher::start(const Game& game, const Limits& limits) {
  limits_ = limits;
  budget_ = search::budget_for({.limits = limits,
                                .side = game.position().side_to_move(),
                                .game_ply = game.position().game_ply(),
                                .overhead_ms = options_.nodes_per_ms > 0 ? 0 : options_.move_overhead_ms,
                                .pondering = options_.pondering},
                               scale_of_game_);
  const search::TablebaseOptions& tables = options_.tablebase;
  const bool probes = tablebase_ && !roots_.has_distances;
  tree_.set_tablebase(probes ? tablebase_ : nullptr,
                      probes ? std::min(tables.probe_limit, tablebase_->largest()) : 0,
                      tables.fifty_move_rule);
  // The moves to search: all, or only those that the limits and the tablebase allow, but enough for every
  // line.
  std::vector<Move> only;
  for (const search::RootCandidate& root : roots_.moves) {
    if (root.rank == roots_.moves.front().rank || static_cast<int>(only.size()) < options_.lines)
      only.push_back(root.move);
  }
  if (only.size() == static_cast<std::size_t>(count_legal_moves(game.position()))) only.clear();
  if (failed_) tree_.clear();
  tree_.set_game(game, only);
  waiting_ = batches_ = 0;
  out_of_memory_ = over_ = failed_ = false;
  next_report_ = 1;
  last_report_ = std::chrono::steady_clock::now();
}

void Searcher::run_threads(Observer* observer) {
  const int wanted = std::max(options_.threads, 1);
  const auto end_all = [this] {
    const std::lock_guard lock(mutex_);
    over_ = failed_ = true;
    taken_in_.notify_all();
  };
  base::run_together(
      wanted, [&](int index) { work(index == 0 ? observer : nullptr); }, end_all,
      [&](int running) {
        if (observer) observer->on_missing_threads(running, wanted);
      });
}

SearchResult Searcher::run(const Game& game, const Limits& limits, Observer* observer) {
  SearchResult result;
  roots_ = search::root_candidates(game, limits, tablebase_.get(), options_.tablebase);
  if (roots_.moves.empty()) {
    result.lines = {search::line_without_moves(game.position())};
    if (observer) observer->on_line(result.lines.front(), {});
    control_.wait_for_permission(limits);
    return result;
  }
  start(game, limits);
  run_threads(observer);
  result.lines = lines();
  result.counters = counters();
  if (observer)
    for (const Line& line : result.lines) observer->on_line(line, result.counters);
  control_.wait_for_permission(limits);
  const std::vector<Move>& best = result.lines.front().moves;
  result.best = best.front();
  if (best.size() > 1) result.ponder = best[1];
  return result;
}

}  // namespace tabia::puct
