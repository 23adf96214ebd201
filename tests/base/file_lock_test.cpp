#include "base/file_lock.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "folder.h"

namespace tabia::base {
namespace {

TEST(FolderLock, OthersSeeThatItIsTakenUntilItIsGone) {
  const test::Folder place;
  const std::string folder = place / "run";
  EXPECT_EQ(FolderLock::is_taken(folder), std::nullopt);
  std::filesystem::create_directory(folder);
  EXPECT_EQ(FolderLock::is_taken(folder), false);
  {
    const auto lock = FolderLock::take(folder);
    ASSERT_TRUE(lock);
    EXPECT_EQ(FolderLock::is_taken(folder), true);
    EXPECT_EQ(FolderLock::take(folder).error().message, folder + ": another run is working in this folder");
  }
  EXPECT_EQ(FolderLock::is_taken(folder), false);
}

}  // namespace
}  // namespace tabia::base
