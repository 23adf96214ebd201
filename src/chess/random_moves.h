// chess/random_moves.h: random play from a seed, for openings.
#pragma once

#include <cstdint>

#include "base/random.h"
#include "chess/game.h"
#include "chess/movegen.h"

namespace tabia::chess {

// Any legal move, all equally likely. Requires that there is one.
[[nodiscard]] inline Move random_move(const Position& position, base::Random& random) {
  const MoveList moves = legal_moves(position);
  return moves[static_cast<int>(random.below(static_cast<std::uint32_t>(moves.size())))];
}

// Plays this many random moves, or fewer if the game ends. True if the game isn't over.
[[nodiscard]] inline bool play_random_moves(Game& game, int plies, base::Random& random) {
  for (int ply = 0; ply < plies && game.end() == GameEnd::None; ++ply)
    game.play(random_move(game.position(), random));
  return game.end() == GameEnd::None;
}

}  // namespace tabia::chess
