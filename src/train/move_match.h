// train/move_match.h: how often a network with a policy predicts the move that people played.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/fields.h"
#include "base/result.h"
#include "base/watch.h"
#include "nn/network.h"

namespace tabia::train {

struct MoveMatchJob {
  std::string network;
  std::string games;        // whole games, of any format
  int from_ply = 10;        // earlier moves are mostly book
  int every = 5;            // of game g = 1, 2, ... the plies p with (p - from_ply + g) mod every = 0 count
  int rating = 0;           // the rating given to networks with a rating plane; 0: the player's
  std::uint64_t most = 0;   // positions; 0: all
  bool only_rated = false;  // leave out moves of players whose rating is unknown
};
[[nodiscard]] const base::Fields<MoveMatchJob>& move_match_fields();

// The counts of a band of 200 rating points, or of all.
struct MoveMatch {
  int band = 0;  // the lowest rating in it
  std::uint64_t positions = 0;
  std::uint64_t matched = 0;  // no legal move was likelier than the one played
  double cross_entropy = 0;   // sum of -ln(probability of the move played, over the legal moves)

  [[nodiscard]] double share() const noexcept;
  [[nodiscard]] double mean_cross_entropy() const noexcept;
};

struct MoveMatches {
  MoveMatch all;
  std::vector<MoveMatch> by_rating;  // bands that occur, the lowest first; unknown ratings are in band 0
};

// Positions with a single legal move don't count. The error says that the network has no policy, or what is
// wrong with the games.
[[nodiscard]] base::Result<MoveMatches> run(const MoveMatchJob& job, base::Watch& watch);
// The same for a network in memory.
[[nodiscard]] base::Result<MoveMatches> match_moves(const nn::Network& network, const MoveMatchJob& job,
                                                    base::Watch& watch);
// {"positions", "matched", "cross_entropy", "by_rating": [{"rating", ...}]}: shares and means.
[[nodiscard]] std::string report_json(const MoveMatches& found);

}  // namespace tabia::train
