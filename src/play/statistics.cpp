#include "play/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace tabia::play {
namespace {

constexpr double kNormal95 = 1.959963984540054;  // 97.5% of the normal distribution are below
const double kNormalisedScale = 800 / std::log(10.0);

// One kind of result: its score and its probability.
struct ScoreChance {
  double score = 0;
  double probability = 0;
};
template <std::size_t N>
using Distribution = std::array<ScoreChance, N>;

template <std::size_t N>
ScoreMoments moments_of(const Distribution<N>& distribution) noexcept {
  ScoreMoments moments{.mean = 0, .variance = 0};
  for (const ScoreChance& outcome : distribution) moments.mean += outcome.probability * outcome.score;
  for (const ScoreChance& outcome : distribution)
    moments.variance += outcome.probability * (outcome.score - moments.mean) * (outcome.score - moments.mean);
  return moments;
}

// The distribution with mean `target` that makes the observed one most probable: each probability is divided
// by 1 + x (score - target), where x is the root of the sum below, which falls from plus to minus infinity.
// Requires scores on both sides of the target, all with positive probability.
template <std::size_t N>
Distribution<N> most_likely_with_mean(const Distribution<N>& observed, double target) noexcept {
  double low_score = std::numeric_limits<double>::infinity();
  double high_score = -low_score;
  for (const ScoreChance& outcome : observed) {
    low_score = std::min(low_score, outcome.score);
    high_score = std::max(high_score, outcome.score);
  }
  double low = -1 / (high_score - target);
  double high = 1 / (target - low_score);
  double x = 0;
  constexpr int kMostSteps = 100;
  constexpr double kPrecision = 1e-12;
  for (int step = 0; step < kMostSteps && high - low > kPrecision; ++step) {
    double sum = 0;
    double slope = 0;
    for (const ScoreChance& outcome : observed) {
      const double distance = outcome.score - target;
      const double part = distance / (1 + x * distance);
      sum += outcome.probability * part;
      slope -= outcome.probability * part * part;
    }
    (sum > 0 ? low : high) = x;
    double next = x - sum / slope;
    if (!(next > low && next < high)) next = (low + high) / 2;
    const bool arrived = std::abs(next - x) < kPrecision;
    x = next;
    if (arrived) break;
  }
  Distribution<N> fitted = observed;
  for (ScoreChance& outcome : fitted) outcome.probability /= 1 + x * (outcome.score - target);
  return fitted;
}

// The same for a given distance of the mean from one half in standard deviations. This condition is not
// linear in the probabilities; it is linearized around the previous answer, repeatedly (Van den Bergh, "The
// normalized Elo", 4.1).
template <std::size_t N>
Distribution<N> most_likely_with_deviation(const Distribution<N>& observed, double deviations) noexcept {
  Distribution<N> fitted = observed;
  for (ScoreChance& outcome : fitted) outcome.probability = 1.0 / N;
  constexpr int kMostSteps = 10;
  constexpr double kPrecision = 1e-9;
  for (int step = 0; step < kMostSteps; ++step) {
    const ScoreMoments moments = moments_of(fitted);
    const double sigma = std::sqrt(moments.variance);
    Distribution<N> linear = observed;
    for (ScoreChance& outcome : linear) {
      const double relative = (moments.mean - outcome.score) / sigma;
      outcome.score += -0.5 - deviations * sigma * (1 + relative * relative) / 2;
    }
    linear = most_likely_with_mean(linear, 0);
    double change = 0;
    for (std::size_t i = 0; i < N; ++i) {
      change = std::max(change, std::abs(linear[i].probability - fitted[i].probability));
      fitted[i].probability = linear[i].probability;
    }
    if (change < kPrecision) break;
  }
  return fitted;
}

template <std::size_t N>
double ratio_of(const std::array<std::int64_t, N>& counts, double games_per_observation,
                const Sprt& sprt) noexcept {
  constexpr double kUnseen = 1e-3;
  Distribution<N> observed{};
  double total = 0;
  for (std::size_t i = 0; i < N; ++i) {
    observed[i].score = static_cast<double>(i) / (N - 1);
    observed[i].probability = counts[i] > 0 ? static_cast<double>(counts[i]) : kUnseen;
    total += observed[i].probability;
  }
  if (std::accumulate(counts.begin(), counts.end(), std::int64_t{0}) == 0) return 0;
  for (ScoreChance& outcome : observed) outcome.probability /= total;
  const auto fitted = [&](double elo) {
    if (sprt.model == EloModel::Logistic) return most_likely_with_mean(observed, score_of_elo(elo));
    return most_likely_with_deviation(observed, elo / kNormalisedScale * std::sqrt(games_per_observation));
  };
  const Distribution<N> first = fitted(sprt.elo0);
  const Distribution<N> second = fitted(sprt.elo1);
  double sum = 0;
  for (std::size_t i = 0; i < N; ++i)
    sum += observed[i].probability * std::log(second[i].probability / first[i].probability);
  return total * sum;
}

// A value at both ends of the interval of the mean.
template <class Scale>
Estimate estimate(const ScoreMoments& moments, const Scale& scale) noexcept {
  if (moments.observations <= 0) return {std::nan(""), std::nan("")};
  // Observations that are all the same say nothing about the spread.
  if (moments.variance <= 0) return {scale(moments.mean), std::numeric_limits<double>::infinity()};
  const double width = kNormal95 * std::sqrt(moments.variance / moments.observations);
  return {scale(moments.mean), (scale(moments.mean + width) - scale(moments.mean - width)) / 2};
}

}  // namespace

