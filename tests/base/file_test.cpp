#include "base/file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "base/text.h"

namespace tabia::base {
namespace {

// A folder of its own for each test, gone afterwards.
class File : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::path(testing::TempDir()) / concat("tabia_", ::getpid(), "_", test->name());
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }
  [[nodiscard]] std::size_t files_in_folder() const {
    std::size_t number = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder_)) ++number;
    return number;
  }

  std::filesystem::path folder_;
};

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct Line {
  std::string text;
  std::uint64_t number;
  bool cut;
  friend bool operator==(const Line&, const Line&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Line& line) {
    return out << line.number << (line.cut ? " (cut): " : ": ") << line.text;
  }
};

std::vector<Line> lines_of(const std::string& text, std::size_t longest = LineReader::kLongestLine) {
  std::istringstream in(text);
  LineReader reader(in, longest);
  std::vector<Line> lines;
  while (reader.next()) lines.push_back({reader.line(), reader.number(), reader.is_cut()});
  return lines;
}

TEST_F(File, WritingAtomicallyCreatesReplacesAndLeavesNothingElseBehind) {
  const std::string binary("\0\r\n\xff", 4);
  ASSERT_TRUE(write_file_atomically(path("a"), "first"));
  EXPECT_EQ(content_of(path("a")), "first");
  ASSERT_TRUE(write_file_atomically(path("a"), binary));
  EXPECT_EQ(content_of(path("a")), binary);
  ASSERT_TRUE(write_file_atomically(path("a"), ""));
  EXPECT_EQ(content_of(path("a")), "");
  EXPECT_EQ(files_in_folder(), 1u);
}

TEST_F(File, AFailedWriteNamesThePathAndTheReasonAndLeavesTheOldFile) {
  const auto no_folder = write_file_atomically(path("missing/a"), "x");
  ASSERT_FALSE(no_folder);
  EXPECT_NE(no_folder.error().message.find("missing/a"), std::string::npos) << no_folder.error().message;
  EXPECT_NE(no_folder.error().message.find("No such file"), std::string::npos) << no_folder.error().message;
  std::filesystem::create_directory(path("folder"));
  EXPECT_FALSE(write_file_atomically(path("folder"), "x"));
  EXPECT_TRUE(std::filesystem::is_directory(path("folder")));
  EXPECT_EQ(files_in_folder(), 1u) << "a temporary file was left behind";
}

TEST_F(File, OpeningReadsAFileAndKnowsItsName) {
  ASSERT_TRUE(write_file_atomically(path("a"), "one\ntwo\n"));
  auto file = InputFile::open(path("a"));
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(file->name(), path("a"));
  std::string word;
  EXPECT_TRUE(file->stream() >> word);
  EXPECT_EQ(word, "one");
}

TEST_F(File, OpeningWhatCantBeReadSaysWhy) {
  const auto missing = InputFile::open(path("nothing"));
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().message.find("nothing"), std::string::npos);
  EXPECT_NE(missing.error().message.find("No such file"), std::string::npos) << missing.error().message;
  const auto folder = InputFile::open(folder_.string());
  ASSERT_FALSE(folder);
  EXPECT_NE(folder.error().message.find("is a folder"), std::string::npos) << folder.error().message;
  EXPECT_FALSE(InputFile::open(""));
}

TEST_F(File, ADashMeansStandardInput) {
  const auto file = InputFile::open("-");
  ASSERT_TRUE(file);
  EXPECT_EQ(file->name(), "standard input");
}

TEST(LineReader, TakesLinesWithEitherLineEndAndCountsThemFromOne) {
  EXPECT_EQ(lines_of("a\nb\r\n\nc"),
            (std::vector<Line>{{"a", 1, false}, {"b", 2, false}, {"", 3, false}, {"c", 4, false}}));
  EXPECT_EQ(lines_of(""), std::vector<Line>{});
  EXPECT_EQ(lines_of("\n"), (std::vector<Line>{{"", 1, false}}));
  EXPECT_EQ(lines_of("\r\n\r\n"), (std::vector<Line>{{"", 1, false}, {"", 2, false}}));
  EXPECT_EQ(lines_of("a\rb\n"), (std::vector<Line>{{"a\rb", 1, false}}));
  EXPECT_EQ(lines_of("a\r"), (std::vector<Line>{{"a", 1, false}}));
  const std::string with_zero("a\0b\n\xff", 5);
  EXPECT_EQ(lines_of(with_zero), (std::vector<Line>{{std::string("a\0b", 3), 1, false}, {"\xff", 2, false}}));
}

TEST(LineReader, OfAnOverlongLineTheBeginningIsKeptAndTheNextLineIsWhole) {
  EXPECT_EQ(lines_of("abcdef\nxy\n", 4), (std::vector<Line>{{"abcd", 1, true}, {"xy", 2, false}}));
  EXPECT_EQ(lines_of("abcdef", 4), (std::vector<Line>{{"abcd", 1, true}}));
}

TEST(LineReader, ALineOfExactlyTheGreatestLengthIsNotCutWhateverItsLineEnd) {
  EXPECT_EQ(lines_of("abcd\nx", 4), (std::vector<Line>{{"abcd", 1, false}, {"x", 2, false}}));
  EXPECT_EQ(lines_of("abcd\r\nx", 4), (std::vector<Line>{{"abcd", 1, false}, {"x", 2, false}}));
  EXPECT_EQ(lines_of("abcd", 4), (std::vector<Line>{{"abcd", 1, false}}));
}

TEST(LineReader, ALineWithoutEndStaysInBoundedMemory) {
  // A stream of a given number of the same character, made as it is read.
  class Endless : public std::streambuf {
   public:
    explicit Endless(std::size_t size) : left_(size) {}

   protected:
    int_type underflow() override {
      if (left_ == 0) return traits_type::eof();
      const std::size_t some = std::min(left_, sizeof buffer_);
      left_ -= some;
      std::fill(buffer_, buffer_ + some, 'x');
      setg(buffer_, buffer_, buffer_ + some);
      return 'x';
    }

   private:
    std::size_t left_;
    char buffer_[4096];
  };
  Endless source(20'000'000);
  std::istream in(&source);
  LineReader reader(in);
  ASSERT_TRUE(reader.next());
  EXPECT_TRUE(reader.is_cut());
  EXPECT_EQ(reader.line().size(), LineReader::kLongestLine);
  EXPECT_LE(reader.line().capacity(), 4 * LineReader::kLongestLine);
  EXPECT_FALSE(reader.next());
}

}  // namespace
}  // namespace tabia::base
