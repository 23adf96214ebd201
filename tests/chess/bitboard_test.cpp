#include "chess/bitboard.h"

#include <gtest/gtest.h>

#include <vector>

namespace tabia::chess {
namespace {

TEST(Bitboard, SquaresAreCountedFromA1AlongTheRanks) {
  EXPECT_EQ(index_of(Square::A1), 0);
  EXPECT_EQ(index_of(Square::H1), 7);
  EXPECT_EQ(index_of(Square::A2), 8);
  EXPECT_EQ(index_of(Square::H8), 63);
  for (int index = 0; index < kSquareCount; ++index) {
    const Square square = square_at(index);
    EXPECT_EQ(make_square(file_of(square), rank_of(square)), square);
    EXPECT_EQ(bit(square), Bitboard{1} << index);
    EXPECT_EQ(parse_square(to_string(square)), square);
  }
}

TEST(Bitboard, OnlyTwoCharactersInsideTheBoardAreASquare) {
  for (const auto* text : {"", "e", "e44", "i4", "e9", "e0", "E4", "44", "ee", " e4", "e4 ", "`1", "a:"}) {
    EXPECT_FALSE(parse_square(text)) << text;
  }
  EXPECT_FALSE(parse_square(std::string_view("\0\0", 2)));
  EXPECT_FALSE(parse_square("\xC3\xA9"));
}

TEST(Bitboard, FilesAndRanksHoldEightSquaresEach) {
  Bitboard all_files = 0;
  Bitboard all_ranks = 0;
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(count(file_bits(i)), 8);
    EXPECT_EQ(count(rank_bits(i)), 8);
    EXPECT_EQ(file_bits(i) & rank_bits(i), bit(make_square(i, i)));
    all_files |= file_bits(i);
    all_ranks |= rank_bits(i);
  }
  EXPECT_EQ(all_files, ~Bitboard{0});
  EXPECT_EQ(all_ranks, ~Bitboard{0});
  EXPECT_EQ(file_bits(0), kFileA);
  EXPECT_EQ(file_bits(7), kFileH);
  EXPECT_EQ(rank_bits(0), kRank1);
  EXPECT_EQ(rank_bits(7), kRank8);
}

TEST(Bitboard, A1IsDarkAndNeighboursHaveOtherColours) {
  EXPECT_TRUE(contains(kDarkSquares, Square::A1));
  EXPECT_TRUE(contains(kDarkSquares, Square::H8));
  EXPECT_FALSE(contains(kDarkSquares, Square::H1));
  for (int index = 0; index < kSquareCount; ++index) {
    const Square square = square_at(index);
    EXPECT_EQ(contains(kDarkSquares, square), (file_of(square) + rank_of(square)) % 2 == 0);
  }
}

TEST(Bitboard, PopFirstTakesTheLowestSquareUntilNoneIsLeft) {
  Bitboard set = bit(Square::H8) | bit(Square::A1) | bit(Square::E4);
  EXPECT_TRUE(more_than_one(set));
  EXPECT_EQ(first(set), Square::A1);
  EXPECT_EQ(pop_first(set), Square::A1);
  EXPECT_EQ(pop_first(set), Square::E4);
  EXPECT_FALSE(more_than_one(set));
  EXPECT_EQ(pop_first(set), Square::H8);
  EXPECT_EQ(set, 0u);
  EXPECT_FALSE(more_than_one(set));
}

TEST(Bitboard, ShiftsLoseWhatLeavesTheBoard) {
  EXPECT_EQ(shifted<8>(kRank8), 0u);
  EXPECT_EQ(shifted<-8>(kRank1), 0u);
  EXPECT_EQ(shifted<8>(bit(Square::E4)), bit(Square::E5));
  EXPECT_EQ(shifted<-16>(bit(Square::E4)), bit(Square::E2));
}

TEST(Bitboard, KingsAttackEverySquareAroundThemAndNotTheirOwn) {
  EXPECT_EQ(count(king_attacks(bit(Square::A1))), 3);
  EXPECT_EQ(count(king_attacks(bit(Square::H4))), 5);
  EXPECT_EQ(count(king_attacks(bit(Square::E4))), 8);
  EXPECT_FALSE(contains(king_attacks(bit(Square::E4)), Square::E4));
  EXPECT_FALSE(contains(king_attacks(bit(Square::A4)), Square::H4));
}

TEST(Types, PiecesAreMadeOfColourAndType) {
  for (const Color color : {Color::White, Color::Black}) {
    for (const PieceType type : kPieceTypes) {
      const Piece piece = make_piece(color, type);
      EXPECT_EQ(color_of(piece), color);
      EXPECT_EQ(type_of(piece), type);
      EXPECT_EQ(parse_fen_letter(fen_letter(piece)), piece);
    }
  }
  EXPECT_EQ(type_of(Piece::None), PieceType::None);
  EXPECT_EQ(fen_letter(Piece::BlackKnight), 'n');
  EXPECT_EQ(fen_letter(Piece::WhiteQueen), 'Q');
}

TEST(Types, OnlyTheTwelveLettersAreFenLetters) {
  int accepted = 0;
  for (int c = 0; c < 256; ++c) accepted += parse_fen_letter(static_cast<char>(c)).has_value();
  EXPECT_EQ(accepted, 12);
}

TEST(Types, RelativeRanksCountFromTheOwnBackRank) {
  EXPECT_EQ(relative_rank(Color::White, Square::E2), 1);
  EXPECT_EQ(relative_rank(Color::Black, Square::E7), 1);
  EXPECT_EQ(relative_rank(Color::Black, Square::E1), 7);
  EXPECT_EQ(back_rank(Color::White), 0);
  EXPECT_EQ(back_rank(Color::Black), 7);
  EXPECT_EQ(Square::E2 + forward(Color::White), Square::E3);
  EXPECT_EQ(Square::E7 + 2 * forward(Color::Black), Square::E5);
  EXPECT_EQ(~Color::White, Color::Black);
  EXPECT_EQ(~Color::Black, Color::White);
}

}  // namespace
}  // namespace tabia::chess
