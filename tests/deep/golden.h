// tests/deep/golden.h: lc0's outputs and planes, from ../shared/data/deep or tests/data/deep.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "base/text.h"
#include "chess/fen.h"
#include "chess/game.h"
#include "chess/notation.h"
#include "paths.h"

namespace tabia::deep {

inline std::string shared_deep(const std::string& name) {
  return tabia::test::shared_data() + "/deep/" + name;
}

// The lines of a table without comments, split at tabs; the first is the heading. Empty if there is no file.
inline std::vector<std::vector<std::string>> table_in(const std::string& path) {
  std::vector<std::vector<std::string>> rows;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    std::vector<std::string> cells;
    for (const std::string_view cell : base::split(line, '\t')) cells.emplace_back(cell);
    rows.push_back(std::move(cells));
  }
  return rows;
}

// The game of a row: the start and its moves. Nothing for a position that is impossible in chess (one of
// lc0's is: the side that just moved is in check).
inline std::optional<chess::Game> game_of(const std::string& fen, const std::string& moves) {
  const auto start = chess::parse_fen(fen);
  if (!start) return std::nullopt;
  chess::Game game(*start);
  std::string_view rest = moves;
  for (std::string_view word = base::take_word(rest); !word.empty(); word = base::take_word(rest)) {
    const auto move = chess::parse_uci_move(game.position(), word);
    EXPECT_TRUE(move.ok()) << fen << " " << word;
    if (!move) break;
    game.play(*move);
  }
  return game;
}

}  // namespace tabia::deep
