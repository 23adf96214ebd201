#include "learn/recipe.h"

#include <gtest/gtest.h>

#include "learn/learn_support.h"

namespace tabia::learn {
namespace {

TEST(LearnRecipe, ThoseThatAreShippedAreRight) {
  std::vector<std::string> names;
  for (const train::ShippedText& shipped : shipped_learn_recipes()) {
    names.emplace_back(shipped.name);
    const auto recipe = parse_learn_recipe(shipped.text, train::find_model);
    ASSERT_TRUE(recipe) << shipped.name << ": " << recipe.error().message;
    EXPECT_EQ(recipe->name, shipped.name);
    EXPECT_EQ(recipe->train.watched.size(), 2u) << "the page shows how they are judged";
    EXPECT_TRUE(shipped.text.starts_with("# ")) << "`tabia learn --list` shows the first line";
    EXPECT_EQ(find_learn_recipe(names.back()).value(), shipped.text);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"teacher", "tiny", "zero"}));
}

TEST(LearnRecipe, ANameThatIsNoneListsTheKnownOnes) {
  const auto found = find_learn_recipe("perspective-256");
  ASSERT_FALSE(found);
  EXPECT_NE(found.error().message.find("teacher, tiny, zero"), std::string::npos) << found.error().message;
}

TEST(LearnRecipe, APathThatIsNotThereTellsWhereTheRecipeOfThatNameIs) {
  const auto found = find_learn_recipe("recipes/zero.toml");
  ASSERT_FALSE(found);
  EXPECT_NE(found.error().message.find("recipes/learn/zero.toml"), std::string::npos)
      << found.error().message;
  EXPECT_NE(found.error().message.find("tabia learn zero"), std::string::npos) << found.error().message;
}

TEST(LearnRecipe, WhatMakesAnotherRunIsNamedAndCommentsAndOrderAreNothing) {
  const std::string text = "name = \"a\"\nrounds = 3\nplay = { nodes = 20, positions = 100 } # few\n";
  EXPECT_EQ(recipe_difference(text, text), "");
  EXPECT_EQ(recipe_difference(text, "# new\nplay = { positions = 100, nodes = 20 }\nname = \"a\"\n"), "");
  EXPECT_EQ(recipe_difference(text, text + "# --teacher\n"), "");
  EXPECT_EQ(recipe_difference(text, text + "# --seed 2\n"), "seed is 2, but it was not given");
  EXPECT_EQ(recipe_difference(text + "# --seed 2\n", "seed = 2\n" + text), "");
  EXPECT_EQ(recipe_difference(text + "# --teacher-scale 400\n", text),
            "teacher_scale is not given, but it was 400");
  EXPECT_EQ(recipe_difference(text, "name = \"a\"\nplay = { nodes = 25, positions = 100 }\n"),
            "play.nodes is 25, but it was 20");
  EXPECT_EQ(recipe_difference("rate = 0.002\n", "rate = 0.0020001\n"), "rate is 0.0020001, but it was 0.002");
  EXPECT_EQ(recipe_difference("a = [ 1, 2 ]\n", "a = [ 1 ]\n"), "a is [1], but it was [1, 2]");
  EXPECT_NE(recipe_difference("not a recipe", text), "");
}

