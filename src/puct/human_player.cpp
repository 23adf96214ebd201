#include "puct/human_player.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "eval/accuracy.h"
#include "search/searcher.h"

namespace tabia::puct {

using chess::Game;
using search::Limits;

namespace {

constexpr std::size_t kMostChecked = 8;  // moves that people consider
constexpr std::size_t kAdviserMib = 4;   // searches are short
constexpr double kPointsOfPawn = 0.02;   // what a pawn is worth when it doesn't change the result
constexpr double kMostPawns = 15;
constexpr double kAheadPawns = 3;   // with a larger lead the choice is less random:
constexpr double kEasierPawns = 3;  // half as random for each further lead of this size
constexpr double kMatePawns = 30;   // a mate, less for each ply to it
constexpr double kPawnsOfPly = 0.25;
constexpr search::Score kMostMatePlies = 60;
constexpr int kUnlimitedElo = kHighestHumanElo;

HumanLevel level_of(const search::SearcherOptions& options) noexcept {
  return human_level(options.elo.value_or(kUnlimitedElo));
}

search::SearcherOptions adviser_options(const search::SearcherOptions& options) {
  search::SearcherOptions own;
  own.hash_mib = kAdviserMib;
  own.lines = static_cast<int>(kMostChecked);
  own.move_overhead_ms = options.move_overhead_ms;
  return own;
}

// A score in pawns, within limits. When the result is no longer in doubt, more pawns or a shorter mate still
// count as better.
double pawns_of(search::Score score, const eval::WinModel& model, const chess::Position& root) {
  if (!base::is_decisive(score))
    return std::clamp(model.centipawns(score, root) / 100.0, -kMostPawns, kMostPawns);
  const double mate = kMatePawns - kPawnsOfPly * std::min(base::kMate - std::abs(score), kMostMatePlies);
  return score > 0 ? mate : -mate;
}

}  // namespace

bool is_human(const nn::Network* network) noexcept {
  return has_policy(network) && network->spec().planes->input.rating;
}

HumanPlayer::HumanPlayer(std::shared_ptr<const nn::Network> human, std::shared_ptr<const nn::Network> adviser,
                         const eval::EvaluatorOptions& evaluation, const search::SearcherOptions& options)
    : PolicyPlayer(std::move(human), options, level_of(options).rating),
      level_(level_of(options)),
      adviser_(std::make_unique<search::Searcher>(std::move(adviser), evaluation, adviser_options(options))) {
}

HumanPlayer::~HumanPlayer() = default;

void HumanPlayer::set_options(const search::SearcherOptions& options) {
  level_ = level_of(options);
  adviser_->set_options(adviser_options(options));
  PolicyPlayer::set_options(options, level_.rating);
}

void HumanPlayer::set_evaluation(std::shared_ptr<const nn::Network> network,
                                 const eval::EvaluatorOptions& evaluation) {
  adviser_->set_evaluation(std::move(network), evaluation);
  clear();
}

void HumanPlayer::clear(std::uint64_t most_nodes) {
  adviser_->clear();
  PolicyPlayer::clear(most_nodes);
}

void HumanPlayer::stop() noexcept {
  PolicyPlayer::stop();
  adviser_->stop();
}

std::vector<double> HumanPlayer::weights(const Game& game, const Limits& limits, std::vector<Choice>& moves,
                                         search::Counters& counters) {
  const double least = level_.least_share * moves.front().probability;
  std::erase_if(moves, [&](const Choice& move) { return move.probability < least; });
  if (level_.nodes > 0 && moves.size() > 1) check_moves(game, limits, moves, counters);
  std::vector<double> worth(moves.size());
  double most_pawns = -kMatePawns;
  for (std::size_t i = 0; i < moves.size() && moves[i].verdict; ++i) {
    const double pawns = pawns_of(moves[i].verdict->score, win_model(), game.position());
    worth[i] = eval::win_percent(moves[i].verdict->wdl) / 100 + kPointsOfPawn * pawns;
    most_pawns = std::max(most_pawns, pawns);
  }
  // Far ahead the choice must become less random, or won games would never end.
  const double ease = 1 + std::max(0.0, most_pawns - kAheadPawns) / kEasierPawns;
  std::vector<double> counts = tempered(probabilities_of(moves), level_.temperature / ease);
  const double best = *std::max_element(worth.begin(), worth.end());
  for (std::size_t i = 0; i < counts.size(); ++i)
    counts[i] *= std::exp(ease * level_.trust * (worth[i] - best));
  return counts;
}

PolicyPlayer::Verdict HumanPlayer::verdict_on(search::Score score, const chess::Position& root) const {
  const eval::WinModel& model = adviser_->win_model();
  Verdict verdict{.score = score, .wdl = model.wdl(score, root)};
  if (base::is_decisive(score)) return verdict;
  const double units = model.centipawns(score, root) * win_model().units_per_pawn(root) / 100;
  verdict.score = base::clamped_evaluation(std::llround(units));
  return verdict;
}

void HumanPlayer::check_moves(const Game& game, const Limits& limits, std::vector<Choice>& moves,
                              search::Counters& counters) {
  Limits own = limits;
  own.nodes = std::min(level_.nodes, limits.nodes.value_or(level_.nodes));
  own.soft_nodes = own.nodes;
  own.infinite = own.ponder = false;
  own.mate.reset();
  own.moves.clear();
  for (std::size_t i = 0; i < std::min(moves.size(), kMostChecked); ++i) own.moves.push_back(moves[i].move);
  adviser_->arm(own);
  if (control_.stopped()) adviser_->stop();
  const search::SearchResult found = adviser_->run(game, own);
  counters.nodes += found.counters.nodes;
  std::vector<Choice> checked;
  for (const Choice& move : moves) {
    const auto line = std::find_if(found.lines.begin(), found.lines.end(), [&](const search::Line& known) {
      return !known.moves.empty() && known.moves.front() == move.move && std::abs(known.score) <= base::kMate;
    });
    if (line == found.lines.end()) continue;
    checked.push_back(move);
    checked.back().verdict = verdict_on(line->score, game.position());
  }
  if (!checked.empty()) moves = std::move(checked);
}

}  // namespace tabia::puct
