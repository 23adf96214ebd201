// games/played.h: what was played in a position, as values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "chess/move.h"
#include "chess/pgn.h"

namespace tabia::games {

struct Counts {
  std::uint64_t games = 0;  // including those without a result
  std::uint64_t white_wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t black_wins = 0;

  friend bool operator==(const Counts&, const Counts&) = default;
};

struct PlayedMove {
  chess::Move move;  // legal
  Counts counts;
  std::optional<int> rating;  // mean of the known ratings of those who played it
};

// What a list shows about a game.
struct GameHeader {
  std::int64_t id = 0;
  std::string white;
  std::string black;
  std::optional<int> white_rating;
  std::optional<int> black_rating;
  chess::GameResult result = chess::GameResult::Unknown;
  std::string date;  // as in PGN: "2024.03.??"; may be empty
  std::string event;
};

struct PositionGames {
  Counts counts;
  std::vector<PlayedMove> moves;  // most played first
  std::vector<GameHeader> games;  // those of the strongest players to move first
};

}  // namespace tabia::games
