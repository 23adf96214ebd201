#include "chess/fen.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "chess/test_support.h"

namespace tabia::chess {
namespace {

using test::lines_of;
using test::position_of;
using test::shared_path;

constexpr FenStyle kExact = {true, true};

// Expects that strict reading rejects the text with a message that contains all the words.
void expect_refused(std::string_view fen, std::initializer_list<std::string_view> words) {
  const auto position = parse_fen(fen);
  ASSERT_FALSE(position) << "accepted: " << fen;
  for (const auto word : words) {
    EXPECT_NE(position.error().message.find(word), std::string::npos)
        << base::quoted(fen) << " gives: " << position.error().message << "\nwithout: " << word;
  }
}

bool names_a_field(std::string_view message) {
  static const std::array<std::string_view, 6> kFields = {
      "FEN field 1 (pieces): found ",          "FEN field 2 (side to move): found ",
      "FEN field 3 (castling rights): found ", "FEN field 4 (en passant): found ",
      "FEN field 5 (halfmove clock): found ",  "FEN field 6 (fullmove number): found "};
  for (const auto field : kFields) {
    if (message.starts_with(field)) return true;
  }
  return false;
}

// --- samples

TEST(Fen, EveryValidSampleOfCozyChessIsReadAndWrittenBackToTheLetter) {
  TABIA_NEEDS_SHARED_FILE("perft/cozy_valid.sfens");
  const auto lines = lines_of(shared_path("perft/cozy_valid.sfens"));
  EXPECT_EQ(lines.size(), 10'000u);
  for (const std::string& line : lines) {
    const auto position = parse_fen(line);
    ASSERT_TRUE(position) << line << ": " << position.error().message;
    ASSERT_EQ(to_fen(*position, kExact), line);
    // The other styles lose nothing that the rules know.
    const auto brief = parse_fen(to_fen(*position));
    ASSERT_TRUE(brief) << line;
    ASSERT_EQ(brief->keys(), position->keys()) << line;
  }
}

TEST(Fen, EveryInvalidSampleOfCozyChessIsRefusedWithAMessageThatNamesAField) {
  TABIA_NEEDS_SHARED_FILE("perft/cozy_invalid.sfens");
  const auto lines = lines_of(shared_path("perft/cozy_invalid.sfens"));
  EXPECT_EQ(lines.size(), 5000u);
  int accepted = 0;
  for (const std::string& line : lines) {
    const auto position = parse_fen(line);
    if (position) {
      ++accepted;
      ADD_FAILURE() << "accepted: " << line;
      continue;
    }
    ASSERT_TRUE(names_a_field(position.error().message)) << position.error().message;
    ASSERT_NE(position.error().message.find("expected"), std::string::npos) << position.error().message;
  }
  EXPECT_EQ(accepted, 0);
}

TEST(Fen, AllChess960StartPositionsAreReadAndDifferent) {
  TABIA_NEEDS_SHARED_FILE("perft/cozy_chess960_start_positions.sfens");
  std::set<Key> keys;
  for (const std::string& line : lines_of(shared_path("perft/cozy_chess960_start_positions.sfens"))) {
    const auto position = parse_fen(line);
    ASSERT_TRUE(position) << line << ": " << position.error().message;
    ASSERT_EQ(to_fen(*position, kExact), line);
    ASSERT_EQ(count(position->castling_rooks()), 4);
    keys.insert(position->key());
    // X-FEN writes all start positions with KQkq.
    ASSERT_EQ(base::words(to_fen(*position))[2], "KQkq") << line;
    ASSERT_EQ(position_of(to_fen(*position)), *position);
  }
  EXPECT_EQ(keys.size(), 960u);
}

// --- fields

TEST(Fen, TheStartIsWrittenInEveryStyle) {
  EXPECT_EQ(to_fen(Position()), kStartFen);
  EXPECT_EQ(to_fen(Position(), kExact), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
  EXPECT_EQ(to_epd_position(Position()), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
}

TEST(Fen, TheFourFieldsOfEpdHaveCountersZeroAndOne) {
  const Position position = position_of("4k3/8/8/8/8/8/8/4K3 b - -");
  EXPECT_EQ(to_fen(position), "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
}

TEST(Fen, WhiteSpaceAroundAndBetweenFieldsDoesNotMatter) {
  const Position start;
  EXPECT_EQ(position_of("  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\tw  KQkq -   0 1 \r\n"), start);
}

TEST(Fen, FaultsOfTheBoardAreNamed) {
  expect_refused("", {"FEN field 1 (pieces)", "found nothing"});
  expect_refused("   ", {"FEN field 1 (pieces)", "found nothing"});
  expect_refused("8/8/8/8/8/8/8 w - - 0 1", {"field 1", "found 7 ranks", "expected 8"});
  expect_refused("8/8/8/8/8/8/8/8/8 w - - 0 1", {"field 1", "found 9 ranks"});
  expect_refused("4k3/8/8/7/8/8/8/4K3 w - - 0 1", {"field 1", "7 squares in rank 5", "expected 8"});
  expect_refused("4k3/8/8/9/8/8/8/4K3 w - - 0 1", {"field 1", "\"9\"", "rank 5"});
  expect_refused("4k3/8/8/0pppppppp/8/8/8/4K3 w - - 0 1", {"field 1", "\"0\"", "rank 5"});
  expect_refused("4k3/8/8/ppppppppp/8/8/8/4K3 w - - 0 1", {"field 1", "more than 8 squares in rank 5"});
  expect_refused("4k3/8/8/88/8/8/8/4K3 w - - 0 1", {"field 1", "rank 5"});
  expect_refused("4k3/8/8/44/8/8/8/4K3 w - - 0 1", {"field 1", "two numbers in a row in rank 5"});
  expect_refused("4k3/8/8/11111111/8/8/8/4K3 w - - 0 1", {"field 1", "two numbers in a row in rank 5"});
  expect_refused("4k3/8/8/8/8/8/8/4K3/ w - - 0 1", {"field 1", "found 9 ranks"});
  expect_refused("4k3/8/8/ppppppppp/8/8/8/4K3 w - - 0 1", {"field 1", "more than 8 squares in rank 5"});
  expect_refused("4k3/8/8//8/8/8/4K3 w - - 0 1", {"field 1", "0 squares in rank 5"});
  expect_refused("4k3/8/8/7x/8/8/8/4K3 w - - 0 1", {"field 1", "\"x\" in rank 5", "PNBRQKpnbrqk"});
  expect_refused("4k3/8/8/8/8/8/8/8 w - - 0 1", {"field 1", "White has 0 kings", "exactly 1"});
  expect_refused("4k3/8/8/8/8/8/8/4KK2 w - - 0 1", {"field 1", "White has 2 kings"});
  expect_refused("3kk3/8/8/8/8/8/8/4K3 w - - 0 1", {"field 1", "Black has 2 kings"});
  expect_refused("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", {"field 1", "pawn on a8"});
  expect_refused("4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", {"field 1", "Black has 9 pawns"});
  expect_refused("4k3/8/8/8/8/8/QQQQQQQQ/QQQQKQQQQ w - - 0 1", {"field 1", "rank 1"});
  expect_refused("4k3/8/8/8/8/Q7/QQQQQQQQ/QQQQKQQQ w - - 0 1",
                 {"field 1", "White has 17 pieces", "at most 16"});
}

TEST(Fen, ProgramsAreToldWhichFieldIsWrong) {
  const auto wrong_in = [](const char* fen) {
    std::optional<SetupField> wrong;
    EXPECT_FALSE(parse_fen_lenient(fen, wrong)) << fen;
    return wrong ? std::string(name_of(*wrong)) : "none";
  };
  EXPECT_EQ(wrong_in(""), "pieces");
  EXPECT_EQ(wrong_in("4k3/8/8/9/8/8/8/4K3 w - - 0 1"), "pieces");
  EXPECT_EQ(wrong_in("4k3/8/8/8/8/8/8/8 w - - 0 1"), "pieces");
  EXPECT_EQ(wrong_in("4k3/8/8/8/8/8/8/4K3 x - - 0 1"), "side to move");
  std::optional<SetupField> wrong = SetupField::Board;
  EXPECT_TRUE(parse_fen_lenient("4k3/8/8/8/8/8/8/4K3 w KQ e9 0 1", wrong)) << "harmless faults are repaired";
  EXPECT_FALSE(wrong);
}

TEST(Fen, FaultsOfTheSideToMoveAreNamed) {
  for (const auto* side : {"W", "B", "white", "-", "x", "wb", "1"}) {
    expect_refused(base::concat("4k3/8/8/8/8/8/8/4K3 ", side, " - - 0 1"),
                   {"FEN field 2 (side to move)", base::concat("\"", side, "\""), "expected w or b"});
  }
  expect_refused("4k3/8/8/8/8/8/8/4K3", {"field 2", "found nothing", "expected w or b"});
}

TEST(Fen, AKingThatCouldBeCapturedIsRefusedAndTheMessageNamesTheAttacker) {
  expect_refused("4k3/8/8/8/8/8/8/K3R3 w - - 0 1", {"field 2", "Black's king on e8", "white rook on e1"});
  expect_refused("4k3/8/8/8/8/5n2/8/4K3 b - - 0 1", {"field 2", "White's king on e1", "black knight on f3"});
  expect_refused("8/8/8/8/8/8/4k3/4K3 w - - 0 1", {"field 2", "attacked by a white king on e1"});
}

TEST(Fen, FaultsOfTheCastlingRightsAreNamed) {
  constexpr std::string_view kField = "FEN field 3 (castling rights)";
  expect_refused("r3k2r/8/8/8/8/8/8/R3K2R w", {kField, "found nothing", "KQkq"});
  expect_refused("r3k2r/8/8/8/8/8/8/R3K2R w KX - 0 1", {kField, "\"X\""});
  expect_refused("r3k2r/8/8/8/8/8/8/R3K2R w K- - 0 1", {kField, "\"-\""});
  expect_refused("r3k2r/8/8/8/8/8/8/R3K2R w -- - 0 1", {kField});
  expect_refused("r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1", {kField, "h1 twice"});
  expect_refused("r3k2r/8/8/8/8/8/8/R3K2R w KH - 0 1", {kField, "h1 twice"});
  expect_refused("r3k2r/8/8/8/8/8/8/R3K3 w K - 0 1", {kField, "'K'", "White"});
  expect_refused("r3k3/8/8/8/8/8/8/R3K3 w k - 0 1", {kField, "'k'", "Black"});
  expect_refused("4k2r/8/8/8/8/8/8/R3K3 w q - 0 1", {kField, "'q'", "Black"});
  expect_refused("4k3/8/8/8/8/8/8/R3K3 w B - 0 1", {kField, "'B'", "b1"});
  expect_refused("4k3/8/8/8/8/8/8/R3K3 w E - 0 1", {kField, "'E'", "e1"});
  expect_refused("4k3/8/8/8/8/8/4K3/R7 w Q - 0 1", {kField, "'Q'", "king"});
  expect_refused("4k3/8/8/8/8/8/8/4KRR1 w GF - 0 1", {kField, "two rooks", "same side"});
  expect_refused("4k3/8/8/8/8/8/8/R3K2R w KQkq - 0 1", {kField, "'k'"});
}

TEST(Fen, FaultsOfEnPassantAreNamed) {
  constexpr std::string_view kField = "FEN field 4 (en passant)";
  expect_refused("4k3/8/8/8/8/8/8/4K3 w -", {kField, "found nothing"});
  for (const auto* text : {"e", "e9", "i3", "E3", "e3e", "33", "--", "0"}) {
    expect_refused(base::concat("4k3/8/8/8/8/8/8/4K3 b - ", text, " 0 1"),
                   {kField, base::concat("\"", text, "\"")});
  }
  expect_refused("4k3/8/8/8/3P4/8/8/4K3 w - d3 0 1", {kField, "d3", "White to move", "rank 6"});
  expect_refused("4k3/8/8/8/8/8/8/4K3 w - d6 0 1", {kField, "nothing on d5", "black pawn", "d7"});
  expect_refused("4k3/8/3n4/3p4/8/8/8/4K3 w - d6 0 1", {kField, "black knight on d6"});
  expect_refused("4k3/3n4/8/3p4/8/8/8/4K3 w - d6 0 1", {kField, "black knight on d7"});
  expect_refused("4k3/8/8/3p4/8/5n2/8/6K1 w - d6 0 1", {kField, "black knight on f3", "check", "d7 to d5"});
}

TEST(Fen, FaultsOfTheCountersAreNamed) {
  for (const auto* text : {"-1", "-0", "-", "x", "1.5", "151", "99999999999999999999", "+3", "1e2", "0x1"}) {
    expect_refused(base::concat("4k3/8/8/8/8/8/8/4K3 w - - ", text, " 1"),
                   {"FEN field 5 (halfmove clock)", base::concat("\"", text, "\""), "from 0 to 150"});
  }
  for (const auto* text : {"0", "-1", "-", "x", "10000", "99999999999999999999"}) {
    expect_refused(base::concat("4k3/8/8/8/8/8/8/4K3 w - - 0 ", text),
                   {"FEN field 6 (fullmove number)", base::concat("\"", text, "\""), "from 1 to 9999"});
  }
  expect_refused("4k3/8/8/8/8/8/8/4K3 w - - 0", {"FEN field 6 (fullmove number)", "found nothing"});
  expect_refused("4k3/8/8/8/8/8/8/4K3 w - - 0 1 extra", {"\"extra\"", "after the six fields"});
  EXPECT_TRUE(parse_fen("4k3/8/8/8/8/8/8/4K3 w - - 150 9999"));
}

// --- castling notations

TEST(Fen, KQkqMeanTheOutermostRooksAndFileLettersNameTheOthers) {
  const Position inner = position_of("rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1");
  EXPECT_EQ(inner.castling_rooks(), bit(Square::G1) | bit(Square::B1) | bit(Square::G8) | bit(Square::B8));
  EXPECT_EQ(to_fen(inner), "rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1");
  const Position outer = position_of("rr2k1rr/8/8/8/8/8/8/RR2K1RR w KQkq - 0 1");
  EXPECT_EQ(outer.castling_rooks(), bit(Square::H1) | bit(Square::A1) | bit(Square::H8) | bit(Square::A8));
  EXPECT_EQ(to_fen(outer), "rr2k1rr/8/8/8/8/8/8/RR2K1RR w KQkq - 0 1");
  EXPECT_EQ(to_fen(outer, {true, false}), "rr2k1rr/8/8/8/8/8/8/RR2K1RR w HAha - 0 1");
  // The outermost rook counts, not the corner; an enemy rook outside does not.
  EXPECT_EQ(position_of("4k3/8/8/8/8/8/8/1R2KR1r w KQ - 0 1").castling_rooks(),
            bit(Square::B1) | bit(Square::F1));
  EXPECT_EQ(to_fen(position_of("4k3/8/8/8/8/8/8/1R2KR1r w FB - 0 1")), "4k3/8/8/8/8/8/8/1R2KR1r w KQ - 0 1");
}

TEST(Fen, CastlingNotationsMayBeMixedAndInAnyOrder) {
  const Position position = position_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  EXPECT_EQ(position_of("r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1"), position);
  EXPECT_EQ(position_of("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1"), position);
  EXPECT_EQ(position_of("r3k2r/8/8/8/8/8/8/R3K2R w KAhq - 0 1"), position);
}

TEST(Fen, BlackAndWhiteMayHaveTheirKingsOnDifferentFiles) {
  const Position position = position_of("1rk3r1/8/8/8/8/8/8/R4K1R w HAgb - 0 1");
  EXPECT_EQ(count(position.castling_rooks()), 4);
  EXPECT_EQ(to_fen(position), "1rk3r1/8/8/8/8/8/8/R4K1R w KQkq - 0 1");
}

TEST(Fen, TheEnPassantSquareIsWrittenAsTheStyleAsks) {
  const Position nobody = position_of("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
  EXPECT_EQ(to_fen(nobody), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
  EXPECT_EQ(to_fen(nobody, {false, true}), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
  const Position pinned = position_of("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1");
  EXPECT_EQ(to_fen(pinned), "8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1");
  const Position possible = position_of("8/8/8/8/k2Pp3/8/8/3K4 b - d3 0 1");
  EXPECT_EQ(to_fen(possible), "8/8/8/8/k2Pp3/8/8/3K4 b - d3 0 1");
}

// --- lenient reading

struct Repair {
  std::string_view text;
  std::string_view repaired;
  std::vector<std::string_view> words;  // one for each report, in order
};

TEST(FenLenient, RepairsWhatDoesNoHarmAndReportsEachRepair) {
  const std::vector<Repair> repairs = {
      {"4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", {"field 2", "field 3", "field 4"}},
      {"4k3/8/8/8/8/8/8/4K3 b", "4k3/8/8/8/8/8/8/4K3 b - - 0 1", {"field 3", "field 4"}},
      {"4k3/8/8/8/8/8/8/4K3 b -", "4k3/8/8/8/8/8/8/4K3 b - - 0 1", {"field 4"}},
      {"4k3/8/8/8/8/8/8/4K3 b - - 5", "4k3/8/8/8/8/8/8/4K3 b - - 5 1", {"field 6"}},
      {"r3k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1", {"'Q'", "'k'"}},
      {"4k3/8/8/8/8/8/4K3/7R w KQ - 0 1", "4k3/8/8/8/8/8/4K3/7R w - - 0 1", {"'K'", "'Q'"}},
      {"4k3/8/8/8/8/8/8/4K2R w KKx - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", {"twice", "\"x\""}},
      {"4k3/8/8/8/8/8/8/4KRR1 w GF - 0 1", "4k3/8/8/8/8/8/8/4KRR1 w - - 0 1", {"two rooks"}},
      {"4k3/8/8/8/8/8/8/4K3 w - e3 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", {"e3"}},
      {"4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", {"e5"}},
      {"4k3/8/8/8/8/8/8/4K3 w - foo 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", {"\"foo\""}},
      {"7k/8/8/3p4/8/5n2/8/6K1 w - d6 0 1", "7k/8/8/3p4/8/5n2/8/6K1 w - - 0 1", {"knight on f3"}},
      {"4k3/8/8/8/8/8/8/4K3 w - - -3 0", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", {"field 5", "field 6"}},
      {"4k3/8/8/8/8/8/8/4K3 w - - 500 123456", "4k3/8/8/8/8/8/8/4K3 w - - 150 9999", {"field 5", "field 6"}},
      {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves e1e2", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", {"moves e1e2"}},
  };
  for (const Repair& entry : repairs) {
    EXPECT_FALSE(parse_fen(entry.text)) << "strictly fine: " << entry.text;
    const auto read = parse_fen_lenient(entry.text);
    ASSERT_TRUE(read) << entry.text << ": " << read.error().message;
    EXPECT_EQ(to_fen(read->position, {false, true}), entry.repaired) << entry.text;
    ASSERT_EQ(read->repairs.size(), entry.words.size()) << entry.text << ": " << read->repairs.back();
    for (std::size_t i = 0; i < entry.words.size(); ++i) {
      EXPECT_NE(read->repairs[i].find(entry.words[i]), std::string::npos) << read->repairs[i];
      EXPECT_TRUE(read->repairs[i].find("assumed") != std::string::npos ||
                  read->repairs[i].find("ignored") != std::string::npos)
          << read->repairs[i];
    }
  }
}

TEST(FenLenient, WhatIsRightIsLeftAloneAndNothingIsReported) {
  for (const auto fen : {kStartFen, std::string_view("4k3/8/8/8/8/8/8/4K3 b - -")}) {
    const auto read = parse_fen_lenient(fen);
    ASSERT_TRUE(read);
    EXPECT_TRUE(read->repairs.empty());
    EXPECT_EQ(read->position, position_of(fen));
  }
}

TEST(FenLenient, PiecesAndSideToMoveAreNeverGuessed) {
  for (const auto* fen :
       {"", "4k3/8/8/8/8/8/8 w - - 0 1", "4k3/8/8/8/8/8/8/8 w - - 0 1", "x3k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 x - - 0 1", "4k3/8/8/8/8/8/8/K3R3 w - - 0 1", "P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/5N2/1B6/8/8/4R3/4K3 b - - 0 1"}) {
    const auto read = parse_fen_lenient(fen);
    ASSERT_FALSE(read) << fen;
    EXPECT_TRUE(names_a_field(read.error().message)) << read.error().message;
  }
}

TEST(FenLenient, ARepairedPositionIsOneThatStrictReadingAccepts) {
  TABIA_NEEDS_SHARED_FILE("perft/cozy_invalid.sfens");
  int repaired = 0;
  for (const std::string& line : lines_of(shared_path("perft/cozy_invalid.sfens"))) {
    const auto read = parse_fen_lenient(line);
    if (!read) continue;
    ++repaired;
    ASSERT_FALSE(read->repairs.empty()) << line;
    ASSERT_FALSE(fault_in(read->position.setup())) << line;
    ASSERT_TRUE(parse_fen(to_fen(read->position, kExact))) << line;
  }
  EXPECT_GT(repaired, 50);
}

// --- hostile input

TEST(Fen, HostileInputIsRefusedWithAShortPrintableMessage) {
  const std::string start(kStartFen);
  std::vector<std::string> texts = {
      std::string(10'000'000, 'x'),
      std::string(10'000'000, '/'),
      std::string(10'000'000, '8'),
      std::string(1'000'000, ' ') + "x",
      start + std::string(1'000'000, '9'),
      start.substr(0, start.find(" 0 1")) + " " + std::string(1'000'000, '9') + " 1",
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w " + std::string(1'000'000, 'K') + " - 0 1",
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR " + std::string(1'000'000, 'w') + " KQkq - 0 1",
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq " + std::string(1'000'000, 'e') + " 0 1",
      std::string("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\0", 58) + std::string(5, '\0'),
      std::string("4k3/8/8/8/8/8/8/4K3\0w - - 0 1", 30),
      std::string(100, '\0'),
      "\xE2\x99\x94"
      "3k4/8/8/8/8/8/8/4K3 w - - 0 1",
      "4k3/8/8/8/8/8/8/4K3 \xC3\xA9 - - 0 1",
      "4k3/8/8/8/8/8/8/4K3 w \xFF - 0 1",
      "4k3/8/8/8/8/8/8/4K3 w - \x80\x81 0 1",
      "4k3/8/8/8/8/8/8/4K3 w - - \x80 1",
      "\xEF\xBB\xBF" + start,
      "\x1B[31m",
  };
  for (const std::string& text : texts) {
    const auto position = parse_fen(text);
    ASSERT_FALSE(position) << base::quoted(text);
    EXPECT_LT(position.error().message.size(), 1000u);
    for (const char c : position.error().message) {
      ASSERT_TRUE(c >= 0x20 && c < 0x7F) << base::quoted(position.error().message, 400);
    }
    const auto lenient = parse_fen_lenient(text);  // must only return
    if (!lenient) {
      EXPECT_LT(lenient.error().message.size(), 1000u);
    } else {
      for (const std::string& repair : lenient->repairs) EXPECT_LT(repair.size(), 1000u);
    }
  }
}

TEST(FenLenient, AMillionCastlingLettersGiveOneReport) {
  const auto read = parse_fen_lenient("4k3/8/8/8/8/8/8/4K2R w " + std::string(1'000'000, 'K') + " - 0 1");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->repairs.size(), 1u);
  EXPECT_EQ(read->position.castling_rooks(), 0u);
}

// Every text that differs from a good one in a single character is read or rejected, and if it is read, it is
// written and read again as the same position.
TEST(Fen, TextsWithOneWrongCharacterAreEitherReadConsistentlyOrRefused) {
  base::Random random(401);
  test::RandomPlay play(402);
  for (int i = 0; i < 20'000; ++i) {
    std::string text = to_fen(play.position(), {random.below(2) == 0, random.below(2) == 0});
    const auto at = random.below(static_cast<std::uint32_t>(text.size()));
    switch (random.below(3)) {
      case 0:
        text[at] = static_cast<char>(random.below(256));
        break;
      case 1:
        text.erase(at, 1);
        break;
      default:
        text.insert(at, 1, "/ 12345678pnbrqkPNBRQKwb-ah36"[random.below(29)]);
        break;
    }
    const auto position = parse_fen(text);
    if (position) {
      ASSERT_FALSE(fault_in(position->setup())) << text;
      ASSERT_EQ(position_of(to_fen(*position, kExact)), *position) << text;
    } else {
      ASSERT_TRUE(names_a_field(position.error().message) ||
                  position.error().message.find("after the six fields") != std::string::npos)
          << position.error().message;
    }
    const auto lenient = parse_fen_lenient(text);
    ASSERT_TRUE(!position || (lenient && lenient->repairs.empty() && lenient->position == *position)) << text;
    if (lenient) {
      ASSERT_FALSE(fault_in(lenient->position.setup())) << text;
      ASSERT_EQ(lenient->repairs.empty(), position.ok()) << text;
    }
    play.step();
  }
}

}  // namespace
}  // namespace tabia::chess
