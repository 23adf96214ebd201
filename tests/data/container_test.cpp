#include "data/container.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <thread>

#include "base/hash.h"
#include "chess/fen.h"
#include "data/manifest.h"
#include "data/random_games.h"
#include "sanitized.h"

namespace {

namespace fs = std::filesystem;
using namespace tabia;
using namespace tabia::data;
using namespace tabia::data::test;

// Distance in bytes between damaged places.
constexpr std::size_t kDamageStep = tabia::test::rounds<std::size_t>(1, 7);

const DataInfo kInfo{.scale = {"tabia", 123.5},
                     .network = "best.net 0123456789abcdef",
                     .source = "self-play, \"quoted\", 5000 nodes",
                     .seed = ~std::uint64_t{0},
                     .history = {{"gen", "nodes=5000"}, {"filter", "ply>=16"}}};

// A new folder for each test, removed afterward.
class ContainerTest : public testing::Test {
 protected:
  ContainerTest()
      : folder_(fs::path(testing::TempDir()) /
                ("tabia_container_" + std::to_string(getpid()) + "_" +
                 testing::UnitTest::GetInstance()->current_test_info()->name())) {
    fs::create_directories(folder_);
  }
  ~ContainerTest() override { fs::remove_all(folder_); }
  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }
  [[nodiscard]] std::string folder() const { return folder_.string(); }

 private:
  fs::path folder_;
};

std::string content_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void put(const std::string& path, const std::string& content) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
}

void write_all(const std::string& path, const std::vector<GameRecord>& records,
               const ContainerOptions& options = {}) {
  auto writer = ContainerWriter::create(path, kInfo, options);
  ASSERT_TRUE(writer.ok()) << writer.error().message;
  for (const GameRecord& record : records) ASSERT_TRUE((*writer)->write(record).ok());
  const auto finished = (*writer)->finish();
  ASSERT_TRUE(finished.ok()) << finished.error().message;
  EXPECT_EQ((*writer)->losses(), "");
}

struct ReadBack {
  std::vector<GameRecord> records;
  std::vector<std::string> errors;
};

ReadBack read_all(const std::string& path) {
  ReadBack back;
  auto reader = ContainerReader::open(path);
  if (!reader) {
    back.errors.push_back(reader.error().message);
    return back;
  }
  GameRecord record;
  for (;;) {
    const auto more = (*reader)->next(record);
    if (!more) {
      back.errors.push_back(more.error().message);
    } else if (!*more) {
      return back;
    } else {
      back.records.push_back(record);
    }
  }
}

// Are the records some of the expected ones, in their order?
bool is_subsequence(const std::vector<GameRecord>& some, const std::vector<GameRecord>& all) {
  std::size_t at = 0;
  for (const GameRecord& record : some) {
    while (at < all.size() && !(all[at] == record)) ++at;
    if (at++ == all.size()) return false;
  }
  return true;
}

TEST_F(ContainerTest, GamesOfEveryKindComeBackTheSame) {
  const auto games = random_games(1, 300);
  write_all(path("a.tabia"), games, {.block_bytes = 20000});
  const ReadBack back = read_all(path("a.tabia"));
  EXPECT_TRUE(back.errors.empty()) << back.errors.front();
  EXPECT_EQ(back.records, games);
  const auto container = Container::open(path("a.tabia"));
  ASSERT_TRUE(container.ok());
  EXPECT_EQ(container->info(), kInfo);
  EXPECT_GT(container->block_count(), 3u);
  EXPECT_EQ(container->records(), games.size());
}

TEST_F(ContainerTest, RatingsComeBackAlsoOfSinglePositions) {
  auto games = random_games(5, 40);
  for (std::size_t i = 0; i < games.size(); ++i) {
    if (i % 3 == 0) games[i].ratings = {static_cast<std::uint16_t>(1500 + i), 2817};
    if (i % 3 == 1) games[i].ratings = {0, 65535};
    if (i % 5 == 0) games[i].plies.resize(1);
  }
  write_all(path("a.tabia"), games, {.block_bytes = 5000});
  const ReadBack back = read_all(path("a.tabia"));
  EXPECT_TRUE(back.errors.empty()) << back.errors.front();
  EXPECT_EQ(back.records, games);
  for_each_sample(back.records[3], [&](const Sample& sample) {
    EXPECT_EQ(sample.rating, sample.position.side_to_move() == chess::Color::White ? 1503 : 2817);
  });
}

