#include "search/searcher.h"

#include <algorithm>
#include <map>
#include <thread>

#include "base/random.h"
#include "chess/movegen.h"
#include "search/strength.h"
#include "search/worker.h"

namespace tabia::search {

using namespace tabia::chess;

namespace {

// The tablebase's word on a root move, as a score.
Score tablebase_score(TablebaseResult result, bool fifty_move_rule) noexcept {
  const int value = static_cast<int>(result);
  const int decisive = fifty_move_rule ? 2 : 1;
  if (value >= decisive) return kTablebaseWin;
  if (value <= -decisive) return -kTablebaseWin;
  return 2 * value;
}

// The reply that is expected, or none: from the line, else from the table.
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

  // Makes the workers anew.
  void hire() {
    workers.clear();
    for (int i = 0; i < std::max(shared.options.threads, 1); ++i) {
      workers.push_back(std::make_unique<Worker>(shared, i, network, evaluation));
    }
  }

  void clear() {
    shared.table.clear(std::max(shared.options.threads, 1));
    for (const auto& worker : workers) worker->clear();
    shared.scale_of_game = -1;
    shared.previous_time_reduction = 0.85;
    shared.previous_score = shared.previous_average = kInfinite;
    random = base::Random(shared.options.seed);
  }

  [[nodiscard]] std::vector<RootMove> root_moves(const Game& game, const Limits& limits);
  void run_workers(Observer* observer);
  void wait_for_permission();
  [[nodiscard]] const Worker& elected() const;

  std::shared_ptr<const nn::Network> network;
  eval::EvaluatorOptions evaluation;
  Shared shared;
  eval::WinModel win_model;
  std::vector<std::unique_ptr<Worker>> workers;
  base::Random random;
};

// The moves to look at, best rank first where the tablebase knows them.
std::vector<RootMove> Searcher::Team::root_moves(const Game& game, const Limits& limits) {
  std::vector<RootMove> moves;
  for (const Move move : legal_moves(game.position())) {
    if (!limits.moves.empty() &&
        std::find(limits.moves.begin(), limits.moves.end(), move) == limits.moves.end()) {
      continue;
    }
    RootMove root;
    root.move = move;
    root.line = {move};
    moves.push_back(root);
  }
  if (moves.empty() && !limits.moves.empty()) return root_moves(game, Limits{});

  const TablebaseOptions& options = shared.options.tablebase;
  shared.root_in_tablebase = false;
  shared.probe_men = shared.tablebase ? std::min(options.probe_limit, shared.tablebase->largest()) : 0;
  if (!shared.tablebase || moves.empty() || count(game.position().occupied()) > shared.probe_men)
    return moves;
  const std::vector<RankedMove> ranks = shared.tablebase->rank_root_moves(game, options.fifty_move_rule);
  if (ranks.empty()) return moves;
  for (RootMove& root : moves) {
    const auto ranked = std::find_if(
        ranks.begin(), ranks.end(), [&](const RankedMove& candidate) { return candidate.move == root.move; });
    if (ranked == ranks.end()) continue;
    root.rank = ranked->rank;
    root.tablebase_score = tablebase_score(ranked->result, options.fifty_move_rule);
  }
  std::stable_sort(moves.begin(), moves.end(),
                   [](const RootMove& a, const RootMove& b) { return a.rank > b.rank; });
  shared.root_in_tablebase = true;
  // Among equally good moves the search looks for the mate. Ranked by result alone, only the tables below the root show
  // the way to it.
  if (ranks.front().distance) shared.probe_men = 0;
  return moves;
}

void Searcher::Team::run_workers(Observer* observer) {
  std::vector<std::thread> helpers;
  helpers.reserve(workers.size() - 1);
  for (std::size_t i = 1; i < workers.size(); ++i) {
    helpers.emplace_back([this, i] { workers[i]->iterate(nullptr, workers); });
  }
  workers.front()->iterate(observer, workers);
  wait_for_permission();
  shared.stop.store(true, std::memory_order_relaxed);
  for (std::thread& helper : helpers) helper.join();
}

// An infinite search and one on the opponent's time end when they are told to, even if there is nothing left to do.
void Searcher::Team::wait_for_permission() {
  std::unique_lock lock(shared.mutex);
  shared.changed.wait(lock, [&] {
    return shared.stop.load(std::memory_order_relaxed) ||
           !(shared.limits.infinite || shared.pondering.load(std::memory_order_relaxed));
  });
}

// The thread whose result is taken: each votes for its move, with more weight for depth and score.
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
  for (const auto& candidate : workers) {
    if (candidate->completed_depth() == 0 || candidate.get() == best) continue;
    const Score score = score_of(*candidate);
    if (is_win(score_of(*best))) {
      if (score > score_of(*best)) best = candidate.get();  // a shorter mate
    } else if (is_win(score)) {
      best = candidate.get();
    } else if (!is_loss(score) && (votes[move_of(*candidate)] > votes[move_of(*best)] ||
                                   (votes[move_of(*candidate)] == votes[move_of(*best)] &&
                                    weight(*candidate) > weight(*best)))) {
      best = candidate.get();
    }
  }
  return *best;
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
    // The old table goes first, so that there is room for the new one.
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
  team_->evaluation = evaluation;
  team_->win_model = eval::Evaluator(team_->network, evaluation).win_model();
  team_->shared.scale = SearchScale(team_->win_model);
  team_->hire();
  team_->clear();
}

