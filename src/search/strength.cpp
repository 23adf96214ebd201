#include "search/strength.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tabia::search {
namespace {

struct Anchor {
  int elo;
  double log2_nodes;
  double noise_cp;
};

// Between the anchors both numbers are interpolated.
constexpr std::array<Anchor, 7> kAnchors = {{{800, 4.0, 220},
                                             {1200, 5.5, 130},
                                             {1600, 7.0, 75},
                                             {2000, 8.5, 42},
                                             {2400, 10.5, 22},
                                             {2800, 13.0, 9},
                                             {3200, 16.0, 0}}};

}  // namespace

StrengthLevel level_for(int elo) noexcept {
  const int wanted = std::clamp(elo, kMinElo, kMaxElo);
  const auto upper = std::find_if(kAnchors.begin() + 1, kAnchors.end() - 1,
                                  [&](const Anchor& anchor) { return anchor.elo >= wanted; });
  const Anchor& high = *upper;
  const Anchor& low = *(upper - 1);
  const double t = static_cast<double>(wanted - low.elo) / (high.elo - low.elo);
  StrengthLevel level;
  level.nodes =
      static_cast<std::uint64_t>(std::exp2(low.log2_nodes + t * (high.log2_nodes - low.log2_nodes)));
  level.noise_cp = low.noise_cp + t * (high.noise_cp - low.noise_cp);
  level.lines = level.noise_cp > 1 ? 8 : 1;
  return level;
}

std::size_t choose_line(const std::vector<int>& centipawns, const StrengthLevel& level,
                        base::Random& random) noexcept {
  std::size_t chosen = 0;
  double best = -1e9;
  for (std::size_t i = 0; i < centipawns.size(); ++i) {
    // The error is exponential: mostly small, sometimes a blunder. It is larger where much is at stake anyway.
    const double uniform = (static_cast<double>(random.next() >> 11) + 1) / 9007199254740993.0;
    const double error = -level.noise_cp * std::log(uniform);
    const double value = centipawns[i] + error;
    if (value > best) {
      best = value;
      chosen = i;
    }
  }
  return chosen;
}

}  // namespace tabia::search
