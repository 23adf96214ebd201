// api/board.h: converts the caller's boards (tabia_board) to positions and back.
#pragma once

#include <tabia/tabia.h>

#include "base/result.h"
#include "chess/position.h"

namespace tabia::api {

// A square by its number in the caller's numbering.
[[nodiscard]] inline chess::Square from_caller(int index, bool a8_first) {
  return chess::square_at(a8_first ? index ^ 56 : index);
}

// The caller's twelve sets as a position for evaluation. A king that could be captured is allowed. The error
// says what is wrong with the board.
[[nodiscard]] base::Result<chess::PositionSetup> setup_of(const tabia_board& board);

// The reverse, in the usual order and with a1 as square 0.
[[nodiscard]] tabia_board board_of(const chess::Position& position);

}  // namespace tabia::api
