// api/board.h: the caller's boards (tabia_board) as positions, and back.
#pragma once

#include <tabia/tabia.h>

#include "base/result.h"
#include "chess/position.h"

namespace tabia::api {

// A square by the number that the caller gives it.
[[nodiscard]] inline chess::Square from_caller(int index, bool a8_first) {
  return chess::square_at(a8_first ? index ^ 56 : index);
}

// The caller's twelve sets as a position that can be looked at. Whose king could be captured does not matter. The error
// says what can't be.
[[nodiscard]] base::Result<chess::PositionSetup> setup_of(const tabia_board& board);

// The other way, in the usual order and with a1 as square 0.
[[nodiscard]] tabia_board board_of(const chess::Position& position);

}  // namespace tabia::api
