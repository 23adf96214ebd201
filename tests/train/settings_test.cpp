#include "train/settings.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/file.h"
#include "folder.h"
#include "paths.h"
#include "train/example_run.h"
#include "train/shipped.h"

namespace tabia::train {
namespace {

TEST(TrainSettings, ASourceIsAFileWithKeys) {
  const Source plain = parse_source("a.tabia").value();
  EXPECT_EQ(plain.path, "a.tabia");
  EXPECT_EQ(plain.weight, Source{}.weight);
  const Source keyed = parse_source("a.binpack,scale=450,weight=0.5,format=binpack").value();
  EXPECT_EQ(keyed.path, "a.binpack");
  EXPECT_EQ(keyed.scale, 450);
  EXPECT_EQ(keyed.weight, 0.5);
  EXPECT_EQ(keyed.reading.format, "binpack");
  EXPECT_EQ(parse_source("a,weight=0").error().message, "weight: found \"0\", expected a number above 0");
  EXPECT_EQ(parse_source("a,wight=3").error().message, "unknown key \"wight\", did you mean weight?");
}

TEST(TrainSettings, OverridesReplaceWhatTheRecipeSays) {
  Recipe recipe;
  const auto set = [&](std::string_view key, std::string_view text) {
    const auto* row = base::find_field(recipe_overrides(), key);
    return row && row->read(recipe, text).ok();
  };
  EXPECT_TRUE(set("data", "a.tabia"));
  EXPECT_TRUE(set("data", "b.tabia,weight=2"));
  EXPECT_TRUE(set("positions", "1000"));
  EXPECT_TRUE(set("seed", "9"));
  EXPECT_TRUE(set("parent", "old.net"));
  EXPECT_FALSE(set("positions", "0"));
  ASSERT_EQ(recipe.data.size(), 2u);
  EXPECT_EQ(recipe.data[1].weight, 2);
  EXPECT_EQ(recipe.positions, 1000u);
  EXPECT_EQ(recipe.seed, 9u);
  EXPECT_EQ(recipe.initial.seed, 9u);
  EXPECT_EQ(recipe.parent, "old.net");
}

struct Reports : TrainWatch {
  void report(const data::TrainReport& report) override { losses.push_back(report.loss); }
  void progress(std::uint64_t done, std::uint64_t total) override { last = {done, total}; }
  std::vector<double> losses;
  std::pair<std::uint64_t, std::uint64_t> last;
};

TEST(ExampleRun, RunsWithoutACommandLineAndLeavesNetworkAndLogs) {
  const test::Folder place;
  const Recipe recipe = parse_recipe(find_recipe("xor").value(), find_model).value();
  TrainOptions options;
  options.folder = place / "run";
  options.recipe_text = find_recipe("xor").value();
  Reports reports;
  const auto network = run_examples(recipe, options, reports);
  ASSERT_TRUE(network) << network.error().message;
  EXPECT_LT(reports.losses.back(), 0.01);
  EXPECT_GT(reports.losses.front(), 0.1);
  EXPECT_EQ(reports.last.second, recipe.positions);
  EXPECT_GE(reports.last.first, recipe.positions);
  const runs::TrainFolder folder(options.folder);
  for (const std::string& file : {folder.last_net(), folder.log(), folder.table(), folder.recipe()})
    EXPECT_TRUE(std::filesystem::exists(file)) << file;
}

TEST(ExampleRun, AnInterruptionLeavesNothing) {
  struct Impatient : TrainWatch {
    [[nodiscard]] bool interrupted() const override { return true; }
  } watch;
  const test::Folder place;
  const Recipe recipe = parse_recipe(find_recipe("xor").value(), find_model).value();
  TrainOptions options;
  options.folder = place / "run";
  const auto network = run_examples(recipe, options, watch);
  ASSERT_FALSE(network);
  EXPECT_EQ(network.error().kind, base::ErrorKind::Interrupted);
  EXPECT_FALSE(std::filesystem::exists(options.folder));
}

TEST(TrainSettings, TheDocsListEveryKeyWithItsActualDefault) {
  const auto page = base::read_file(tabia::test::test_data() + "/../../docs/training.md", 1 << 20);
  ASSERT_TRUE(page) << page.error().message;
  const std::string table = base::docs_table(recipe_rows(find_model), Recipe{});
  EXPECT_NE(page->find(table), std::string::npos) << "docs/training.md should contain\n" << table;
}

}  // namespace
}  // namespace tabia::train
