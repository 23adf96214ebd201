// search/strength.h: playing like a weaker player.
//
// A limited player looks at a move twice, as people do. At first sight (one ply and the captures after it) it
// sees which moves are plausible. Then it calculates, with few nodes, so that long combinations are beyond
// it. It errs in two ways: it overlooks what calculation would reveal about a move and trusts the first sight
// (the more there is to calculate in a position, the more it can miss), and it misjudges moves by some
// centipawns. It doesn't overlook the obvious: it recaptures, doesn't play moves that at first sight lose
// more than a margin (which shrinks with its rating), and from kSeesMatesElo on it neither misses a mate in
// one nor walks into one.
//
// All numbers for a rating are in one table (strength.cpp), calibrated by games between the levels with
// bench/elo_ladder.cpp (docs/strength.md). Centipawns are those of the win model, so the table depends little
// on the network.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/random.h"
#include "chess/game.h"

namespace tabia::search {

inline constexpr int kMinElo = 800;
inline constexpr int kMaxElo = 3200;
inline constexpr int kSeesMatesElo = 1600;

struct StrengthLevel {
  std::uint64_t nodes = 0;  // for calculating
  int plausible = 1;        // moves that it considers after the first sight
  int lines = 1;            // moves that it calculates fully
  double overlook = 0;      // chance that it overlooks the calculation of a move
  double noise_cp = 0;      // how unsure it is of a value: mean error, in centipawns
  double margin_cp = 0;     // moves that look worse than the best by more than this are ruled out
  bool sees_mates = true;   // in one, for both sides
  [[nodiscard]] bool errs() const noexcept { return overlook > 0 || noise_cp > 0; }
};

// For a rating within [kMinElo, kMaxElo]; others are clipped to it.
[[nodiscard]] StrengthLevel level_for(int elo) noexcept;

inline constexpr int kMateValue = 3000;
inline constexpr int kPenaltyOfPly = 5;
inline constexpr int kLeastMateValue = 1700;  // of the longest mate; other values stay below

// What a player thinks of a move. Values are for its side, in centipawns; a mate is worth kMateValue minus
// kPenaltyOfPly for each ply to it.
struct Impression {
  int first_sight = -kMateValue;  // the default: not plausible unless calculated
  std::optional<int> calculated;  // nothing: no better than the worst calculated move
  bool recaptures = false;        // takes the piece that has just captured
  bool allows_mate = false;       // in one
  bool takes_back = false;        // undoes the player's last move
};

// The index of the move that the player chooses. Requires at least one. The same for the same state of
// `random`.
[[nodiscard]] std::size_t choose_move(const std::vector<Impression>& moves, const StrengthLevel& level,
                                      base::Random& random) noexcept;

// Does the legal move capture a piece that has just captured?
[[nodiscard]] bool is_recapture(const chess::Game& game, chess::Move move) noexcept;
// Does the legal move put the piece of the player's last move back to where it was, without capturing?
[[nodiscard]] bool takes_back_last(const chess::Game& game, chess::Move move) noexcept;
// Is the opponent stalemated after the legal move?
[[nodiscard]] bool gives_stalemate(const chess::Position& position, chess::Move move) noexcept;
// Can the opponent mate immediately after the legal move?
[[nodiscard]] bool allows_mate_in_one(const chess::Position& position, chess::Move move) noexcept;

}  // namespace tabia::search
