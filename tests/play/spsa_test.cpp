#include "play/spsa.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "base/random.h"

namespace tabia::play {
namespace {

const SpsaParameter kExample{
    .name = "lmr_base", .value = 983, .min = 200, .max = 2000, .c_end = 80, .r_end = 0.002};

std::string error_of(const std::string& line) {
  const auto parameter = parse_openbench_line(line);
  return parameter ? "no error" : parameter.error().message;
}

// --- lines

TEST(Spsa, ALineOfOpenBenchReadAndWrittenIsTheSame) {
  const std::string line = "lmr_base, int, 983, 200, 2000, 80, 0.002";
  const auto parameter = parse_openbench_line(line);
  ASSERT_TRUE(parameter) << parameter.error().message;
  EXPECT_EQ(*parameter, kExample);
  EXPECT_EQ(to_openbench_line(*parameter), line);
}

TEST(Spsa, LinesMayHaveFractionsAndAnySpaces) {
  const auto parameter = parse_openbench_line("  x ,int,16.25, -5.0 ,50.0,3.5,2e-3\r");
  ASSERT_TRUE(parameter) << parameter.error().message;
  EXPECT_EQ(*parameter,
            (SpsaParameter{.name = "x", .value = 16.25, .min = -5, .max = 50, .c_end = 3.5, .r_end = 0.002}));
  EXPECT_EQ(parse_openbench_line(to_openbench_line(*parameter)).value(), *parameter);
}

TEST(Spsa, AWrongLineIsRefusedWithTheFieldAndWhatIsExpected) {
  EXPECT_EQ(error_of(""), "found 1 field, expected name, int, value, min, max, c_end, r_end");
  EXPECT_EQ(error_of("a, int, 1, 0, 2, 1"),
            "found 6 fields, expected name, int, value, min, max, c_end, r_end");
  EXPECT_EQ(error_of(" , int, 1, 0, 2, 1, 0.002"), "the name of the parameter is missing");
  EXPECT_EQ(error_of("a, float, 1, 0, 2, 1, 0.002"), "a: type: found \"float\", expected int");
  EXPECT_EQ(error_of("a, int, one, 0, 2, 1, 0.002"), "a: value: found \"one\", expected a number");
  EXPECT_EQ(error_of("a, int, nan, 0, 2, 1, 0.002"), "a: value: found \"nan\", expected a number");
  EXPECT_EQ(error_of("a, int, 3, 0, 2, 1, 0.002"), "a: value: found 3, expected 0 to 2");
  EXPECT_EQ(error_of("a, int, 1, 2, 2, 1, 0.002"), "a: max: found 2, expected more than min, which is 2");
  EXPECT_EQ(error_of("a, int, 1, 0.5, 2, 1, 0.002"), "a: min: found 0.5, expected a whole number");
  EXPECT_EQ(error_of("a, int, 1, 0, 2e10, 1, 0.002"),
            "a: max: found \"2e10\", expected a number of at most nine digits");
  EXPECT_EQ(error_of("a, int, 1, 0, 2, 0, 0.002"), "a: c_end: found 0, expected more than 0");
  EXPECT_EQ(error_of("a, int, 1, 0, 2, 1, -1"), "a: r_end: found -1, expected more than 0");
}

// --- step sizes

// Computed apart from this program by the formulas of OpenBench (create_workload.py, spsa_utils.py), 1000 iterations:
//   c = c_end * N**gamma; a = r_end * c_end**2 * (A + N)**alpha; c_k = c / k**gamma; r_k = a / (A + k)**alpha / c_k**2
TEST(Spsa, StepsAreThoseOfOpenBench) {
  const SpsaSchedule schedule{.iterations = 1000};
  struct Row {
    std::uint64_t iteration;
    double c;
    double r;
  };
  for (const Row& row :
       {Row{1, 160.727425008698, 0.002086156690931}, Row{10, 127.376698164094, 0.003155222539399},
        Row{250, 92.023351468048, 0.003011641764587}, Row{1000, 80.000000000000, 0.002000000000000}}) {
    const SpsaGains gains = gains_at(kExample, schedule, row.iteration);
    EXPECT_NEAR(gains.c, row.c, row.c * 1e-9) << row.iteration;
    EXPECT_NEAR(gains.r, row.r, row.r * 1e-9) << row.iteration;
  }
}

TEST(Spsa, StepsEndWhereTheLineSays) {
  for (const std::uint64_t iterations : {1u, 10u, 12345u}) {
    const SpsaGains gains = gains_at(kExample, {.iterations = iterations}, iterations);
    EXPECT_NEAR(gains.c, 80, 1e-9);
    EXPECT_NEAR(gains.r, 0.002, 1e-12);
  }
}

TEST(Spsa, AWholeNumberIsMovedByHalfAtLeast) {
  const SpsaParameter fine{.name = "x", .value = 5, .min = 0, .max = 9, .c_end = 0.1, .r_end = 0.002};
  const SpsaGains gains = gains_at(fine, {.iterations = 10}, 10);
  EXPECT_EQ(gains.c, 0.5);
  EXPECT_NEAR(gains.r, 0.002 * 0.1 * 0.1 / 0.25, 1e-15);
}

// --- trials

TEST(Spsa, ATrialDependsOnSeedIterationAndValuesOnly) {
  const Spsa spsa{
      .parameters = std::vector<SpsaParameter>(40, kExample), .schedule = {.iterations = 100}, .seed = 7};
  const auto values = spsa.start_values();
  EXPECT_EQ(spsa.trial(3, values), spsa.trial(3, values));
  EXPECT_NE(spsa.trial(3, values).signs, spsa.trial(4, values).signs);
  Spsa other = spsa;
  other.seed = 8;
  EXPECT_NE(spsa.trial(3, values).signs, other.trial(3, values).signs);
}

TEST(Spsa, SignsAreFair) {
  const Spsa spsa{.parameters = std::vector<SpsaParameter>(2, kExample), .schedule = {.iterations = 4000}};
  int sum = 0;
  int product = 0;
  for (std::uint64_t k = 1; k <= 4000; ++k) {
    const SpsaTrial trial = spsa.trial(k, spsa.start_values());
    sum += trial.signs[0];
    product += trial.signs[0] * trial.signs[1];
  }
  EXPECT_LT(std::abs(sum), 300);  // nearly five deviations
  EXPECT_LT(std::abs(product), 300);
}

TEST(Spsa, FractionsAreRoundedAtRandomWithoutBiasAndAlikeForBothSides) {
  const SpsaParameter parameter{.name = "x", .value = 50, .min = 0, .max = 100, .c_end = 2, .r_end = 0.002};
  const Spsa spsa{.parameters = {parameter}, .schedule = {.iterations = 20'000, .gamma = 1e-9}};
  double sum = 0;
  for (std::uint64_t k = 1; k <= 20'000; ++k) {
    const SpsaTrial trial = spsa.trial(k, {50.3});
    EXPECT_NEAR(std::abs(trial.plus[0] - trial.minus[0]), 4, 1);
    sum += trial.plus[0] + trial.minus[0];
  }
  EXPECT_NEAR(sum / 40'000, 50.3, 0.02);
}

TEST(Spsa, TrialsAndValuesStayWithinTheRange) {
  const SpsaParameter parameter{.name = "x", .value = 9, .min = -10, .max = 10, .c_end = 4, .r_end = 1};
  const Spsa spsa{.parameters = {parameter}, .schedule = {.iterations = 50}};
  for (const std::int64_t result : {1000, -1000}) {
    auto values = spsa.start_values();
    for (std::uint64_t k = 1; k <= 50; ++k) {
      const SpsaTrial trial = spsa.trial(k, values);
      for (const int value : {trial.plus[0], trial.minus[0]}) {
        EXPECT_GE(value, -10);
        EXPECT_LE(value, 10);
      }
      spsa.learn(trial, result, values);
      EXPECT_TRUE(values[0] == -10 || values[0] == 10) << values[0];
    }
  }
}

TEST(Spsa, ValuesGoTowardsTheWinnerByTheStepTimesTheResult) {
  const Spsa spsa{.parameters = {kExample}, .schedule = {.iterations = 1}};
  const SpsaTrial trial{.iteration = 1, .signs = {-1}, .plus = {903}, .minus = {1063}};
  std::vector<double> values = {983};
  spsa.learn(trial, 3, values);
  EXPECT_NEAR(values[0], 983 - 3 * 0.002 * 80, 1e-9);
  spsa.learn(trial, -3, values);
  EXPECT_NEAR(values[0], 983, 1e-9);
  spsa.learn(trial, 0, values);
  EXPECT_NEAR(values[0], 983, 1e-9);
}

TEST(Spsa, TheFinalValueIsTheNearestWholeNumber) {
  EXPECT_EQ(final_value(4.49), 4);
  EXPECT_EQ(final_value(4.51), 5);
  EXPECT_EQ(final_value(-4.51), -5);
}

// --- does it work

// The chance to win falls with the square of the distance from the best values; a game is won, lost or drawn at random.
class NoisyGames {
 public:
  explicit NoisyGames(std::vector<double> best) : best_(std::move(best)) {}

  int wins_less_losses(const SpsaTrial& trial, const Spsa& spsa, int games) {
    const double elo = strength(trial.plus, spsa) - strength(trial.minus, spsa);
    const double score = 1 / (1 + std::pow(10, -elo / 400));
    int sum = 0;
    for (int game = 0; game < games; ++game) {
      const double draw = 0.4 * 4 * score * (1 - score);
      const double luck = static_cast<double>(random_.next() >> 11) * 0x1p-53;
      sum += luck < score - draw / 2 ? 1 : luck < score + draw / 2 ? 0 : -1;
    }
    return sum;
  }

 private:
  [[nodiscard]] double strength(const std::vector<int>& values, const Spsa& spsa) const {
    double elo = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double distance = (values[i] - best_[i]) / spsa.parameters[i].c_end;
      elo -= 2 * distance * distance;
    }
    return elo;
  }

  std::vector<double> best_;
  base::Random random_{99};
};

TEST(Spsa, FindsTheBestValuesOfNoisyGames) {
  Spsa spsa;
  spsa.schedule.iterations = 2000;
  const std::vector<double> best = {620, 40, -300};
  spsa.parameters = {{.name = "a", .value = 500, .min = 0, .max = 1000, .c_end = 20, .r_end = 0.01},
                     {.name = "b", .value = 70, .min = 0, .max = 100, .c_end = 5, .r_end = 0.01},
                     {.name = "c", .value = 0, .min = -1000, .max = 1000, .c_end = 50, .r_end = 0.01}};
  NoisyGames games(best);
  auto values = spsa.start_values();
  for (std::uint64_t k = 1; k <= spsa.schedule.iterations; ++k) {
    const SpsaTrial trial = spsa.trial(k, values);
    spsa.learn(trial, games.wins_less_losses(trial, spsa, 16), values);
  }
  // All began six steps away, which is 72 Elo each.
  for (std::size_t i = 0; i < best.size(); ++i)
    EXPECT_NEAR(values[i], best[i], 1.5 * spsa.parameters[i].c_end) << spsa.parameters[i].name;
}

}  // namespace
}  // namespace tabia::play
