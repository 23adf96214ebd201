// search/limits.h: how long a search may go on, and over what.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "chess/move.h"
#include "chess/types.h"

namespace tabia::search {

using SteadyTime = std::chrono::steady_clock::time_point;

// What a player has left, in milliseconds. Negative times occur in practice and count as none.
struct Clock {
  std::int64_t time_ms = 0;
  std::int64_t increment_ms = 0;
};

// Every limit that is set holds; the first one reached ends the search. With none the search goes on until it
// is stopped or nothing is left to search.
struct Limits {
  chess::EnumArray<chess::Color, std::optional<Clock>> clock{};
  int moves_to_go = 0;  // moves until more time is added; 0 = the clock is for the whole game
  std::optional<std::int64_t> move_time_ms;
  std::optional<int> depth;            // plies
  std::optional<std::uint64_t> nodes;  // of all threads together
  // After so many no further depth is begun: the last one is finished, so that its score is whole.
  std::optional<std::uint64_t> soft_nodes;
  std::optional<int> mate;  // stop when a mate in this many moves (or fewer) is proved
  bool infinite = false;    // wait for stop(), even if there is nothing left to search
  bool ponder = false;      // limits of time hold only after ponder_hit()
  // Only these moves are looked at; empty = all. Moves that are not legal are left out, and if none is left
  // all are looked at.
  std::vector<chess::Move> moves;
  // When the request was read: time counts from here.
  SteadyTime start = std::chrono::steady_clock::now();
};

}  // namespace tabia::search
