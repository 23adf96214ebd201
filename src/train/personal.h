// train/personal.h: adapting a human network to one player: fine-tuning on that player's games.
//
// The player's games are taken from PGN files; every tenth is held out. Only the player's own moves are
// learned and counted. A run is then an ordinary training run with the human network as its parent, at a
// small rate because there are few games and the network already knows most of it; move_match says how often
// the network predicts the player's move in the held-out games, before and after.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "train/move_match.h"
#include "train/recipe.h"

namespace tabia::train {

// The player's games as training data: the player's rating is the one in the game (kUnknownPlayer if there is
// none), and the opponent's is 0, so that a filter on ratings leaves out the opponent's moves.
struct PlayerGames {
  std::string training;  // files, in our container
  std::string held_out;
  std::uint64_t games = 0;  // of the player, for training
  std::uint64_t held_out_games = 0;
  std::uint64_t moves = 0;  // by the player, in the games for training
};
inline constexpr std::uint16_t kUnknownPlayer = 1500;  // rating
inline constexpr std::uint64_t kHeldOutEvery = 10;     // of the player's games, the last of this many
inline constexpr std::uint64_t kLeastPlayerGames = 20;

// Reads PGN files and writes the two files into the folder, which is created. Names are compared without
// regard to case. The error says that a file can't be read, or that there are too few games of the player;
// then it also lists whose games there are.
[[nodiscard]] base::Result<PlayerGames> extract_player(const std::vector<std::string>& files,
                                                       const std::string& player, const std::string& folder);

// Turns the recipe into one that adapts `parent` to these games: data, validation, rate, and unless
// `keeps_positions` the length of the run.
void adapt_recipe(Recipe& recipe, const PlayerGames& games, const std::string& parent, bool keeps_positions);

// How often the network predicts the player's moves from ply 10 on in the held-out games.
[[nodiscard]] base::Result<MoveMatch> held_out_match(const std::string& network, const PlayerGames& games,
                                                     base::Watch& watch);

}  // namespace tabia::train
