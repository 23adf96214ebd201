#include "learn/settings.h"

#include <gtest/gtest.h>

#include "base/file.h"
#include "paths.h"

namespace tabia::learn {
namespace {

TEST(LearnSettings, OverridesReplaceWhatTheRecipeSays) {
  LearnRecipe recipe;
  recipe.teacher_hash = "of the recipe's teacher";
  const auto set = [&](std::string_view key, std::string_view text) {
    const auto* row = base::find_field(recipe_overrides(), key);
    return row && row->read(recipe, text).ok();
  };
  EXPECT_TRUE(set("teacher", "a.nnue"));
  EXPECT_TRUE(set("teacher_scale", "410"));
  EXPECT_TRUE(set("seed", "9"));
  EXPECT_EQ(recipe.teacher, "a.nnue");
  EXPECT_EQ(recipe.teacher_scale, 410);
  EXPECT_EQ(recipe.teacher_hash, "") << "the scale is now said about another network";
  EXPECT_EQ(recipe.seed, 9u);
  for (const auto& [text, mib] :
       {std::pair("500M", 500u), {"500", 500u}, {"20g", 20u << 10}, {"1T", 1u << 20}}) {
    EXPECT_TRUE(set("disk", text)) << text;
    EXPECT_EQ(recipe.disk_mib, mib) << text;
  }
  for (const char* wrong : {"", "M", "0", "-1G", "1X", "9999999999999G"})
    EXPECT_FALSE(set("disk", wrong)) << wrong;
}

// A run is resumed by its recipe and what replaced parts of it; where the files are and how much disk there is
// may change.
TEST(LearnSettings, OnlyWhatChangesTheNetworksIsPartOfTheIdentity) {
  std::vector<std::string> names;
  for (const base::Field<LearnRecipe>& row : recipe_overrides())
    if (row.about.identity) names.push_back(row.about.name);
  EXPECT_EQ(names, (std::vector<std::string>{"teacher-scale", "seed"}));
}

TEST(LearnSettings, TheDocsListEveryKeyWithItsActualDefault) {
  const auto page = base::read_file(tabia::test::test_data() + "/../../docs/training.md", 1 << 20);
  ASSERT_TRUE(page) << page.error().message;
  const std::string table = base::docs_table(recipe_rows(train::find_model), LearnRecipe{});
  EXPECT_NE(page->find(table), std::string::npos) << "docs/training.md should contain\n" << table;
}

}  // namespace
}  // namespace tabia::learn
