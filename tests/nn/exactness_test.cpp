// Foreign networks must give exactly the numbers of the programs they come from.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>

#include "base/text.h"
#include "chess/test_support.h"
#include "nn/network.h"
#include "nn/stockfish_eval.h"
#include "nn/test_networks.h"

namespace tabia::nn {
namespace {

using namespace tabia::chess;
using chess::test::position_of;

constexpr std::array<std::string_view, 8> kGolden = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 10",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 11",
    "4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19",
    "6k1/6p1/6Pp/ppp5/3pn2P/1P3K2/1PP2P2/3N4 b - - 0 1",
    "8/8/8/8/5kp1/P7/8/1K1N4 w - - 0 1",
    "3r1rk1/p5pp/bpp1pp2/8/q1PP1P2/b3P3/P2NQRPP/1R2B1K1 b - - 6 22",
};

// Piece-square and positional part of each head, printed by an instrumented Stockfish 15.1.
constexpr int kStockfish151[8][8][2] = {
    {{0, 7202}, {0, 977}, {0, 536}, {0, 2444}, {0, 2008}, {0, 1877}, {0, 1889}, {0, 1118}},
    {{882, -16423},
     {86, -376},
     {333, -3037},
     {348, -1350},
     {360, -1352},
     {347, -899},
     {223, -208},
     {204, -1038}},
    {{953, -13514},
     {-47, -736},
     {-832, -3868},
     {-464, -4243},
     {-451, -6702},
     {-556, -6424},
     {-801, -6341},
     {-836, -5925}},
    {{-292, -314},
     {291, 1822},
     {187, 1455},
     {242, 2160},
     {300, 2273},
     {-69, 2146},
     {-1600, 2560},
     {-65, 3569}},
    {{-62, 81},
     {-168, -391},
     {-246, -1586},
     {-542, -778},
     {-706, -1279},
     {-611, -1732},
     {-540, -1814},
     {-487, -1563}},
    {{-2887, 474},
     {-900, 3547},
     {-1164, 3745},
     {-904, 4623},
     {-452, 2128},
     {-198, 2818},
     {470, 2534},
     {1304, 5033}},
    {{20448, -18787},
     {9263, -5898},
     {10117, -5062},
     {10441, 834},
     {12086, 51},
     {9709, 417},
     {10478, -796},
     {12729, -1345}},
    {{761, 6502},
     {425, 5569},
     {1072, 5727},
     {1106, 3346},
     {834, 3496},
     {628, 3342},
     {507, 4026},
     {721, 3915}},
};

TEST(Exactness, TheNetworkOfStockfish151GivesTheGoldenIntegersOfAllHeads) {
  const std::string& file = testing::stockfish_151_network();
  if (file.empty()) GTEST_SKIP() << "needs Debian's stockfish (apt-get install stockfish)";
  const auto network = testing::stockfish_network(file);
  ASSERT_TRUE(network);
  for (std::size_t i = 0; i < kGolden.size(); ++i) {
    const Position position = position_of(kGolden[i]);
    for (int head = 0; head < 8; ++head) {
      const Output output = network->fresh_output(position, head);
      EXPECT_EQ(output.piece_square, kStockfish151[i][head][0]) << kGolden[i] << " head " << head;
      EXPECT_EQ(output.positional, kStockfish151[i][head][1]) << kGolden[i] << " head " << head;
    }
  }
}

TEST(Exactness, TheSmallNetworkOfStockfish17GivesTheGoldenIntegers) {
  const std::string path = testing::shared_network("nn-37f18f62d772.nnue");
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "needs " << path;
  const auto network = testing::stockfish_network(testing::file_content(path));
  ASSERT_TRUE(network);
  constexpr int kExpected[8][3] = {{7, 0, 4025},     {7, -1508, 2300}, {7, -899, -3563},  {2, 439, 4522},
                                   {5, -2497, 2592}, {3, 71, -4441},   {1, 9280, -11613}, {6, -3506, 1316}};
  for (std::size_t i = 0; i < kGolden.size(); ++i) {
    const Output output = network->fresh_output(position_of(kGolden[i]));
    EXPECT_EQ(output.bucket, kExpected[i][0]);
    EXPECT_EQ(output.piece_square, kExpected[i][1]);
    EXPECT_EQ(output.positional, kExpected[i][2]);
  }
}

// The synthetic network of the reference: a generator, its file, and Stockfish 12's results for it.
TEST(Exactness, TheSyntheticHalfkpNetworkGivesTheIntegersOfStockfish12) {
  std::uint64_t state = 0x9E3779B97F4A7C15u;
  const auto next = [&](int low, int high) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return low + static_cast<int>((state >> 32) % static_cast<std::uint64_t>(high - low + 1));
  };
  NetworkParts parts{stockfish_halfkp_spec(), empty_tensors(stockfish_halfkp_spec()), {}, {}};
  parts.lineage.description = "golden";
  const auto fill = [&](std::size_t tensor, int low, int high) {
    for (std::size_t i = 0; i < parts.tensors[tensor].spec().size(); ++i)
      parts.tensors[tensor].set(i, next(low, high));
  };
  fill(1, -20, 60);
  fill(0, -25, 25);
  fill(3, -3000, 3000);
  fill(2, -20, 20);
  fill(5, -2000, 2000);
  fill(4, -60, 60);
  fill(7, -1000, 1000);
  fill(6, -100, 100);
  const auto network = std::move(parts).assemble().value();
  EXPECT_EQ(write_stockfish(*network, StockfishCompression::Automatic).value().size(), 21'022'526u);
  constexpr int kExpected[8] = {-13782, 12659, 8405, -3561, -9961, -5063, 6600, -2009};
  for (std::size_t i = 0; i < kGolden.size(); ++i)
    EXPECT_EQ(network->fresh_output(position_of(kGolden[i])).raw, kExpected[i]);
}