void Searcher::set_tablebase(std::shared_ptr<const Tablebase> tablebase) {
  team_->shared.tablebase = std::move(tablebase);
}

void Searcher::set_parameters(const Parameters& parameters) { team_->shared.parameters = parameters; }

void Searcher::clear() { team_->clear(); }

const eval::WinModel& Searcher::win_model() const noexcept { return team_->win_model; }

void Searcher::arm(const Limits& limits) noexcept {
  team_->shared.stop.store(false, std::memory_order_relaxed);
  team_->shared.stop_on_ponder_hit.store(false, std::memory_order_relaxed);
  team_->shared.pondering.store(limits.ponder, std::memory_order_relaxed);
}

SearchResult Searcher::search(const Game& game, const Limits& limits, Observer* observer) {
  arm(limits);
  return run(game, limits, observer);
}

SearchResult Searcher::run(const Game& game, const Limits& limits, Observer* observer) {
  Shared& shared = team_->shared;
  const Position& root = game.position();
  shared.limits = limits;
  const SearcherOptions configured = shared.options;
  std::optional<StrengthLevel> level;
  if (configured.elo) {
    level = level_for(*configured.elo);
    shared.options.lines = std::max(configured.lines, level->lines);
    shared.limits.nodes = std::min(limits.nodes.value_or(level->nodes), level->nodes);
  }

  SearchResult result;
  const std::vector<RootMove> moves = team_->root_moves(game, limits);
  if (moves.empty()) {
    Line line;
    line.score = root.in_check() ? -kMate : kDraw;
    if (observer) observer->on_line(line, {});
    team_->wait_for_permission();
    result.lines = {line};
    shared.options = configured;
    return result;
  }

  shared.budget = budget_for(
      {.limits = limits,
       .side = root.side_to_move(),
       .game_ply = 2 * (root.fullmove_number() - 1) + (root.side_to_move() == Color::Black ? 1 : 0),
       .overhead_ms = configured.nodes_per_ms > 0 ? 0 : configured.move_overhead_ms,
       .pondering = configured.pondering},
      shared.scale_of_game);
  shared.table.next_generation();
  for (const auto& worker : team_->workers) worker->prepare(game, moves);
  team_->run_workers(observer);

  const Worker& main = *team_->workers.front();
  const Worker& best = team_->elected();
  result.counters = main.counters(team_->workers);
  const int depth = std::max(1, best.completed_depth());
  const std::size_t lines =
      std::min(static_cast<std::size_t>(std::max(shared.options.lines, 1)), moves.size());
  for (std::size_t i = 0; i < lines; ++i) result.lines.push_back(best.line_of(i, depth));
  if (&best != &main && observer) observer->on_line(result.lines.front(), result.counters);

  if (level && result.lines.size() > 1) {
    std::vector<int> values;
    for (const Line& line : result.lines) values.push_back(team_->win_model.centipawns(line.score, root));
    const std::size_t chosen = choose_line(values, *level, team_->random);
    std::rotate(result.lines.begin(), result.lines.begin() + static_cast<std::ptrdiff_t>(chosen),
                result.lines.begin() + static_cast<std::ptrdiff_t>(chosen) + 1);
    result.lines.front().rank = 1;
    if (chosen != 0 && observer) observer->on_line(result.lines.front(), result.counters);
  }
  result.best = result.lines.front().moves.front();
  result.ponder = ponder_move(root, result.lines.front().moves, shared.table);
  shared.options = configured;
  return result;
}

void Searcher::stop() noexcept {
  const std::lock_guard lock(team_->shared.mutex);
  team_->shared.stop.store(true, std::memory_order_relaxed);
  team_->shared.changed.notify_all();
}

void Searcher::ponder_hit() noexcept {
  const std::lock_guard lock(team_->shared.mutex);
  team_->shared.pondering.store(false, std::memory_order_relaxed);
  team_->shared.changed.notify_all();
}

}  // namespace tabia::search
