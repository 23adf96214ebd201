#include "puct/policy_player.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>

#include "chess/movegen.h"
#include "search/clock.h"
#include "search/strength.h"

namespace tabia::puct {

using chess::Game;
using chess::Position;
using search::Limits;
using search::Line;
using search::Observer;
using search::SearchResult;

namespace {

constexpr double kDefaultRating = 1500;

// Thinking time as a share of the usual one: a base, plus a part that grows with the entropy of the choice.
// Positions of people's games have about 1.5 nats on average, so the mean time is about the usual one.
constexpr double kQuickShare = 0.15;
constexpr double kShareOfNat = 0.55;
constexpr double kTimeSpread = 0.4;  // of the logarithm of the time

double rating_of(const search::SearcherOptions& options) noexcept {
  return options.elo ? static_cast<double>(*options.elo) : kDefaultRating;
}

}  // namespace

std::int64_t thinking_time_ms(const std::vector<double>& probabilities, std::int64_t usual_ms,
                              std::int64_t most_ms, base::Random& random) noexcept {
  double entropy = 0;
  for (const double probability : probabilities)
    if (probability > 0) entropy -= probability * std::log(probability);
  const double share = (kQuickShare + kShareOfNat * entropy) * std::exp(kTimeSpread * base::bell(random));
  return std::clamp(static_cast<std::int64_t>(share * static_cast<double>(usual_ms)), std::int64_t{0},
                    std::max<std::int64_t>(most_ms, 0));
}

std::vector<double> tempered(std::vector<double> probabilities, double temperature) noexcept {
  const auto likeliest = std::max_element(probabilities.begin(), probabilities.end());
  const double most = *likeliest;
  if (temperature <= 0 || most <= 0) {
    std::fill(probabilities.begin(), probabilities.end(), 0.0);
    *likeliest = 1;
    return probabilities;
  }
  // Relative to the likeliest, so that low temperatures don't lose all of them to rounding.
  for (double& probability : probabilities) probability = std::pow(probability / most, 1 / temperature);
  return probabilities;
}

std::size_t chosen_move(const std::vector<double>& weights, base::Random& random) noexcept {
  double rest = random.uniform() * std::accumulate(weights.begin(), weights.end(), 0.0);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    rest -= weights[i];
    if (rest < 0) return i;
  }
  return static_cast<std::size_t>(std::max_element(weights.begin(), weights.end()) - weights.begin());
}

PolicyPlayer::PolicyPlayer(std::shared_ptr<const nn::Network> network, const search::SearcherOptions& options)
    : PolicyPlayer(std::move(network), options, rating_of(options)) {}

PolicyPlayer::PolicyPlayer(std::shared_ptr<const nn::Network> network, const search::SearcherOptions& options,
                           double rating)
    : ControlledSearch(options, std::make_unique<Judge>(network, 1.0, rating)),
      network_(std::move(network)),
      random_(options.seed) {}

void PolicyPlayer::set_options(const search::SearcherOptions& options) {
  set_options(options, rating_of(options));
}

void PolicyPlayer::set_options(const search::SearcherOptions& options, double rating) {
  if (options.seed != options_.seed) random_ = base::Random(options.seed);
  options_ = options;
  judge_ = std::make_unique<Judge>(network_, 1.0, rating);
}

void PolicyPlayer::set_evaluation(std::shared_ptr<const nn::Network> network, const eval::EvaluatorOptions&) {
  network_ = std::move(network);
  judge_ = std::make_unique<Judge>(network_, 1.0, rating_of(options_));
  clear();
}

void PolicyPlayer::clear(std::uint64_t) {
  random_ = base::Random(options_.seed);
  scale_of_game_ = -1;
}

std::vector<double> PolicyPlayer::probabilities_of(const std::vector<Choice>& moves) {
  std::vector<double> probabilities;
  probabilities.reserve(moves.size());
  for (const Choice& move : moves) probabilities.push_back(move.probability);
  return probabilities;
}

std::vector<PolicyPlayer::Choice> PolicyPlayer::choices(const Game& game, const search::RootCandidates& roots,
                                                        const Opinion& opinion) const {
  std::vector<Choice> moves;
  for (const deep::MoveProbability& move : opinion.moves) {
    const auto root =
        std::find_if(roots.moves.begin(), roots.moves.end(),
                     [&](const search::RootCandidate& known) { return known.move == move.move; });
    if (root != roots.moves.end() && root->rank == roots.moves.front().rank)
      moves.push_back({move.move, static_cast<double>(move.probability)});
  }
  if (options_.play.sees_mate) keep_safe_moves(game.position(), moves);
  return moves;
}

