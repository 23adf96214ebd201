#include "data/formats.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "base/compression.h"
#include "base/file.h"
#include "data/data_support.h"

namespace tabia::data::test {
namespace {

bool mentions(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

constexpr std::string_view kTextLine =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | 20 | 0.5\n";

TEST(Formats, AreFoundByExtensionAlsoWhenCompressed) {
  const std::pair<std::string_view, std::string_view> expected[] = {
      {"a.binpack", "binpack"}, {"a.plain", "plain"},     {"a.plain.zst", "plain"},
      {"b/c.bf", "bullet"},     {"a.data", "bullet"},     {"a.txt", "bullet-text"},
      {"a.vf", "viri"},         {"a.viriformat", "viri"}, {"a.csv", "csv"},
      {"a.csv.zst", "csv"},     {"a.tsv", "tsv"},         {"a.epd.gz", "epd"},
      {"a.pgn", "pgn"},         {"a.pgn.zst", "pgn"},     {"lichess_db_eval.jsonl.zst", "lichess"}};
  for (const auto& [path, name] : expected) {
    const auto format = format_of_path(path);
    ASSERT_TRUE(format.ok()) << path;
    EXPECT_EQ((*format)->name, name) << path;
  }
}

TEST(Formats, AnUnknownExtensionIsRefusedAndTheKnownOnesAreListed) {
  const auto format = format_of_path("positions.xyz");
  ASSERT_FALSE(format.ok());
  EXPECT_TRUE(mentions(format.error().message, ".binpack") && mentions(format.error().message, ".jsonl"));
  EXPECT_FALSE(format_of_path(".binpack").ok());
}

TEST(Formats, AnUnknownNameIsRefusedAndTheKnownOnesAreListed) {
  const auto reader = open_reader("a.csv", {.format = "binpak"});
  ASSERT_FALSE(reader.ok());
  EXPECT_TRUE(mentions(reader.error().message, "binpack, plain, bullet"));
}

TEST(Formats, NamesAndExtensionsAreUnique) {
  std::vector<std::string_view> seen;
  for (const Format& format : formats()) {
    seen.push_back(format.name);
    for (const std::string_view extension : format.extensions) {
      EXPECT_TRUE(extension.starts_with('.'));
      seen.push_back(extension);
    }
  }
  for (std::size_t i = 0; i < seen.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(seen[i], seen[j]);
  }
}

TEST(Formats, WhatTheFormatFixesCannotBeDeclaredOtherwise) {
  const auto reader = open_reader("a.binpack", {.view = ScoreView::White});
  ASSERT_FALSE(reader.ok());
  EXPECT_TRUE(mentions(reader.error().message, "binpack fixes what its scores and results mean"))
      << reader.error().message;
}

TEST(Formats, AFileThatIsNotThereIsAnError) {
  const auto reader = open_reader("/nowhere/a.binpack");
  ASSERT_FALSE(reader.ok());
  EXPECT_TRUE(mentions(reader.error().message, "/nowhere/a.binpack"));
}

TEST(Formats, AFormatThatIsOnlyReadIsNotWritten) {
  EXPECT_TRUE(mentions(open_writer("a.pgn").error().message, "can't be written"));
  EXPECT_TRUE(mentions(open_writer("a.csv.zst").error().message, "without .gz, .bz2 or .zst"));
}

TEST(Formats, AFileAppearsOnlyWhenItIsFinished) {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.binpack");
  const auto files = [&] {
    return std::distance(std::filesystem::directory_iterator(std::filesystem::path(path).parent_path()), {});
  };
  GameRecord record;
  record.result = chess::GameResult::Draw;
  record.plies = {{.move = chess::test::move_of(record.start, "e2e4"), .score = 20}};
  {
    auto writer = open_writer(path);
    ASSERT_TRUE(writer.ok());
    EXPECT_TRUE((*writer)->write(record).ok());
    EXPECT_FALSE(std::filesystem::exists(path));
  }
  EXPECT_EQ(files(), 0);
  auto writer = open_writer(path);
  EXPECT_TRUE((*writer)->write(record).ok());
  EXPECT_TRUE((*writer)->finish().ok());
  EXPECT_EQ(files(), 1);
  const Content content = content_of_file(path);
  ASSERT_EQ(content.records.size(), 1u);
  EXPECT_EQ(content.records[0], record);
}

TEST(Formats, TheScaleIsThatOfTheFormatUnlessDeclared) {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.binpack");
  EXPECT_TRUE((*open_writer(path))->finish().ok());
  EXPECT_EQ((*open_reader(path))->info().scale.unit, "stockfish-internal");
  EXPECT_EQ((*open_reader(path))->info().source, path);
  const ScoreScale declared{"mine", 300};
  EXPECT_EQ((*open_reader(path, {.scale = declared}))->info().scale, declared);
}

// --- compressed input

TEST(CompressedInput, GzipIsRead) {
  if (!StreamDecoder::make(Compression::Gzip)) GTEST_SKIP() << "this build has no zlib";
  TemporaryFolder folder;
  const std::string path = folder.file("a.txt.gz");
  const std::string plain = folder.file("a.txt");
  std::ofstream(plain, std::ios::binary) << kTextLine << kTextLine;
  if (std::system(("gzip -k " + plain).c_str()) != 0) GTEST_SKIP() << "needs gzip";
  const Content content = content_of_file(path);
  EXPECT_TRUE(content.errors.empty());
  EXPECT_EQ(content.records.size(), 2u);
  // Two members, one after the other, are one file.
  const std::string member = base::read_file(path, 1 << 20).value();
  std::ofstream(path, std::ios::binary) << member << member;
  EXPECT_EQ(content_of_file(path).records.size(), 4u);
}

std::string zstd_frame(std::string_view text) {
  const std::array portions = {std::as_bytes(std::span(text.data(), text.size()))};
  auto frame = base::compressed(std::span<const std::span<const std::byte>>(portions));
  return frame ? *frame : std::string();
}

TEST(CompressedInput, ZstdFramesOneBehindTheOtherAreRead) {
  if (!base::has_compression()) GTEST_SKIP() << "this build mentions no zstd";
  std::string text;
  for (int i = 0; i < 5'000; ++i) text += kTextLine;
  const std::string frame = zstd_frame(text);
  auto reader = reader_of("bullet-text", frame + frame, {}, Compression::Zstd);
  const Content content = content_of(**reader);
  EXPECT_TRUE(content.errors.empty());
  EXPECT_EQ(content.records.size(), 10'000u);
  EXPECT_EQ((*reader)->bytes_read(), 2 * frame.size());
  EXPECT_EQ((*reader)->bytes_total(), 2 * frame.size());
}

TEST(CompressedInput, AFrameThatIsCutOffOrDamagedIsToldOnceBehindWhatCouldBeRead) {
  if (!base::has_compression()) GTEST_SKIP() << "this build mentions no zstd";
  std::string text;
  base::Random random(9);
  for (int i = 0; i < 20'000; ++i) {
    text += std::string(kTextLine.substr(0, 60)) + std::to_string(random.below(20'000)) + " | 0.5\n";
  }
  std::string frame = zstd_frame(text);
  auto reader = reader_of("bullet-text", frame.substr(0, frame.size() / 2), {}, Compression::Zstd);
  Content content = content_of(**reader);
  ASSERT_FALSE(content.errors.empty());
  EXPECT_TRUE(mentions(content.errors.back(), "in the middle of its compressed data"))
      << content.errors.back();
  frame[frame.size() / 2] = static_cast<char>(frame[frame.size() / 2] ^ 0x55);
  frame[4] = static_cast<char>(frame[4] ^ 0x7F);
  reader = reader_of("bullet-text", frame, {}, Compression::Zstd);
  content = content_of(**reader);
  EXPECT_FALSE(content.errors.empty());
}

TEST(CompressedInput, WhatIsNotCompressedIsAnErrorAndNoCrash) {
  for (const Compression compression : {Compression::Gzip, Compression::Zstd}) {
    if (!StreamDecoder::make(compression)) continue;
    for (const std::string& bytes : {std::string(), std::string("no such thing"), std::string(1000, '\0')}) {
      auto reader = reader_of("plain", bytes, {}, compression);
      const Content content = content_of(**reader);
      EXPECT_TRUE(content.records.empty());
      EXPECT_EQ(content.errors.size(), 1u);
    }
  }
}

}  // namespace
}  // namespace tabia::data::test