TEST(Exactness, TheNetworkOfStockfish12GivesItsPrintedEvaluations) {
  const std::string golden = testing::shared_network("nn-82215d0fd0df.golden.tsv");
  if (!std::filesystem::exists(golden)) GTEST_SKIP() << "needs " << golden;
  const auto network =
      testing::stockfish_network(testing::file_content(testing::shared_network("nn-82215d0fd0df.nnue")));
  ASSERT_TRUE(network);
  int rows = 0;
  for (const std::string& line : chess::test::lines_of(golden)) {
    const auto fields = base::split(line, '\t');
    const auto position = parse_fen(fields[0]);
    if (!position || fields.size() < 2) continue;
    ++rows;
    const base::Score score = network->fresh_output(*position).score;
    const int white = position->side_to_move() == Color::White ? score : -score;
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", white / 208.0);
    const double expected = std::stod(std::string(fields[1]));
    char expected_text[32];
    std::snprintf(expected_text, sizeof expected_text, "%.2f", expected);
    const std::string found = std::string(text) == "-0.00" ? "0.00" : text;
    const std::string wanted = std::string(expected_text) == "-0.00" ? "0.00" : expected_text;
    EXPECT_EQ(found, wanted) << line;
  }
  EXPECT_EQ(rows, 363);
}

// Networks with threats, pawn pairs and the layers of Stockfish 19: the numbers of native programs.
struct Golden {
  const char* file;     // the network
  const char* values;   // fen, piece-square and positional part of the head in use
  const char* by_head;  // fen, head in use, then both parts of all eight heads; null if there is none
};

class PublishedNetworks : public ::testing::TestWithParam<Golden> {};

INSTANTIATE_TEST_SUITE_P(
    Exactness, PublishedNetworks,
    ::testing::Values(Golden{"nn-c288c895ea92.nnue", "sf18.golden.dev.tsv", "sf18.golden8.dev.tsv"},
                      Golden{"nn-1a298aa575a0.nnue", "sf19.golden.dev.tsv", "sf19.golden8.dev.tsv"},
                      Golden{"nn-61e7af4bb97d.nnue", "sf19lite.golden.dev.tsv", nullptr}),
    [](const auto& parameter) { return std::string(parameter.param.file).substr(3, 12); });

TEST_P(PublishedNetworks, GiveTheGoldenIntegers) {
  const std::string path = testing::published_network(GetParam().file);
  const std::string golden = testing::shared_network(GetParam().values);
  if (path.empty() || !std::filesystem::exists(golden))
    GTEST_SKIP() << "needs " << GetParam().file << " and " << golden;
  const auto network = testing::stockfish_network(testing::file_content(path));
  ASSERT_TRUE(network);
  int rows = 0;
  for (const std::string& line : chess::test::lines_of(golden)) {
    const auto fields = base::split(line, '\t');
    const auto position = parse_fen(fields[0]);
    if (!position || fields.size() < 3) continue;
    ++rows;
    const Output output = network->fresh_output(*position);
    ASSERT_EQ(base::concat(output.piece_square), fields[1]) << line;
    ASSERT_EQ(base::concat(output.positional), fields[2]) << line;
  }
  EXPECT_EQ(rows, 700);
  if (!GetParam().by_head) return;
  rows = 0;
  for (const std::string& line : chess::test::lines_of(testing::shared_network(GetParam().by_head))) {
    const auto fields = base::split(line, '\t');
    const auto position = parse_fen(fields[0]);
    if (!position || fields.size() < 18) continue;
    ++rows;
    for (int head = 0; head < 8; ++head) {
      const Output output = network->fresh_output(*position, head);
      const auto column = 2 + 2 * static_cast<std::size_t>(head);
      ASSERT_EQ(base::concat(output.piece_square), fields[column]) << line;
      ASSERT_EQ(base::concat(output.positional), fields[column + 1]) << line;
    }
  }
  EXPECT_EQ(rows, 700);
}

TEST(Exactness, TwoThousandPositionsPrintAsStockfish151PrintsThem) {
  const std::string& file = testing::stockfish_151_network();
  if (file.empty()) GTEST_SKIP() << "needs Debian's stockfish (apt-get install stockfish)";
  const auto network = testing::stockfish_network(file);
  ASSERT_TRUE(network);

  const auto stockfish_can_read = [](const Position& position) {
    const Bitboard corners = bit(Square::A1) | bit(Square::H1) | bit(Square::A8) | bit(Square::H8);
    return !position.in_check() && (position.castling_rooks() & ~corners) == 0;
  };
  std::vector<Position> positions;
  chess::test::RandomPlay play(2026);
  for (; positions.size() < 2000; play.step()) {
    if (play.random().below(8) == 0 && stockfish_can_read(play.position()))
      positions.push_back(play.position());
  }
  const auto printed = testing::printed_by_stockfish(positions, "");
  ASSERT_EQ(printed.size(), positions.size());
  std::size_t different = 0;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const auto expected = testing::expected_rows(*network, positions[i]);
    if (printed[i] != expected && ++different < 4) {
      ADD_FAILURE() << to_fen(positions[i]) << ::testing::PrintToString(printed[i])
                    << ::testing::PrintToString(expected);
    }
  }
  EXPECT_EQ(different, 0u);
}

}  // namespace
}  // namespace tabia::nn
