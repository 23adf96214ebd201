#include "nn/relations.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "base/text.h"
#include "chess/test_support.h"
#include "nn/test_networks.h"

namespace tabia::nn {
namespace {

using namespace tabia::chess;
using chess::test::position_of;

constexpr RelationSpec kStockfish18 = {Threats::Stockfish18, false};
constexpr RelationSpec kStockfish19 = {Threats::Stockfish19, true};
constexpr RelationSpec kPairsOnly = {Threats::None, true};
constexpr RelationSpec kAllSpecs[] = {kStockfish18, kStockfish19, kPairsOnly};

std::vector<std::uint32_t> sorted_active(const RelationSet& set, const Position& position,
                                         Color perspective) {
  std::vector<std::uint32_t> inputs(RelationSet::kMaxActive);
  inputs.resize(set.active(position, perspective, inputs.data()));
  std::sort(inputs.begin(), inputs.end());
  return inputs;
}

TEST(Relations, TheSetsHaveAsManyInputsAsStockfishs) {
  EXPECT_EQ(RelationSet(kStockfish18).rows(), 79'856u);
  EXPECT_EQ(RelationSet(kStockfish19).threat_rows(), 59'808u);
  EXPECT_EQ(RelationSet(kStockfish19).pair_rows(), 4'560u);
  EXPECT_EQ(RelationSet(kPairsOnly).rows(), 4'560u);
}

TEST(Relations, TheStartingPositionHasTheThreatsThatNativeProgramsList) {
  const auto first = [](const RelationSpec& spec) {
    auto active = sorted_active(RelationSet(spec), Position(), Color::White);
    active.resize(11);
    return active;
  };
  EXPECT_EQ(first(kStockfish18), (std::vector<std::uint32_t>{506, 525, 4550, 4551, 4571, 4572, 10143, 10241,
                                                             11032, 11136, 19187}));
  EXPECT_EQ(first(kStockfish19),
            (std::vector<std::uint32_t>{338, 357, 3710, 3711, 3731, 3732, 8183, 8281, 9072, 9176, 15435}));
}

// How many inputs are on, and the sum of their numbers: threats of 18, of 19, pawn pairs; White's view, then Black's.
TEST(Relations, EightPositionsHaveTheCountsAndSumsOfNativePrograms) {
  struct Counts {
    const char* fen;
    std::uint32_t threats_18[2][2];
    std::uint32_t threats_19[2][2];
    std::uint32_t pairs[2][2];
  };
  constexpr Counts kExpected[] = {
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
       {{38, 1486251}, {38, 1486251}},
       {{28, 715304}, {28, 715304}},
       {{36, 2274334}, {36, 2274334}}},
      {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
       {{34, 1425423}, {34, 1247984}},
       {{25, 695820}, {25, 592795}},
       {{36, 2274716}, {36, 2270253}}},
      {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 10",
       {{56, 1913484}, {56, 1848424}},
       {{38, 906567}, {38, 921434}},
       {{36, 2259870}, {36, 2264749}}},
      {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 11",
       {{8, 329479}, {8, 330781}},
       {{3, 59284}, {3, 92921}},
       {{5, 315267}, {5, 313701}}},
      {"4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19",
       {{38, 1461093}, {38, 1389647}},
       {{27, 782555}, {27, 690959}},
       {{19, 1193315}, {19, 1194165}}},
      {"6k1/6p1/6Pp/ppp5/3pn2P/1P3K2/1PP2P2/3N4 b - - 0 1",
       {{10, 318702}, {10, 321486}},
       {{4, 63132}, {4, 67224}},
       {{23, 1434570}, {23, 1445942}}},
      {"8/8/8/8/5kp1/P7/8/1K1N4 w - - 0 1", {{1, 78369}, {1, 36794}}, {{0, 0}, {0, 0}}, {{0, 0}, {0, 0}}},
      {"3r1rk1/p5pp/bpp1pp2/8/q1PP1P2/b3P3/P2NQRPP/1R2B1K1 b - - 6 22",
       {{33, 1183014}, {33, 1345120}},
       {{22, 546560}, {22, 706774}},
       {{26, 1634201}, {26, 1628195}}},
  };
  const RelationSet set_18(kStockfish18), set_19(kStockfish19);
  for (const Counts& expected : kExpected) {
    const Position position = position_of(expected.fen);
    for (const Color perspective : {Color::White, Color::Black}) {
      const auto view = static_cast<std::size_t>(perspective);
      const auto check = [&](const std::vector<std::uint32_t>& inputs, const std::uint32_t(&wanted)[2]) {
        EXPECT_EQ(inputs.size(), wanted[0]) << expected.fen;
        EXPECT_EQ(std::accumulate(inputs.begin(), inputs.end(), 0u), wanted[1]) << expected.fen;
      };
      check(sorted_active(set_18, position, perspective), expected.threats_18[view]);
      const auto both = sorted_active(set_19, position, perspective);
      const auto pairs = std::lower_bound(both.begin(), both.end(), set_19.threat_rows());
      check({both.begin(), pairs}, expected.threats_19[view]);
      check({pairs, both.end()}, expected.pairs[view]);
    }
  }
}

// Compares with lists that native programs printed: a column for each part of a perspective's inputs.
void expect_golden_lists(const std::string& name, const RelationSpec& spec, std::size_t parts) {
  const std::string path = testing::shared_network(name);
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "needs " << path;
  const RelationSet set(spec);
  int rows = 0;
  for (const std::string& line : chess::test::lines_of(path)) {
    const auto fields = base::split(line, '\t');
    const auto position = parse_fen(fields[0]);
    if (!position || fields.size() != 1 + 2 * parts) continue;
    ++rows;
    for (const Color perspective : {Color::White, Color::Black}) {
      std::vector<std::uint32_t> expected;
      for (std::size_t part = 0; part < parts; ++part) {
        const std::size_t column = 1 + static_cast<std::size_t>(perspective) * parts + part;
        for (const auto word : base::words(fields[column]))
          expected.push_back(base::parse_integer<std::uint32_t>(word).value());
      }
      EXPECT_EQ(sorted_active(set, *position, perspective), expected) << line;
    }
  }
  EXPECT_EQ(rows, 40);
}

TEST(Relations, TheInputsOfStockfish18AreThoseThatItLists) {
  expect_golden_lists("sf18.features.tsv", kStockfish18, 1);
}

TEST(Relations, TheInputsOfStockfish19AreThoseThatItLists) {
  expect_golden_lists("sf19.features.tsv", kStockfish19, 2);
}

TEST(Relations, EveryActiveInputIsInRangeAndNoneTwice) {
  for (const RelationSpec& spec : kAllSpecs) {
    const RelationSet set(spec);
    chess::test::RandomPlay play(7);
    for (int ply = 0; ply < 1000; ++ply, play.step()) {
      for (const Color perspective : {Color::White, Color::Black}) {
        const auto active = sorted_active(set, play.position(), perspective);
        EXPECT_EQ(std::adjacent_find(active.begin(), active.end()), active.end());
        EXPECT_TRUE(active.empty() || active.back() < set.rows());
      }
    }
  }
}

TEST(Relations, TheTwoPerspectivesOfAPositionAreThoseOfTheColorFlippedOneSwapped) {
  for (const RelationSpec& spec : kAllSpecs) {
    const RelationSet set(spec);
    chess::test::RandomPlay play(11);
    for (int ply = 0; ply < 500; ++ply, play.step()) {
      const Position flipped = chess::test::with_colours_changed(play.position());
      EXPECT_EQ(sorted_active(set, play.position(), Color::White), sorted_active(set, flipped, Color::Black));
    }
  }
}

// The changes of a move are the difference of the lists before and after; the same pair may come and go.
TEST(Relations, WhatAMoveChangesIsTheDifferenceOfTheListsBeforeAndAfter) {
  for (const RelationSpec& spec : kAllSpecs) {
    const RelationSet set(spec);
    RelationChanges changes;
    chess::test::RandomPlay play(23);
    for (int step = 0; step < 400; ++step, play.step()) {
      const Position& before = play.position();
      for (const Move move : legal_moves(before)) {
        const Position after = chess::test::after(before, move);
        PieceBoard board(before);
        set.changed(board, before.delta(move), changes);
        for (int square = 0; square < kSquareCount; ++square)
          ASSERT_EQ(board.piece_on(square_at(square)), after.piece_on(square_at(square))) << to_fen(before);
        for (const Color perspective : {Color::White, Color::Black}) {
          const std::uint8_t flip = RelationSet::flip(perspective, before.king_square(perspective));
          if (flip != RelationSet::flip(perspective, after.king_square(perspective))) continue;
          std::vector<std::uint32_t> added(RelationChanges::kMost), removed(RelationChanges::kMost);
          added.resize(set.indices(changes.added, perspective, flip, added.data()));
          removed.resize(set.indices(changes.removed, perspective, flip, removed.data()));
          auto expected = sorted_active(set, after, perspective);
          expected.insert(expected.end(), removed.begin(), removed.end());
          auto found = sorted_active(set, before, perspective);
          found.insert(found.end(), added.begin(), added.end());
          std::sort(expected.begin(), expected.end());
          std::sort(found.begin(), found.end());
          ASSERT_EQ(found, expected) << to_fen(before) << " " << to_fen(after);
        }
      }
    }
  }
}

TEST(Relations, ASliderThatLooksThroughBothSquaresOfAQuietMoveCostsNothingBehindThem) {
  // The rook on e1 sees the other one before and after; the piece after it on e8 isn't affected.
  const Position position = position_of("4r1k1/8/8/8/8/8/4R3/4R1K1 w - - 0 1");
  PieceBoard board(position);
  RelationChanges changes;
  RelationSet(kStockfish18).changed(board, position.delta(chess::test::move_of(position, "e2e4")), changes);
  for (const auto& list : {changes.added, changes.removed})
    for (const Relation& relation : list)
      EXPECT_FALSE(relation.square == Square::E1 && relation.other_square == Square::E8);
}

}  // namespace
}  // namespace tabia::nn
