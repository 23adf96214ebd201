#include "search/searcher.h"

#include <algorithm>
#include <map>

#include "base/random.h"
#include "base/threads.h"
#include "search/limited_player.h"
#include "search/root_moves.h"
#include "search/worker.h"

namespace tabia::search {

using namespace tabia::chess;

namespace {

// The expected reply, or none: from the line, otherwise from the table.
Move ponder_move(const Position& root, const std::vector<Move>& line, const TranspositionTable& table) {
  if (line.size() > 1) return line[1];
  if (line.empty()) return Move::none();
  Position child = root;
  child.make(line[0]);
  const auto probe = table.probe(child.key());
  return probe.hit && probe.data.move && child.is_legal(probe.data.move) ? probe.data.move : Move::none();
}

}  // namespace

struct Searcher::Team {
  Team(std::shared_ptr<const nn::Network> given, const eval::EvaluatorOptions& evaluation_options,
       const SearcherOptions& options)
      : network(std::move(given)),
        evaluation(evaluation_options),
        shared(options, eval::Evaluator(network, evaluation_options).win_model()),
        win_model(eval::Evaluator(network, evaluation_options).win_model()),
        random(options.seed) {
    hire();
  }

  // Recreates the workers.
  void hire() {
    workers.clear();
    for (int i = 0; i < std::max(shared.options.threads, 1); ++i) {
      workers.push_back(std::make_unique<Worker>(shared, i, network, evaluation));
    }
  }

  void clear(std::uint64_t most_nodes = 0) {
    shared.table.clear(std::max(shared.options.threads, 1), most_nodes);
    for (const auto& worker : workers) worker->clear();
    shared.scale_of_game = -1;
    shared.previous_time_reduction = 0.85;
    shared.previous_score = shared.previous_average = kInfinite;
    random = base::Random(shared.options.seed);
  }

  [[nodiscard]] std::vector<RootMove> root_moves(const Game& game, const Limits& limits);
  void run_workers(Observer* observer);
  // The answer of the elected worker.
  [[nodiscard]] SearchResult team_result(Observer* observer) const;
  void wait_for_permission(const Limits& limits);
  // Tells an external evaluation how much time it has.
  void set_deadline();
  [[nodiscard]] const Worker& elected() const;