TEST_F(ContainerTest, RandomGamesReachEveryKindOfMove) {
  std::array<int, 4> kinds{};
  int chess960_castlings = 0;
  for (const GameRecord& game : random_games(1, 300)) {
    for_each_sample(game, [&](const Sample& sample) {
      if (!sample.move) return;
      ++kinds[static_cast<std::size_t>(sample.move.kind())];
      chess960_castlings += sample.move.is_castling() && chess::file_of(sample.move.from()) != 4;
    });
  }
  for (const int count : kinds) EXPECT_GT(count, 10);
  EXPECT_GT(chess960_castlings, 5);
}

TEST_F(ContainerTest, EveryLegalMoveHasACodeOfItsOwn) {
  base::Random random(5);
  for (int i = 0; i < 20; ++i) {
    const GameRecord game = random_game(random, 120);
    for_each_sample(game, [](const Sample& sample) {
      int known = 0;
      for (unsigned mover = 0; mover < 18; ++mover) {
        for (unsigned target = 0; target < 32; ++target) {
          const MoveCode code{static_cast<std::uint8_t>(mover), static_cast<std::uint8_t>(target)};
          const chess::Move move = move_of(sample.position, code);
          if (!move) continue;
          ++known;
          const MoveCode again = code_of(sample.position, move);
          ASSERT_EQ(again.mover, code.mover);
          ASSERT_EQ(again.target, code.target);
        }
      }
      ASSERT_EQ(known, chess::legal_moves(sample.position).size());
    });
  }
}

TEST_F(ContainerTest, SinglePositionsComeBackTheSame) {
  const auto records = single_positions(random_games(2, 40));
  write_all(path("a.tabia"), records, {.block_bytes = 50000});
  const ReadBack back = read_all(path("a.tabia"));
  EXPECT_TRUE(back.errors.empty()) << back.errors.front();
  EXPECT_EQ(back.records, records);
  EXPECT_EQ(Container::open(path("a.tabia"))->block(0).header.kind, BlockKind::Positions);
}

TEST_F(ContainerTest, GamesAndPositionsMixedKeepTheirOrder) {
  auto records = random_games(3, 40);
  const auto singles = single_positions(random_games(4, 3));
  for (std::size_t i = 0; i < singles.size(); i += 3)
    records.insert(records.begin() + static_cast<std::ptrdiff_t>(i % records.size()), singles[i]);
  write_all(path("a.tabia"), records, {.block_bytes = 3000});
  EXPECT_EQ(read_all(path("a.tabia")).records, records);
}

TEST_F(ContainerTest, ACounterThatRanTooFarIsCutAndTheLossTold) {
  chess::Position position = *chess::parse_fen("4k3/8/8/8/8/8/8/4K2R w - - 149 9999");
  for (const chess::Square to : {chess::Square::D1, chess::Square::D8})
    position.make(chess::Move(position.king_square(position.side_to_move()), to));
  position.make(chess::Move(chess::Square::D1, chess::Square::E1));
  auto writer = ContainerWriter::create(path("a.tabia"), {});
  ASSERT_TRUE((*writer)->write({.start = position, .plies = {{}}}).ok());
  ASSERT_TRUE((*writer)->finish().ok());
  EXPECT_NE((*writer)->losses(), "");
  const ReadBack back = read_all(path("a.tabia"));
  EXPECT_TRUE(back.errors.empty());
  ASSERT_EQ(back.records.size(), 1u);
  EXPECT_EQ(back.records[0].start.halfmove_clock(), chess::kMaxHalfmoveClock);
}

