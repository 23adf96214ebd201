#include "data/parts.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "folder.h"

namespace tabia::data {
namespace {

using tabia::test::Folder;

// A folder as a task leaves it, with these batches of 70 games, 16 each.
std::string part(const Folder& folder, const std::string& name, const std::vector<int>& batches,
                 const std::string& settings = "{}") {
  std::filesystem::create_directories(folder / name);
  std::ofstream(folder / (name + "/gen.json"))
      << R"({"version":2,"program":"p","batch":16,"target":{"records":70},"settings":)" << settings << "}\n";
  for (const int batch : batches) {
    const std::string file = "/games-00000" + std::to_string(batch) + ".tabia";
    std::ofstream(folder / (name + file)) << "x";
  }
  return folder / name;
}

TEST(Parts, WhatCompletesEachOtherIsFine) {
  const Folder folder;
  const std::string a = part(folder, "a", {0, 2, 4});
  const std::string b = part(folder, "b", {1, 3});
  EXPECT_TRUE(check_parts({a, b}));
  // One folder may be unfinished, as usual; other data has nothing to do with it.
  EXPECT_TRUE(check_parts({a, part(folder, "other", {0, 1}, "{\"seed\":2}"), folder / "x.binpack"}));
}

TEST(Parts, AGapAndADoubleAreNamed) {
  const Folder folder;
  const std::string a = part(folder, "a", {0, 2});
  const auto gap = check_parts({a, part(folder, "b", {1, 3})});
  ASSERT_FALSE(gap);
  EXPECT_NE(gap.error().message.find("batch 4 of 5 is in none of"), std::string::npos) << gap.error().message;
  const auto twice = check_parts({a, part(folder, "c", {1, 2, 3, 4})});
  ASSERT_FALSE(twice);
  EXPECT_NE(twice.error().message.find("batch 2 is in"), std::string::npos) << twice.error().message;
}

}  // namespace
}  // namespace tabia::data