  std::shared_ptr<const nn::Network> network;
  eval::EvaluatorOptions evaluation;
  Shared shared;
  eval::WinModel win_model;
  std::vector<std::unique_ptr<Worker>> workers;
  base::Random random;
  std::atomic<bool> told_to_stop{false};  // by stop(), not because a limit was reached
  // Of the current search, if it doesn't ponder; guarded by the mutex of `shared`.
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
};

void Searcher::Team::set_deadline() {
  if (!evaluation.external) return;
  const std::lock_guard lock(shared.mutex);
  const bool limited = shared.budget.is_limited && shared.options.nodes_per_ms == 0;
  deadline = std::chrono::steady_clock::time_point::max();
  if (limited) deadline = shared.limits.start + std::chrono::milliseconds(shared.budget.maximum_ms);
  if (told_to_stop) {
    evaluation.external->set_deadline({});
  } else {
    evaluation.external->set_deadline(shared.pondering ? std::chrono::steady_clock::time_point::max()
                                                       : deadline);
  }
}

// The moves to search, ordered by rank if the tablebase knows them.
std::vector<RootMove> Searcher::Team::root_moves(const Game& game, const Limits& limits) {
  const TablebaseOptions& options = shared.options.tablebase;
  const bool asks = shared.tablebase && !shared.options.elo;  // a limited player doesn't use tablebases
  const RootCandidates found =
      root_candidates(game, limits, asks ? shared.tablebase.get() : nullptr, options);
  shared.root_in_tablebase = found.in_tablebase;
  // Among equally good moves the search looks for the mate. If the moves are ranked by result alone, only
  // probing the tables below the root shows the way to it.
  shared.probe_men =
      asks && !found.has_distances ? std::min(options.probe_limit, shared.tablebase->largest()) : 0;
  std::vector<RootMove> moves;
  for (const RootCandidate& candidate : found.moves) {
    RootMove& root = moves.emplace_back();
    root.move = candidate.move;
    root.line = {candidate.move};
    root.rank = candidate.rank;
    root.tablebase_score = candidate.score;
  }
  return moves;
}

void Searcher::Team::run_workers(Observer* observer) {
  const Task task{.lines = shared.options.lines, .depth = shared.limits.depth, .nodes = shared.limits.nodes};
  const auto end_all = [this] { shared.stop.store(true, std::memory_order_relaxed); };
  const auto work = [&](int index) {
    workers[static_cast<std::size_t>(index)]->iterate(task, observer, workers);
    if (index == 0) end_all();
  };
  const int wanted = static_cast<int>(workers.size());
  base::run_together(wanted, work, end_all, [&](int running) {
    if (observer) observer->on_missing_threads(running, wanted);
  });
  wait_for_permission(shared.limits);
}

// An infinite search, or one on the opponent's time, ends only when told to, even if there is nothing left to
// do.
void Searcher::Team::wait_for_permission(const Limits& limits) {
  std::unique_lock lock(shared.mutex);
  shared.changed.wait(lock, [&] {
    return told_to_stop.load(std::memory_order_relaxed) ||
           !(limits.infinite || shared.pondering.load(std::memory_order_relaxed));
  });
}

// The thread whose result is used: each thread votes for its move, with more weight for depth and score.
const Worker& Searcher::Team::elected() const {
  const Worker* best = workers.front().get();
  if (workers.size() == 1 || shared.options.lines > 1 || shared.limits.depth || shared.limits.mate)
    return *best;
  const auto score_of = [](const Worker& worker) {
    const RootMove& root = worker.root_moves().front();
    return root.score != -kInfinite ? root.score : root.previous_score;
  };
  Score lowest = kInfinite;
  for (const auto& worker : workers) {
    if (worker->completed_depth() > 0) lowest = std::min(lowest, score_of(*worker));
  }
  std::map<std::uint16_t, std::int64_t> votes;
  const auto weight = [&](const Worker& worker) {
    return static_cast<std::int64_t>(score_of(worker) - lowest + 14) * worker.completed_depth();
  };
  const auto move_of = [](const Worker& worker) { return worker.root_moves().front().move.bits(); };
  for (const auto& worker : workers) {
    if (worker->completed_depth() > 0) votes[move_of(*worker)] += weight(*worker);
  }
  const auto is_better_than_best = [&](const Worker& candidate) {
    const Score score = score_of(candidate);
    if (is_win(score_of(*best))) return score > score_of(*best);  // a shorter mate
    if (is_win(score)) return true;
    const std::int64_t more_votes = votes[move_of(candidate)] - votes[move_of(*best)];
    return !is_loss(score) && (more_votes > 0 || (more_votes == 0 && weight(candidate) > weight(*best)));
  };
  for (const auto& candidate : workers) {
    if (candidate->completed_depth() > 0 && candidate.get() != best && is_better_than_best(*candidate))
      best = candidate.get();
  }
  return *best;
}

SearchResult Searcher::Team::team_result(Observer* observer) const {
  const Worker& main = *workers.front();
  const Worker& best = elected();
  SearchResult result;
  result.counters = main.counters(workers);
  const int depth = std::max(1, best.completed_depth());
  const std::size_t lines =
      std::min(static_cast<std::size_t>(std::max(shared.options.lines, 1)), best.root_moves().size());
  for (std::size_t i = 0; i < lines; ++i) result.lines.push_back(best.line_of(i, depth));
  if (&best != &main && observer) observer->on_line(result.lines.front(), result.counters);
  return result;
}

Searcher::Searcher(std::shared_ptr<const nn::Network> network, const eval::EvaluatorOptions& evaluation,
                   const SearcherOptions& options)
    : team_(std::make_unique<Team>(std::move(network), evaluation, options)) {}

Searcher::~Searcher() = default;

const SearcherOptions& Searcher::options() const noexcept { return team_->shared.options; }

void Searcher::set_options(const SearcherOptions& options) {
  const SearcherOptions old = team_->shared.options;
  team_->shared.options = options;
  if (options.hash_mib != old.hash_mib) {
    // Free the old table first, so that there is room for the new one.
    team_->shared.table = TranspositionTable(1);
    team_->shared.table = TranspositionTable(options.hash_mib);
  }
  if (options.threads != old.threads) {
    team_->hire();
    team_->clear();
  }
  if (options.seed != old.seed) team_->random = base::Random(options.seed);
}

void Searcher::set_evaluation(std::shared_ptr<const nn::Network> network,
                              const eval::EvaluatorOptions& evaluation) {
  team_->network = std::move(network);
  {
    const std::lock_guard lock(team_->shared.mutex);  // stop() may read it
    team_->evaluation = evaluation;
  }
  team_->win_model = eval::Evaluator(team_->network, evaluation).win_model();
  team_->shared.scale = SearchScale(team_->win_model);
  team_->hire();
  team_->clear();
}

void Searcher::set_tablebase(std::shared_ptr<const Tablebase> tablebase) {
  team_->shared.tablebase = std::move(tablebase);
}

void Searcher::set_parameters(const Parameters& parameters) { team_->shared.parameters = parameters; }

void Searcher::clear(std::uint64_t most_nodes) { team_->clear(most_nodes); }

const eval::WinModel& Searcher::win_model() const noexcept { return team_->win_model; }

void Searcher::arm(const Limits& limits) noexcept {
  team_->told_to_stop.store(false, std::memory_order_relaxed);
  team_->shared.stop.store(false, std::memory_order_relaxed);
  team_->shared.stop_on_ponder_hit.store(false, std::memory_order_relaxed);
  team_->shared.pondering.store(limits.ponder, std::memory_order_relaxed);
}

SearchResult Searcher::run(const Game& game, const Limits& limits, Observer* observer) {
  Shared& shared = team_->shared;
  const Position& root = game.position();
  shared.limits = limits;
  const SearcherOptions& options = shared.options;

  SearchResult result;
  const std::vector<RootMove> moves = team_->root_moves(game, limits);
  if (moves.empty()) {
    const Line line = line_without_moves(root);
    if (observer) observer->on_line(line, {});
    team_->wait_for_permission(limits);
    result.lines = {line};
    return result;
  }

  shared.budget = budget_for({.limits = limits,
                              .side = root.side_to_move(),
                              .game_ply = root.game_ply(),
                              .overhead_ms = options.nodes_per_ms > 0 ? 0 : options.move_overhead_ms,
                              .pondering = options.pondering},
                             shared.scale_of_game);
  team_->set_deadline();
  shared.table.next_generation();
  if (options.elo) {
    LimitedPlayer player{level_for(*options.elo), team_->win_model, team_->random};
    result = player.choose(game, moves, shared, std::span(team_->workers).first(1), observer);
    team_->wait_for_permission(limits);
  } else {
    for (const auto& worker : team_->workers) worker->prepare(game, moves);
    team_->run_workers(observer);
    result = team_->team_result(observer);
  }
  result.best = result.lines.front().moves.front();
  result.ponder = ponder_move(root, result.lines.front().moves, shared.table);
  return result;
}

void Searcher::wait_for_permission(const Limits& limits) { team_->wait_for_permission(limits); }

void Searcher::stop() noexcept {
  const std::lock_guard lock(team_->shared.mutex);
  team_->told_to_stop.store(true, std::memory_order_relaxed);
  team_->shared.stop.store(true, std::memory_order_relaxed);
  if (team_->evaluation.external) team_->evaluation.external->set_deadline({});
  team_->shared.changed.notify_all();
}

void Searcher::ponder_hit() noexcept {
  const std::lock_guard lock(team_->shared.mutex);
  team_->shared.pondering.store(false, std::memory_order_relaxed);
  if (team_->evaluation.external) team_->evaluation.external->set_deadline(team_->deadline);
  team_->shared.changed.notify_all();
}

}  // namespace tabia::search
