#include "data/binpack.h"

#include <gtest/gtest.h>

#include <string>

#include "base/file.h"
#include "base/text.h"
#include "data/data_support.h"
#include "sanitized.h"

namespace tabia::data::test {
namespace {

std::string bytes_of(const std::string& path) { return base::read_file(path, std::size_t{1} << 30).value(); }

// A chunk with the given payload.
std::string chunk(const std::string& payload) {
  std::string head = "BINP";
  for (int i = 0; i < 4; ++i) head += static_cast<char>(payload.size() >> 8 * i & 0xFF);
  return head + payload;
}

// Records of standard chess that binpack holds without loss.
std::vector<GameRecord> plain_records(int count) {
  std::vector<GameRecord> kept;
  for (GameRecord& record : random_records(23, 3 * count)) {
    const auto rooks = record.start.castling_rooks();
    if (rooks & ~0x8100000000000081u || static_cast<int>(kept.size()) == count) continue;
    if (rooks && (record.start.king_square(chess::Color::White) != chess::Square::E1 ||
                  record.start.king_square(chess::Color::Black) != chess::Square::E8)) {
      continue;
    }
    record.result = chess::GameResult::WhiteWins;
    kept.push_back(record);
  }
  return kept;
}

// The example of the format's description: start position, 1. Nf3 c6 2. d4, scores 73, -62, 75.
TEST(Binpack, TheFirstBytesOfARealFileAreReadByHand) {
  const std::string stem(
      "\xFF\xFF\x00\x00\x00\x00\xFF\xFF\x2D\x84\x4A\xD2\x00\x00\x00\x00\x11\x11\x11\x11\x3E\x95\x5B\xE3"
      "\x06\x54\x00\x92\x00\x00\x00\x00",
      32);
  const std::string payload = stem + std::string("\x00\x02", 2) + "\x2D\x83\x5D\x07";
  const Content content = content_of_bytes("binpack", chunk(payload));
  ASSERT_EQ(content.records.size(), 1u);
  const GameRecord& record = content.records[0];
  EXPECT_EQ(record.start, chess::Position());
  EXPECT_EQ(record.result, chess::GameResult::Draw);
  ASSERT_EQ(record.plies.size(), 3u);
  EXPECT_EQ(chess::to_uci(record.plies[0].move), "g1f3");
  EXPECT_EQ(record.plies[0].score, 73);
  EXPECT_EQ(chess::to_uci(record.plies[1].move), "c7c6");
  EXPECT_EQ(record.plies[1].score, -62);
  EXPECT_EQ(chess::to_uci(record.plies[2].move), "d2d4");
  EXPECT_EQ(record.plies[2].score, 75);
}

TEST(Binpack, StockfishsSampleDecodesToEveryRowOfItsOwnDecoder) {
  TABIA_NEEDS_SHARED_FILE("binpack/sf_small.binpack");
  auto oracle = Input::open(shared_path("binpack/sf_small.reference.tsv.zst"));
  if (!oracle) GTEST_SKIP() << oracle.error().message;
  base::LineReader rows((*oracle)->stream());
  ASSERT_TRUE(rows.next());
  auto input = Input::open(shared_path("binpack/sf_small.binpack"));
  BinpackReader reader(std::move(*input), {});
  constexpr std::size_t kPositions = tabia::test::rounds(1'000'000, 40'000);
  std::size_t positions = 0;
  std::size_t different = 0;
  for (;;) {
    const auto more = reader.visit_next([&](const Sample& sample) {
      ++positions;
      ASSERT_TRUE(rows.next());
      // fen move score ply result; the move number of the FEN is a peculiarity of that decoder.
      const auto columns = base::split(rows.line(), '\t');
      ASSERT_EQ(columns.size(), 5u);
      const std::string fen = chess::to_fen(sample.position);
      const bool same = columns[0].substr(0, columns[0].rfind(' ')) == fen.substr(0, fen.rfind(' ')) &&
                        columns[1] == chess::to_uci(sample.move) &&
                        columns[2] == std::to_string(sample.score) &&
                        columns[3] == std::to_string(sample.ply) &&
                        columns[4] == std::to_string(static_cast<int>(sample.outcome));
      if (!same && ++different < 5) ADD_FAILURE() << rows.line() << "\n" << shown(sample);
    });
    ASSERT_TRUE(more.ok()) << more.error().message;
    if (!*more || positions > kPositions) break;
  }
  EXPECT_EQ(different, 0u);
  if (tabia::test::kSanitized) return;
  EXPECT_EQ(positions, 434'921u);
  EXPECT_FALSE(rows.next());
}

void expect_same_when_written_again(std::string_view name) {
  SCOPED_TRACE(name);
  const std::string original = bytes_of(shared_path(name));
  const Content content = content_of_bytes("binpack", original);
  EXPECT_TRUE(content.errors.empty());
  const Written again = written("binpack", content.records);
  EXPECT_EQ(again.losses, "");
  EXPECT_TRUE(again.bytes == original) << again.bytes.size() << " bytes, expected " << original.size();
}

TEST(Binpack, StockfishsFilesAreWrittenAgainByteByByte) {
  for (const std::string_view name : {"binpack/ep1.binpack", "binpack/sf_small.binpack"}) {
    TABIA_NEEDS_SHARED_FILE(name);
    expect_same_when_written_again(name);
  }
}

TEST(Binpack, TrainingSetsAreWrittenAgainByteByByteFull) {
  for (const std::string_view name :
       {"training/sf151_selfplay_700n_calm.binpack", "training/sf151_selfplay_700n.binpack"}) {
    TABIA_NEEDS_SHARED_FILE(name);
    expect_same_when_written_again(name);
  }
}

TEST(Binpack, ACaptureEnPassantComesOutOfTheStem) {
  TABIA_NEEDS_SHARED_FILE("binpack/ep1.binpack");
  const Content content = content_of_file(shared_path("binpack/ep1.binpack"));
  EXPECT_TRUE(content.errors.empty());
  EXPECT_EQ(content.samples().size(), 3u);
}

TEST(Binpack, TheTrainingSetHasTheCountsOfItsMakerFull) {
  TABIA_NEEDS_SHARED_FILE("training/sf151_selfplay_700n.binpack");
  auto reader = open_reader(shared_path("training/sf151_selfplay_700n.binpack"));
  ASSERT_TRUE(reader.ok());
  std::size_t chains = 0;
  std::size_t positions = 0;
  GameRecord record;
  for (;;) {
    const auto more = (*reader)->next(record);
    ASSERT_TRUE(more.ok()) << more.error().message;
    if (!*more) break;
    ++chains;
    positions += record.plies.size();
  }
  EXPECT_EQ(positions, 7'525'066u);
  EXPECT_EQ(chains, 350'140u);
  EXPECT_EQ((*reader)->bytes_read(), (*reader)->bytes_total());
}

TEST(Binpack, SinglePositionsThatFollowFromEachOtherAreJoinedToAChain) {
  const std::vector<GameRecord> games = plain_records(20);
  std::vector<GameRecord> single;
  for (const GameRecord& game : games) {
    for_each_sample(game, [&](const Sample& sample) { single.push_back(record_of(sample)); });
  }
  EXPECT_EQ(written("binpack", single).bytes, written("binpack", games).bytes);
}

TEST(Binpack, APositionWithoutMoveIsAChainOfItsOwn) {
  GameRecord record;
  record.result = chess::GameResult::Draw;
  record.plies = {{.move = chess::test::move_of(record.start, "e2e4"), .score = 20},
                  {.move = {}, .score = -20}};
  const Content content = content_of_bytes("binpack", written("binpack", {record}).bytes);
  ASSERT_EQ(content.records.size(), 2u);
  EXPECT_FALSE(content.records[1].plies[0].move);
  EXPECT_EQ(content.records[1].plies[0].score, -20);
  EXPECT_EQ(content.records[1].first_ply, 1);
}

TEST(Binpack, BehindADamagedChainTheNextOneIsFound) {
  const std::vector<GameRecord> records = plain_records(40);
  std::string bytes = written("binpack", records).bytes;
  const std::size_t all = content_of_bytes("binpack", bytes).records.size();
  bytes[8 + 24] = '\x7F';  // the move of the first stem
  const Content content = content_of_bytes("binpack", bytes);
  ASSERT_EQ(content.errors.size(), 1u);
  EXPECT_NE(content.errors[0].find("test: byte 8: chain: found the move"), std::string::npos)
      << content.errors[0];
  EXPECT_EQ(content.records.size(), all - 1);
}

TEST(Binpack, BytesBetweenChunksArePassedOverAndTold) {
  const std::string one = written("binpack", plain_records(5)).bytes;
  const std::size_t records = content_of_bytes("binpack", one).records.size();
  const Content content = content_of_bytes("binpack", "BIBINBI" + one + "rubbish" + one + "BI");
  EXPECT_EQ(content.records.size(), 2 * records);
  ASSERT_EQ(content.errors.size(), 3u);
  EXPECT_NE(content.errors[0].find("byte 0: found \"BIBI\""), std::string::npos) << content.errors[0];
  EXPECT_NE(content.errors[0].find("skipped 7 bytes"), std::string::npos) << content.errors[0];
  EXPECT_NE(content.errors[2].find("found 2 bytes at the end"), std::string::npos) << content.errors[2];
}

TEST(Binpack, AChunkLargerThanAllowedIsNotReadAndNotAllocated) {
  const Content content = content_of_bytes("binpack", std::string("BINP\xFF\xFF\xFF\xFF", 8));
  ASSERT_EQ(content.errors.size(), 1u);
  EXPECT_NE(content.errors[0].find("found a chunk of 4294967295 bytes"), std::string::npos);
}

TEST(Binpack, AChunkThatIsCutOffGivesItsWholeChains) {
  const std::vector<GameRecord> records = plain_records(30);
  const std::string bytes = written("binpack", records).bytes;
  const std::size_t all = content_of_bytes("binpack", bytes).records.size();
  const Content content = content_of_bytes("binpack", bytes.substr(0, bytes.size() - 3));
  EXPECT_EQ(content.records.size(), all - 1);
  ASSERT_EQ(content.errors.size(), 2u);
  EXPECT_NE(content.errors[1].find("the chunk ends after"), std::string::npos) << content.errors[1];
}

TEST(Binpack, TheNthSquareIsWhatTakingSquaresOneByOneGives) {
  base::Random random(1);
  for (int i = 0; i < 2'000; ++i) {
    chess::Bitboard set = random.next();
    if (i % 2) set &= random.next();
    unsigned n = 0;
    for (chess::Bitboard rest = set; rest; ++n) ASSERT_EQ(nth_square(set, n), chess::pop_first(rest));
  }
}

TEST(Binpack, BitsAreReadAsTheyWereWritten) {
  base::Random random(2);
  std::vector<std::pair<std::uint32_t, int>> fields;
  BitWriter writer;
  for (int i = 0; i < 500; ++i) {
    const int bits = static_cast<int>(random.below(25));
    const auto value = static_cast<std::uint32_t>(random.next() & ((1u << bits) - 1));
    fields.emplace_back(value, bits);
    writer.write(value, bits);
  }
  std::string bytes;
  writer.flush_to(bytes);
  BitReader reader({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
  for (const auto& [value, bits] : fields) {
    reader.fill();
    ASSERT_EQ(reader.read(bits), value);
  }
  EXPECT_FALSE(reader.is_overrun());
  EXPECT_EQ(reader.bytes_used(), bytes.size());
  reader.fill();
  EXPECT_EQ(reader.read(24), 0u);
  EXPECT_TRUE(reader.is_overrun());
}

}  // namespace
}  // namespace tabia::data::test
