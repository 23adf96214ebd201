// api/position.h: what a tabia_position is.
#pragma once

#include <tabia/tabia.h>

#include "chess/game.h"

struct tabia_position {
  tabia::chess::Game game;
};

namespace tabia::api {

[[nodiscard]] inline const chess::Game& game_of(const tabia_position& position) { return position.game; }

}  // namespace tabia::api
