// search/limits.h: how long a search may run, and which moves it searches.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "chess/move.h"
#include "chess/types.h"

namespace tabia::search {

using SteadyTime = std::chrono::steady_clock::time_point;

// A player's remaining time in milliseconds. Negative times occur in practice and count as 0.
struct Clock {
  std::int64_t time_ms = 0;
  std::int64_t increment_ms = 0;
};

// All limits that are set apply; the first one reached ends the search. Without limits the search runs until
// it is stopped or there is nothing left to search.
struct Limits {
  chess::EnumArray<chess::Color, std::optional<Clock>> clock{};
  int moves_to_go = 0;  // moves until more time is added; 0 = the clock is for the whole game
  std::optional<std::int64_t> move_time_ms;
  std::optional<int> depth;            // plies
  std::optional<std::uint64_t> nodes;  // of all threads together
  // Soft limit: start no new depth after this many nodes, but finish the current one.
  std::optional<std::uint64_t> soft_nodes;
  std::optional<int> mate;  // stop when a mate in this many moves (or fewer) is proved
  bool infinite = false;    // wait for stop(), even if there is nothing left to search
  bool ponder = false;      // time limits apply only after ponder_hit()
  // Only these moves are searched; empty = all. Illegal moves are ignored; if none is left, all are searched.
  std::vector<chess::Move> moves;
  // When the request was read: time counts from here.
  SteadyTime start = std::chrono::steady_clock::now();
};

}  // namespace tabia::search
