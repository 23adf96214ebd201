#include "chess/setup.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "chess/test_support.h"

namespace tabia::chess {
namespace {

using test::position_of;

PositionSetup start() { return Position().setup(); }
PositionSetup kings() { return position_of("4k3/8/8/8/8/8/8/4K3 w - - 0 1").setup(); }

// Expects a fault in the field whose message contains all the words.
void expect_fault(const PositionSetup& setup, SetupField field,
                  std::initializer_list<std::string_view> words) {
  const auto fault = fault_in(setup);
  ASSERT_TRUE(fault) << "no fault found";
  EXPECT_EQ(static_cast<int>(fault->field), static_cast<int>(field)) << fault->message;
  for (const auto word : words)
    EXPECT_NE(fault->message.find(word), std::string::npos) << fault->message << " lacks " << word;
  EXPECT_FALSE(Position::from_setup(setup));
}

TEST(Setup, TheStartAndBareKingsHaveNoFault) {
  EXPECT_FALSE(fault_in(start()));
  EXPECT_FALSE(fault_in(kings()));
}

TEST(Setup, AnEmptyBoardIsAFault) {
  expect_fault(PositionSetup{}, SetupField::Board, {"White", "0 kings", "exactly 1"});
}

TEST(Setup, EachSideHasExactlyOneKing) {
  PositionSetup setup = kings();
  setup.board[Square::A8] = Piece::BlackKing;
  expect_fault(setup, SetupField::Board, {"Black", "2 kings"});
  setup = kings();
  setup.board[Square::E8] = Piece::None;
  expect_fault(setup, SetupField::Board, {"Black", "0 kings"});
}

TEST(Setup, EachSideHasAtMostEightPawnsAndSixteenPieces) {
  PositionSetup setup = start();
  setup.board[Square::A3] = Piece::WhitePawn;
  expect_fault(setup, SetupField::Board, {"White", "9 pawns", "at most 8"});
  setup = start();
  setup.board[Square::A6] = Piece::BlackQueen;
  expect_fault(setup, SetupField::Board, {"Black", "17 pieces", "at most 16"});
}

TEST(Setup, PawnsDoNotStandOnTheBackRanks) {
  for (const Square square : {Square::A1, Square::H1, Square::A8, Square::H8}) {
    for (const Piece pawn : {Piece::WhitePawn, Piece::BlackPawn}) {
      PositionSetup setup = kings();
      setup.board[square] = pawn;
      expect_fault(setup, SetupField::Board, {"pawn on " + to_string(square)});
    }
  }
}

TEST(Setup, TheSideThatJustMovedIsNotInCheckAndTheMessageNamesKingAndAttacker) {
  PositionSetup setup = kings();
  setup.board[Square::E4] = Piece::WhiteRook;
  expect_fault(setup, SetupField::SideToMove, {"White to move", "Black's king on e8", "white rook on e4"});
  setup.side_to_move = Color::Black;
  EXPECT_FALSE(fault_in(setup));
  setup = kings();
  setup.board[Square::E8] = Piece::None;
  setup.board[Square::E2] = Piece::BlackKing;  // kings side by side are in each other's check
  expect_fault(setup, SetupField::SideToMove, {"king on e2"});
  setup.side_to_move = Color::Black;
  expect_fault(setup, SetupField::SideToMove, {"king on e1"});
}

TEST(Setup, NoMoveGivesThreeChecks) {
  const auto twice = parse_fen("4k3/8/5N2/8/8/8/4R3/4K3 b - - 0 1");
  EXPECT_TRUE(twice);
  PositionSetup setup = twice->setup();
  setup.board[Square::B5] = Piece::WhiteBishop;
  expect_fault(setup, SetupField::Board, {"Black's king on e8", "3 pieces", "at most 2"});
}

TEST(Setup, CastlingNeedsKingAndRookAtHome) {
  PositionSetup setup = kings();
  setup.castling_rooks = bit(Square::H1);
  expect_fault(setup, SetupField::Castling, {"h1", "nothing", "white rook"});
  setup.board[Square::H1] = Piece::BlackRook;
  setup.side_to_move = Color::White;
  expect_fault(setup, SetupField::Castling, {"h1", "black rook", "white rook"});
  setup.board[Square::H1] = Piece::WhiteRook;
  EXPECT_FALSE(fault_in(setup));
  setup.board[Square::E1] = Piece::None;
  setup.board[Square::E2] = Piece::WhiteKing;
  expect_fault(setup, SetupField::Castling, {"White's king on e2", "rank 1"});
  // A white rook and king on Black's back rank do not castle there.
  setup = kings();
  setup.board[Square::A8] = Piece::WhiteRook;
  setup.side_to_move = Color::Black;
  setup.castling_rooks = bit(Square::A8);
  expect_fault(setup, SetupField::Castling, {"a8", "white rook", "black rook"});
}

TEST(Setup, CastlingRooksAreOnTheBackRanksAndAtMostOneOnEachSideOfTheKing) {
  PositionSetup setup = kings();
  setup.board[Square::H4] = Piece::WhiteRook;
  setup.castling_rooks = bit(Square::H4);
  expect_fault(setup, SetupField::Castling, {"h4", "ranks 1 and 8"});
  setup = kings();
  setup.board[Square::G1] = Piece::WhiteRook;
  setup.board[Square::H1] = Piece::WhiteRook;
  setup.castling_rooks = bit(Square::G1) | bit(Square::H1);
  expect_fault(setup, SetupField::Castling, {"two rooks", "same side", "e1"});
  setup.castling_rooks = bit(Square::G1);
  EXPECT_FALSE(fault_in(setup));
  setup = kings();
  setup.board[Square::A1] = Piece::WhiteRook;
  setup.board[Square::B1] = Piece::WhiteRook;
  setup.castling_rooks = bit(Square::A1) | bit(Square::B1);
  expect_fault(setup, SetupField::Castling, {"two rooks", "same side"});
}

TEST(Setup, EnPassantNeedsThePawnThatStepped) {
  PositionSetup setup = kings();
  setup.en_passant = Square::D6;
  expect_fault(setup, SetupField::EnPassant, {"nothing on d5", "black pawn", "from d7"});
  setup.board[Square::D5] = Piece::WhitePawn;
  expect_fault(setup, SetupField::EnPassant, {"white pawn on d5", "black pawn"});
  setup.board[Square::D5] = Piece::BlackPawn;
  EXPECT_FALSE(fault_in(setup));
}

TEST(Setup, EnPassantNeedsTheSquaresThatThePawnCameOverEmpty) {
  for (const Square square : {Square::D6, Square::D7}) {
    PositionSetup setup = kings();
    setup.en_passant = Square::D6;
    setup.board[Square::D5] = Piece::BlackPawn;
    setup.board[square] = Piece::BlackKnight;
    expect_fault(setup, SetupField::EnPassant, {"black knight on " + to_string(square), "from d7 to d5"});
  }
}

TEST(Setup, EnPassantStandsOnTheRankOfTheOtherSidesDoubleSteps) {
  PositionSetup setup = kings();
  setup.board[Square::D4] = Piece::WhitePawn;
  setup.en_passant = Square::D3;
  expect_fault(setup, SetupField::EnPassant, {"d3", "White to move", "rank 6"});
  setup.side_to_move = Color::Black;
  EXPECT_FALSE(fault_in(setup));
  for (int index = 0; index < kSquareCount; ++index) {
    if (rank_of(square_at(index)) == 2) continue;
    setup.en_passant = square_at(index);
    expect_fault(setup, SetupField::EnPassant, {to_string(square_at(index)), "rank 3"});
  }
}

TEST(Setup, AfterADoubleStepOnlyChecksThatItCanHaveGivenArePossible) {
  const auto faulty = [](std::string_view fen) {
    const auto position = parse_fen(fen);
    return !position.ok();
  };
  EXPECT_FALSE(faulty("8/8/8/3p4/4K3/8/8/7k w - d6 0 2"));    // the pawn itself
  EXPECT_FALSE(faulty("7k/8/5b2/3p4/8/8/1K6/8 w - - 0 2"));   // without en passant anything goes
  EXPECT_TRUE(faulty("7k/8/5b2/3p4/8/8/1K6/8 w - d6 0 2"));   // a bishop that stood there before
  EXPECT_TRUE(faulty("7k/8/8/3p4/8/5n2/8/6K1 w - d6 0 2"));   // a knight
  EXPECT_TRUE(faulty("7k/8/8/3p4/8/8/5p2/6K1 w - d6 0 2"));   // another pawn
  EXPECT_FALSE(faulty("2b4k/8/4K3/3p4/8/8/8/8 w - d6 0 2"));  // the bishop looks over d7, which the pawn left
  EXPECT_FALSE(faulty("3r3k/8/8/3p4/8/8/8/3K4 w - d6 0 2"));  // blocked by the pawn: no check at all
  EXPECT_TRUE(faulty("7k/8/8/3p4/4K2r/8/8/8 w - d6 0 2"));    // the pawn and a rook
  EXPECT_FALSE(faulty("1b5k/8/8/3pK3/8/8/8/8 w - d6 0 2"));   // over the passed square: tolerated on purpose
}

TEST(Setup, CountersHaveTheirRange) {
  PositionSetup setup = kings();
  for (const int good : {0, 1, 100, kMaxHalfmoveClock}) {
    setup.halfmove_clock = good;
    EXPECT_FALSE(fault_in(setup)) << good;
  }
  for (const int bad : {-1, kMaxHalfmoveClock + 1, 1'000'000}) {
    setup.halfmove_clock = bad;
    expect_fault(setup, SetupField::HalfmoveClock, {std::to_string(bad), "from 0 to 150"});
  }
  setup.halfmove_clock = 0;
  for (const int good : {1, 2, kMaxFullmoveNumber}) {
    setup.fullmove_number = good;
    EXPECT_FALSE(fault_in(setup)) << good;
  }
  for (const int bad : {-1, 0, kMaxFullmoveNumber + 1}) {
    setup.fullmove_number = bad;
    expect_fault(setup, SetupField::FullmoveNumber, {std::to_string(bad), "from 1 to 9999"});
  }
}

}  // namespace
}  // namespace tabia::chess
