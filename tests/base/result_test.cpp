#include "base/result.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "base/check.h"

namespace tabia::base {
namespace {

Result<int> half(int number) {
  if (number % 2 != 0) return Error{"odd"};
  return number / 2;
}

TEST(Result, HoldsAValueOrAnError) {
  EXPECT_TRUE(half(8).ok());
  EXPECT_EQ(half(8).value(), 4);
  EXPECT_EQ(*half(8), 4);
  EXPECT_TRUE(half(8));
  EXPECT_FALSE(half(7).ok());
  EXPECT_FALSE(half(7));
  EXPECT_EQ(half(7).error().message, "odd");
}

TEST(Result, GivesAccessToTheMembersOfItsValue) {
  Result<std::string> text = std::string("tabia");
  EXPECT_EQ(text->size(), 5u);
  text->push_back('!');
  EXPECT_EQ(*text, "tabia!");
  const Result<std::string> same = text;
  EXPECT_EQ(same->size(), 6u);
}

TEST(Result, CarriesValuesThatCanOnlyBeMoved) {
  Result<std::unique_ptr<int>> owner = std::make_unique<int>(5);
  const std::unique_ptr<int> taken = *std::move(owner);
  EXPECT_EQ(*taken, 5);
}

TEST(Result, CarriesAnErrorAsAValueWhenThatIsTheType) {
  const Result<std::string> text = Error{"wrong"};
  EXPECT_FALSE(text.ok());
}

TEST(Result, OfVoidIsSuccessUnlessThereIsAnError) {
  const Result<void> good;
  EXPECT_TRUE(good.ok());
  EXPECT_TRUE(good);
  const Result<void> bad = Error{"no"};
  EXPECT_FALSE(bad.ok());
  EXPECT_FALSE(bad);
  EXPECT_EQ(bad.error().message, "no");
}

TEST(Result, AnErrorSeenFromFurtherOutNamesThePlaceFirst) {
  EXPECT_EQ(Error{"bad move"}.inside("line 7").inside("games.pgn").message, "games.pgn: line 7: bad move");
  EXPECT_EQ(Error{"a"}, Error{"a"});
  EXPECT_FALSE(Error{"a"} == Error{"b"});
}

using ResultDeathTest = testing::Test;

TEST(ResultDeathTest, AskingForTheWrongSideStopsTheProgram) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH((void)half(7).value(), "Result::value\\(\\) of an error");
  EXPECT_DEATH((void)*half(7), "Result::value\\(\\) of an error");
  EXPECT_DEATH((void)half(8).error(), "Result::error\\(\\) of a value");
  EXPECT_DEATH((void)Result<void>().error(), "Result::error\\(\\) of a success");
}

TEST(CheckDeathTest, AFailedCheckNamesFileLineConditionAndReason) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const int pieces = 3;
  EXPECT_DEATH(TABIA_CHECK(pieces == 2, "just kings"),
               "result_test.cpp:[0-9]+: internal check failed: pieces == 2 \\(just kings\\)");
}

TEST(Check, AConditionThatHoldsIsEvaluatedOnceAndDoesNothing) {
  int calls = 0;
  TABIA_CHECK(++calls == 1, "called once");
  EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace tabia::base
