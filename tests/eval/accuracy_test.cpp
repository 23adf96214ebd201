#include "eval/accuracy.h"

#include <gtest/gtest.h>

namespace tabia::eval {
namespace {

using chess::Color;

TEST(Accuracy, ADrawIsHalfAWin) {
  EXPECT_DOUBLE_EQ(win_percent({1000, 0, 0}), 100);
  EXPECT_DOUBLE_EQ(win_percent({0, 1000, 0}), 50);
  EXPECT_DOUBLE_EQ(win_percent({300, 500, 200}), 55);
}

TEST(Accuracy, MovesAreJudgedByTheWinPercentTheyLose) {
  const auto judged = [](double before, double after) {
    return review({.win_percent = before, .mate = {}}, {.win_percent = after, .mate = {}}, false).judgement;
  };
  EXPECT_EQ(judged(50, 60), Judgement::Good);
  EXPECT_EQ(judged(50, 40.5), Judgement::Good);
  EXPECT_EQ(judged(50, 40), Judgement::Inaccuracy);
  EXPECT_EQ(judged(50, 30), Judgement::Mistake);
  EXPECT_EQ(judged(50, 20), Judgement::Blunder);
}

TEST(Accuracy, TheBestMoveLosesNothingWhateverTheNextSearchSays) {
  const MoveReview best = review({.win_percent = 90, .mate = 3}, {.win_percent = 10, .mate = -1}, true);
  EXPECT_EQ(best.loss, 0);
  EXPECT_EQ(best.judgement, Judgement::Good);
  EXPECT_FALSE(best.missed_mate || best.allowed_mate || best.missed_win);
}

TEST(Accuracy, AMateThatIsThrownAwayIsSaidEvenIfTheGameStaysWon) {
  const MoveReview missed = review({.win_percent = 100, .mate = 4}, {.win_percent = 99.5, .mate = {}}, false);
  EXPECT_EQ(missed.missed_mate, 4);
  EXPECT_EQ(missed.judgement, Judgement::Inaccuracy);
  EXPECT_FALSE(missed.missed_win);
  const MoveReview slower = review({.win_percent = 100, .mate = 2}, {.win_percent = 100, .mate = 5}, false);
  EXPECT_FALSE(slower.missed_mate);
  EXPECT_EQ(slower.judgement, Judgement::Good);
}

TEST(Accuracy, WalkingIntoAMateAndLettingAWinSlipAreSaid) {
  const MoveReview mated = review({.win_percent = 50, .mate = {}}, {.win_percent = 0, .mate = -2}, false);
  EXPECT_EQ(mated.allowed_mate, 2);
  EXPECT_EQ(mated.judgement, Judgement::Blunder);
  EXPECT_TRUE(review({.win_percent = 85, .mate = {}}, {.win_percent = 50, .mate = {}}, false).missed_win);
  EXPECT_FALSE(review({.win_percent = 75, .mate = {}}, {.win_percent = 50, .mate = {}}, false).missed_win);
  // Mated either way: nothing new.
  EXPECT_FALSE(review({.win_percent = 0, .mate = -5}, {.win_percent = 0, .mate = -2}, false).allowed_mate);
}

TEST(Accuracy, OfAMoveIsTheKnownCurve) {
  EXPECT_DOUBLE_EQ(move_accuracy(0), 100);
  EXPECT_NEAR(move_accuracy(10), 63.58, 0.01);
  EXPECT_NEAR(move_accuracy(30), 24.77, 0.01);
  EXPECT_DOUBLE_EQ(move_accuracy(100), 0);
}

TEST(Accuracy, OfAGameIsForEachPlayerByHisOwnMoves) {
  const auto perfect = game_accuracy(Color::White, {0, 0, 0}, {50, 50, 50, 50});
  EXPECT_DOUBLE_EQ(*perfect[Color::White], 100);
  EXPECT_DOUBLE_EQ(*perfect[Color::Black], 100);
  // White loses 30 points on his second move; Black, who moved first, is blameless.
  const auto game = game_accuracy(Color::Black, {0, 0, 0, 30}, {50, 50, 50, 50, 20});
  EXPECT_DOUBLE_EQ(*game[Color::Black], 100);
  // Weights by windows of two: 0.5 where nothing moved, 12 at the blunder. (0.5 * 100 + 12 * 24.77) / 12.5 = 27.78;
  // harmonic: 2 / (1 / 100 + 1 / 24.77) = 39.70.
  EXPECT_NEAR(*game[Color::White], (27.78 + 39.70) / 2, 0.02);
}

TEST(Accuracy, APlayerWhoNeverMovedHasNone) {
  EXPECT_FALSE(game_accuracy(Color::White, {}, {50})[Color::White]);
  const auto one = game_accuracy(Color::White, {5}, {50, 45});
  EXPECT_TRUE(one[Color::White]);
  EXPECT_FALSE(one[Color::Black]);
}

}  // namespace
}  // namespace tabia::eval
