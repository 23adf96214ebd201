// cli/board_svg.h: a position as a picture, each piece coloured by what it is worth there.
#pragma once

#include <string>
#include <vector>

#include "chess/position.h"
#include "eval/explain.h"

namespace tabia::cli {

// A standalone SVG: squares under pieces that do more than usual for their owner are green, less than usual red;
// the number is the worth in pawns. `title` stands above the board.
[[nodiscard]] std::string board_svg(const chess::Position& position,
                                    const std::vector<eval::PieceWorth>& pieces, const std::string& title);

}  // namespace tabia::cli
