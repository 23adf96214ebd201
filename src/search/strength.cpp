#include "search/strength.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "chess/movegen.h"

namespace tabia::search {

using namespace tabia::chess;

namespace {

struct Anchor {
  int elo;
  double log2_nodes;  // for one line
  double overlook;
  double noise_cp;
};

// The calibration. Numbers between the anchors are interpolated.
constexpr std::array<Anchor, 13> kAnchors = {{
    {800, 5.6, 0.66, 120},
    {1000, 5.9, 0.51, 78},
    {1200, 6.4, 0.34, 43},
    {1400, 7.2, 0.175, 20.5},
    {1600, 8.1, 0.088, 11},
    {1800, 9.0, 0.045, 5.7},
    {2000, 10.0, 0.018, 2.5},
    {2200, 11.0, 0, 0},
    {2400, 11.8, 0, 0},
    {2600, 12.9, 0, 0},
    {2800, 14.0, 0, 0},
    {3000, 15.2, 0, 0},
    {3200, 16.4, 0, 0},
}};

constexpr int kPlausible = 10;
constexpr int kLines = 4;
constexpr double kNodesOfLine = 0.7;  // each further line costs this share of a search for one
constexpr double kMarginCp = 50;      // plus kMarginPerNoise for each centipawn of noise
constexpr double kMarginPerNoise = 2.5;
constexpr double kLargestError = 3;  // in units of the noise
constexpr double kAheadCp = 300;     // with a larger lead the errors get fewer and smaller:
constexpr double kEasierCp = 300;    // half of them when ahead by this much more
constexpr double kObviousCp = 100;   // a recapture worse than another move by more than this isn't obvious

// In (0, 1], for logarithms.
double above_zero(base::Random& random) noexcept { return random.uniform() + 0x1p-53; }

}  // namespace

StrengthLevel level_for(int elo) noexcept {
  const int wanted = std::clamp(elo, kMinElo, kMaxElo);
  const auto upper = std::find_if(kAnchors.begin() + 1, kAnchors.end() - 1,
                                  [&](const Anchor& anchor) { return anchor.elo >= wanted; });
  const Anchor& high = *upper;
  const Anchor& low = *(upper - 1);
  const double t = static_cast<double>(wanted - low.elo) / (high.elo - low.elo);
  StrengthLevel level;
  level.overlook = std::lerp(low.overlook, high.overlook, t);
  level.noise_cp = std::lerp(low.noise_cp, high.noise_cp, t);
  level.margin_cp = kMarginCp + kMarginPerNoise * level.noise_cp;
  level.plausible = level.errs() ? kPlausible : 1;
  level.lines = level.errs() ? kLines : 1;
  level.nodes = static_cast<std::uint64_t>(std::exp2(std::lerp(low.log2_nodes, high.log2_nodes, t)) *
                                           (1 + kNodesOfLine * (level.lines - 1)));
  level.sees_mates = wanted >= kSeesMatesElo;
  return level;
}

std::size_t choose_move(const std::vector<Impression>& moves, const StrengthLevel& level,
                        base::Random& random) noexcept {
  std::vector<double> attention(moves.size());
  std::vector<double> error(moves.size());
  std::vector<bool> considered(moves.size());
  int best_sight = -kMateValue;
  int worst_calculated = kMateValue;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const Impression& move = moves[i];
    attention[i] = above_zero(random);
    error[i] = std::min(-std::log(above_zero(random)), kLargestError);  // mostly small, sometimes large
    const bool mates = move.first_sight >= kLeastMateValue;
    considered[i] = level.sees_mates ? !move.allows_mate : !mates || attention[i] > level.overlook / 2;
    if (considered[i]) best_sight = std::max(best_sight, move.first_sight);
    if (move.calculated) worst_calculated = std::min(worst_calculated, *move.calculated);
  }
  // When far ahead it makes fewer errors; otherwise won games would never end.
  const double share_of_errors = 1 / (1 + std::max(0.0, best_sight - kAheadCp) / kEasierCp);
  const double noise = level.noise_cp * share_of_errors;
  const double overlook = level.overlook * share_of_errors;
  std::size_t chosen = 0;
  double best = -1e9;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const Impression& move = moves[i];
    if (!considered[i]) continue;
    const bool calculates = attention[i] > overlook || move.recaptures;
    const bool knows = calculates && move.calculated;
    if (!knows && move.first_sight < best_sight - level.margin_cp) continue;
    double value = move.first_sight;
    if (knows) {
      value = *move.calculated;
    } else if (calculates && move.first_sight < kLeastMateValue) {
      value = std::min(move.first_sight, worst_calculated - 1);
    }
    const bool is_must = move.recaptures && move.first_sight >= best_sight - kObviousCp;
    if (is_must) {
      value += noise * kLargestError;
    } else if (!move.takes_back) {
      value += noise * error[i];
    }
    if (value > best) {
      best = value;
      chosen = i;
    }
  }
  return chosen;
}

bool is_recapture(const Game& game, Move move) noexcept {
  if (game.moves().empty()) return false;
  const Move last = game.moves().back();
  const Position& before = game.positions()[game.positions().size() - 2];
  return before.is_capture(last) && game.position().is_capture(move) && move.to() == last.to();
}

bool takes_back_last(const Game& game, Move move) noexcept {
  if (game.moves().size() < 2 || game.position().is_capture(move)) return false;
  const Move last = game.moves()[game.moves().size() - 2];
  return move.from() == last.to() && move.to() == last.from();
}

bool gives_stalemate(const Position& position, Move move) noexcept {
  Position child = position;
  child.make(move);
  return !child.in_check() && !has_legal_move(child);
}

bool allows_mate_in_one(const Position& position, Move move) noexcept {
  Position child = position;
  child.make(move);
  for (const Move reply : legal_moves(child)) {
    if (!child.gives_check(reply)) continue;
    Position end = child;
    end.make(reply);
    if (!has_legal_move(end)) return true;
  }
  return false;
}

}  // namespace tabia::search
