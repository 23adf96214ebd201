// tests/learn/learn_support.h: learning runs that take a second: a network of 16 neurons, games of 20 nodes a move.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "base/text.h"
#include "folder.h"
#include "learn/learner.h"
#include "learn/recipe.h"
#include "sanitized.h"
#include "train/shipped.h"

namespace tabia::learn::test {

using tabia::test::Folder;

inline std::string content_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// "small": the smallest network that can be trained and updated move by move. "coarse": the same with output weights that are
// rounded to halves, so that integers and floats can't agree.
inline base::Result<std::string> find_small_model(const std::string& name) {
  if (name != "small" && name != "coarse") return train::find_model(name);
  return base::concat(
      "name = \"small\"\nfeatures = \"768\"\nperspective = true\n"
      "accumulator = { width = 16, activation = \"screlu\", storage = \"i16\", scale = 255 }\n"
      "layers = [ { width = 1, activation = \"linear\", storage = \"i16\", scale = ",
      name == "small" ? 64 : 2,
      " } ]\n"
      "output = { eval_scale = 400 }\n");
}

// What a small run plays and learns from in a round.
inline constexpr unsigned kPlayed = tabia::test::rounds(1500, 900);
inline constexpr unsigned kTrained = tabia::test::rounds(20'000, 8'000);

// Rounds of kPlayed positions. `more` are lines at the start; `gate` goes into the table of that name.
inline std::string small_text(const std::string& more = "",
                              const std::string& gate = "elo0 = -400, elo1 = 0") {
  return more + "name = \"small\"\nrounds = 2\n" +
         base::concat("play = { positions = ", kPlayed,
                      ", nodes = 20, random_plies = [4, 8], opening_cp = 3000, max_moves = 40 }\n") +
         "gate = { nodes = 20, least_games = 4, games = 8, max_moves = 40, " + gate + " }\n" +
         base::concat("train = { model = \"small\", batch = 256, positions = ", kTrained,
                      ", report_every = ", kTrained / 4, ", pool = ", kTrained / 2, ",\n") +
         "          validation = { share = 0.2, positions = 1_000 } }\n";
}

inline LearnRecipe small_recipe(const std::string& text) {
  auto recipe = parse_learn_recipe(text, find_small_model);
  EXPECT_TRUE(recipe) << (recipe ? "" : recipe.error().message);
  return recipe ? *recipe : LearnRecipe{};
}

inline LearnOptions small_options(const std::string& folder, const std::string& text) {
  LearnOptions options;
  options.folder = folder;
  options.threads = 1;
  options.last_round = 2;
  options.program = "test";
  options.recipe_text = text;
  return options;
}

}  // namespace tabia::learn::test
