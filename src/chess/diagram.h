// chess/diagram.h: the board as text for people: eight lines with coordinates.
#pragma once

#include <string>

#include "chess/position.h"

namespace tabia::chess {

enum class DiagramStyle { Ascii, Unicode };

// White at the bottom; every line ends with a newline.
[[nodiscard]] std::string diagram(const Position& position, DiagramStyle style);

}  // namespace tabia::chess
