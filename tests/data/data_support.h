// tests/data/data_support.h: shared by the tests of training data: random records of every kind, reading and
// writing in memory, and samples in a form that is easy to compare.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "chess/fen.h"
#include "chess/notation.h"
#include "chess/test_support.h"
#include "data/conversion.h"
#include "data/formats.h"
#include "data/game_record.h"

namespace tabia::data::test {

using chess::test::shared_path;

inline const Format& format_called(std::string_view name) { return **format_named(name); }

// A reader of bytes in memory.
inline base::Result<std::unique_ptr<RecordReader>> reader_of(std::string_view format, std::string bytes,
                                                             const ReadOptions& options = {},
                                                             Compression compression = Compression::None) {
  auto input = Input::of_bytes(std::move(bytes), "test", compression);
  TABIA_CHECK(input.ok(), input.error().message.c_str());
  return format_called(format).reader_of(std::move(*input), options);
}

struct Content {
  std::vector<GameRecord> records;
  std::vector<std::string> errors;

  [[nodiscard]] std::vector<Sample> samples() const {
    std::vector<Sample> all;
    for (const GameRecord& record : records) {
      for_each_sample(record, [&](const Sample& sample) { all.push_back(sample); });
    }
    return all;
  }
};

// Everything that a reader returns. A reader that returns errors without end fails the test.
inline Content content_of(RecordReader& reader, std::size_t most_errors = 100'000) {
  Content content;
  GameRecord record;
  for (;;) {
    const auto more = reader.next(record);
    if (!more) {
      content.errors.push_back(more.error().message);
      if (content.errors.size() > most_errors) {
        ADD_FAILURE() << "the errors don't end: " << more.error().message;
        return content;
      }
      continue;
    }
    if (!*more) return content;
    EXPECT_FALSE(record.plies.empty());
    content.records.push_back(record);
  }
}

inline Content content_of_bytes(std::string_view format, const std::string& bytes,
                                const ReadOptions& options = {}) {
  auto reader = reader_of(format, bytes, options);
  if (!reader) {
    ADD_FAILURE() << reader.error().message;
    return {};
  }
  return content_of(**reader);
}

inline Content content_of_file(const std::string& path, const ReadOptions& options = {}) {
  auto reader = open_reader(path, options);
  if (!reader) {
    ADD_FAILURE() << reader.error().message;
    return {};
  }
  return content_of(**reader);
}

struct Written {
  std::string bytes;
  std::string losses;
};

inline Written written(std::string_view format, const std::vector<GameRecord>& records,
                       const WriteOptions& options = {}) {
  Written result;
  auto writer = format_called(format).writer_of(std::make_unique<MemorySink>(result.bytes), options);
  for (const GameRecord& record : records) EXPECT_TRUE(writer->write(record).ok());
  EXPECT_TRUE(writer->finish().ok());
  result.losses = writer->losses();
  return result;
}

// A sample as one line of text.
inline std::string shown(const Sample& sample) {
  return chess::to_fen(sample.position) + " | " + chess::to_uci(sample.move) + " | " +
         std::to_string(sample.score) + " | " + std::to_string(sample.ply) + " | " +
         std::to_string(static_cast<int>(sample.outcome));
}

inline std::int16_t random_score(base::Random& random) {
  switch (random.below(8)) {
    case 0:
      return static_cast<std::int16_t>(base::kNoScore);
    case 1:
      return score_of_mate(static_cast<int>(random.below(80)) - 40);
    case 2:
      return static_cast<std::int16_t>(static_cast<int>(random.below(2 * 31'700)) - 31'700);
    default:
      return static_cast<std::int16_t>(static_cast<int>(random.below(800)) - 400);
  }
}

inline chess::GameResult random_result(base::Random& random) {
  constexpr std::array kResults = {chess::GameResult::WhiteWins, chess::GameResult::BlackWins,
                                   chess::GameResult::Draw, chess::GameResult::Unknown};
  return kResults[random.below(kResults.size())];
}

// Games of standard chess, Chess960 and double Chess960 in turn, from their start or from the middle, some with a last
// position in which nothing is played, some with a ply that differs from the move number.
inline std::vector<GameRecord> random_records(std::uint64_t seed, int count) {
  chess::test::RandomPlay play(seed);
  base::Random random(seed + 1);
  std::vector<GameRecord> records;
  while (static_cast<int>(records.size()) < count) {
    for (std::uint32_t skipped = random.below(40); skipped > 0; --skipped) play.step();
    GameRecord record;
    record.start = play.position();
    record.first_ply =
        static_cast<std::uint16_t>(ply_of(record.start) + (random.below(5) == 0 ? 2 * random.below(50) : 0));
    record.result = random_result(random);
    const std::size_t length = 1 + random.below(80);
    while (record.plies.size() < length) {
      const std::size_t played = play.moves().size();
      const chess::Move move = play.choose();
      play.play(move);
      record.plies.push_back({.move = move, .score = random_score(random)});
      if (play.moves().size() <= played) break;  // a new game
    }
    if (random.below(3) == 0) record.plies.back().move = chess::Move::none();
    records.push_back(record);
  }
  return records;
}

// A new folder, removed after the test.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "tabia-data-XXXXXX").string();
    TABIA_CHECK(::mkdtemp(name.data()) != nullptr, "no temporary folder");
    path_ = name;
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  [[nodiscard]] std::string file(std::string_view name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace tabia::data::test
