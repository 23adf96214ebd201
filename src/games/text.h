// games/text.h: the database's answers as text for a terminal.
#pragma once

#include <string>
#include <vector>

#include "games/database.h"
#include "games/import.h"

namespace tabia::games {

// Tables of lines that end in a newline.
[[nodiscard]] std::string table_of(const chess::Position& position, const PositionGames& found);
[[nodiscard]] std::string table_of(const std::vector<PlayerRecord>& players);

// One line, without the newline.
[[nodiscard]] std::string text_of(const ImportTotals& totals);
[[nodiscard]] std::string json_of(const ImportTotals& totals);
[[nodiscard]] std::string json_of(const chess::Position& position, const PositionGames& found);
[[nodiscard]] std::string json_of(const std::vector<PlayerRecord>& players);

}  // namespace tabia::games
