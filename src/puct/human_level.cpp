#include "puct/human_level.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tabia::puct {
namespace {

struct Anchor {
  int elo;
  double rating;       // Elo
  double temperature;  // 1: as people choose
  double least_share;  // of the likeliest move's probability
  double log2_nodes;   // of the search that checks
  double trust;        // in that search, per point
};

// The calibration; numbers between the anchors are interpolated. The network's games start at rating 1500.
// Weaker levels use the moves of 1500 players, but choose among them more evenly. A search checks the moves,
// much as people calculate; its depth and the trust in it grow with the level. It keeps weak levels from
// giving everything away in won positions and makes strong levels stronger than the people that a network of
// this size can imitate. Absurd moves are never played, but strong levels consider more moves.
//   elo   rating  temperature  least share  log2 nodes  trust
constexpr std::array<Anchor, 10> kAnchors = {{
    {1000, 1500, 3.50, 0.020, 4.0, 0.3},
    {1200, 1500, 1.90, 0.020, 5.0, 2.5},
    {1400, 1500, 1.15, 0.020, 6.2, 8},
    {1600, 1600, 0.95, 0.020, 7.1, 13},
    {1800, 1800, 0.80, 0.020, 8.1, 20},
    {2000, 2000, 0.65, 0.020, 9.3, 29},
    {2200, 2200, 0.50, 0.020, 10.6, 42},
    {2400, 2400, 0.36, 0.010, 12.6, 75},
    {2600, 2600, 0.28, 0.004, 14.2, 110},
    {2700, 2700, 0.25, 0.003, 15.0, 130},
}};

}  // namespace

HumanLevel human_level(int elo) noexcept {
  const int wanted = std::clamp(elo, kLowestHumanElo, kHighestHumanElo);
  const auto upper = std::find_if(kAnchors.begin() + 1, kAnchors.end() - 1,
                                  [&](const Anchor& anchor) { return anchor.elo >= wanted; });
  const Anchor& high = *upper;
  const Anchor& low = *(upper - 1);
  const double t = static_cast<double>(wanted - low.elo) / (high.elo - low.elo);
  const double log2_nodes = std::lerp(low.log2_nodes, high.log2_nodes, t);
  HumanLevel level;
  level.rating = std::lerp(low.rating, high.rating, t);
  level.temperature = std::lerp(low.temperature, high.temperature, t);
  level.least_share = std::lerp(low.least_share, high.least_share, t);
  level.trust = std::lerp(low.trust, high.trust, t);
  level.nodes = static_cast<std::uint64_t>(std::exp2(log2_nodes));
  return level;
}

}  // namespace tabia::puct
