#include "data/statistics.h"

#include <algorithm>
#include <cmath>

#include "data/filter.h"

namespace tabia::data {

void Correlation::add(double a, double b) noexcept {
  n += 1;
  x += a;
  y += b;
  xx += a * a;
  yy += b * b;
  xy += a * b;
}

double Correlation::value() const noexcept {
  const double spread = (n * xx - x * x) * (n * yy - y * y);
  return spread <= 0 ? 0 : (n * xy - x * y) / std::sqrt(spread);
}

void Statistics::add(const GameRecord& record) {
  ++records;
  games += record.plies.size() > 1 ? 1 : 0;
  ++results[static_cast<std::size_t>(record.result)];
  for_each_sample(record, [&](const Sample& sample) { add(sample); });
}

void Statistics::add(const Sample& sample) {
  ++positions;
  ++outcomes[static_cast<std::size_t>(static_cast<int>(sample.outcome) + 1)];
  in_check += sample.position.in_check() ? 1 : 0;
  black_to_move += sample.position.side_to_move() == chess::Color::Black ? 1 : 0;
  if (!sample.move) {
    ++without_move;
  } else {
    noisy_moves += sample.position.is_noisy(sample.move) ? 1 : 0;
  }
  ++pieces[static_cast<std::size_t>(piece_count(sample.position))];
  ++plies[static_cast<std::size_t>(std::min(sample.ply / kPlyUnits, kPlyBins - 1))];
  if (!sample.has_score()) {
    ++without_score;
  } else if (sample.is_mate()) {
    ++mates;
  } else {
    add_score(sample);
  }
}

void Statistics::add_score(const Sample& sample) {
  const int score = sample.score;
  const int magnitude = std::abs(score);
  if (magnitude > largest_score) {
    largest_score = magnitude;
    at_largest = 0;
  }
  at_largest += magnitude == largest_score ? 1 : 0;
  const int bin =
      std::clamp(static_cast<int>(std::lround(static_cast<double>(score) / kBinUnits)), -kLastBin, kLastBin);
  ScoreBin& counted = scores[static_cast<std::size_t>(bin + kLastBin)];
  ++counted.count;
  const bool ordinary = magnitude <= kOrdinaryScore;
  if (ordinary) {
    ++ordinary_scores;
    score_magnitude += magnitude;
  }
  if (sample.outcome == Outcome::Unknown) return;
  const double points = (static_cast<int>(sample.outcome) + 1) / 2.0;
  ++counted.with_result;
  counted.points += points;
  if (ordinary) correlation[static_cast<std::size_t>(sample.position.side_to_move())].add(score, points);
}

double predicted_points(const WdlFit& fit, double score) noexcept {
  return fit.k == 0 ? 0.5 : 1 / (1 + std::exp(-score / fit.k));
}

namespace {

// Calls visit(score, bin) for the bins whose score is known: all but the first and the last.
template <class Visitor>
void for_each_bin(const Statistics& statistics, Visitor&& visit) {
  for (int bin = -Statistics::kLastBin + 1; bin < Statistics::kLastBin; ++bin) {
    const ScoreBin& counted = statistics.scores[static_cast<std::size_t>(bin + Statistics::kLastBin)];
    if (counted.with_result > 0) visit(static_cast<double>(bin * Statistics::kBinUnits), counted);
  }
}

// How unlikely the results are for this k.
double log_loss(const Statistics& statistics, double k) {
  double loss = 0;
  for_each_bin(statistics, [&](double score, const ScoreBin& bin) {
    constexpr double kLeast = 1e-12;
    const double chance = std::clamp(1 / (1 + std::exp(-score / k)), kLeast, 1 - kLeast);
    const auto count = static_cast<double>(bin.with_result);
    loss -= bin.points * std::log(chance) + (count - bin.points) * std::log(1 - chance);
  });
  return loss;
}

}  // namespace

WdlFit fit_wdl(const Statistics& statistics) {
  WdlFit fit;
  for_each_bin(statistics, [&](double, const ScoreBin& bin) { fit.samples += bin.with_result; });
  constexpr std::uint64_t kFewest = 100;
  if (fit.samples < kFewest) return fit;
  // The loss has one minimum over log k: find it by golden-section search.
  double low = std::log(10.0);
  double high = std::log(20000.0);
  const double ratio = (std::sqrt(5.0) - 1) / 2;
  for (int step = 0; step < 60; ++step) {
    const double left = high - ratio * (high - low);
    const double right = low + ratio * (high - low);
    if (log_loss(statistics, std::exp(left)) < log_loss(statistics, std::exp(right))) {
      high = right;
    } else {
      low = left;
    }
  }
  fit.k = std::exp((low + high) / 2);
  double deviation = 0;
  for_each_bin(statistics, [&](double score, const ScoreBin& bin) {
    const auto count = static_cast<double>(bin.with_result);
    deviation += std::abs(bin.points - count * predicted_points(fit, score));
  });
  fit.mean_deviation = deviation / static_cast<double>(fit.samples);
  return fit;
}

}  // namespace tabia::data