std::int64_t PairCounts::count() const noexcept {
  return std::accumulate(pairs.begin(), pairs.end(), std::int64_t{0});
}

PairCounts PairCounts::reversed() const noexcept {
  PairCounts other = *this;
  std::reverse(other.pairs.begin(), other.pairs.end());
  return other;
}

ScoreMoments moments_of(const GameCounts& counts) noexcept {
  const auto games = static_cast<double>(counts.games());
  if (games == 0) return {};
  ScoreMoments moments = moments_of(Distribution<3>{{{0, static_cast<double>(counts.losses) / games},
                                                     {0.5, static_cast<double>(counts.draws) / games},
                                                     {1, static_cast<double>(counts.wins) / games}}});
  moments.observations = games;
  return moments;
}

ScoreMoments moments_of(const PairCounts& counts) noexcept {
  const auto pairs = static_cast<double>(counts.count());
  if (pairs == 0) return {};
  Distribution<5> distribution{};
  for (std::size_t i = 0; i < distribution.size(); ++i)
    distribution[i] = {static_cast<double>(i) / 4, static_cast<double>(counts.pairs[i]) / pairs};
  ScoreMoments moments = moments_of(distribution);
  moments.observations = pairs;
  moments.games_per_observation = 2;
  return moments;
}

double elo_of_score(double score) noexcept {
  if (score <= 0) return -std::numeric_limits<double>::infinity();
  if (score >= 1) return std::numeric_limits<double>::infinity();
  return 400 * std::log10(score / (1 - score));
}

double score_of_elo(double elo) noexcept { return 1 / (1 + std::pow(10, -elo / 400)); }

Estimate elo(const ScoreMoments& moments) noexcept { return estimate(moments, elo_of_score); }

Estimate normalised_elo(const ScoreMoments& moments) noexcept {
  const double spread = std::sqrt(moments.games_per_observation * moments.variance);
  return estimate(moments, [&](double score) { return (score - 0.5) / spread * kNormalisedScale; });
}

double superiority(const ScoreMoments& moments) noexcept {
  if (moments.observations <= 0) return 0.5;
  const double error = std::sqrt(moments.variance / moments.observations);
  if (error == 0) return moments.mean > 0.5 ? 1 : moments.mean < 0.5 ? 0 : 0.5;
  return std::erfc(-(moments.mean - 0.5) / error / std::sqrt(2.0)) / 2;
}

double draw_ratio(const GameCounts& counts) noexcept {
  return counts.games() == 0 ? 0 : static_cast<double>(counts.draws) / static_cast<double>(counts.games());
}

double level_ratio(const PairCounts& counts) noexcept {
  return counts.count() == 0 ? 0 : static_cast<double>(counts.pairs[2]) / static_cast<double>(counts.count());
}

std::string_view name_of(EloModel model) noexcept {
  return model == EloModel::Normalised ? "normalised" : "logistic";
}

std::optional<EloModel> parse_elo_model(std::string_view name) noexcept {
  if (name == "normalised" || name == "normalized") return EloModel::Normalised;
  if (name == "logistic") return EloModel::Logistic;
  return std::nullopt;
}

double Sprt::lower_bound() const noexcept { return std::log(beta / (1 - alpha)); }
double Sprt::upper_bound() const noexcept { return std::log((1 - beta) / alpha); }

double log_likelihood_ratio(const GameCounts& counts, const Sprt& sprt) noexcept {
  return ratio_of<3>({counts.losses, counts.draws, counts.wins}, 1, sprt);
}

double log_likelihood_ratio(const PairCounts& counts, const Sprt& sprt) noexcept {
  return ratio_of<5>(counts.pairs, 2, sprt);
}

SprtVerdict verdict_of(double log_likelihood_ratio, const Sprt& sprt) noexcept {
  if (log_likelihood_ratio >= sprt.upper_bound()) return SprtVerdict::Accepted;
  if (log_likelihood_ratio <= sprt.lower_bound()) return SprtVerdict::Refused;
  return SprtVerdict::Open;
}

}  // namespace tabia::play
