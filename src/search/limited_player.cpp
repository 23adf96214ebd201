#include "search/limited_player.h"

#include <algorithm>

namespace tabia::search {

using namespace tabia::chess;

// The value in centipawns, with mates beyond all other values.
int LimitedPlayer::value_of(Score score, const Position& root) const {
  if (!is_win(score) && !is_loss(score)) {
    return std::clamp(win_model_.centipawns(score, root), 1 - kLeastMateValue, kLeastMateValue - 1);
  }
  const int value = kMateValue - kPenaltyOfPly * (kMate - std::abs(score));
  return score > 0 ? value : -value;
}

Impression LimitedPlayer::impression_of(const Game& game, Move move) const {
  Impression impression;
  impression.recaptures = is_recapture(game, move);
  impression.allows_mate = level_.sees_mates && allows_mate_in_one(game.position(), move);
  impression.takes_back = takes_back_last(game, move);
  return impression;
}

void LimitedPlayer::decide(std::vector<Thought>& thoughts) {
  std::vector<Impression> impressions;
  impressions.reserve(thoughts.size());
  for (const Thought& thought : thoughts) impressions.push_back(thought.impression);
  const auto chosen = static_cast<std::ptrdiff_t>(choose_move(impressions, level_, random_));
  std::rotate(thoughts.begin(), thoughts.begin() + chosen, thoughts.begin() + chosen + 1);
  const auto value = [](const Thought& thought) {
    return thought.impression.calculated.value_or(thought.impression.first_sight - 2 * kMateValue);
  };
  std::stable_sort(thoughts.begin() + 1, thoughts.end(),
                   [&](const Thought& a, const Thought& b) { return value(a) > value(b); });
}

SearchResult LimitedPlayer::choose(const Game& game, const std::vector<RootMove>& moves, const Shared& shared,
                                   WorkerTeam alone, Observer* observer) {
  const Position& root = game.position();
  const Limits& limits = shared.limits;
  Worker& worker = *alone.front();
  std::vector<Thought> thoughts;
  std::uint64_t nodes_spent = 0;
  // Passes on the line of each root move that got a value, best first.
  const auto think = [&](Task task, auto&& take) {
    if (shared.stop.load(std::memory_order_relaxed)) return;
    task.lines = std::max(task.lines, shared.options.lines);
    worker.prepare(game, moves);
    worker.iterate(task, nullptr, alone);
    nodes_spent += worker.nodes();
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const RootMove& move = worker.root_moves()[i];
      if (move.score == -kInfinite && move.previous_score == -kInfinite) continue;
      take(worker.line_of(i, std::max(1, worker.completed_depth())));
    }
  };

  if (level_.errs()) {
    think({.lines = level_.plausible, .depth = 1, .nodes = limits.nodes}, [&](const Line& line) {
      const Move move = line.moves.front();
      // At first sight, people only consider promoting to a queen.
      if (move.is_promotion() && move.promotion() != PieceType::Queen) return;
      Impression impression = impression_of(game, move);
      impression.first_sight = gives_stalemate(root, move) ? 0 : value_of(line.score, root);
      thoughts.push_back({line, impression});
    });
  }
  const std::uint64_t left =
      limits.nodes ? *limits.nodes - std::min(*limits.nodes, nodes_spent) : level_.nodes;
  if (left > 0) {
    think({.lines = level_.lines, .depth = limits.depth, .nodes = std::min(level_.nodes, left)},
          [&](const Line& line) {
            const Move move = line.moves.front();
            auto known = std::find_if(thoughts.begin(), thoughts.end(), [&](const Thought& thought) {
              return thought.line.moves.front() == move;
            });
            if (known == thoughts.end()) known = thoughts.insert(known, {line, impression_of(game, move)});
            known->line = line;
            known->impression.calculated = value_of(line.score, root);
          });
  }
  // No time for a single move: the first one is as good as any.
  if (thoughts.empty()) thoughts.push_back({Line{.depth = 1, .moves = {moves.front().move}}, {}});
  if (level_.errs()) decide(thoughts);

  SearchResult result;
  result.counters = worker.counters(alone);
  result.counters.nodes = nodes_spent;
  result.counters.tablebase_hits = 0;
  const std::size_t lines =
      std::min(static_cast<std::size_t>(std::max(shared.options.lines, 1)), thoughts.size());
  for (std::size_t i = 0; i < lines; ++i) {
    result.lines.push_back(std::move(thoughts[i].line));
    result.lines.back().rank = static_cast<int>(i) + 1;
    if (observer) observer->on_line(result.lines.back(), result.counters);
  }
  return result;
}

}  // namespace tabia::search
