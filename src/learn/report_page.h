// learn/report_page.h: a learning run as one self-contained HTML page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "data/run_log.h"
#include "learn/state.h"

namespace tabia::learn {

// What the page shows besides the state.
struct LearnPage {
  std::string name;
  std::vector<std::vector<data::TrainReport>> curves;  // of each finished round; empty if there are none
  std::vector<std::string> games;                      // PGN
};

// Elo by round with error bars, training curves, data, time by step, games, the recipe.
[[nodiscard]] std::string report_page(const LearnState& state, const LearnPage& content);

// The last games of a PGN text, at most this many.
[[nodiscard]] std::vector<std::string> last_games(std::string_view pgn, std::size_t count);

}  // namespace tabia::learn
