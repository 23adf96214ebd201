// search/strength.h: playing like a weaker player.
//
// A limited player sees less (a small number of nodes, so that long combinations are beyond it) and errs in choosing:
// among the moves that it considers it takes worse ones now and then, the more often the smaller the difference and the
// lower its rating. It doesn't throw pieces away at random: a move is chosen only if it looks about as good to this
// player. Calibrated by games between the levels (docs/strength.md).
#pragma once

#include <cstdint>
#include <vector>

#include "base/random.h"
#include "search/report.h"

namespace tabia::search {

inline constexpr int kMinElo = 800;
inline constexpr int kMaxElo = 3200;

struct StrengthLevel {
  std::uint64_t nodes = 0;  // that the player looks at for a move
  int lines = 1;            // moves that it considers
  double noise_cp = 0;      // how unsure it is of their values: mean error, in centipawns
};

// For a rating within [kMinElo, kMaxElo]; others count as the nearest.
[[nodiscard]] StrengthLevel level_for(int elo) noexcept;

// Which of the lines the player takes: their scores (for the side to move, in centipawns, best first) with its error.
// Requires at least one.
[[nodiscard]] std::size_t choose_line(const std::vector<int>& centipawns, const StrengthLevel& level,
                                      base::Random& random) noexcept;

}  // namespace tabia::search
