#include "search/clock.h"

#include <gtest/gtest.h>

namespace tabia::search {
namespace {

using std::chrono::milliseconds;

BudgetInput clock_of(std::int64_t time_ms, std::int64_t increment_ms) {
  BudgetInput input;
  input.limits.clock[chess::Color::White] = Clock{time_ms, increment_ms};
  input.overhead_ms = 10;
  input.game_ply = 40;
  return input;
}

std::int64_t maximum_of(const BudgetInput& input) {
  double scale_of_game = -1;
  return budget_for(input, scale_of_game).maximum_ms;
}

TEST(LagMeter, TheLongestTimeBetweenTwoLooksCounts) {
  LagMeter meter;
  const SteadyTime start{};
  EXPECT_EQ(meter.lag_ms(), 0);
  meter.begin(start);
  meter.look(start + milliseconds(1));
  meter.look(start + milliseconds(14));
  meter.look(start + milliseconds(15));
  EXPECT_EQ(meter.lag_ms(), 13);
}

TEST(LagMeter, TheTimeBeforeTheFirstLookCounts) {
  LagMeter meter;
  meter.begin(SteadyTime{});
  meter.look(SteadyTime{} + milliseconds(20));
  EXPECT_EQ(meter.lag_ms(), 20);
}

TEST(LagMeter, ItFadesFromSearchToSearch) {
  LagMeter meter;
  SteadyTime now{};
  meter.begin(now);
  meter.look(now += milliseconds(40));
  for (int search = 0; search < 100; ++search) {
    now += milliseconds(500);  // the opponent's time
    meter.begin(now);
    meter.look(now += milliseconds(1));
  }
  EXPECT_EQ(meter.lag_ms(), 1);
}

TEST(LagMeter, AProgramThatWasSuspendedForHoursIsNotAfraidForever) {
  LagMeter meter;
  meter.begin(SteadyTime{});
  meter.look(SteadyTime{} + std::chrono::hours(3));
  EXPECT_EQ(meter.lag_ms(), 100);
}

TEST(Budget, ALagMakesShortClocksCareful) {
  BudgetInput input = clock_of(200, 2);
  const std::int64_t usual = maximum_of(input);
  EXPECT_GT(usual, 1);
  input.lag_ms = 20;
  EXPECT_LE(maximum_of(input), usual / 2);
}

TEST(Budget, ALagBelowTheOverheadChangesNothing) {
  BudgetInput input = clock_of(8'000, 80);
  const std::int64_t usual = maximum_of(input);
  input.lag_ms = 5;
  EXPECT_EQ(maximum_of(input), usual);
  input.lag_ms = 15;
  EXPECT_LT(maximum_of(input), usual);
  input.lag_ms = 100;  // a very large one must not make it play at once
  EXPECT_GT(maximum_of(input), usual * 8 / 10);
}

TEST(Budget, ATimeForTheMoveIsNotShortenedByALag) {
  BudgetInput input;
  input.limits.move_time_ms = 100;
  input.overhead_ms = 10;
  input.lag_ms = 40;
  EXPECT_EQ(maximum_of(input), 90);
}

}  // namespace
}  // namespace tabia::search
