// data/statistics.h: what a dataset looks like as a whole, counted in one pass.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "data/game_record.h"

namespace tabia::data {

// Samples within one range of scores and how their games ended.
struct ScoreBin {
  std::uint64_t count = 0;
  std::uint64_t with_result = 0;
  double points = 0;  // for the side to move: win 1, draw 0.5
};

// Sums for the correlation of score and outcome.
struct Correlation {
  double n = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0;
  void add(double a, double b) noexcept;
  // 0 if there are too few samples.
  [[nodiscard]] double value() const noexcept;
};

struct Statistics {
  // Scores are counted in bins of this many units, from -kLastBin to kLastBin; the first and the last also
  // hold everything beyond.
  static constexpr int kBinUnits = 50;
  static constexpr int kLastBin = 60;
  static constexpr int kPlyUnits = 10;  // plies in one bar
  static constexpr int kPlyBins = 40;   // the last holds everything beyond
  // Larger scores are left out of correlation and fit: those games are decided, which says little about the
  // scale.
  static constexpr int kOrdinaryScore = kBinUnits * kLastBin;

  std::uint64_t records = 0;
  std::uint64_t games = 0;  // records of more than one position
  std::uint64_t positions = 0;
  std::array<std::uint64_t, 4> results{};   // of records, by GameResult
  std::array<std::uint64_t, 4> outcomes{};  // of positions: loss, draw, win, unknown
  std::uint64_t without_score = 0;
  std::uint64_t mates = 0;
  std::uint64_t without_move = 0;
  std::uint64_t in_check = 0;
  std::uint64_t noisy_moves = 0;  // the move is a capture or a promotion
  std::uint64_t black_to_move = 0;
  double score_magnitude = 0;  // sum over ordinary scores
  std::uint64_t ordinary_scores = 0;
  int largest_score = 0;  // magnitude, without mates
  std::uint64_t at_largest = 0;
  std::vector<ScoreBin> scores = std::vector<ScoreBin>(2 * kLastBin + 1);
  std::array<std::uint64_t, 33> pieces{};
  std::array<std::uint64_t, kPlyBins> plies{};
  std::array<Correlation, 2> correlation{};  // of score and outcome, by side to move

  void add(const GameRecord& record);

 private:
  void add(const Sample& sample);
  void add_score(const Sample& sample);
};

// The best fit of the expected points: points = 1 / (1 + exp(-score / k)).
struct WdlFit {
  double k = 0;               // in the units of the scores; 0 if too few scores have results
  double mean_deviation = 0;  // of observed from predicted points, over the bins, weighted by their counts
  std::uint64_t samples = 0;
};
[[nodiscard]] WdlFit fit_wdl(const Statistics& statistics);
[[nodiscard]] double predicted_points(const WdlFit& fit, double score) noexcept;

}  // namespace tabia::data
