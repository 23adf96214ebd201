// Stockfish's files, both ways. What the networks in them compute is in exactness_test.cpp.
#include "nn/stockfish_file.h"

#include <gtest/gtest.h>

#include "base/file.h"
#include "chess/test_support.h"
#include "nn/net_support.h"
#include "nn/stockfish_eval.h"

namespace tabia::nn {
namespace {

using testing::identical;
using testing::mentions;

TEST(StockfishFile, TheNetworkOfStockfish151IsWrittenByteForByte) {
  const std::string& file = testing::stockfish_151_network();
  if (file.empty()) GTEST_SKIP() << "needs Debian's stockfish (apt-get install stockfish)";
  const auto network = testing::stockfish_network(file);
  ASSERT_TRUE(network);
  EXPECT_TRUE(write_stockfish(*network, StockfishCompression::Automatic).value() == file);
}

TEST(StockfishFile, ThePublishedNetworksAreWrittenByteForByte) {
  int done = 0;
  for (const char* name : {"nn-37f18f62d772.nnue", "nn-82215d0fd0df.nnue", "nn-c288c895ea92.nnue",
                           "nn-1a298aa575a0.nnue", "nn-61e7af4bb97d.nnue"}) {
    const std::string path = testing::published_network(name);
    if (path.empty()) continue;
    ++done;
    const std::string file = testing::file_content(path);
    const auto network = testing::stockfish_network(file);
    ASSERT_TRUE(network);
    EXPECT_TRUE(write_stockfish(*network, StockfishCompression::Automatic).value() == file) << name;
  }
  if (done == 0) GTEST_SKIP() << "needs published networks, see docs/testing.md";
}

TEST(StockfishFile, RandomNetworksReadBackIdenticalPlainAndCompressed) {
  for (const ModelSpec& spec :
       {stockfish_halfkp_spec(), stockfish_halfka_spec(128), stockfish_halfka_spec(160),
        stockfish_18_spec(128), stockfish_19_spec(128), stockfish_19_lite_spec(160)}) {
    const auto made = random_network(spec, 6);
    for (const auto compression :
         {StockfishCompression::Automatic, StockfishCompression::Plain, StockfishCompression::Leb128}) {
      const auto parts = read_stockfish(write_stockfish(*made, compression).value());
      ASSERT_TRUE(parts) << spec.name << ": " << parts.error().message;
      EXPECT_TRUE(testing::same_numbers(*parts, *made)) << spec.name;
      EXPECT_EQ(parts->lineage.description, made->lineage().description);
    }
  }
}

TEST(StockfishFile, ANetworkThatWeChangedLoadsInStockfish151AndEvaluatesAsHere) {
  const std::string& file = testing::stockfish_151_network();
  if (file.empty()) GTEST_SKIP() << "needs Debian's stockfish (apt-get install stockfish)";
  auto parts = read_stockfish(file);
  ASSERT_TRUE(parts);
  // Something of each tensor.
  base::Random random(11);
  for (Tensor& tensor : parts->tensors) {
    for (std::size_t i = 0; i < tensor.spec().size(); i += 3) {
      const double limit = tensor.spec().storage == Storage::I8 ? 100 : 1e6;
      const double step = tensor.spec().storage == Storage::I32 ? 200 : 5;
      const double value = tensor.stored(i) + (static_cast<double>(random.below(3)) - 1) * step;
      tensor.set(i, std::clamp(value, -limit, limit));
    }
  }
  parts->lineage.description = "changed by Tabia's tests";
  const auto network = std::move(*parts).assemble().value();
  const auto path =
      std::filesystem::temp_directory_path() / base::concat("tabia_changed_", ::getpid(), ".nnue");
  ASSERT_TRUE(base::write_file_atomically(
      path.string(), write_stockfish(*network, StockfishCompression::Automatic).value()));

  std::vector<Position> positions;
  chess::test::RandomPlay play(5);
  const auto corners =
      chess::bit(Square::A1) | chess::bit(Square::H1) | chess::bit(Square::A8) | chess::bit(Square::H8);
  for (; positions.size() < 40; play.step()) {
    const Position& position = play.position();
    if (play.random().below(8) == 0 && !position.in_check() && (position.castling_rooks() & ~corners) == 0)
      positions.push_back(position);
  }
  const auto printed = testing::printed_by_stockfish(positions, path.string());
  std::filesystem::remove(path);
  ASSERT_EQ(printed.size(), positions.size());
  const auto original = testing::stockfish_network(file);
  std::size_t changed = 0;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    ASSERT_EQ(printed[i].size(), 9u) << "eight heads and the result";
    EXPECT_EQ(printed[i], testing::expected_rows(*network, positions[i])) << to_fen(positions[i]);
    changed += printed[i] != testing::expected_rows(*original, positions[i]) ? 1 : 0;
  }
  EXPECT_GT(changed, 30u) << "Stockfish would print the same with its own network";
}

TEST(StockfishFile, OtherGenerationsAreRefusedWithWhatTheyAre) {
  std::string file =
      write_stockfish(*random_network(stockfish_halfka_spec(128), 1), StockfishCompression::Plain).value();
  const auto patched = [&](std::size_t at, std::uint32_t word) {
    std::string copy = file;
    std::memcpy(copy.data() + at, &word, sizeof word);
    return read_stockfish(copy);
  };
  std::uint32_t length = 0;
  std::memcpy(&length, file.data() + 8, 4);
  const std::size_t features_at = 12 + length;
  EXPECT_TRUE(mentions(patched(0, 0x7AF32F21).error(), "not a network of a known generation"));
  EXPECT_TRUE(mentions(patched(0, 0x6A448AFA).error(), "a network of an unknown generation"))
      << "the version of 19 with features of before";
  EXPECT_TRUE(mentions(patched(4, 1).error(), "width 128 with other layers"));
  EXPECT_TRUE(mentions(patched(features_at, 0x5F234CB8 ^ 1024).error(), "Stockfish 14"));
  EXPECT_TRUE(mentions(patched(features_at, 0x7F234CB8 ^ 200).error(), "width 100"));
  EXPECT_TRUE(mentions(patched(8, 1 << 30).error(), "description of 1073741824 bytes"));
}

TEST(StockfishFile, TruncationsAreRefusedWithThePlace) {
  const std::string file =
      write_stockfish(*random_network(stockfish_halfka_spec(128), 1), StockfishCompression::Leb128).value();
  for (std::size_t size = 0; size < 100; ++size) ASSERT_FALSE(read_stockfish(file.substr(0, size))) << size;
  for (const std::size_t missing : {1u, 31u, 32u, 3303u, 3304u, 100000u}) {
    const auto parts = read_stockfish(file.substr(0, file.size() - missing));
    ASSERT_FALSE(parts) << missing;
    EXPECT_TRUE(mentions(parts.error(), "at byte ")) << parts.error().message;
  }
  EXPECT_TRUE(mentions(read_stockfish(file.substr(0, file.size() / 2)).error(), "cut off"));
  EXPECT_TRUE(mentions(read_stockfish(file + "x").error(), "expected the end of the file"));
}

TEST(StockfishFile, ANetworkWithThreatsThatIsCutOffIsRefusedWithThePlace) {
  const std::string file =
      write_stockfish(*random_network(stockfish_19_spec(128), 1), StockfishCompression::Automatic).value();
  for (std::size_t size = 0; size < 100; ++size) ASSERT_FALSE(read_stockfish(file.substr(0, size))) << size;
  EXPECT_TRUE(mentions(read_stockfish(file.substr(0, file.size() / 2)).error(), "cut off"));
  EXPECT_TRUE(mentions(read_stockfish(file.substr(0, file.size() - 1)).error(), "at byte "));
  EXPECT_TRUE(mentions(read_stockfish(file + "x").error(), "expected the end of the file"));
}

TEST(StockfishFile, AShapeThatStockfishLacksIsNotWritten) {
  // The arithmetic of 19 with another first layer.
  ModelSpec wider = stockfish_19_lite_spec(128);
  wider.layers[0].width = 16;
  EXPECT_FALSE(write_stockfish(*random_network(wider, 1), StockfishCompression::Automatic));
  const auto file =
      write_stockfish(*random_network(testing::model("perspective-256"), 1), StockfishCompression::Automatic);
  ASSERT_FALSE(file);
  EXPECT_TRUE(mentions(file.error(), "HalfKP"));
}

}  // namespace
}  // namespace tabia::nn
