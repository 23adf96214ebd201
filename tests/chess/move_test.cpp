#include "chess/move.h"

#include <gtest/gtest.h>

namespace tabia::chess {
namespace {

TEST(Move, KeepsWhatItIsMadeOf) {
  for (int from = 0; from < kSquareCount; ++from) {
    for (int to = 0; to < kSquareCount; ++to) {
      for (const MoveKind kind :
           {MoveKind::Normal, MoveKind::Promotion, MoveKind::EnPassant, MoveKind::Castling}) {
        const Move move(square_at(from), square_at(to), kind);
        ASSERT_EQ(move.from(), square_at(from));
        ASSERT_EQ(move.to(), square_at(to));
        ASSERT_EQ(move.kind(), kind);
        ASSERT_EQ(Move::from_bits(move.bits()), move);
      }
    }
  }
}

TEST(Move, PromotionsKeepTheirPiece) {
  for (const PieceType type : {PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen}) {
    const Move move = Move::promotion_to(type, Square::H7, Square::G8);
    EXPECT_TRUE(move.is_promotion());
    EXPECT_EQ(move.promotion(), type);
    EXPECT_EQ(move.from(), Square::H7);
    EXPECT_EQ(move.to(), Square::G8);
  }
}

TEST(Move, NoneIsFalseAndEveryMoveBetweenTwoSquaresIsTrue) {
  EXPECT_FALSE(Move::none());
  EXPECT_FALSE(Move());
  EXPECT_EQ(Move::none().bits(), 0);
  EXPECT_TRUE(Move(Square::A1, Square::B1));
  EXPECT_TRUE(Move(Square::B1, Square::A1));
}

TEST(Move, TheBitsAreAsDocumentedBecauseFilesHoldThem) {
  EXPECT_EQ(Move(Square::E2, Square::E4).bits(), 12 | 28 << 6);
  EXPECT_EQ(Move(Square::E1, Square::H1, MoveKind::Castling).bits(), 4 | 7 << 6 | 3 << 14);
  EXPECT_EQ(Move(Square::E5, Square::D6, MoveKind::EnPassant).bits(), 36 | 43 << 6 | 2 << 14);
  EXPECT_EQ(Move::promotion_to(PieceType::Queen, Square::A7, Square::A8).bits(),
            48 | 56 << 6 | 3 << 12 | 1 << 14);
  EXPECT_EQ(Move::promotion_to(PieceType::Knight, Square::A7, Square::A8).bits(), 48 | 56 << 6 | 1 << 14);
}

TEST(Move, CastlingEndsOnTheSameSquaresWhereverItStarts) {
  for (int king = 0; king < 8; ++king) {
    for (int rook = 0; rook < 8; ++rook) {
      if (king == rook) continue;
      for (const int rank : {0, 7}) {
        const auto [king_to, rook_to] = castling_squares(make_square(king, rank), make_square(rook, rank));
        EXPECT_EQ(king_to, make_square(rook > king ? 6 : 2, rank));
        EXPECT_EQ(rook_to, make_square(rook > king ? 5 : 3, rank));
      }
    }
  }
}

TEST(MoveList, KeepsMovesInOrderAndFindsThem) {
  MoveList moves;
  EXPECT_TRUE(moves.empty());
  for (int i = 1; i <= kMaxMoves; ++i) moves.push(Move::from_bits(static_cast<std::uint16_t>(i)));
  EXPECT_EQ(moves.size(), kMaxMoves);
  EXPECT_EQ(moves[0], Move::from_bits(1));
  EXPECT_EQ(moves[kMaxMoves - 1], Move::from_bits(kMaxMoves));
  EXPECT_TRUE(moves.contains(Move::from_bits(77)));
  EXPECT_FALSE(moves.contains(Move::none()));
  int seen = 0;
  for (const Move move : moves) EXPECT_EQ(move.bits(), ++seen);
  moves.clear();
  EXPECT_TRUE(moves.empty());
  EXPECT_FALSE(moves.contains(Move::from_bits(77)));
}

TEST(MoveList, ACopyHoldsTheSameMoves) {
  MoveList moves;
  moves.push(Move(Square::E2, Square::E4));
  const MoveList copy = moves;
  moves.push(Move(Square::D2, Square::D4));
  EXPECT_EQ(copy.size(), 1);
  EXPECT_EQ(copy[0], Move(Square::E2, Square::E4));
}

}  // namespace
}  // namespace tabia::chess
