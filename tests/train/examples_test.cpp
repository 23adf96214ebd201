#include "train/examples.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sanitized.h"
#include "train/shipped.h"

namespace tabia::train {
namespace {

Recipe xor_recipe(std::uint64_t seed) {
  auto recipe = parse_recipe(*find_recipe("xor"), find_model);
  EXPECT_TRUE(recipe) << (recipe ? "" : recipe.error().message);
  recipe->seed = seed;
  recipe->initial.seed = seed;
  return *recipe;
}

double mean_squared_error(const nn::Network& network, const std::vector<Example>& examples) {
  double sum = 0;
  for (const Example& example : examples) {
    const std::vector<float> inputs(example.inputs.begin(), example.inputs.end());
    sum += std::pow(network.output_of(inputs) - example.target, 2);
  }
  return sum / static_cast<double>(examples.size());
}

TEST(Examples, XorIsLearntFromAlmostEverySeed) {
  const int seeds = tabia::test::rounds(100, 15);
  int learnt = 0;
  for (int seed = 1; seed <= seeds; ++seed) {
    const Recipe recipe = xor_recipe(static_cast<std::uint64_t>(seed));
    auto trainer = ExampleTrainer::make(recipe);
    ASSERT_TRUE(trainer) << trainer.error().message;
    while (!(*trainer)->is_done()) (*trainer)->step();
    const auto network = (*trainer)->network({});
    ASSERT_TRUE(network) << network.error().message;
    const double error = mean_squared_error(**network, recipe.examples);
    EXPECT_NEAR(error, (*trainer)->loss(), 1e-6);
    learnt += error < 0.01 ? 1 : 0;
  }
  RecordProperty("learnt", learnt);
  EXPECT_GE(learnt, seeds - 2);
}

TEST(Examples, TheSameSeedGivesTheSameNetwork) {
  std::vector<double> losses;
  for (const std::uint64_t seed : {5u, 5u, 6u}) {
    auto trainer = ExampleTrainer::make(xor_recipe(seed)).value();
    for (int i = 0; i < 100; ++i) trainer->step();
    losses.push_back(trainer->loss());
  }
  EXPECT_EQ(losses[0], losses[1]);
  EXPECT_NE(losses[0], losses[2]);
}

TEST(Examples, BatchesSmallerThanTheExamplesUseEachOnceAPass) {
  Recipe recipe = xor_recipe(1);
  recipe.batch = 1;
  // Without steps the losses of a pass add up to the mean over all.
  recipe.rate.rate = 0;
  auto still = ExampleTrainer::make(recipe).value();
  for (int pass = 0; pass < 3; ++pass) {
    double sum = 0;
    for (int i = 0; i < 4; ++i) sum += still->step();
    EXPECT_NEAR(sum / 4, still->loss(), 1e-12);
  }
}

std::string error_of(const std::string& examples, const std::string& more = "") {
  const auto recipe = parse_recipe("model = \"xor\"\nexamples = " + examples + "\n" + more, find_model);
  if (!recipe) return recipe.error().message;
  const auto trainer = ExampleTrainer::make(*recipe);
  return trainer ? "" : trainer.error().message;
}

TEST(Examples, WhatIsWrongWithThemIsSaid) {
  EXPECT_EQ(error_of("[ [0, 1, 1] ]"), "");
  const auto says = [](const std::string& error, std::string_view part) {
    return error.find(part) != std::string::npos;
  };
  EXPECT_TRUE(says(error_of("[ [0, 1] ]"), "found one of 1 inputs, expected 2"));
  EXPECT_TRUE(says(error_of("[ [0, 1, 2] ]"), "line 2: examples: expected numbers"));
  EXPECT_TRUE(says(error_of("[ [0, 1, \"1\"] ]"), "line 2: examples: expected numbers"));
  EXPECT_TRUE(says(error_of("3"), "line 2: examples: expected ["));
  EXPECT_TRUE(says(error_of("[ [0, 1, 1] ]", "loss = { kind = \"centipawns\" }\n"), "found centipawns"));
}

TEST(Examples, AModelOfPlainNumbersWithoutThemCanNotBeTrained) {
  const auto recipe = parse_recipe("model = \"xor\"\n", find_model);
  ASSERT_TRUE(recipe);
  const auto checked = check_recipe(*recipe);
  ASSERT_FALSE(checked);
  EXPECT_NE(checked.error().message.find("examples: give examples ="), std::string::npos);
}

}  // namespace
}  // namespace tabia::train
