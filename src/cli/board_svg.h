// cli/board_svg.h: a position as a picture, each piece colored by what it is worth on its square.
#pragma once

#include <string>
#include <vector>

#include "chess/position.h"
#include "eval/explain.h"

namespace tabia::cli {

// Centipawns as pawns with their sign: "+1.20".
[[nodiscard]] std::string pawns(int cp);

// A standalone SVG. The square under a piece is green if the piece is worth more than usual to its owner, red
// if less; the number is its value in pawns. `title` is printed above the board.
[[nodiscard]] std::string board_svg(const chess::Position& position,
                                    const std::vector<eval::PieceWorth>& pieces, const std::string& title);

}  // namespace tabia::cli
