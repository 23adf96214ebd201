#include "base/file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "base/compression.h"
#include "base/text.h"

namespace tabia::base {
namespace {

// A new folder for each test, removed afterward.
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

TEST_F(File, APipeIsWrittenStraightAndStaysOne) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  const int reader = ::open(path("pipe").c_str(), O_RDONLY | O_NONBLOCK);
  ASSERT_GE(reader, 0);
  EXPECT_TRUE(is_written_straight(path("pipe")));
  ASSERT_TRUE(write_file_atomically(path("pipe"), "content"));
  std::string got(100, '\0');
  got.resize(static_cast<std::size_t>(std::max<ssize_t>(0, ::read(reader, got.data(), got.size()))));
  ::close(reader);
  EXPECT_EQ(got, "content");
  EXPECT_TRUE(std::filesystem::is_fifo(path("pipe")));
  EXPECT_EQ(files_in_folder(), 1u);
}

TEST_F(File, ALinkIsFollowedAndStaysOneAlsoIfItLeadsNowhereYet) {
  std::filesystem::create_directory(path("folder"));
  std::filesystem::create_symlink("folder/file", path("link"));
  std::filesystem::create_symlink("link", path("second"));
  for (const std::string content : {"new", "newer"}) {
    ASSERT_TRUE(write_file_atomically(path("second"), content));
    EXPECT_TRUE(std::filesystem::is_symlink(path("link")));
    EXPECT_TRUE(std::filesystem::is_symlink(path("second")));
    EXPECT_EQ(content_of(path("folder/file")), content);
  }
  EXPECT_EQ(files_in_folder(), 3u);
}

TEST_F(File, WhoMayReadAFileStaysAsItWas) {
  ASSERT_TRUE(write_file_atomically(path("a"), "secret"));
  std::filesystem::permissions(path("a"), std::filesystem::perms::owner_read);
  ASSERT_TRUE(write_file_atomically(path("a"), "another"));
  EXPECT_EQ(std::filesystem::status(path("a")).permissions(), std::filesystem::perms::owner_read);
}

TEST_F(File, AnOpenDescriptorIsWrittenWhereItStands) {
  const int file = ::open(path("a").c_str(), O_RDWR | O_CREAT, 0600);
  ASSERT_GE(file, 0);
  ASSERT_EQ(::write(file, "before,", 7), 7);
  ASSERT_TRUE(write_file_atomically(concat("/dev/fd/", file), "after"));
  ::close(file);
  EXPECT_EQ(content_of(path("a")), "before,after");
  EXPECT_FALSE(write_file_atomically("/dev/fd/99999", "x"));
}

TEST_F(File, WhatIsSyncedHasNoNameBeforeItIsFinished) {
  auto file = OutputFile::create(path("a"));
  ASSERT_TRUE(file) << file.error().message;
  ASSERT_TRUE(file->write("x"));
  ASSERT_TRUE(file->sync());
  EXPECT_FALSE(std::filesystem::exists(path("a")));
  ASSERT_TRUE(file->finish());
  EXPECT_EQ(content_of(path("a")), "x");
  EXPECT_EQ(files_in_folder(), 1u);
}

TEST(StandardOutput, HasItsNames) {
  for (const std::string_view name : {"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"})
    EXPECT_TRUE(names_standard_output(name)) << name;
  for (const std::string_view name : {"", "./-", "/dev/stderr", "/dev/fd/10", "stdout"})
    EXPECT_FALSE(names_standard_output(name)) << name;
}

// --- compressed text

std::string zstd_of(std::string_view text) {
  const std::array portions = {std::as_bytes(std::span(text.data(), text.size()))};
  auto frame = compressed(std::span<const std::span<const std::byte>>(portions));
  return frame ? *frame : std::string();
}

std::string all_of(InputFile& file) { return {std::istreambuf_iterator<char>(file.stream()), {}}; }

TEST_F(File, CompressedTextIsKnownByItsContentWhateverItsName) {
  if (!has_compression()) GTEST_SKIP() << "this build has no zstd";
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += concat("line ", i, '\n');
  ASSERT_TRUE(write_file_atomically(path("a.pgn"), zstd_of(text)));
  auto file = InputFile::open(path("a.pgn"));
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(all_of(*file), text);
  EXPECT_FALSE(file->fault());
  ASSERT_TRUE(write_file_atomically(path("b.zst"), "(plain)\n"));
  auto plain = InputFile::open(path("b.zst"));
  ASSERT_TRUE(plain) << plain.error().message;
  EXPECT_EQ(all_of(*plain), "(plain)\n") << "it begins with the first byte of a frame";
}

TEST_F(File, GzipIsReadToo) {
  if (!StreamDecoder::make(Compression::Gzip)) GTEST_SKIP() << "this build has no zlib";
  ASSERT_TRUE(write_file_atomically(path("a"), "some text\n"));
  if (std::system(concat("gzip -c '", path("a"), "' > '", path("b"), "'").c_str()) != 0)
    GTEST_SKIP() << "needs gzip";
  auto file = InputFile::open(path("b"));
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(all_of(*file), "some text\n");
}

TEST_F(File, CompressedTextThatIsCutOffIsAFault) {
  if (!has_compression()) GTEST_SKIP() << "this build has no zstd";
  const std::string frame = zstd_of(std::string(1000, 'x'));
  for (const std::size_t kept : {std::size_t{4}, frame.size() - 1}) {
    ASSERT_TRUE(write_file_atomically(path("a"), frame.substr(0, kept)));
    auto file = InputFile::open(path("a"));
    ASSERT_TRUE(file) << file.error().message;
    (void)all_of(*file);
    EXPECT_TRUE(file->fault()) << kept;
  }
  // Too few bytes to tell count as text.
  ASSERT_TRUE(write_file_atomically(path("a"), frame.substr(0, 3)));
  auto file = InputFile::open(path("a"));
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(all_of(*file), frame.substr(0, 3));
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
