#include "base/append_file.h"

#include <gtest/gtest.h>

#include "base/file.h"
#include "folder.h"

namespace tabia::base {
namespace {

std::string content_at(const std::string& path) { return read_file(path, 1 << 20).value(); }

TEST(AppendFile, ContentOfAnEarlierRunIsKeptAndFoldersAreMade) {
  const test::Folder folder;
  const std::string path = folder / "new/deep/file";
  ASSERT_TRUE(AppendFile::open(path).value().append("one").ok());
  AppendFile file = AppendFile::open(path).value();
  EXPECT_EQ(file.size(), 3u);
  ASSERT_TRUE(file.append(" two").ok());
  ASSERT_TRUE(file.sync().ok());
  EXPECT_EQ(file.content().value(), "one two");
  EXPECT_EQ(content_at(path), "one two");
}

TEST(AppendFile, WhatIsCutOffIsReplacedByWhatComesNext) {
  const test::Folder folder;
  AppendFile file = AppendFile::open(folder / "file").value();
  ASSERT_TRUE(file.append("whole torn").ok());
  ASSERT_TRUE(file.cut(6).ok());
  ASSERT_TRUE(file.append("again").ok());
  EXPECT_EQ(content_at(folder / "file"), "whole again");
  EXPECT_EQ(file.size(), 11u);
}

TEST(AppendFile, TwoWritersDoNotOverwriteEachOther) {
  const test::Folder folder;
  AppendFile first = AppendFile::open(folder / "file").value();
  AppendFile second = AppendFile::open(folder / "file").value();
  ASSERT_TRUE(first.append("a").ok());
  ASSERT_TRUE(second.append("b").ok());
  ASSERT_TRUE(first.append("c").ok());
  EXPECT_EQ(content_at(folder / "file"), "abc");
}

TEST(AppendFile, OnlyOneOwnerHasTheLock) {
  const test::Folder folder;
  AppendFile first = AppendFile::open(folder / "file").value();
  AppendFile second = AppendFile::open(folder / "file").value();
  ASSERT_TRUE(first.lock());
  EXPECT_FALSE(second.lock());
  AppendFile(std::move(first));  // closes it
  EXPECT_TRUE(second.lock());
}

TEST(AppendFile, AFaultNamesTheFile) {
  const auto opened = AppendFile::open("/proc/no/such/file");
  ASSERT_FALSE(opened.ok());
  EXPECT_TRUE(opened.error().message.starts_with("/proc/no/such/file: can't open for writing: "));
}

}  // namespace
}  // namespace tabia::base
