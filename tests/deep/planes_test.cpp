// The input planes: lc0's exactly, and our own.
#include "deep/planes.h"

#include <gtest/gtest.h>

#include <cstdio>

#include "chess/movegen.h"
#include "deep/golden.h"
#include "deep/policy.h"

namespace tabia::deep {
namespace {

using namespace tabia::chess;

HistoryFill fill_named(const std::string& name) {
  if (name == "no") return HistoryFill::No;
  return name == "always" ? HistoryFill::Always : HistoryFill::FenOnly;
}

// As in the golden file: "plane:mask" in hexadecimal for each plane with something in it.
std::string text_of(const Planes& planes) {
  std::string text;
  for (int i = 0; i < planes.count; ++i) {
    const Plane& plane = planes.planes[static_cast<std::size_t>(i)];
    if (plane.squares == 0) continue;
    char buffer[64];
    std::snprintf(buffer, sizeof buffer, "%s%d:%llx", text.empty() ? "" : " ", i,
                  static_cast<unsigned long long>(plane.squares));
    text += buffer;
    if (plane.value == 1) continue;
    std::snprintf(buffer, sizeof buffer, "*%g", static_cast<double>(plane.value));
    text += buffer;
  }
  return text;
}

TEST(Planes, AreThoseOfLc0ForEveryFormatAndFill) {
  const auto rows = table_in(shared_deep("planes.golden.tsv"));
  if (rows.empty()) GTEST_SKIP() << "no ../shared/data/deep/planes.golden.tsv";
  int wrong = 0;
  int skipped = 0;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const auto& row = rows[i];
    ASSERT_EQ(row.size(), 7u);
    const auto game = game_of(row[3], row[4]);
    skipped += game ? 0 : 1;
    if (!game) continue;
    InputSpec spec;
    spec.kind = InputSpec::Kind::Lc0;
    spec.format = std::stoi(row[1]);
    const Planes planes = encode(spec, game->positions(), {.fill = fill_named(row[2])});
    EXPECT_EQ(planes.transform, std::stoi(row[5])) << row[0] << " format " << row[1];
    if (text_of(planes) == row[6]) continue;
    if (++wrong <= 5)
      ADD_FAILURE() << row[0] << " format " << row[1] << " " << row[2] << " " << row[3] << " " << row[4]
                    << "\nfound    " << text_of(planes) << "\nexpected " << row[6];
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_LE(skipped, 8);
  EXPECT_GT(rows.size(), 1000u);
}

TEST(Policy, NumbersThe1858MovesAsLc0Does) {
  const auto rows = table_in(shared_deep("policy-1858.tsv"));
  if (rows.empty()) GTEST_SKIP() << "no ../shared/data/deep/policy-1858.tsv";
  ASSERT_EQ(rows.size(), 1858u);
  for (const auto& row : rows) {
    const PolicyMove& move = policy_moves()[std::stoul(row[0])];
    std::string text = to_string(square_at(move.from)) + to_string(square_at(move.to));
    if (move.promotion >= 0) text += "qrb"[move.promotion];
    EXPECT_EQ(text, row[1]);
  }
}

TEST(Policy, EveryLegalMoveHasANumberOfItsOwn) {
  for (const char* fen : {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                          "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"}) {
    const Position position = parse_fen(fen).value();
    std::vector<int> numbers;
    for (const Move move : legal_moves(position))
      numbers.push_back(policy_index(move, position.side_to_move()));
    std::sort(numbers.begin(), numbers.end());
    EXPECT_TRUE(numbers.front() >= 0 && numbers.back() < kPolicyMoves) << fen;
    EXPECT_EQ(std::adjacent_find(numbers.begin(), numbers.end()), numbers.end()) << fen;
  }
}

TEST(Planes, OfPiecesFollowOrderColorSquaresAndView) {
  const Position position = parse_fen("4k3/8/8/8/8/8/P7/4K2R b K - 6 1").value();
  InputSpec spec;
  spec.order = "KPNBRQ";
  EXPECT_EQ(encode(spec, {&position, 1}).planes[0].squares, bit(Square::E1));
  EXPECT_EQ(encode(spec, {&position, 1}).planes[6].squares, bit(Square::E8));
  spec.first = Color::Black;
  EXPECT_EQ(encode(spec, {&position, 1}).planes[0].squares, bit(Square::E8));
  spec.a8_first = true;
  EXPECT_EQ(encode(spec, {&position, 1}).planes[0].squares, bit(Square::E1));
  spec = {};
  spec.view = InputSpec::View::Mover;
  spec.side_to_move = spec.castling = spec.clock = spec.rating = true;
  const Planes planes = encode(spec, {&position, 1}, {.rating = 2000});
  EXPECT_EQ(planes.count, spec.planes());
  EXPECT_EQ(planes.planes[5].squares, bit(Square::E1)) << "Black's king, seen by Black";
  EXPECT_EQ(planes.planes[6].squares, bit(Square::A7)) << "White's pawn, seen by Black";
  EXPECT_EQ(planes.planes[12].squares, 0u) << "White is not to move";
  EXPECT_EQ(planes.planes[15].squares, ~std::uint64_t{0}) << "the opponent's king side";
  EXPECT_EQ(planes.planes[13].squares | planes.planes[14].squares | planes.planes[16].squares, 0u);
  EXPECT_FLOAT_EQ(planes.planes[17].value, 0.06f);
  EXPECT_FLOAT_EQ(planes.planes[18].value, 0.5f);
}

TEST(Planes, OfHistoryHaveTheNewestPositionFirstAndRepeatABareStart) {
  const Game game = game_of(std::string(kStartFen), "e2e4 e7e5").value();
  InputSpec spec;
  spec.history = 4;
  const Planes planes = encode(spec, game.positions());
  EXPECT_EQ(planes.planes[0].squares & rank_bits(3), bit(Square::E4));
  EXPECT_EQ(planes.planes[12].squares & rank_bits(3), bit(Square::E4));
  EXPECT_EQ(planes.planes[18].squares & rank_bits(4), 0u);
  EXPECT_EQ(planes.planes[24].squares & rank_bits(3), 0u);
  EXPECT_EQ(planes.planes[36].squares, 0u) << "nothing before the usual start";
  const Position ending = parse_fen("4k3/8/8/8/8/8/P7/4K3 w - - 0 1").value();
  EXPECT_EQ(encode(spec, {&ending, 1}).planes[36].squares, bit(Square::A2));
}

TEST(Planes, ExpandToNumbersSquareBySquare) {
  Planes planes;
  planes.count = 3;
  planes.planes[1] = {bit(Square::B1) | bit(Square::H8), 0.5f};
  std::vector<float> numbers(64 * 3, 7.0f);
  expand(planes, numbers.data(), 3);
  EXPECT_EQ(numbers[1 * 3 + 1], 0.5f);
  EXPECT_EQ(numbers[63 * 3 + 1], 0.5f);
  EXPECT_EQ(std::count(numbers.begin(), numbers.end(), 0.0f), 64 * 3 - 2);
}

}  // namespace
}  // namespace tabia::deep
