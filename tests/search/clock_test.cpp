#include "search/clock.h"

#include <gtest/gtest.h>

namespace tabia::search {
namespace {

BudgetInput clock_of(std::int64_t time_ms, std::int64_t increment_ms) {
  BudgetInput input;
  input.limits.clock[chess::Color::White] = Clock{time_ms, increment_ms};
  input.overhead_ms = 10;
  input.game_ply = 40;
  return input;
}

TimeBudget budget_of(const BudgetInput& input) {
  double scale_of_game = -1;
  return budget_for(input, scale_of_game);
}

// A machine that delays every answer by a few milliseconds must not bring the clock near zero.
TEST(Budget, AGameOfAFifthOfASecondKeepsEightOverheadsOnItsClock) {
  constexpr std::int64_t kDelayMs = 1;
  std::int64_t time = 200;
  double scale_of_game = -1;
  for (int move = 0; move < 150; ++move) {
    BudgetInput input = clock_of(time, 2);
    input.game_ply = 2 * move;
    time += 2 - kDelayMs - budget_for(input, scale_of_game).maximum_ms;
    ASSERT_GE(time, 70) << "after move " << move;
  }
}

TEST(Budget, WhenLessThanTheReserveIsLeftItMovesAtOnce) {
  for (const std::int64_t time : {1, 5, 20, 60, 80})
    EXPECT_EQ(budget_of(clock_of(time, 2)).maximum_ms, 1) << time;
}

TEST(Budget, TheReserveHardlyMattersInLongerGames) {
  BudgetInput input = clock_of(60'000, 600);
  const std::int64_t usual = budget_of(input).optimum_ms;
  input.overhead_ms = 0;
  EXPECT_GT(usual, budget_of(input).optimum_ms * 97 / 100);
}

TEST(Budget, WithoutOverheadNothingIsKept) {
  BudgetInput input = clock_of(80, 0);
  input.overhead_ms = 0;
  EXPECT_GT(budget_of(input).maximum_ms, 1);
}

TEST(Budget, ATimeForTheMoveIsShortenedByTheOverheadOnly) {
  BudgetInput input;
  input.limits.move_time_ms = 100;
  input.overhead_ms = 10;
  EXPECT_EQ(budget_of(input).maximum_ms, 90);
}

}  // namespace
}  // namespace tabia::search
