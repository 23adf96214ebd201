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

}  // namespace
}  // namespace tabia::base
