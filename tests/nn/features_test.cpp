#include "nn/features.h"

#include <gtest/gtest.h>

#include <set>

#include "chess/test_support.h"
#include "nn/test_networks.h"

namespace tabia::nn {
namespace {

using namespace tabia::chess;

std::uint32_t index_in(const FeatureSet& set, Color perspective, Square king, Piece piece, Square square) {
  return set.index(perspective, set.context(perspective, king), piece, square);
}

TEST(Features, HalfkpGivesTheIndicesOfTheReference) {
  const FeatureSet set = FeatureSet::halfkp();
  EXPECT_EQ(set.rows(), 41024u);
  EXPECT_EQ(index_in(set, Color::White, Square::E1, Piece::WhitePawn, Square::A2), 2573u);
  EXPECT_EQ(index_in(set, Color::White, Square::E1, Piece::WhiteQueen, Square::D1), 3080u);
  EXPECT_EQ(index_in(set, Color::White, Square::E1, Piece::BlackKnight, Square::G8), 2819u);
  EXPECT_EQ(index_in(set, Color::Black, Square::E8, Piece::BlackPawn, Square::A7), 1939u);
  EXPECT_EQ(index_in(set, Color::Black, Square::E8, Piece::BlackQueen, Square::D8), 2440u);
  EXPECT_EQ(index_in(set, Color::Black, Square::E8, Piece::WhiteKnight, Square::G1), 2173u);
  EXPECT_FALSE(set.has_input(Piece::WhiteKing));
  EXPECT_FALSE(set.has_input(Piece::BlackKing));
}

TEST(Features, HalfkaGivesTheIndicesOfTheReference) {
  const FeatureSet set = FeatureSet::halfka_hm();
  EXPECT_EQ(set.rows(), 22528u);
  EXPECT_EQ(index_in(set, Color::White, Square::E1, Piece::WhitePawn, Square::A2), 21832u);
  EXPECT_EQ(index_in(set, Color::White, Square::E1, Piece::WhiteKing, Square::E1), 22468u);
  EXPECT_EQ(index_in(set, Color::White, Square::E1, Piece::BlackKing, Square::E8), 22524u);
  EXPECT_EQ(index_in(set, Color::White, Square::E1, Piece::BlackQueen, Square::D8), 22459u);
  EXPECT_EQ(index_in(set, Color::White, Square::C1, Piece::WhitePawn, Square::A2), 21135u);
  EXPECT_EQ(index_in(set, Color::White, Square::C1, Piece::WhiteRook, Square::H1), 21504u);
  EXPECT_EQ(index_in(set, Color::Black, Square::B8, Piece::BlackPawn, Square::A7), 20431u);
  EXPECT_EQ(index_in(set, Color::Black, Square::B8, Piece::WhiteQueen, Square::D1), 21052u);
}

TEST(Features, PlanesFollowTheDeclaredOrder) {
  const auto usual = FeatureSet::planes({}).value();
  EXPECT_EQ(usual.rows(), 768u);
  EXPECT_EQ(index_in(usual, Color::White, Square::E1, Piece::WhitePawn, Square::A1), 0u);
  EXPECT_EQ(index_in(usual, Color::White, Square::E1, Piece::WhiteKnight, Square::B1), 65u);
  EXPECT_EQ(index_in(usual, Color::White, Square::E1, Piece::BlackKing, Square::H8), 767u);
  const auto other =
      FeatureSet::planes(
          {.pieces = "PRNBQK", .first_color = Color::Black, .a8_first = true, .side_to_move = true})
          .value();
  EXPECT_EQ(other.rows(), 769u);
  EXPECT_EQ(index_in(other, Color::White, Square::E1, Piece::BlackRook, Square::A8), 64u);
  EXPECT_EQ(index_in(other, Color::White, Square::E1, Piece::WhitePawn, Square::A2), 384u + 48u);
  std::uint32_t active[FeatureSet::kMaxActive];
  EXPECT_EQ(other.active(Position(), Color::White, active), 33);
  EXPECT_EQ(active[32], 768u);
  EXPECT_FALSE(FeatureSet::planes({.pieces = "PPNBRQ"}));
}

TEST(Features, KingBucketsMirrorTheBoardWithTheKing) {
  std::array<std::uint8_t, 64> one{};
  const auto set = FeatureSet::king_buckets(one, true).value();
  EXPECT_EQ(set.rows(), 768u);
  // A king on the right half sees its board as one on the left half sees the mirrored board.
  EXPECT_EQ(index_in(set, Color::White, Square::G1, Piece::WhitePawn, Square::H2),
            index_in(set, Color::White, Square::B1, Piece::WhitePawn, Square::A2));
  // Own pieces first, and Black sees the board from its side.
  EXPECT_EQ(index_in(set, Color::Black, Square::B8, Piece::BlackPawn, Square::A7),
            index_in(set, Color::White, Square::B1, Piece::WhitePawn, Square::A2));
  EXPECT_EQ(index_in(set, Color::White, Square::B1, Piece::BlackPawn, Square::A7), 384u + 48u);
  std::array<std::uint8_t, 64> gap{};
  gap.fill(2);
  EXPECT_FALSE(FeatureSet::king_buckets(gap, false));
}

TEST(Features, EveryActiveInputIsInRangeAndNoneTwice) {
  for (const ModelSpec& spec : testing::incremental_specs()) {
    const FeatureSet set = spec.features.make().value();
    chess::test::RandomPlay play(7);
    for (int ply = 0; ply < 2000; ++ply, play.step()) {
      for (const Color perspective : {Color::White, Color::Black}) {
        std::uint32_t active[FeatureSet::kMaxActive];
        const int count = set.active(play.position(), perspective, active);
        EXPECT_EQ(std::set<std::uint32_t>(active, active + count).size(), static_cast<std::size_t>(count));
        for (int i = 0; i < count; ++i) EXPECT_LT(active[i], set.rows());
      }
    }
  }
}

TEST(Features, TheTwoPerspectivesOfAPositionAreThoseOfTheColourFlippedOneSwapped) {
  for (const ModelSpec& spec : testing::incremental_specs()) {
    if (spec.features.kind == FeatureSpec::Kind::Halfkp) continue;  // turns the board instead of flipping it
    const FeatureSet set = spec.features.make().value();
    chess::test::RandomPlay play(11);
    for (int ply = 0; ply < 500; ++ply, play.step()) {
      const Position flipped = chess::test::with_colours_changed(play.position());
      std::uint32_t ours[FeatureSet::kMaxActive];
      std::uint32_t theirs[FeatureSet::kMaxActive];
      const int count = set.active(play.position(), Color::White, ours);
      ASSERT_EQ(count, set.active(flipped, Color::Black, theirs));
      EXPECT_EQ(std::set<std::uint32_t>(ours, ours + count), std::set<std::uint32_t>(theirs, theirs + count))
          << spec.name;
    }
  }
}

TEST(Features, OutputBucketsCoverAllPieceCounts) {
  for (int heads = 1; heads <= 32; ++heads) {
    for (int pieces = 2; pieces <= 32; ++pieces) {
      const int bucket = output_bucket(OutputBuckets::PieceCount, heads, pieces);
      EXPECT_GE(bucket, 0);
      EXPECT_LT(bucket, heads);
    }
  }
  EXPECT_EQ(output_bucket(OutputBuckets::Stockfish, 8, 32), 7);
  EXPECT_EQ(output_bucket(OutputBuckets::Stockfish, 8, 2), 0);
  EXPECT_EQ(output_bucket(OutputBuckets::Stockfish, 8, 5), 1);
  EXPECT_EQ(output_bucket(OutputBuckets::PieceCount, 8, 5), 0);
  EXPECT_EQ(output_bucket(OutputBuckets::PieceCount, 8, 6), 1);
}

}  // namespace
}  // namespace tabia::nn