// If any moves mate, keeps only those. Otherwise keeps only moves that don't allow a mate in one, if there
// are any.
void PolicyPlayer::keep_safe_moves(const Position& root, std::vector<Choice>& moves) const {
  const auto keep = [&](auto&& wanted) {
    std::vector<Choice> kept;
    for (const Choice& choice : moves)
      if (wanted(choice.move)) kept.push_back(choice);
    if (kept.empty()) return false;
    moves = std::move(kept);
    return true;
  };
  const bool mates = keep([&](Move move) {
    Position after = root;
    after.make(move);
    return after.in_check() && !chess::has_legal_move(after);
  });
  if (!mates) keep([&](Move move) { return !search::allows_mate_in_one(root, move); });
}

std::vector<Line> PolicyPlayer::lines(const Game& game, const std::vector<Choice>& moves,
                                      const Opinion& opinion) const {
  const auto count = std::min(static_cast<std::size_t>(std::max(options_.lines, 1)), moves.size());
  std::vector<Line> lines(count);
  std::vector<deep::Planes> boards;
  std::vector<Position> after;
  std::vector<std::size_t> asked;
  std::vector<Position> positions = game.positions();
  for (std::size_t i = 0; i < count; ++i) {
    Line& line = lines[i];
    line.rank = static_cast<int>(i) + 1;
    line.depth = line.selective_depth = 1;
    line.moves = {moves[i].move};
    line.probability = moves[i].probability;
    const std::optional<Verdict>& verdict = moves[i].verdict;
    line.score = verdict ? verdict->score : judge_->score_of(opinion.value);
    line.wdl = verdict ? verdict->wdl : judge_->wdl_of(opinion.value, opinion.draw);
    positions.push_back(game.position());
    positions.back().make(moves[i].move);
    if (!chess::has_legal_move(positions.back())) {
      line.score = positions.back().in_check() ? base::kMate - 1 : base::kDraw;
      line.wdl.reset();
    } else if (count > 1 && !verdict) {
      boards.push_back(judge_->planes_of(positions));
      after.push_back(positions.back());
      asked.push_back(i);
    }
    positions.pop_back();
  }
  std::vector<deep::Outputs> outputs;
  const std::vector<Opinion> opinions = judge_->opinions(boards, after, outputs);
  for (std::size_t k = 0; k < asked.size(); ++k) {
    lines[asked[k]].score = judge_->score_of(-opinions[k].value);
    lines[asked[k]].wdl = judge_->wdl_of(-opinions[k].value, opinions[k].draw);
  }
  return lines;
}

std::vector<double> PolicyPlayer::weights(const Game&, const Limits&, std::vector<Choice>& moves,
                                          search::Counters&) {
  return tempered(probabilities_of(moves), options_.play.temperature_percent / 100.0);
}

void PolicyPlayer::wait_like_a_person(const Game& game, const Limits& limits,
                                      const std::vector<Choice>& moves) {
  const search::TimeBudget budget = search::budget_for({.limits = limits,
                                                        .side = game.position().side_to_move(),
                                                        .game_ply = game.position().game_ply(),
                                                        .overhead_ms = options_.move_overhead_ms,
                                                        .pondering = options_.pondering},
                                                       scale_of_game_);
  if (!budget.is_limited || limits.infinite || options_.nodes_per_ms > 0) return;
  std::vector<double> shares = probabilities_of(moves);
  const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
  for (double& share : shares) share /= std::max(sum, 1e-30);
  const std::int64_t time = thinking_time_ms(shares, budget.optimum_ms, budget.maximum_ms, random_);
  control_.wait_until(limits.start + std::chrono::milliseconds(time));
}

SearchResult PolicyPlayer::run(const Game& game, const Limits& limits, Observer* observer) {
  SearchResult result;
  const search::RootCandidates roots = search::root_candidates(
      game, limits, options_.play.uses_tablebase ? tablebase_.get() : nullptr, options_.tablebase);
  if (roots.moves.empty()) {
    result.lines = {search::line_without_moves(game.position())};
    if (observer) observer->on_line(result.lines.front(), {});
    control_.wait_for_permission(limits);
    return result;
  }
  const deep::Planes board = judge_->planes_of(game.positions());
  std::vector<deep::Outputs> outputs;
  const Opinion opinion = judge_->opinions({&board, 1}, {&game.position(), 1}, outputs).front();
  std::vector<Choice> moves = choices(game, roots, opinion);
  const std::vector<double> counts = weights(game, limits, moves, result.counters);
  const auto chosen = static_cast<std::ptrdiff_t>(chosen_move(counts, random_));
  std::rotate(moves.begin(), moves.begin() + chosen, moves.begin() + chosen + 1);

  result.lines = lines(game, moves, opinion);
  result.counters.nodes += 1 + (result.lines.size() > 1 ? result.lines.size() : 0);
  const auto elapsed = std::chrono::steady_clock::now() - limits.start;
  result.counters.elapsed_ms = std::chrono::duration_cast<std::chrono::milliseconds>(elapsed).count();
  if (observer)
    for (const Line& line : result.lines) observer->on_line(line, result.counters);
  if (options_.play.delay) wait_like_a_person(game, limits, moves);
  control_.wait_for_permission(limits);
  result.best = moves.front().move;
  return result;
}

}  // namespace tabia::puct
