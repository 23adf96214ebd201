#include "runs/layout.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "folder.h"

namespace tabia::runs {
namespace {

// These names are promises to users: docs/training.md lists them.
TEST(RunLayout, FilesOfATrainingRunHaveTheNamesOfTheDocs) {
  const TrainFolder folder("runs/a");
  EXPECT_EQ(folder.recipe(), "runs/a/recipe.toml");
  EXPECT_EQ(folder.checkpoint(), "runs/a/checkpoint");
  EXPECT_EQ(folder.best_checkpoint(), "runs/a/best.checkpoint");
  EXPECT_EQ(folder.log(), "runs/a/log.jsonl");
  EXPECT_EQ(folder.table(), "runs/a/log.csv");
  EXPECT_EQ(folder.last_net(), "runs/a/last.net");
  EXPECT_EQ(folder.best_net(), "runs/a/best.net");
  EXPECT_EQ(folder.report(), "runs/a/report.html");
  EXPECT_EQ(folder.live(), "runs/a/live.json");
}

TEST(RunLayout, RoundsHaveThreeDigitsOrMore) {
  const LearnFolder folder("l");
  EXPECT_EQ(folder.net(0), "l/nets/round-000.net");
  EXPECT_EQ(folder.games(7), "l/round-007/games");
  EXPECT_EQ(folder.training(42).log(), "l/round-042/train/log.jsonl");
  EXPECT_EQ(folder.match_record(999), "l/round-999/match.jsonl");
  EXPECT_EQ(folder.match_pgn(1234), "l/round-1234/match.pgn");
}

TEST(RunLayout, TheLastRoundIsTheLargestNumberNotTheLastName) {
  const test::Folder place;
  const LearnFolder folder(place / "run");
  EXPECT_EQ(folder.last_round(), 0u);
  for (const char* name : {"round-002", "round-999", "round-1000", "round-x", "other-5000", "nets"})
    std::filesystem::create_directories(place / ("run/" + std::string(name)));
  EXPECT_EQ(folder.last_round(), 1000u);
}

TEST(RunLayout, ARunMayStartInAFolderThatWasOnlyLocked) {
  EXPECT_TRUE(LearnFolder::is_of_start(".tabia.lock"));
  EXPECT_FALSE(LearnFolder::is_of_start("notes.txt"));
}

TEST(RunLayout, TheDefaultFolderHasTheNameOfTheRecipe) {
  EXPECT_EQ(default_folder("train", "xor"), "runs/xor");
  EXPECT_EQ(default_folder("learn", ""), "runs/learn");
}

}  // namespace
}  // namespace tabia::runs
