// learn/games.h: the games of one round: who plays them and how, and the results.
#pragma once

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>

#include "base/result.h"
#include "learn/recipe.h"
#include "learn/watch.h"
#include "nn/network.h"

namespace tabia::learn {

struct RoundGames {
  std::string folder;  // must exist
  std::uint64_t round = 1;
  PlaySettings settings;
  std::shared_ptr<const nn::Network> network;  // null: the classical evaluation
  std::uint64_t seed = 1;
  bool adjudicate = true;  // end decided games early
};

// Plays the games that are missing in the folder (play/batches.h). False: it was stopped.
[[nodiscard]] base::Result<bool> play_games(const RoundGames& games, const StepContext& context,
                                            LearnWatch& watch, const std::stop_token& stop);

struct GameTotals {
  std::uint64_t games = 0;
  std::uint64_t white_wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t black_wins = 0;
  std::uint64_t positions = 0;
};
// The statistics of all games in the folder.
[[nodiscard]] base::Result<GameTotals> count_games(const std::string& folder);

}  // namespace tabia::learn
