// What a review searches, and what it concludes from the answers.
#include "eval/game_review.h"

#include <gtest/gtest.h>

#include "chess/notation.h"

namespace {

using namespace tabia;
using namespace tabia::eval;
using chess::Color;
using chess::Move;
using chess::Position;

std::vector<Move> game_of(std::initializer_list<const char*> sans) {
  Position position;
  std::vector<Move> moves;
  for (const char* const san : sans) {
    moves.push_back(*chess::parse_san(position, san));
    position.make(moves.back());
  }
  return moves;
}

ReviewVerdict verdict(double win_percent, Move best) {
  return {.standing = {.win_percent = win_percent, .mate = {}}, .best = best};
}

TEST(GameReview, EveryPositionIsSearchedFirstButNotTheEndOfAGame) {
  const Position start;
  const auto open = GameReview(start, game_of({"e4", "e5"})).wanted();
  EXPECT_EQ(open.size(), 3u);
  for (const ReviewSearch& search : open) EXPECT_EQ(search.kind, ReviewKind::Usual);
  const GameReview mated(start, game_of({"f3", "e5", "g4", "Qh4"}));
  EXPECT_EQ(mated.wanted().size(), 4u) << "the mate is on the board";
  ASSERT_TRUE(mated.end());
  EXPECT_EQ(mated.end()->standing.mate, 0);
}

// One move, 1. e4; d4 is the best one, and White has 60%.
struct OneMove {
  const Move played = game_of({"e4"})[0];
  const Move other = game_of({"d4"})[0];
  GameReview review{Position(), {played}};

  explicit OneMove(double percent_of_black) {
    review.tell({0, ReviewKind::Usual}, verdict(60, other));
    review.tell({1, ReviewKind::Usual}, verdict(percent_of_black, Move::none()));
  }
};

TEST(GameReview, AGoodMoveIsSearchedNoFurther) {
  OneMove one(45);
  EXPECT_TRUE(one.review.wanted().empty());
  EXPECT_EQ(one.review.moves()[0].review.judgement, Judgement::Good);
  EXPECT_DOUBLE_EQ(one.review.moves()[0].review.loss, 5);
  EXPECT_EQ(one.review.white_percent(), (std::vector<double>{60, 55}));
}

TEST(GameReview, NoMoveIsBadNotEvenAnInaccuracyBeforeALargeSearchHasLooked) {
  OneMove one(52);
  const std::vector<ReviewSearch> large = {{0, ReviewKind::Large}};
  EXPECT_EQ(one.review.wanted(), large);
  one.review.tell(large[0], verdict(58, one.played));
  EXPECT_TRUE(one.review.wanted().empty());
  const ReviewedMove found = one.review.moves()[0];
  EXPECT_TRUE(found.is_checked);
  EXPECT_EQ(found.review.judgement, Judgement::Good);
  EXPECT_EQ(one.review.accuracy()[Color::White], 100);
}

TEST(GameReview, WhatABadMoveLosesIsSaidByTwoLargeSearches) {
  OneMove one(75);
  one.review.tell({0, ReviewKind::Large}, verdict(62, one.other));
  const std::vector<ReviewSearch> alone = {{0, ReviewKind::Alone}};
  EXPECT_EQ(one.review.wanted(), alone);
  one.review.tell(alone[0], verdict(40, one.played));
  EXPECT_TRUE(one.review.wanted().empty());
  const ReviewedMove found = one.review.moves()[0];
  EXPECT_EQ(found.review.judgement, Judgement::Mistake);
  EXPECT_DOUBLE_EQ(found.review.loss, 22);
  EXPECT_EQ(found.best, one.other);
}

TEST(GameReview, AMateOnTheBoardIsTheBestMove) {
  GameReview review(Position(), game_of({"f3", "e5", "g4", "Qh4"}));
  for (std::size_t i = 0; i < 4; ++i) review.tell({i, ReviewKind::Usual}, verdict(50, Move::none()));
  EXPECT_EQ(review.moves()[3].review.judgement, Judgement::Good);
  EXPECT_DOUBLE_EQ(review.moves()[3].review.loss, 0);
  EXPECT_DOUBLE_EQ(review.white_percent().back(), 0);
}

TEST(GameReview, AGameWithoutMovesIsComplete) {
  GameReview review(Position(), {});
  review.tell({0, ReviewKind::Usual}, verdict(50, Move::none()));
  EXPECT_TRUE(review.wanted().empty());
  EXPECT_TRUE(review.moves().empty());
  EXPECT_FALSE(review.accuracy()[Color::White]);
}

}  // namespace
