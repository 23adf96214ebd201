#include "chess/attacks.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "base/random.h"

namespace tabia::chess {
namespace {

bool on_board(int file, int rank) { return file >= 0 && file < 8 && rank >= 0 && rank < 8; }

// Walks from a square in one direction up to and including the first occupied square.
Bitboard walked(Square from, int file_step, int rank_step, Bitboard occupied) {
  Bitboard seen = 0;
  int file = file_of(from) + file_step;
  int rank = rank_of(from) + rank_step;
  while (on_board(file, rank)) {
    seen |= bit(make_square(file, rank));
    if (contains(occupied, make_square(file, rank))) break;
    file += file_step;
    rank += rank_step;
  }
  return seen;
}

Bitboard bishop_walk(Square from, Bitboard occupied) {
  return walked(from, 1, 1, occupied) | walked(from, 1, -1, occupied) | walked(from, -1, 1, occupied) |
         walked(from, -1, -1, occupied);
}

Bitboard rook_walk(Square from, Bitboard occupied) {
  return walked(from, 1, 0, occupied) | walked(from, -1, 0, occupied) | walked(from, 0, 1, occupied) |
         walked(from, 0, -1, occupied);
}

// Every square whose distance in files and ranks is (a, b) or (b, a).
Bitboard leaps(Square from, int a, int b) {
  Bitboard set = 0;
  for (int index = 0; index < kSquareCount; ++index) {
    const int files = std::abs(file_of(square_at(index)) - file_of(from));
    const int ranks = std::abs(rank_of(square_at(index)) - rank_of(from));
    if ((files == a && ranks == b) || (files == b && ranks == a)) set |= bit(square_at(index));
  }
  return set;
}

TEST(Attacks, SlidersEqualAWalkAlongTheRaysForRandomOccupations) {
  base::Random random(1);
  for (int index = 0; index < kSquareCount; ++index) {
    const Square from = square_at(index);
    for (int round = 0; round < 1500; ++round) {
      Bitboard occupied = random.next();
      if (round % 3 == 1) occupied &= random.next();
      if (round % 3 == 2) occupied |= random.next();
      ASSERT_EQ(bishop_attacks(from, occupied), bishop_walk(from, occupied))
          << to_string(from) << " " << occupied;
      ASSERT_EQ(rook_attacks(from, occupied), rook_walk(from, occupied))
          << to_string(from) << " " << occupied;
      ASSERT_EQ(queen_attacks(from, occupied), bishop_walk(from, occupied) | rook_walk(from, occupied));
    }
  }
}

TEST(Attacks, SlidersEqualAWalkForEverySetOfBlockersThatMatters) {
  for (int index = 0; index < kSquareCount; ++index) {
    const Square from = square_at(index);
    for (const bool is_rook : {false, true}) {
      const Bitboard mask = (is_rook ? kAttacks.rook : kAttacks.bishop)[from].mask;
      Bitboard blockers = 0;
      do {
        const Bitboard found = is_rook ? rook_attacks(from, blockers) : bishop_attacks(from, blockers);
        ASSERT_EQ(found, is_rook ? rook_walk(from, blockers) : bishop_walk(from, blockers))
            << to_string(from);
        blockers = (blockers - mask) & mask;
      } while (blockers != 0);
    }
  }
}

TEST(Attacks, SlidersAreNotDisturbedByWhatStandsOnTheirOwnSquareOrBeyondABlocker) {
  for (int index = 0; index < kSquareCount; ++index) {
    const Square from = square_at(index);
    EXPECT_EQ(rook_attacks(from, bit(from)), kAttacks.rook_rays[from]);
    EXPECT_EQ(bishop_attacks(from, bit(from)), kAttacks.bishop_rays[from]);
    EXPECT_EQ(rook_attacks(from, ~Bitboard{0}), leaps(from, 0, 1));
    EXPECT_EQ(bishop_attacks(from, ~Bitboard{0}), leaps(from, 1, 1));
  }
}

TEST(Attacks, RaysAreTheAttacksOnAnEmptyBoard) {
  for (int index = 0; index < kSquareCount; ++index) {
    const Square from = square_at(index);
    EXPECT_EQ(kAttacks.rook_rays[from], rook_walk(from, 0));
    EXPECT_EQ(kAttacks.bishop_rays[from], bishop_walk(from, 0));
    EXPECT_EQ(count(kAttacks.rook_rays[from]), 14);
  }
}

TEST(Attacks, KnightKingAndPawnTablesEqualTheDistancesOnTheBoard) {
  for (int index = 0; index < kSquareCount; ++index) {
    const Square from = square_at(index);
    EXPECT_EQ(knight_attacks(from), leaps(from, 1, 2)) << to_string(from);
    EXPECT_EQ(king_attacks(from), leaps(from, 0, 1) | leaps(from, 1, 1)) << to_string(from);
    for (const Color color : {Color::White, Color::Black}) {
      Bitboard expected = 0;
      for (const int file_step : {-1, 1}) {
        const int file = file_of(from) + file_step;
        const int rank = rank_of(from) + (color == Color::White ? 1 : -1);
        if (on_board(file, rank)) expected |= bit(make_square(file, rank));
      }
      EXPECT_EQ(pawn_attacks(color, from), expected) << to_string(from);
    }
  }
}

TEST(Attacks, SetsOfPiecesAttackWhatTheirMembersAttack) {
  base::Random random(2);
  for (int round = 0; round < 2000; ++round) {
    const Bitboard set = random.next() & random.next();
    Bitboard knights = 0;
    Bitboard white_pawns = 0;
    Bitboard black_pawns = 0;
    for (Bitboard rest = set; rest;) {
      const Square square = pop_first(rest);
      knights |= knight_attacks(square);
      white_pawns |= pawn_attacks(Color::White, square);
      black_pawns |= pawn_attacks(Color::Black, square);
    }
    EXPECT_EQ(knight_attacks(set), knights);
    EXPECT_EQ(pawn_attacks<Color::White>(set), white_pawns);
    EXPECT_EQ(pawn_attacks<Color::Black>(set), black_pawns);
    EXPECT_EQ(pawn_attacks(Color::White, set), white_pawns);
    EXPECT_EQ(pawn_attacks(Color::Black, set), black_pawns);
  }
}

TEST(Attacks, BetweenHoldsTheSquaresOfAWalkFromOneToTheOther) {
  for (int a = 0; a < kSquareCount; ++a) {
    for (int b = 0; b < kSquareCount; ++b) {
      const Square from = square_at(a);
      const Square to = square_at(b);
      const int files = file_of(to) - file_of(from);
      const int ranks = rank_of(to) - rank_of(from);
      const bool aligned = a != b && (files == 0 || ranks == 0 || std::abs(files) == std::abs(ranks));
      Bitboard expected_between = 0;
      Bitboard expected_line = 0;
      if (aligned) {
        const int file_step = (files > 0) - (files < 0);
        const int rank_step = (ranks > 0) - (ranks < 0);
        expected_between = walked(from, file_step, rank_step, bit(to)) & ~bit(to);
        expected_line =
            bit(from) | walked(from, file_step, rank_step, 0) | walked(from, -file_step, -rank_step, 0);
      }
      ASSERT_EQ(between(from, to), expected_between) << to_string(from) << to_string(to);
      ASSERT_EQ(line(from, to), expected_line) << to_string(from) << to_string(to);
    }
  }
}

TEST(Attacks, AttacksOfTakesTheTableOfTheType) {
  const Bitboard occupied = 0x00FF'1842'0000'4200;
  EXPECT_EQ(attacks_of(PieceType::Knight, Square::E4, occupied), leaps(Square::E4, 1, 2));
  EXPECT_EQ(attacks_of(PieceType::Bishop, Square::E4, occupied), bishop_walk(Square::E4, occupied));
  EXPECT_EQ(attacks_of(PieceType::Rook, Square::E4, occupied), rook_walk(Square::E4, occupied));
  EXPECT_EQ(attacks_of(PieceType::Queen, Square::E4, occupied),
            bishop_walk(Square::E4, occupied) | rook_walk(Square::E4, occupied));
  EXPECT_EQ(attacks_of(PieceType::King, Square::E4, occupied), king_attacks(Square::E4));
  EXPECT_EQ(attacks_of(PieceType::None, Square::E4, occupied), 0u);
}

}  // namespace
}  // namespace tabia::chess
