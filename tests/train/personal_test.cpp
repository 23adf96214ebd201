#include "train/personal.h"

#include <gtest/gtest.h>

#include <fstream>

#include "data/formats.h"
#include "folder.h"
#include "human_toy.h"
#include "train/train_job.h"

namespace tabia::train {
namespace {

constexpr const char* kPlayer = "Doe, Jane";

// Games in which the player pushes every pawn one step, from left to right, and so does the opponent. The
// player has White in every other game.
std::string games_file(const tabia::test::Folder& folder, int games) {
  const std::string path = folder / "games.pgn";
  std::ofstream out(path);
  for (int i = 0; i < games; ++i) {
    const bool white = i % 2 == 0;
    out << "[White \"" << (white ? "DOE, Jane " : "Else, Someone") << "\"]\n[Black \""
        << (white ? "Else, Someone" : kPlayer) << "\"]\n[WhiteElo \"1900\"]\n[Result \"1-0\"]\n\n"
        << "1. a3 a6 2. b3 b6 3. c3 c6 4. d3 d6 5. e3 e6 6. f3 f6 7. g3 g6 8. h3 h6 1-0\n\n";
  }
  out << "[White \"Other\"]\n[Black \"Else, Someone\"]\n\n1. e4 e5 *\n";
  return path;
}

TEST(Personal, TakesTheGamesOfThePlayerAndOnlyTheirMovesCount) {
  const tabia::test::Folder folder;
  const auto games = extract_player({games_file(folder, 40)}, kPlayer, folder / "out");
  ASSERT_TRUE(games.ok()) << games.error().message;
  EXPECT_EQ(games->games, 36u);
  EXPECT_EQ(games->held_out_games, 4u);
  EXPECT_EQ(games->moves, 36u * 8);
  const auto reader = data::open_reader(games->training);
  ASSERT_TRUE(reader.ok()) << reader.error().message;
  data::GameRecord record;
  ASSERT_TRUE((*reader)->next(record).value());
  EXPECT_EQ(record.ratings, (data::Ratings{1900, 0}));
  ASSERT_TRUE((*reader)->next(record).value());
  EXPECT_EQ(record.ratings, (data::Ratings{0, kUnknownPlayer})) << "Black has no rating in the file";
}

TEST(Personal, TooFewGamesAreAnErrorThatNamesThePlayersThereAre) {
  const tabia::test::Folder folder;
  const auto games = extract_player({games_file(folder, 40)}, "Jane Doe", folder / "out");
  ASSERT_FALSE(games.ok());
  EXPECT_NE(games.error().message.find("found 0 games of \"Jane Doe\", expected at least 20"),
            std::string::npos)
      << games.error().message;
  EXPECT_NE(games.error().message.find("\"Else, Someone\" (41)"), std::string::npos) << games.error().message;
  EXPECT_FALSE(extract_player({folder / "missing.pgn"}, kPlayer, folder / "out").ok());
}

TEST(Personal, FineTuningRaisesTheShareOfHeldOutMovesThatAreNamed) {
  const tabia::test::Folder folder;
  const std::string parent = tabia::test::saved_human_toy(folder / "human.net");
  const auto games = extract_player({games_file(folder, 60)}, kPlayer, folder / "run/games");
  ASSERT_TRUE(games.ok()) << games.error().message;
  auto recipe = parse_recipe(
      "model = \"toy\"\nfilter = { rating = [600, 3000] }\n"
      "loss = { kind = \"cross-entropy\", result_weight = 1, policy_weight = 2 }\n",
      [](const std::string&) -> base::Result<std::string> {
        return "norm = \"batch\"\n" + nn::to_text(tabia::test::human_toy()->spec());
      });
  ASSERT_TRUE(recipe.ok()) << recipe.error().message;
  recipe->positions = 20'000;
  EXPECT_TRUE(recipe->model.planes->batch_norm);
  adapt_recipe(*recipe, *games, parent, true);
  EXPECT_FALSE(recipe->model.planes->batch_norm) << "the parent must stay what it is";
  EXPECT_EQ(recipe->positions, 20'000u);
  recipe->rate.rate = 0.01;  // the toy knows nothing yet
  TrainJob job{.name = "toy", .recipe = *recipe, .options = {}};
  job.options.folder = folder / "run";
  base::Watch quiet;
  const auto before = held_out_match(parent, *games, quiet);
  ASSERT_TRUE(before.ok()) << before.error().message;
  EXPECT_EQ(before->positions, 6u * 3) << "three of the player's moves in each held-out game";
  TrainWatch watch;
  const auto outcome = run(job, watch);
  ASSERT_TRUE(outcome.ok()) << outcome.error().message;
  const auto after = held_out_match(folder / "run/best.net", *games, quiet);
  ASSERT_TRUE(after.ok()) << after.error().message;
  EXPECT_GT(after->share(), before->share());
  EXPECT_LT(after->mean_cross_entropy(), before->mean_cross_entropy());
}

TEST(Personal, TheRunIsAsLongAsTheGamesUnlessSomeoneSaysOtherwise) {
  PlayerGames games{.training = "a.tabia", .held_out = "b.tabia", .games = 100, .moves = 4'000};
  Recipe recipe;
  recipe.positions = 1'000'000'000;
  adapt_recipe(recipe, games, "human.net", false);
  EXPECT_EQ(recipe.positions, 3 * games.moves);
  EXPECT_EQ(recipe.parent, "human.net");
  EXPECT_GE(recipe.filter.rating.low, 1);
  EXPECT_EQ(recipe.data.at(0).path, "a.tabia");
  EXPECT_EQ(recipe.validation_data.at(0).path, "b.tabia");
}

}  // namespace
}  // namespace tabia::train
