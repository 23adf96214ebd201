// puct/human_moves.h: what people of given ratings would play in a position, how likely they are to make a
// mistake there, and which mistakes are typical of a rating.
//
//   const auto people = human_moves(network, game, {1500, 2000, 2500});
//   const auto judged = judge_moves(searcher, game, likely_moves(people, best), nodes_for_judging(kind));
//   difficulty(people[0], judged)   // how likely a player rated 1500 is to make a mistake: 0 to 1
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

// The ratings that may be requested; those of the network's games are in this range.
inline constexpr int kLowestRating = 600;
inline constexpr int kHighestRating = 3000;
inline constexpr std::size_t kMostRatings = 8;

// What people of a rating play.
struct HumanMoves {
  int rating = 1500;
  std::vector<deep::MoveProbability> moves;  // all legal ones, the likeliest first

  // 0 if the move isn't legal.
  [[nodiscard]] double probability_of(chess::Move move) const noexcept;
};
// For each rating, in the given order: what such people play in the game's last position. Requires
// is_human(network).
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
  double win_percent = 50;  // what the mover can expect after the move (eval/accuracy.h)
};
// How many nodes a search of this kind (AlphaBeta or Puct) gets for each move to judge.
[[nodiscard]] std::uint64_t nodes_for_judging(SearchKind kind) noexcept;
// Searches the moves, with this many nodes for each. The options of the searcher change during the call.
// Moves that weren't reached before the search ended are missing from the result.
[[nodiscard]] std::vector<JudgedMove> judge_moves(search::MoveSearch& searcher, const chess::Game& game,
                                                  const std::vector<chess::Move>& moves,
                                                  std::uint64_t nodes_of_move);

// How much worse the move is than the best judged one, in win percent; nothing if the move wasn't judged.
[[nodiscard]] std::optional<double> loss_of(chess::Move move, std::span<const JudgedMove> judged) noexcept;

// The difficulty of a position for people of a rating: how likely they are to play a mistake or a blunder,
// which is a move that loses at least eval::kMistake percent of a point. Only judged moves count; nothing if
// there are none.
[[nodiscard]] std::optional<double> difficulty(const HumanMoves& people,
                                               std::span<const JudgedMove> judged) noexcept;

// A mistake is typical of a rating if people of that rating play it at least this often.
inline constexpr double kTypical = 0.15;
// The highest of these ratings that the move is typical of; nothing if it isn't typical of any.
[[nodiscard]] std::optional<int> typical_up_to(chess::Move move, std::span<const HumanMoves> people) noexcept;

}  // namespace tabia::puct
