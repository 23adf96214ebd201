#include "play/statistics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/random.h"

namespace tabia::play {
namespace {

// --- numbers that others have published

struct PublishedPairs {
  PairCounts counts;
  double elo, elo_error, nelo, nelo_error, los_percent, level_percent;
};

// Reports of fastchess in public repositories.
const std::vector<PublishedPairs> kPublishedPairs = {
    {{{11, 1, 32, 8, 48}}, 149.26, 55.24, 148.57, 48.15, 100.00, 32.00},
    {{{12, 6, 25, 8, 9}}, -11.59, 56.66, -12.83, 62.16, 34.29, 41.67},
    {{{307, 619, 1202, 725, 353}}, 10.73, 6.70, 13.63, 8.50, 99.92, 37.49},
    {{{84, 124, 343, 125, 164}}, 33.40, 14.24, 39.23, 16.61, 100.00, 40.83},
    {{{0, 1, 58, 3, 438}}, 474.93, 44.28, 659.06, 21.53, 100.00, 11.60},
};

TEST(Statistics, EloOfPairsIsWhatFastchessPublishes) {
  for (const PublishedPairs& published : kPublishedPairs) {
    const ScoreMoments moments = moments_of(published.counts);
    EXPECT_NEAR(elo(moments).value, published.elo, 0.0051);
    EXPECT_NEAR(elo(moments).error, published.elo_error, 0.0051);
    EXPECT_NEAR(normalised_elo(moments).value, published.nelo, 0.0051);
    EXPECT_NEAR(normalised_elo(moments).error, published.nelo_error, 0.0051);
    EXPECT_NEAR(100 * superiority(moments), published.los_percent, 0.0051);
    EXPECT_NEAR(100 * level_ratio(published.counts), published.level_percent, 0.0051);
  }
}

TEST(Statistics, EloOfSingleGamesIsWhatFastchessPublishes) {
  const ScoreMoments moments = moments_of(GameCounts{.wins = 136, .draws = 111, .losses = 96});
  EXPECT_NEAR(elo(moments).value, 40.70, 0.0051);
  EXPECT_NEAR(elo(moments).error, 30.43, 0.0051);
  EXPECT_NEAR(normalised_elo(moments).value, 49.77, 0.0051);
  EXPECT_NEAR(normalised_elo(moments).error, 36.77, 0.0051);
  EXPECT_NEAR(100 * superiority(moments), 99.60, 0.0051);
}

Sprt sprt_of(double elo0, double elo1, EloModel model) {
  return {.elo0 = elo0, .elo1 = elo1, .alpha = 0.05, .beta = 0.05, .model = model};
}

TEST(Statistics, TheLikelihoodRatioOfPairsIsWhatFastchessPublishes) {
  struct Published {
    PairCounts counts;
    Sprt sprt;
    double ratio;
  };
  const std::vector<Published> all = {
      {{{365, 16618, 36229, 16974, 390}}, sprt_of(0, 2, EloModel::Normalised), 2.25},
      {{{127, 4883, 10712, 5150, 104}}, sprt_of(-1.75, 0.25, EloModel::Normalised), 3.01},
      {{{0, 0, 0, 0, 5550}}, sprt_of(0, 5, EloModel::Normalised), 111.82},
      {{{307, 619, 1202, 725, 353}}, sprt_of(0, 5, EloModel::Normalised), 2.95},
      {{{84, 124, 343, 125, 164}}, sprt_of(0, 1, EloModel::Normalised), 0.54},
      {{{223, 9863, 21279, 10037, 246}}, sprt_of(0.5, 2.5, EloModel::Logistic), -3.07},
      {{{871, 26175, 55983, 26678, 821}}, sprt_of(0, 2, EloModel::Logistic), -4.98},
  };
  for (const Published& published : all) {
    const double tolerance = std::max(0.011, 0.001 * std::abs(published.ratio));
    EXPECT_NEAR(log_likelihood_ratio(published.counts, published.sprt), published.ratio, tolerance);
  }
}

TEST(Statistics, TheLikelihoodRatioOfSingleGamesIsWhatFastchessPublishes) {
  const auto ratio = [](std::int64_t wins, std::int64_t losses, std::int64_t draws, const Sprt& sprt) {
    return log_likelihood_ratio(GameCounts{.wins = wins, .draws = draws, .losses = losses}, sprt);
  };
  EXPECT_NEAR(ratio(36433, 36027, 68692, sprt_of(0, 2, EloModel::Normalised)), 0.92, 0.011);
  EXPECT_NEAR(ratio(10871, 10650, 20431, sprt_of(-1.75, 0.25, EloModel::Normalised)), 2.30, 0.011);
  EXPECT_NEAR(ratio(21404, 21184, 40708, sprt_of(0.5, 2.5, EloModel::Logistic)), -1.57, 0.011);
  EXPECT_NEAR(ratio(57433, 57030, 106593, sprt_of(0, 2, EloModel::Logistic)), -2.59, 0.011);
}

TEST(Statistics, TheLikelihoodRatioIsNearItsWellKnownApproximation) {
  const PairCounts counts{{300, 1200, 3200, 1300, 350}};
  const ScoreMoments moments = moments_of(counts);
  const auto approximation = [&](double s0, double s1) {
    return moments.observations * (s1 - s0) * (2 * moments.mean - s0 - s1) / (2 * moments.variance);
  };
  const double unit = std::sqrt(2 * moments.variance) * std::log(10.0) / 800;
  EXPECT_NEAR(log_likelihood_ratio(counts, sprt_of(0, 10, EloModel::Logistic)),
              approximation(score_of_elo(0), score_of_elo(10)), 0.03);
  EXPECT_NEAR(log_likelihood_ratio(counts, sprt_of(0, 10, EloModel::Normalised)),
              approximation(0.5, 0.5 + 10 * unit), 0.03);
}

TEST(Statistics, BoundsOfFivePercentAreTheFamiliarOnes) {
  const Sprt sprt;
  EXPECT_NEAR(sprt.lower_bound(), -2.944, 0.001);
  EXPECT_NEAR(sprt.upper_bound(), 2.944, 0.001);
  EXPECT_EQ(verdict_of(2.9, sprt), SprtVerdict::Open);
  EXPECT_EQ(verdict_of(2.95, sprt), SprtVerdict::Accepted);
  EXPECT_EQ(verdict_of(-2.95, sprt), SprtVerdict::Refused);
}

TEST(Statistics, SeenFromTheOtherSideEverythingIsReversed) {
  const PairCounts counts{{3, 10, 40, 22, 5}};
  const ScoreMoments ours = moments_of(counts);
  const ScoreMoments theirs = moments_of(counts.reversed());
  EXPECT_NEAR(elo(ours).value, -elo(theirs).value, 1e-9);
  EXPECT_NEAR(elo(ours).error, elo(theirs).error, 1e-9);
  EXPECT_NEAR(superiority(ours), 1 - superiority(theirs), 1e-9);
  EXPECT_NEAR(log_likelihood_ratio(counts, sprt_of(0, 5, EloModel::Normalised)),
              -log_likelihood_ratio(counts.reversed(), sprt_of(-5, 0, EloModel::Normalised)), 1e-6);
}

TEST(Statistics, EqualResultsSayNothingAboutTheError) {
  const Estimate level = elo(moments_of(PairCounts{{0, 0, 2, 0, 0}}));
  EXPECT_EQ(level.value, 0);
  EXPECT_TRUE(std::isinf(level.error));
  EXPECT_TRUE(std::isnan(normalised_elo(moments_of(GameCounts{.draws = 4})).value));
}

TEST(Statistics, ExtremeCountsHarmNothing) {
  EXPECT_EQ(log_likelihood_ratio(PairCounts{}, Sprt{}), 0);
  EXPECT_EQ(log_likelihood_ratio(GameCounts{}, Sprt{}), 0);
  EXPECT_TRUE(std::isnan(elo(moments_of(PairCounts{})).value));
  EXPECT_TRUE(std::isinf(elo(moments_of(GameCounts{.wins = 3})).value));
  EXPECT_EQ(superiority(moments_of(GameCounts{.wins = 3})), 1);
  EXPECT_EQ(superiority(moments_of(GameCounts{.draws = 3})), 0.5);
  for (int i = 0; i < 5; ++i) {
    PairCounts counts;
    counts.pairs[static_cast<std::size_t>(i)] = 1'000'000;
    for (const EloModel model : {EloModel::Normalised, EloModel::Logistic})
      EXPECT_TRUE(std::isfinite(log_likelihood_ratio(counts, sprt_of(0, 5, model)))) << i;
  }
}

// --- simulation

// Draws pairs of games with the given probabilities.
class PairSource {
 public:
  PairSource(const std::array<double, 5>& probabilities, std::uint64_t seed) : random_(seed) {
    double sum = 0;
    for (std::size_t i = 0; i < 5; ++i) {
      sum += probabilities[i];
      limits_[i] = i == 4 ? ~std::uint64_t{0} : static_cast<std::uint64_t>(sum * 0x1p64);
    }
  }
  void add_to(PairCounts& counts) {
    const std::uint64_t number = random_.next();
    std::size_t kind = 0;
    while (number > limits_[kind]) ++kind;
    ++counts.pairs[kind];
  }