TEST_F(ContainerTest, NoFlippedByteEverGivesOtherRecords) {
  const auto games = random_games(6, 6, 25);
  auto records = games;
  for (const GameRecord& single : single_positions(random_games(7, 1, 6))) records.push_back(single);
  write_all(path("a.tabia"), records, {.block_bytes = 150});
  const std::string whole = content_of(path("a.tabia"));
  ASSERT_GT(Container::open(path("a.tabia"))->block_count(), 3u);
  for (std::size_t i = 0; i < whole.size(); i += kDamageStep) {
    for (const int change : {0x01, 0x80, 0xFF}) {
      std::string damaged = whole;
      damaged[i] = static_cast<char>(damaged[i] ^ change);
      put(path("b.tabia"), damaged);
      const ReadBack back = read_all(path("b.tabia"));
      ASSERT_TRUE(is_subsequence(back.records, records)) << "byte " << i;
      if (back.records.size() < records.size()) {
        ASSERT_FALSE(back.errors.empty()) << "byte " << i;
        ASSERT_GE(back.records.size() + 5, records.size()) << "byte " << i << ": more than one block is lost";
      }
    }
  }
}

TEST_F(ContainerTest, TruncatedAtAnyLengthItGivesTheWholeBlocks) {
  const auto records = random_games(8, 8, 25);
  write_all(path("a.tabia"), records, {.block_bytes = 150});
  const std::string whole = content_of(path("a.tabia"));
  std::size_t last = 0;
  for (std::size_t size = (whole.size() - 1) % kDamageStep; size < whole.size(); size += kDamageStep) {
    put(path("b.tabia"), whole.substr(0, size));
    const ReadBack back = read_all(path("b.tabia"));
    ASSERT_TRUE(std::equal(back.records.begin(), back.records.end(), records.begin())) << size;
    ASSERT_GE(back.records.size(), last) << size;
    last = back.records.size();
  }
  EXPECT_EQ(last, records.size());
}

TEST_F(ContainerTest, BytesInFrontAndBetweenArePassedOverAndReported) {
  const auto records = random_games(9, 20, 60);
  write_all(path("a.tabia"), records, {.block_bytes = 1000});
  const std::string whole = content_of(path("a.tabia"));
  const auto container = Container::open(path("a.tabia"));
  const std::size_t middle = container->block(2).offset;
  const std::string noise = "TABIABLK and then nothing of the kind, for a while at least";
  put(path("b.tabia"), noise + whole.substr(0, middle) + noise + whole.substr(middle));
  const ReadBack back = read_all(path("b.tabia"));
  EXPECT_EQ(back.records, records);
  EXPECT_GE(back.errors.size(), 2u);
  EXPECT_NE(back.errors[0].find("bytes 0 to"), std::string::npos) << back.errors[0];
}

TEST_F(ContainerTest, ABlockThatIsMissingWithoutATraceIsReported) {
  const auto records = random_games(10, 20, 60);
  write_all(path("a.tabia"), records, {.block_bytes = 1000});
  const auto container = Container::open(path("a.tabia"));
  const std::string whole = content_of(path("a.tabia"));
  put(path("b.tabia"),
      whole.substr(0, container->block(1).offset) + whole.substr(container->block(2).offset));
  const ReadBack back = read_all(path("b.tabia"));
  EXPECT_TRUE(is_subsequence(back.records, records));
  ASSERT_FALSE(back.errors.empty());
  EXPECT_NE(back.errors[0].find("found block 3, expected block 2"), std::string::npos) << back.errors[0];
}

TEST_F(ContainerTest, NothingIsLeftOfAFileThatWasNotFinished) {
  {
    auto writer = ContainerWriter::create(path("a.tabia"), {});
    ASSERT_TRUE((*writer)->write(random_games(1, 1)[0]).ok());
  }
  EXPECT_TRUE(fs::is_empty(folder()));
}