TEST(LearnRecipe, EveryFieldIsRead) {
  const LearnRecipe recipe = test::small_recipe(test::small_text(
      "start = \"classical\"\nteacher = \"t.nnue\"\nteacher_scale = 400\nteacher_hash = \"ab\"\nwindow = "
      "7\ndisk_mib = 20\n"
      "warm_start = false\nresult_weight = [1, 0.5]\nseed = 9\n"
      "external = [ { file = \"a.binpack\", scale = 450, weight = 0.5 } ]\n",
      "elo0 = 1, elo1 = 6, alpha = 0.1, beta = 0.2, adjudicate = false, hash_mib = 3, book = \"b\""));
  EXPECT_EQ(recipe.start, Start::Classical);
  EXPECT_EQ(recipe.teacher, "t.nnue");
  EXPECT_EQ(recipe.teacher_scale, 400);
  EXPECT_EQ(recipe.teacher_hash, "ab");
  EXPECT_EQ(recipe.window, 7u);
  EXPECT_EQ(recipe.disk_mib, 20u);
  EXPECT_FALSE(recipe.warm_start);
  EXPECT_EQ(recipe.seed, 9u);
  ASSERT_EQ(recipe.external.size(), 1u);
  EXPECT_EQ(recipe.external[0].weight, 0.5);
  EXPECT_EQ(recipe.play.positions, test::kPlayed);
  EXPECT_EQ(recipe.play.least_random_plies, 4);
  EXPECT_EQ(recipe.play.most_random_plies, 8);
  EXPECT_EQ(recipe.gate.sprt.elo1, 6);
  EXPECT_EQ(recipe.gate.sprt.beta, 0.2);
  EXPECT_FALSE(recipe.gate.adjudicate);
  EXPECT_EQ(recipe.gate.hash_mib, 3);
  EXPECT_EQ(recipe.gate.book, "b");
  EXPECT_EQ(recipe.train.batch, 256u);
}

TEST(LearnRecipe, ResultsCountByRoundAndTheLastWeightHoldsForAllThatFollow) {
  const LearnRecipe recipe = test::small_recipe(test::small_text("result_weight = [1.0, 0.75, 0.25]\n"));
  EXPECT_EQ(recipe.result_weight(1).first, 1.0);
  EXPECT_EQ(recipe.result_weight(2).last, 0.75);
  EXPECT_EQ(recipe.result_weight(3).first, 0.25);
  EXPECT_EQ(recipe.result_weight(100).first, 0.25);
}

TEST(LearnRecipe, AWrongOneNamesTheLineTheKeyAndWhatIsAllowed) {
  const auto says = [](const std::string& text, const std::vector<std::string>& parts) {
    const auto recipe = parse_learn_recipe(text, test::find_small_model);
    ASSERT_FALSE(recipe) << text;
    for (const std::string& part : parts)
      EXPECT_NE(recipe.error().message.find(part), std::string::npos) << recipe.error().message;
  };
  const auto with = [](const std::string& line) { return test::small_text(line + "\n"); };
  says(with("start = \"rnadom\""), {"line 1", "start", "random", "classical", "path"});
  says(with("\nwindow = 0"), {"line 2", "window", "from 1"});
  says(with("rounds_ = 3"), {"line 1", "rounds_", "rounds"});
  says(with("result_weight = 1"), {"line 1", "result_weight", "0 to 1"});
  says(with("result_weight = [2]"), {"result_weight", "0 to 1"});
  says(with("external = [ { fiel = \"x\" } ]"), {"line 1", "external", "file"});
  says("name = \"x\"\n", {"train", "model"});
  says("train = { model = \"nothing\" }", {"line 1", "nothing", "expected one of"});
  says("train = { model = \"small\", batsch = 3 }", {"line 1", "batsch", "batch"});
  says("train = { model = \"small\",\n data = [] }", {"line 2", "train.data", "external"});
  says("train = { model = \"small\", parent = \"x.net\" }", {"train.parent", "start"});
  says("train = { model = \"xor\" }", {"model", "positions"});
  says("play = { nodes = 0 }\ntrain = { model = \"small\" }", {"line 1", "play.nodes", "from 1"});
  says("play = { random_plies = [9, 2] }\ntrain = { model = \"small\" }",
       {"line 1", "play.random_plies", "least"});
  says(test::small_text("", "elo0 = 5, elo1 = 5"), {"gate.elo0", "less than elo1"});
  says("gate = { least_games = 50, games = 10 }\ntrain = { model = \"small\" }",
       {"line 1", "gate.least_games", "10"});
}

}  // namespace
}  // namespace tabia::learn