 private:
  base::Random random_;
  std::array<std::uint64_t, 5> limits_{};
};

// A distribution like that of real matches, tilted until its Elo is the wanted one.
std::array<double, 5> pairs_with_elo(double wanted, EloModel model) {
  const std::array<double, 5> level = {0.05, 0.23, 0.44, 0.23, 0.05};
  const auto tilted = [&](double tilt) {
    std::array<double, 5> out = level;
    double sum = 0;
    for (std::size_t i = 0; i < 5; ++i) sum += out[i] *= std::exp(tilt * (static_cast<double>(i) - 2));
    for (double& probability : out) probability /= sum;
    return out;
  };
  double low = -2;
  double high = 2;
  for (int step = 0; step < 60; ++step) {
    const double middle = (low + high) / 2;
    PairCounts counts;
    for (std::size_t i = 0; i < 5; ++i) counts.pairs[i] = static_cast<std::int64_t>(tilted(middle)[i] * 1e15);
    const ScoreMoments moments = moments_of(counts);
    const double found = model == EloModel::Logistic ? elo(moments).value : normalised_elo(moments).value;
    (found < wanted ? low : high) = middle;
  }
  return tilted(low);
}

// How many of `tests` end with the verdict when the truth is `true_elo`. The ratio is checked after every few
// pairs, as in a match with several games in parallel.
int verdicts(SprtVerdict wanted, int tests, double true_elo, const Sprt& sprt, std::uint64_t seed) {
  constexpr int kPairsAtOnce = 8;
  PairSource source(pairs_with_elo(true_elo, sprt.model), seed);
  int found = 0;
  for (int test = 0; test < tests; ++test) {
    PairCounts counts;
    SprtVerdict verdict = SprtVerdict::Open;
    while (verdict == SprtVerdict::Open) {
      for (int i = 0; i < kPairsAtOnce; ++i) source.add_to(counts);
      verdict = verdict_of(log_likelihood_ratio(counts, sprt), sprt);
    }
    found += verdict == wanted ? 1 : 0;
  }
  return found;
}

// Three standard deviations above the promised rate.
int most_errors(int tests, double rate) {
  return static_cast<int>(tests * rate + 3 * std::sqrt(tests * rate * (1 - rate)));
}

TEST(Statistics, TenThousandSimulatedTestsKeepTheirErrorRates) {
  const int tests = 2500;
  for (const EloModel model : {EloModel::Normalised, EloModel::Logistic}) {
    const Sprt sprt = sprt_of(0, 40, model);
    const int wrongly_accepted = verdicts(SprtVerdict::Accepted, tests, sprt.elo0, sprt, 1);
    const int wrongly_refused = verdicts(SprtVerdict::Refused, tests, sprt.elo1, sprt, 2);
    EXPECT_LE(wrongly_accepted, most_errors(tests, sprt.alpha)) << name_of(model);
    EXPECT_LE(wrongly_refused, most_errors(tests, sprt.beta)) << name_of(model);
    // A test that never errs would waste games.
    EXPECT_GE(wrongly_accepted, tests / 50) << name_of(model);
    EXPECT_GE(wrongly_refused, tests / 50) << name_of(model);
  }
}

TEST(Statistics, SimulatedTestsKeepUnequalErrorRates) {
  const int tests = 1000;
  const Sprt sprt{.elo0 = -20, .elo1 = 20, .alpha = 0.02, .beta = 0.10, .model = EloModel::Normalised};
  EXPECT_LE(verdicts(SprtVerdict::Accepted, tests, sprt.elo0, sprt, 3), most_errors(tests, sprt.alpha));
  EXPECT_LE(verdicts(SprtVerdict::Refused, tests, sprt.elo1, sprt, 4), most_errors(tests, sprt.beta));
}

TEST(Statistics, TheErrorOfAnEloCoversTheTruthInNineteenOfTwentyMatches) {
  PairSource source(pairs_with_elo(25, EloModel::Logistic), 5);
  int covered = 0;
  for (int match = 0; match < 2000; ++match) {
    PairCounts counts;
    for (int i = 0; i < 300; ++i) source.add_to(counts);
    const Estimate estimate = elo(moments_of(counts));
    covered += std::abs(estimate.value - 25) <= estimate.error ? 1 : 0;
  }
  EXPECT_NEAR(covered / 2000.0, 0.95, 0.015);
}

}  // namespace
}  // namespace tabia::play