TEST_F(ContainerTest, BlocksCanBeReadFromSeveralThreads) {
  const auto records = random_games(11, 100);
  write_all(path("a.tabia"), records, {.block_bytes = 4000});
  const auto container = Container::open(path("a.tabia"));
  ASSERT_TRUE(container.ok());
  std::atomic<std::uint64_t> positions = 0;
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 3; ++t) {
    threads.emplace_back([&, t] {
      BlockContent content;
      for (std::size_t i = t; i < container->block_count(); i += 3) {
        ASSERT_TRUE(container->read_block(i, content).ok());
        ASSERT_TRUE(visit_samples(content, [&](const Sample&) { ++positions; }).ok());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(positions, container->positions());
}

TEST_F(ContainerTest, AFolderIsReadInTheOrderOfNames) {
  const auto records = random_games(12, 30, 60);
  const auto part = [&](int begin, int end) {
    return std::vector<GameRecord>(records.begin() + begin, records.begin() + end);
  };
  write_all(path("02.tabia"), part(10, 30));
  write_all(path("01.tabia"), part(0, 10));
  put(path("notes.txt"), "not data");
  const ReadBack back = read_all(folder());
  EXPECT_TRUE(back.errors.empty());
  EXPECT_EQ(back.records, records);
}

TEST_F(ContainerTest, ShardsThatDisagreeAboutTheScaleAreRefused) {
  write_all(path("1.tabia"), random_games(13, 1));
  DataInfo other;
  other.scale = {"centipawns", 100};
  auto writer = ContainerWriter::create(path("2.tabia"), other);
  ASSERT_TRUE((*writer)->finish().ok());
  const auto container = Container::open(folder());
  ASSERT_FALSE(container.ok());
  EXPECT_NE(container.error().message.find("centipawns"), std::string::npos);
}

TEST_F(ContainerTest, WhatIsNoContainerIsRefused) {
  put(path("a.tabia"), "hello");
  put(path("empty.tabia"), "");
  EXPECT_FALSE(Container::open(path("a.tabia")).ok());
  EXPECT_FALSE(Container::open(path("empty.tabia")).ok());
  EXPECT_FALSE(Container::open(path("none.tabia")).ok());
}

// --- shards

TEST_F(ContainerTest, AShardGoesOnBehindItsLastWholeBlockWhereverItWasCut) {
  const auto records = random_games(14, 12, 40);
  const ContainerOptions options{.block_bytes = 200};
  {
    auto shard = ShardWriter::open(path("a.tabia"), kInfo, options);
    ASSERT_TRUE(shard.ok()) << shard.error().message;
    for (std::size_t i = 0; i < 8; ++i) ASSERT_TRUE((*shard)->write(records[i]).ok());
    ASSERT_TRUE((*shard)->finish().ok());
  }
  const std::string whole = content_of(path("a.tabia"));
  for (std::size_t size = 0; size <= whole.size(); size += size + 41 < whole.size() ? 41 : 1) {
    put(path("b.tabia"), whole.substr(0, size));
    auto shard = ShardWriter::open(path("b.tabia"), kInfo, options);
    ASSERT_TRUE(shard.ok()) << size << ": " << shard.error().message;
    const std::size_t kept = (*shard)->records();
    ASSERT_LE(kept, 8u);
    for (std::size_t i = 8; i < records.size(); ++i) ASSERT_TRUE((*shard)->write(records[i]).ok());
    ASSERT_TRUE((*shard)->finish().ok());
    const ReadBack back = read_all(path("b.tabia"));
    ASSERT_TRUE(back.errors.empty()) << size << ": " << back.errors.front();
    ASSERT_EQ(back.records.size(), kept + 4) << size;
    ASSERT_TRUE(is_subsequence(back.records, records)) << size;
    if (size == whole.size()) {
      ASSERT_EQ(kept, 8u);
    }
  }
}

TEST_F(ContainerTest, WhatAShardHasFlushedIsThereForOthersBeforeItIsFinished) {
  const auto records = random_games(15, 3);
  auto shard = ShardWriter::open(path("a.tabia"), kInfo);
  ASSERT_TRUE((*shard)->write(records[0]).ok());
  ASSERT_TRUE((*shard)->flush().ok());
  ASSERT_TRUE((*shard)->write(records[1]).ok());
  const ReadBack back = read_all(path("a.tabia"));
  EXPECT_TRUE(back.errors.empty());
  EXPECT_EQ(back.records, std::vector<GameRecord>{records[0]});
}

TEST_F(ContainerTest, AShardOfOtherDataIsNotAppendedTo) {
  ASSERT_TRUE((*ShardWriter::open(path("a.tabia"), kInfo))->finish().ok());
  DataInfo other = kInfo;
  other.network = "another";
  const auto shard = ShardWriter::open(path("a.tabia"), other);
  ASSERT_FALSE(shard.ok());
  put(path("notes.txt"), "precious");
  EXPECT_FALSE(ShardWriter::open(path("notes.txt"), kInfo).ok());
  EXPECT_EQ(content_of(path("notes.txt")), "precious");
}

TEST_F(ContainerTest, ADamagedBlockInTheMiddleOfAShardIsNotBuiltUpon) {
  const auto records = random_games(16, 12, 40);
  write_all(path("a.tabia"), records, {.block_bytes = 200});
  std::string damaged = content_of(path("a.tabia"));
  const auto container = Container::open(path("a.tabia"));
  damaged[container->block(1).offset + 3] ^= 1;
  damaged.resize(damaged.size() - 16);  // so that the index is not used
  put(path("a.tabia"), damaged);
  EXPECT_FALSE(ShardWriter::open(path("a.tabia"), kInfo).ok());
  EXPECT_EQ(content_of(path("a.tabia")), damaged);
}

// --- the format

TEST_F(ContainerTest, TheManifestIsJsonThatKeepsEverything) {
  const auto parsed = parse_manifest(to_json(kInfo));
  ASSERT_TRUE(parsed.ok()) << parsed.error().message;
  EXPECT_EQ(*parsed, kInfo);
  EXPECT_FALSE(parse_manifest("{}").ok());
  EXPECT_FALSE(parse_manifest("[1").ok());
}

// A file made today must be readable forever: its bytes are fixed here (uncompressed parts only).
TEST_F(ContainerTest, TheBytesOfARecordAreThoseOfTheFormatPage) {
  const Sample sample{.position = *chess::parse_fen("4k3/8/8/8/3Pp3/8/8/4K2R b K d3 0 7"),
                      .move = chess::Move(chess::Square::E4, chess::Square::D3, chess::MoveKind::EnPassant),
                      .score = -300,
                      .ply = 13,
                      .outcome = Outcome::Win};
  const PackedSample bytes = packed(sample);
  const std::string expected(
      "\x90\x00\x00\x18\x00\x00\x00\x10"
      "\xC5\x6E\x0B\0\0\0\0\0\0\0\0\0\0\0\0\0"
      "\x07\x80\x00\x02\xD4\xFE\xDC\x84\x0D\x00",
      34);
  EXPECT_EQ(std::string(bytes.data(), bytes.size()), expected);
  EXPECT_EQ(*unpack_sample(expected), sample);

  GameEncoder encoder;
  GameRecord game;
  game.result = chess::GameResult::Draw;
  game.plies = {{chess::Move(chess::Square::E2, chess::Square::E4), 30}, {chess::Move::none(), -25}};
  encoder.add(game);
  EXPECT_EQ(encoder.content(), std::string("\x02\0\0\0\x01\0\0\0\x01\0\0\0\x02\0\0\0"
                                           "\x0B\x02"
                                           "\x0C"
                                           "\x01"
                                           "\x3C\x0A",
                                           22));
  encoder.clear();
  game.ratings = {1500, 90};
  encoder.add(game);
  EXPECT_EQ(encoder.content().substr(16, 5), "\x2B\xDC\x0B\x5A\x02");
}

TEST_F(ContainerTest, AnyBytesAsASampleAreASampleOrAnError) {
  base::Random random(17);
  const auto singles = single_positions(random_games(18, 5));
  for (int i = 0; i < 20000; ++i) {
    Sample sample;
    for_each_sample(singles[random.below(static_cast<std::uint32_t>(singles.size()))],
                    [&](const Sample& given) { sample = given; });
    PackedSample bytes = packed(sample);
    for (unsigned n = random.below(3) + 1; n > 0; --n)
      bytes[random.below(kPackedSampleBytes)] = static_cast<char>(random.next());
    const auto unpacked = unpack_sample({bytes.data(), bytes.size()});
    if (unpacked) {
      EXPECT_EQ(packed(*unpacked), bytes);
    }
  }
}

}  // namespace
