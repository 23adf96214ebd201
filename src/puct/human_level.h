// puct/human_level.h: a table that turns a rating into the settings of a human network.
//
// A human network (recipe `human`) has the rating among its inputs and says how likely people of that rating
// are to play each move. The rating input is only part of a level: always playing the likeliest move is
// stronger than the people it learned from, and playing moves at random with their probabilities is as strong
// as those people, or weaker. So a level also has a temperature, and above some rating, a search that checks
// the moves that people consider. Calibrated by games between levels with bench/elo_ladder.cpp
// (docs/strength.md).
#pragma once

#include <cstdint>

namespace tabia::puct {

// The ratings that the table is for.
inline constexpr int kLowestHumanElo = 1000;
inline constexpr int kHighestHumanElo = 2700;

struct HumanLevel {
  double rating = 1500;     // Elo, the network's input: within the ratings of the games it learned from
  double temperature = 1;   // 1: moves as often as people play them; 0: always the likeliest
  double least_share = 0;   // moves less likely than this share of the likeliest are never played
  std::uint64_t nodes = 0;  // of the search that checks the moves; 0: no search
  double trust = 0;         // in that search: a move worth 1% of a point more becomes e^(trust / 100)
                            // times likelier
  friend bool operator==(const HumanLevel&, const HumanLevel&) = default;
};

// For a rating from kLowestHumanElo to kHighestHumanElo; others are clipped to this range.
[[nodiscard]] HumanLevel human_level(int elo) noexcept;

}  // namespace tabia::puct
