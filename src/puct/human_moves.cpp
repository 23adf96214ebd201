#include "puct/human_moves.h"

#include <algorithm>
#include <cmath>

#include "eval/accuracy.h"
#include "puct/judge.h"

namespace tabia::puct {

using chess::Game;

namespace {

constexpr std::uint64_t kAlphaBetaNodes = 2'000;
constexpr std::uint64_t kPuctNodes = 50;

}  // namespace

double HumanMoves::probability_of(Move move) const noexcept {
  for (const deep::MoveProbability& known : moves)
    if (known.move == move) return static_cast<double>(known.probability);
  return 0;
}

std::vector<HumanMoves> human_moves(const std::shared_ptr<const nn::Network>& network, const Game& game,
                                    std::span<const int> ratings) {
  std::vector<HumanMoves> people;
  std::vector<deep::Outputs> outputs;
  for (const int rating : ratings) {
    const Judge judge(network, 1.0, rating);
    const deep::Planes board = judge.planes_of(game.positions());
    people.push_back({rating, judge.opinions({&board, 1}, {&game.position(), 1}, outputs).front().moves});
  }
  return people;
}

std::vector<Move> likely_moves(std::span<const HumanMoves> people, Move best) {
  std::vector<std::pair<double, Move>> found;  // by their largest probability
  for (const HumanMoves& group : people) {
    for (const deep::MoveProbability& known : group.moves) {
      const auto probability = static_cast<double>(known.probability);
      if (probability < kLikely) break;
      const auto same = std::find_if(found.begin(), found.end(),
                                     [&](const auto& entry) { return entry.second == known.move; });
      if (same == found.end()) {
        found.emplace_back(probability, known.move);
      } else {
        same->first = std::max(same->first, probability);
      }
    }
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<Move> moves;
  for (const auto& [probability, move] : found)
    if (moves.size() < kMostLikely) moves.push_back(move);
  if (best && std::find(moves.begin(), moves.end(), best) == moves.end()) moves.push_back(best);
  return moves;
}

std::uint64_t nodes_for_judging(SearchKind kind) noexcept {
  return kind == SearchKind::Puct ? kPuctNodes : kAlphaBetaNodes;
}

std::vector<JudgedMove> judge_moves(search::MoveSearch& searcher, const Game& game,
                                    const std::vector<Move>& moves, std::uint64_t nodes_of_move) {
  if (moves.empty()) return {};
  const search::SearcherOptions before = searcher.options();
  search::SearcherOptions options = before;
  options.lines = static_cast<int>(moves.size());
  options.elo.reset();
  searcher.set_options(options);
  search::Limits limits;
  limits.nodes = nodes_of_move * moves.size();
  limits.moves = moves;
  const search::SearchResult result = searcher.search(game, limits);
  std::vector<JudgedMove> judged;
  for (const search::Line& line : result.lines) {
    if (line.moves.empty() || std::abs(line.score) > base::kMate) continue;
    const eval::Wdl wdl = line.wdl.value_or(searcher.win_model().wdl(line.score, game.position()));
    judged.push_back({line.moves.front(), eval::win_percent(wdl)});
  }
  searcher.set_options(before);
  return judged;
}

std::optional<double> loss_of(Move move, std::span<const JudgedMove> judged) noexcept {
  std::optional<double> own;
  double best = 0;
  for (const JudgedMove& known : judged) {
    best = std::max(best, known.win_percent);
    if (known.move == move) own = known.win_percent;
  }
  return own ? std::optional(best - *own) : std::nullopt;
}

std::optional<double> difficulty(const HumanMoves& people, std::span<const JudgedMove> judged) noexcept {
  double all = 0;
  double wrong = 0;
  for (const JudgedMove& known : judged) {
    const double probability = people.probability_of(known.move);
    all += probability;
    if (*loss_of(known.move, judged) >= eval::kMistake) wrong += probability;
  }
  return all > 0 ? std::optional(wrong / all) : std::nullopt;
}

std::optional<int> typical_up_to(Move move, std::span<const HumanMoves> people) noexcept {
  std::optional<int> highest;
  for (const HumanMoves& group : people)
    if (group.probability_of(move) >= kTypical) highest = std::max(highest.value_or(0), group.rating);
  return highest;
}

}  // namespace tabia::puct
