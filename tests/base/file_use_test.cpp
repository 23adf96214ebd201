#include "base/file_use.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "folder.h"

namespace tabia::base {
namespace {

class FileUseTest : public testing::Test {
 protected:
  FileUseTest() {
    std::filesystem::create_directory(path("folder"));
    std::ofstream(path("a")) << "a";
    std::ofstream(path("b")) << "b";
    std::filesystem::create_symlink("a", path("link"));
    std::filesystem::create_symlink("new", path("nowhere"));
    std::filesystem::create_hard_link(path("a"), path("hard"));
    ::mkfifo(path("pipe").c_str(), 0600);
  }
  [[nodiscard]] std::string path(const std::string& name) const { return folder_ / name; }
  [[nodiscard]] bool good(const std::string& read, const std::string& written,
                          const std::string& second = "") const {
    return check_file_use({.read = {read}, .written = {written, second}, .folders = {}}).ok();
  }

 private:
  test::Folder folder_;
};

TEST_F(FileUseTest, DifferentFilesAreGood) {
  EXPECT_TRUE(good(path("a"), path("b")));
  EXPECT_TRUE(good(path("a"), path("new")));
  EXPECT_TRUE(good("", path("a"), path("b")));
  EXPECT_TRUE(good(path("missing"), path("new")));
  EXPECT_TRUE(good(path("a"), path("folder/a")));
}

TEST_F(FileUseTest, AnInputIsRefusedAsOutputUnderAnyName) {
  for (const std::string name : {"a", "./a", "folder/../a", "link", "hard"}) {
    const auto checked = check_file_use({.read = {path("a")}, .written = {path(name)}, .folders = {}});
    ASSERT_FALSE(checked) << name;
    EXPECT_NE(checked.error().message.find("is also an input"), std::string::npos) << checked.error().message;
  }
  EXPECT_FALSE(good(path("link"), path("a")));
}

TEST_F(FileUseTest, TwoOutputsAreDifferentFilesAlsoBeforeTheyExist) {
  EXPECT_FALSE(good("", path("new"), path("new")));
  EXPECT_FALSE(good("", path("new"), path("./new")));
  EXPECT_FALSE(good("", path("new"), path("folder/../new")));
  EXPECT_FALSE(good("", path("new"), path("nowhere")));
  EXPECT_FALSE(good("", path("a"), path("hard")));
  EXPECT_TRUE(good("", path("new"), path("newer")));
}

TEST_F(FileUseTest, RelativePathsThatDoNotExistAreCompared) {
  EXPECT_FALSE(good("", "no_such_file_here", "./no_such_file_here"));
  EXPECT_TRUE(good("", "no_such_file_here", "./no_such_file_there"));
}

TEST_F(FileUseTest, AFolderThatIsReadGetsNoNewFiles) {
  EXPECT_FALSE(good(path("folder"), path("folder/new")));
  EXPECT_TRUE(good(path("folder"), path("new")));
  EXPECT_FALSE(check_file_use({.read = {path("folder")}, .written = {}, .folders = {path("folder/.")}}));
  EXPECT_TRUE(check_file_use({.read = {path("folder")}, .written = {}, .folders = {path("folder/run")}}));
}

TEST_F(FileUseTest, PipesMayBeUsedTwiceAndStandardOutputOnce) {
  EXPECT_TRUE(good(path("pipe"), path("pipe"), path("pipe")));
  EXPECT_TRUE(good("-", "-"));
  EXPECT_FALSE(good("", "-", "/dev/stdout"));
  EXPECT_TRUE(writes_standard_output({.read = {}, .written = {"a", "-"}, .folders = {}}));
  EXPECT_FALSE(writes_standard_output({.read = {"-"}, .written = {"a"}, .folders = {}}));
}

}  // namespace
}  // namespace tabia::base
