#include "base/toml_fields.h"

#include <gtest/gtest.h>

namespace tabia::base {
namespace {

struct Curve {
  bool steps = false;
  double every = 0.5;
};
struct Plan {
  int batch = 16;
  Curve curve;
  std::vector<Curve> curves;
  std::vector<std::string> names;
};

TomlRows<Curve> curve_rows() {
  return {flag<Curve>("steps", TABIA_MEMBER(steps), "in steps"),
          TomlRow<Curve>(real<Curve>("every", "N", 0, 1, TABIA_MEMBER(every), "between steps"))
              .only_if([](const Curve& curve) { return curve.steps; }, "steps = true")};
}

TomlRows<Plan> plan_rows() {
  return {integer<Plan>("batch-size", "N", 1, 99, TABIA_MEMBER(batch), "positions"),
          toml_table<Plan>("curve", curve_rows(), TABIA_MEMBER(curve), "its course"),
          toml_tables<Plan>(
              "curves", curve_rows(), TABIA_MEMBER(curves),
              [](const Curve& curve) -> Result<void> {
                return curve.every > 0 ? Result<void>() : Result<void>(Error{"every must be above 0"});
              },
              "several"),
          toml_strings<Plan>("names", TABIA_MEMBER(names), "texts")};
}

Result<Plan> read(std::string_view text) {
  TABIA_TRY(const TomlTable table, parse_toml(text));
  Plan plan;
  TABIA_TRY_VOID(read_toml(plan_rows(), table, plan));
  return plan;
}

std::string fault(std::string_view text) {
  const auto plan = read(text);
  return plan ? "none" : plan.error().message;
}

TEST(TomlFields, TablesAndListsAreReadByTheirRows) {
  const auto plan = read(
      "names = [\"a\", \"b\"]\nbatch_size = 7\ncurve = { every = 0.25, steps = true }\n"
      "curves = [ { steps = true, every = 1 }, {} ]\n");
  ASSERT_TRUE(plan) << plan.error().message;
  EXPECT_EQ(plan->batch, 7);
  EXPECT_EQ(plan->curve.every, 0.25) << "rows are read in their own order, not in that of the text";
  ASSERT_EQ(plan->curves.size(), 2u);
  EXPECT_EQ(plan->curves[1].every, Curve{}.every);
  EXPECT_EQ(plan->names, (std::vector<std::string>{"a", "b"}));
}

TEST(TomlFields, ErrorsNameTheLineTheWholeKeyAndWhatIsAllowed) {
  EXPECT_EQ(fault("\nbatch_size = 0\n"),
            "line 2: batch_size: found \"0\", expected a whole number from 1 to 99");
  EXPECT_EQ(fault("batch_size = \"x\""),
            "line 1: batch_size: found \"x\", expected a whole number from 1 to 99");
  EXPECT_EQ(fault("batch = 3"),
            "line 1: unknown key \"batch\", expected one of batch_size, curve, curves, names");
  EXPECT_EQ(fault("curve = { evry = 1 }"), "line 1: curve: unknown key \"evry\", did you mean every?");
  EXPECT_EQ(fault("curve = 3"), "line 1: curve: expected a table { ... }");
  EXPECT_EQ(fault("curve = { steps = true, every = 2 }"),
            "line 1: curve.every: found \"2\", expected a number from 0 to 1");
  EXPECT_EQ(fault("curves = [\n { steps = 1 } ]"), "line 2: curves.steps: found 1, expected true or false");
  EXPECT_EQ(fault("curves = [\n { steps = true, every = 0 } ]"), "line 2: curves: every must be above 0");
  EXPECT_EQ(fault("names = [ 1 ]"), "line 1: names: expected strings in quotes");
}

TEST(TomlFields, AKeyWithoutEffectIsAnError) {
  EXPECT_EQ(fault("curve = { every = 0.1 }"),
            "line 1: curve.every: has no effect here, it is only for steps = true");
}

TEST(TomlFields, TextsTellEveryKeyWithItsDefault) {
  std::vector<std::string> keys;
  for (const TomlText& text : texts_of(plan_rows(), Plan{}))
    keys.push_back(concat(text.key, '=', text.default_text));
  EXPECT_EQ(keys,
            (std::vector<std::string>{"batch_size=16", "curve=", "curve.steps=false", "curve.every=0.5",
                                      "curves=", "curves[].steps=false", "curves[].every=0.5", "names="}));
}

}  // namespace
}  // namespace tabia::base
