// puct/human_moves.h: what people of given ratings would play in a position, how likely they are to go wrong
// there, and which mistakes are typical of a rating.
//
//   const auto people = human_moves(network, game, {1500, 2000, 2500});
//   const auto judged = judge_moves(searcher, game, likely_moves(people, best), nodes_for_judging(kind));
//   difficulty(people[0], judged)   // how likely a 1500 goes wrong: 0 to 1
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "chess/game.h"
#include "deep/policy.h"
#include "nn/network.h"
#include "puct/choice.h"
#include "search/move_search.h"

namespace tabia::puct {

// The ratings that may be asked for; the network's games are within them.
inline constexpr int kLowestRating = 600;
inline constexpr int kHighestRating = 3000;
inline constexpr std::size_t kMostRatings = 8;

// What people of a rating play.
struct HumanMoves {
  int rating = 1500;
  std::vector<deep::MoveProbability> moves;  // all legal ones, the likeliest first

  // 0 if it isn't legal.
  [[nodiscard]] double probability_of(chess::Move move) const noexcept;
};
// For each rating, in that order, in the game's last position. Requires is_human(network).
[[nodiscard]] std::vector<HumanMoves> human_moves(const std::shared_ptr<const nn::Network>& network,
                                                  const chess::Game& game, std::span<const int> ratings);

// A move is worth a look if people of one of the ratings play it at least this often.
inline constexpr double kLikely = 0.02;
// The moves worth a look, the likeliest first, at most kMostLikely, and `best` (unless none) if it isn't
// among them.
inline constexpr std::size_t kMostLikely = 12;
[[nodiscard]] std::vector<chess::Move> likely_moves(std::span<const HumanMoves> people, chess::Move best);

struct JudgedMove {
  chess::Move move;
  double win_percent = 50;  // that the mover can expect after it (eval/accuracy.h)
};
// How many nodes a search of this kind (AlphaBeta or Puct) gets for each move to judge.
[[nodiscard]] std::uint64_t nodes_for_judging(SearchKind kind) noexcept;
// Searches the moves, with this many nodes for each. Changes the options of the searcher for that time. Moves
// that it doesn't get to are missing.
[[nodiscard]] std::vector<JudgedMove> judge_moves(search::MoveSearch& searcher, const chess::Game& game,
                                                  const std::vector<chess::Move>& moves,
                                                  std::uint64_t nodes_of_move);

// What a move loses against the best judged one, in win percent; nothing if it wasn't judged.
[[nodiscard]] std::optional<double> loss_of(chess::Move move, std::span<const JudgedMove> judged) noexcept;

// The difficulty of a position for people of a rating: how likely they are to play a mistake or a blunder
// there, a move that loses at least eval::kMistake percent of a point. Among the judged moves only; nothing if
// there is none.
[[nodiscard]] std::optional<double> difficulty(const HumanMoves& people,
                                               std::span<const JudgedMove> judged) noexcept;

// A mistake is typical of a rating if people of that rating play it at least this often.
inline constexpr double kTypical = 0.15;
// The highest of the ratings that the move is typical of; nothing if it is typical of none.
[[nodiscard]] std::optional<int> typical_up_to(chess::Move move, std::span<const HumanMoves> people) noexcept;

}  // namespace tabia::puct
