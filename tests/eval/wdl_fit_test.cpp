#include "eval/wdl_fit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "chess/fen.h"
#include "eval/win_model.h"
#include "nn/passport.h"

namespace tabia::eval {
namespace {

using nn::WdlModel;

double uniform(base::Random& random) { return static_cast<double>(random.next() >> 11) * 0x1p-53; }

struct Drawing {
  std::uint64_t seed = 1;
  int samples = 60'000;
  int from_material = kLeastWdlMaterial;
  int to_material = kMostWdlMaterial;
  int widest_score = 900;
};

// Independent positions whose outcomes follow the model.
std::vector<WdlSample> drawn_from(const WdlModel& model, const Drawing& drawing) {
  base::Random random(drawing.seed);
  std::vector<WdlSample> samples;
  for (int i = 0; i < drawing.samples; ++i) {
    WdlSample sample;
    sample.material = drawing.from_material + static_cast<int>(random.below(static_cast<std::uint32_t>(
                                                  drawing.to_material - drawing.from_material + 1)));
    sample.score =
        static_cast<base::Score>(std::lround((uniform(random) + uniform(random) - 1) * drawing.widest_score));
    const WdlChances chances = curve_of(model, sample.material).chances(sample.score);
    const double luck = uniform(random);
    sample.outcome = luck < chances.win                  ? Outcome::Win
                     : luck < chances.win + chances.draw ? Outcome::Draw
                                                         : Outcome::Loss;
    samples.push_back(sample);
  }
  return samples;
}

// The largest difference of the chance to win anywhere.
double farthest(const WdlModel& one, const WdlModel& other, int from = kLeastWdlMaterial,
                int to = kMostWdlMaterial) {
  double most = 0;
  for (int material = from; material <= to; ++material) {
    for (int score = -1500; score <= 1500; score += 10) {
      most = std::max(most, std::abs(curve_of(one, material).chances(score).win -
                                     curve_of(other, material).chances(score).win));
    }
  }
  return most;
}

bool is_sane(const WdlModel& model) {
  for (int material = kLeastWdlMaterial; material <= kMostWdlMaterial; ++material) {
    const double x = material / kWdlMaterialUnit;
    const auto value = [&](const std::array<double, 4>& c) {
      return ((c[0] * x + c[1]) * x + c[2]) * x + c[3];
    };
    if (!(value(model.a) >= 1 && value(model.a) < 1e6 && value(model.b) >= 1 && value(model.b) < 1e6))
      return false;
  }
  return nn::parse_passport(nn::to_text(nn::Passport{.lineage = {}, .wdl = model})).ok();
}

// Stockfish's of 2023: a falls from the endgame on and rises again.
constexpr WdlModel kCurved{.a = {-37.459, 121.191, -124.467, 420.705},
                           .b = {-26.537, 81.017, -101.330, 130.024}};

TEST(WdlFit, AKnownModelIsFoundAgainWithinThreePercentOfAnyChance) {
  for (const std::uint64_t seed : {1u, 2u}) {
    const auto samples = drawn_from(kCurved, {.seed = seed});
    const auto found = fit_wdl(samples);
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_LT(farthest(*found, kCurved), 0.03);
    EXPECT_TRUE(is_sane(*found));
    EXPECT_LE(wdl_log_loss(samples, *found), wdl_log_loss(samples, kCurved) + 1e-4);
    EXPECT_LT(wdl_log_loss(samples, *found), wdl_log_loss(samples, WdlModel{}));
  }
}

TEST(WdlFit, TheUnitOfTheScoresDoesNotMatter) {
  const WdlModel small{.a = {0, 0, 0, 30}, .b = {0, 0, 0, 9}};
  const WdlModel large{.a = {0, 0, 0, 3000}, .b = {0, 0, 0, 900}};
  for (const WdlModel& model : {small, large}) {
    const auto found = fit_wdl(drawn_from(model, {.widest_score = static_cast<int>(3 * model.a[3])}));
    ASSERT_TRUE(found);
    for (int material = kLeastWdlMaterial; material <= kMostWdlMaterial; ++material) {
      EXPECT_NEAR(curve_of(*found, material).a / model.a[3], 1, 0.05) << material;
      EXPECT_NEAR(curve_of(*found, material).b / model.b[3], 1, 0.12) << material;
    }
  }
}

TEST(WdlFit, WhereThereIsNoDataTheFitStaysNearWhatIsKnownElsewhere) {
  const WdlModel model{.a = {0, 0, 0, 220}, .b = {0, 0, 0, 65}};
  // Only middlegames, and as many positions of a game as real games have.
  const auto found = fit_wdl(drawn_from(model, {.samples = 5000, .from_material = 60, .to_material = 70}),
                             {.samples_per_game = 100});
  ASSERT_TRUE(found);
  EXPECT_TRUE(is_sane(*found));
  for (int material = kLeastWdlMaterial; material <= kMostWdlMaterial; ++material)
    EXPECT_NEAR(curve_of(*found, material).a, 220, 25) << material;
}

TEST(WdlFit, OneMaterialGivesAModelThatIsRightThere) {
  const auto found =
      fit_wdl(drawn_from(kCurved, {.samples = 20'000, .from_material = 40, .to_material = 40}));
  ASSERT_TRUE(found);
  EXPECT_TRUE(is_sane(*found));
  EXPECT_LT(farthest(*found, kCurved, 40, 40), 0.02);
}

TEST(WdlFit, ASampleAndItsMirrorAreTheSame) {
  auto samples = drawn_from(kCurved, {.samples = 5000});
  const auto found = fit_wdl(samples);
  for (WdlSample& sample : samples) {
    sample.score = -sample.score;
    sample.outcome = static_cast<Outcome>(-static_cast<int>(sample.outcome));
  }
  std::reverse(samples.begin(), samples.end());
  const auto mirrored = fit_wdl(samples);
  ASSERT_TRUE(found && mirrored);
  EXPECT_EQ(*found, *mirrored);
}

TEST(WdlFit, AFewSurprisesDoNotRuleTheFit) {
  auto samples = drawn_from(kCurved, {.samples = 20'000});
  for (int i = 0; i < 60; ++i)
    samples.push_back({.score = 4000, .material = 30, .outcome = i % 2 == 0 ? Outcome::Draw : Outcome::Loss});
  const auto found = fit_wdl(samples);
  ASSERT_TRUE(found);
  EXPECT_LT(farthest(*found, kCurved), 0.04);
}

TEST(WdlFit, DataThatTellNothingAreAnErrorThatSaysWhatIsMissing) {
  const auto error_of = [](std::vector<WdlSample> samples) {
    const auto found = fit_wdl(samples);
    return found ? std::string("a model") : found.error().message;
  };
  const auto all = [](Outcome outcome) {
    std::vector<WdlSample> samples;
    for (int i = 0; i < 1000; ++i) samples.push_back({.score = i - 500, .material = 60, .outcome = outcome});
    return samples;
  };
  EXPECT_EQ(error_of({}), "found 0 positions, expected at least 200");
  EXPECT_EQ(error_of(all(Outcome::Draw)), "found 0 positions of games that were won, expected at least 10");
  EXPECT_EQ(error_of(all(Outcome::Win)), "found 0 positions of drawn games, expected at least 10");
  // Outcomes that have nothing to do with the scores.
  auto noise = all(Outcome::Draw);
  for (std::size_t i = 0; i < noise.size(); ++i)
    noise[i].outcome = static_cast<Outcome>(static_cast<int>(i % 3) - 1);
  EXPECT_NE(error_of(noise).find("don't tell won games from lost"), std::string::npos) << error_of(noise);
  for (WdlSample& sample : noise) sample.score = 0;
  EXPECT_NE(error_of(noise).find("don't tell won games from lost"), std::string::npos) << error_of(noise);
}

TEST(WdlFit, ExtremeDataGiveASaneModelOrAnErrorButNeverNonsense) {
  base::Random random(5);
  for (int trial = 0; trial < 30; ++trial) {
    const auto widest = static_cast<int>(1 + random.below(base::kMaxEvaluation));
    const int threshold = static_cast<int>(random.below(static_cast<std::uint32_t>(widest) + 1));
    std::vector<WdlSample> samples;
    for (int i = 0; i < 400; ++i) {
      WdlSample sample{.score = static_cast<base::Score>(random.below(static_cast<std::uint32_t>(widest))),
                       .material = static_cast<int>(random.below(100))};
      // Perfect knowledge, perfect except for the other side, or by material.
      const int kind = trial % 3;
      const bool won = kind == 2 ? sample.material > 50 : sample.score > threshold;
      if (won) sample.outcome = kind == 1 ? Outcome::Loss : Outcome::Win;
      samples.push_back(sample);
    }
    const auto found = fit_wdl(samples);
    if (found) {
      EXPECT_TRUE(is_sane(*found)) << trial;
      EXPECT_TRUE(std::isfinite(wdl_log_loss(samples, *found)));
    }
  }
}

TEST(WdlFit, ChancesAreThoseThatTheWinModelShows) {
  const WinModel shown(kCurved);
  for (const char* fen : {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                          "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "r3k2r/pppq4/8/8/8/8/PPPQ4/R3K2R w - - 0 1"}) {
    const auto position = chess::parse_fen(fen);
    ASSERT_TRUE(position);
    const WdlCurve curve = curve_of(kCurved, wdl_material(*position));
    EXPECT_NEAR(curve.a, shown.units_per_pawn(*position), 1e-9) << fen;
    for (const int score : {-2000, -300, -1, 0, 7, 250, 900}) {
      const Wdl wdl = shown.wdl(score, *position);
      const WdlChances chances = curve.chances(score);
      EXPECT_NEAR(chances.win * 1000, wdl.win, 0.51) << fen << score;
      EXPECT_NEAR(chances.loss * 1000, wdl.loss, 0.51) << fen << score;
      EXPECT_NEAR(chances.win + chances.draw + chances.loss, 1, 1e-12);
      EXPECT_GT(chances.draw, 0);
    }
  }
}

TEST(WdlFit, TheTableComparesPredictionsWithWhatHappened) {
  const auto samples = drawn_from(kCurved, {.samples = 200'000});
  const auto rows = wdl_table(samples, kCurved);
  ASSERT_EQ(rows.size(), 6u);
  EXPECT_EQ(rows.front().from_material, kLeastWdlMaterial);
  EXPECT_EQ(rows.back().to_material, kMostWdlMaterial);
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i > 0) {
      EXPECT_EQ(rows[i].from_material, rows[i - 1].to_material + 1);
    }
    total += rows[i].samples;
    for (const WdlRate& rate : rows[i].rates) {
      EXPECT_GT(rate.samples, 1000);
      EXPECT_NEAR(rate.predicted, rate.observed, 0.02);
    }
    EXPECT_NEAR(rows[i].rates[2].predicted, 0.5, 0.05);
  }
  EXPECT_EQ(total, samples.size());
}

}  // namespace
}  // namespace tabia::eval
