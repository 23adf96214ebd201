#include "base/memory.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "folder.h"

namespace tabia::base {
namespace {

namespace fs = std::filesystem;

class GroupMemory : public testing::Test {
 protected:
  void limit(const std::string& file, const std::string& content) const {
    const fs::path path = fs::path(mount()) / file;
    fs::create_directories(path.parent_path());
    std::ofstream(path) << content << '\n';
  }
  [[nodiscard]] std::string mount() const { return folder_ / "groups"; }

 private:
  const tabia::test::Folder folder_;
};

TEST_F(GroupMemory, TheLimitOfTheOwnGroupCounts) {
  limit("a/b/memory.max", "536870912");
  EXPECT_EQ(group_memory_limit("0::/a/b\n", mount()), 536870912u);
}

TEST_F(GroupMemory, ASmallerLimitOfAGroupAroundItCounts) {
  limit("memory.max", "900");
  limit("a/memory.max", "700");
  limit("a/b/memory.max", "max");
  EXPECT_EQ(group_memory_limit("0::/a/b\n", mount()), 700u);
}

TEST_F(GroupMemory, VersionOneHasAFolderAndAFileOfItsOwn) {
  limit("memory/docker/1/memory.limit_in_bytes", "1000");
  EXPECT_EQ(group_memory_limit("3:cpu:/x\n4:blkio,memory:/docker/1\n0::/\n", mount()), 1000u);
}

TEST_F(GroupMemory, InAContainerTheLimitStandsAtTheMount) {
  limit("memory/memory.limit_in_bytes", "2000");
  EXPECT_EQ(group_memory_limit("4:memory:/docker/not/visible/here\n", mount()), 2000u);
}

TEST_F(GroupMemory, WithoutALimitThereIsNone) {
  limit("a/memory.max", "max");
  EXPECT_EQ(group_memory_limit("0::/a\n", mount()), std::nullopt);
  EXPECT_EQ(group_memory_limit("0::/gone\n", mount()), std::nullopt);
  EXPECT_EQ(group_memory_limit("", mount()), std::nullopt);
  EXPECT_EQ(group_memory_limit("nonsense\n:\n::\n", mount()), std::nullopt);
}

TEST(UsableMemory, IsKnownHere) { EXPECT_GT(usable_memory().value_or(1 << 20), 0u); }

TEST(AvailableMemory, IsAtMostWhatThereIs) {
  const auto available = available_memory();
  if (!available) GTEST_SKIP() << "unknown on this system";
  EXPECT_GT(*available, 0u);
  EXPECT_LE(*available, usable_memory().value_or(*available));
}

TEST(AvailableMemory, EntriesAreReadInKibibytes) {
  constexpr std::string_view kText =
      "MemTotal:  9 kB\nMemAvailable:    12 kB\nMemAvailableX: 5 kB\nOdd: x kB\nNo: 7\n";
  EXPECT_EQ(memory_entry(kText, "MemAvailable"), 12u << 10);
  for (const char* name : {"Mem", "Odd", "No", "Gone", ""})
    EXPECT_EQ(memory_entry(kText, name), std::nullopt);
}

TEST(CheckAvailable, TheErrorHasBothFigures) {
  EXPECT_TRUE(check_available("it", 5 << 20, {.bytes = 5 << 20}));
  EXPECT_EQ(check_available("it", (5 << 20) + 1, {.bytes = 5 << 20}).error().message,
            "it needs about 6 MiB of memory, but only 5 MiB are available");
  EXPECT_FALSE(check_available("it", ~std::uint64_t{0})) << "nobody has that much";
}

TEST(CheckAvailable, FilesAreCheckedByTheirSize) {
  const tabia::test::Folder folder;
  std::ofstream(folder / "f") << std::string(2000, 'x');
  EXPECT_TRUE(check_file_fits(folder / "f", {.bytes = 2000}));
  EXPECT_FALSE(check_file_fits(folder / "f", {.bytes = 1999}));
  EXPECT_TRUE(check_file_fits(folder / "missing", {.bytes = 0})) << "reading it says what is wrong";
}

}  // namespace
}  // namespace tabia::base
