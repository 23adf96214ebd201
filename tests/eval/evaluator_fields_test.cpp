#include "eval/evaluator_fields.h"

#include <gtest/gtest.h>

namespace tabia::eval {
namespace {

base::Result<EvaluatorOptions> with_rules(std::string_view text) {
  EvaluatorOptions options;
  const auto read = base::find_field(evaluator_fields(), "rules")->read(options, text);
  if (!read) return read.error();
  return options;
}

TEST(EvaluatorFields, RulesAreAllNoneOrAListAndAreWrittenAsTheyAreRead) {
  for (const std::string text : {"all", "none", "known-wins,fifty-moves"}) {
    const auto options = with_rules(text);
    ASSERT_TRUE(options.ok()) << options.error().message;
    EXPECT_EQ(base::find_field(evaluator_fields(), "rules")->text(*options), text);
  }
  EXPECT_EQ(with_rules("none")->rules, HybridRules::none());
  EXPECT_TRUE(with_rules("known-wins")->rules.known_wins);
  EXPECT_FALSE(with_rules("known-wins")->rules.fifty_moves);
  const auto unknown = with_rules("fifty");
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(unknown.error().message,
            "found \"fifty\", expected all, none, drawn-material, known-wins, opposite-bishops, "
            "drawish-endings, fifty-moves");
}

TEST(EvaluatorFields, EveryModeHasItsName) {
  for (const EvaluationMode mode :
       {EvaluationMode::Network, EvaluationMode::Classical, EvaluationMode::Hybrid}) {
    EvaluatorOptions options;
    ASSERT_TRUE(base::find_field(evaluator_fields(), "evaluation")->read(options, name_of(mode)).ok());
    EXPECT_EQ(options.mode, mode);
  }
}

}  // namespace
}  // namespace tabia::eval
