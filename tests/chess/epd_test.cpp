#include "chess/epd.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "chess/fen.h"
#include "chess/notation.h"
#include "test_support.h"

namespace tabia::chess {
namespace {

constexpr std::string_view kStartBoard = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

Epd epd_of(const std::string& text) {
  const auto epd = parse_epd(text);
  EXPECT_TRUE(epd.ok()) << text << "\n" << (epd.ok() ? "" : epd.error().message);
  return epd.ok() ? *epd : Epd{};
}

// The record of the starting position followed by these operations.
Epd start_with_operations(const std::string& operations) {
  return epd_of(std::string(kStartBoard) + " " + operations);
}

std::string epd_error(const std::string& text) {
  const auto epd = parse_epd(text);
  EXPECT_FALSE(epd.ok()) << text;
  return epd.ok() ? "" : epd.error().message;
}

std::vector<std::string> san_of(const Epd& epd, const base::Result<std::vector<Move>>& moves) {
  std::vector<std::string> texts;
  EXPECT_TRUE(moves.ok()) << (moves.ok() ? "" : moves.error().message);
  if (moves.ok()) {
    for (const Move move : *moves) texts.push_back(to_san(epd.position, move));
  }
  return texts;
}

void expect_round_trip(const Epd& epd) {
  const std::string text = to_epd(epd);
  const auto again = parse_epd(text);
  ASSERT_TRUE(again.ok()) << text << "\n" << again.error().message;
  EXPECT_EQ(epd, *again) << text;
  EXPECT_EQ(text, to_epd(*again));
}

using Texts = std::vector<std::string>;

TEST(Epd, APositionWithoutOperationsIsARecord) {
  const Epd epd = epd_of(std::string(kStartBoard));
  EXPECT_EQ(epd.position, Position());
  EXPECT_TRUE(epd.operations.empty());
  EXPECT_TRUE(epd.remark.empty());
}

TEST(Epd, OperationsHaveAnOpcodeAndOperands) {
  const Epd epd = start_with_operations("bm e4 d4; id \"start\"; noop;");
  ASSERT_EQ(epd.operations.size(), 3u);
  EXPECT_EQ(epd.operations[0], (EpdOperation{"bm", {"e4", "d4"}}));
  EXPECT_EQ(epd.operations[1], (EpdOperation{"id", {"start"}}));
  EXPECT_EQ(epd.operations[2], (EpdOperation{"noop", {}}));
  EXPECT_EQ(epd.find("bm"), &epd.operations[0]);
  EXPECT_EQ(epd.find("am"), nullptr);
}

TEST(Epd, QuotedOperandsKeepSemicolonsAndSpacesAndEscapedQuotes) {
  const Epd epd = start_with_operations(R"(c0 "one; two  three"; c1 "a \"b\" c:\\d\e"; id "";)");
  EXPECT_EQ(epd.text_of("c0"), "one; two  three");
  EXPECT_EQ(epd.text_of("c1"), R"(a "b" c:\d\e)");
  EXPECT_EQ(epd.id(), "");
  expect_round_trip(epd);
}

TEST(Epd, TextWithoutQuotesIsJoinedFromItsWords) {
  EXPECT_EQ(start_with_operations("id  WAC   001 ;").id(), "WAC 001");
  EXPECT_EQ(start_with_operations("bm e4;").id(), std::nullopt);
}

TEST(Epd, BestAndAvoidedMovesAreLegalMoves) {
  const Epd epd = start_with_operations("bm Nf3 e4; am f3;");
  EXPECT_EQ(san_of(epd, epd.best_moves()), (Texts{"Nf3", "e4"}));
  EXPECT_EQ(san_of(epd, epd.avoid_moves()), (Texts{"f3"}));
  EXPECT_EQ(san_of(epd, epd.moves_of("sm")), Texts{});
}

TEST(Epd, AnIllegalBestMoveIsAnErrorThatNamesTheOperationAndTheMove) {
  const auto moves = start_with_operations("bm Nf3 Ke2;").best_moves();
  ASSERT_FALSE(moves.ok());
  EXPECT_NE(moves.error().message.find("bm"), std::string::npos) << moves.error().message;
  EXPECT_NE(moves.error().message.find("Ke2"), std::string::npos) << moves.error().message;
}

TEST(Epd, ALoneCheckSignBehindAMoveIsPassedOver) {
  const Epd epd =
      epd_of("rn3rk1/pbppq1pp/1p2pb2/4N2Q/3PN3/3B4/PPP2PPP/R3K2R w KQ -  ; bm Qxh7 + ;  id LCTII.CMB.02 ");
  EXPECT_EQ(san_of(epd, epd.best_moves()), (Texts{"Qxh7+"}));
  EXPECT_EQ(epd.id(), "LCTII.CMB.02");
  expect_round_trip(epd);
}

TEST(Epd, MateDistancesComeFromDmAndFromBmWithANumberSign) {
  EXPECT_EQ(*start_with_operations("dm 3;").mate_in(), 3);
  EXPECT_EQ(*start_with_operations("bm #3;").mate_in(), 3);
  EXPECT_EQ(*start_with_operations("bm #-3;").mate_in(), -3);
  EXPECT_EQ(*start_with_operations("bm e4 #12;").mate_in(), 12);
  EXPECT_EQ(*start_with_operations("bm e4;").mate_in(), std::nullopt);
  EXPECT_TRUE(start_with_operations("bm #3;").best_moves()->empty());
  EXPECT_FALSE(start_with_operations("dm soon;").mate_in().ok());
  EXPECT_FALSE(start_with_operations("dm 99999999999;").mate_in().ok());
}

TEST(Epd, NumbersAreReadAndAnythingElseIsAnErrorThatNamesTheOperation) {
  const Epd epd = start_with_operations("ce -120; acd +18; wdl 2; dtz 1; acn many;");
  EXPECT_EQ(*epd.number_of("ce"), -120);
  EXPECT_EQ(*epd.number_of("acd"), 18);
  EXPECT_EQ(*epd.number_of("wdl"), 2);
  EXPECT_EQ(*epd.number_of("dtz"), 1);
  EXPECT_EQ(*epd.number_of("dtm"), std::nullopt);
  const auto bad = epd.number_of("acn");
  ASSERT_FALSE(bad.ok());
  EXPECT_NE(bad.error().message.find("acn"), std::string::npos);
  EXPECT_NE(bad.error().message.find("many"), std::string::npos);
}

TEST(Epd, PerftCountsAreReadWithAndWithoutSpacesAroundSemicolons) {
  const std::vector<PerftCount> expected = {{1, 20}, {2, 400}};
  for (const std::string& text :
       {std::string(kStartBoard) + " D1 20; D2 400;", std::string(kStartBoard) + " ;D1 20 ;D2 400",
        std::string(kStartBoard) + " 0 1 ;D1 20 ;D2 400", std::string(kStartBoard) + " 0 1; D1 20; D2 400",
        std::string(kStartBoard) + ";D1 20;D2 400", std::string(kStartBoard) + "  0 1;D1 20;D2 400;"}) {
    const Epd epd = epd_of(text);
    const auto counts = epd.perft_counts();
    ASSERT_TRUE(counts.ok()) << text;
    EXPECT_EQ(*counts, expected) << text;
    expect_round_trip(epd);
  }
  EXPECT_FALSE(start_with_operations("D1 many;").perft_counts().ok());
  EXPECT_FALSE(start_with_operations("D1;").perft_counts().ok());
  EXPECT_FALSE(start_with_operations("D99999999999 1;").perft_counts().ok());
}

TEST(Epd, CountersComeFromHmvcAndFmvnOrFromTheSixFieldsOfAFen) {
  const Epd by_operation = start_with_operations("hmvc 7; fmvn 31; id \"x\";");
  const Epd by_field = epd_of(std::string(kStartBoard) + " 7 31 id \"x\";");
  EXPECT_EQ(by_operation.position.halfmove_clock(), 7);
  EXPECT_EQ(by_operation.position.fullmove_number(), 31);
  EXPECT_EQ(by_operation, by_field);
  EXPECT_EQ(to_epd(by_field), std::string(kStartBoard) + " hmvc 7; fmvn 31; id \"x\";");
  expect_round_trip(by_field);
}

TEST(Epd, CountersThatContradictEachOtherAreAnError) {
  EXPECT_NE(epd_error(std::string(kStartBoard) + " 7 31 hmvc 8;").find("hmvc"), std::string::npos);
  EXPECT_NE(epd_error(std::string(kStartBoard) + " hmvc 999;").find("halfmove clock"), std::string::npos);
  EXPECT_TRUE(parse_epd(std::string(kStartBoard) + " 7 31 hmvc 7;").ok());
}

TEST(Epd, FreeTextAfterTheLastOperationIsKeptAsARemark) {
  const Epd epd = start_with_operations("bm e4; id \"Z.1\"; post by someone, id \"M;1\", 1 ... e5!");
  EXPECT_EQ(epd.id(), "Z.1");
  EXPECT_EQ(epd.remark, "post by someone, id \"M;1\", 1 ... e5!");
  EXPECT_EQ(epd.operations.size(), 2u);
  expect_round_trip(epd);
}

TEST(Epd, ARemarkThatBeginsWithANumberIsNoCounter) {
  const Epd epd = epd_of(std::string(kStartBoard) + "; 1 e4 wins");
  EXPECT_EQ(epd.remark, "1 e4 wins");
  expect_round_trip(epd);
}

TEST(Epd, ALastOperationNeedsNoSemicolonIfItsOpcodeIsKnown) {
  EXPECT_EQ(start_with_operations("bm e4; id last").id(), "last");
  EXPECT_EQ(*start_with_operations("wdl -2").number_of("wdl"), -2);
}

TEST(Epd, NulBytesAndWhiteSpaceAtTheEndMeanNothing) {
  const Epd epd = epd_of(std::string(kStartBoard) + " bm e4; id LAST" + std::string(2, '\0') + " \r");
  EXPECT_EQ(epd.id(), "LAST");
}

TEST(Epd, MalformedRecordsAreRefusedWithAReason) {
  EXPECT_NE(epd_error("").find("FEN field 1"), std::string::npos);
  EXPECT_NE(epd_error("8/8/8/8 w - - bm e4;").find("FEN field 1"), std::string::npos);
  EXPECT_NE(epd_error("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR").find("side to move"), std::string::npos);
  EXPECT_NE(epd_error(std::string(kStartBoard) + " id \"two\nlines\";").find("line break"),
            std::string::npos);
}

TEST(Epd, WhatIsNoOperationCostsNeitherThePositionNorTheOtherOperations) {
  std::vector<std::string> passed_over;
  const auto epd =
      parse_epd(std::string(kStartBoard) +
                    " bm #11; 01:25; PV: e2e4 e7e5; +1 two; fmvn one; c0 \"x\"; hmvc 3; id \"open",
                FenReading::Strict, &passed_over);
  ASSERT_TRUE(epd) << epd.error().message;
  EXPECT_EQ(*epd->mate_in(), 11);
  EXPECT_EQ(epd->text_of("c0"), "x");
  EXPECT_EQ(epd->position.halfmove_clock(), 3);
  EXPECT_EQ(epd->operations.size(), 2u);
  EXPECT_EQ(passed_over,
            (std::vector<std::string>{"01:25", "PV: e2e4 e7e5", "+1 two", "id \"open", "fmvn one"}));
  expect_round_trip(*epd);
  EXPECT_TRUE(parse_epd(std::string(kStartBoard) + " id \"open").ok());
}

TEST(Epd, RoundTripsKeepTheEnPassantSquareEvenIfNobodyCanCapture) {
  const Epd epd = epd_of("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 id \"1.e4\";");
  EXPECT_EQ(epd.position.double_step(), Square::E3);
  expect_round_trip(epd);
}

TEST(Epd, RoundTripsKeepChess960CastlingRights) {
  expect_round_trip(epd_of("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9 ;D1 21"));
  expect_round_trip(epd_of("rr2k3/8/8/8/8/8/8/RR2K3 w Bb - bm O-O-O;"));
}

TEST(EpdReader, GivesEachRecordWithItsLineAndGoesOnAfterABadOne) {
  std::istringstream in("\xEF\xBB\xBF# comment\n\n" + std::string(kStartBoard) +
                        " id \"a\";\r\nnonsense\n  # more\n" + std::string(kStartBoard) + " id \"b\";");
  EpdReader reader(in);
  const auto first = reader.next();
  ASSERT_TRUE(first && first->ok());
  EXPECT_EQ((*first)->line, 3u);
  EXPECT_EQ((*first)->epd.id(), "a");
  const auto bad = reader.next();
  ASSERT_TRUE(bad && !bad->ok());
  EXPECT_EQ(bad->error().message.find("line 4: "), 0u) << bad->error().message;
  const auto last = reader.next();
  ASSERT_TRUE(last && last->ok());
  EXPECT_EQ((*last)->line, 6u);
  EXPECT_EQ((*last)->epd.id(), "b");
  EXPECT_FALSE(reader.next());
  EXPECT_FALSE(reader.next());
}

TEST(EpdReader, AnOverlongLineIsAnErrorAndTheNextIsRead) {
  std::istringstream in(std::string(kStartBoard) + " c0 \"" + std::string(2 << 20, 'x') + "\";\n" +
                        std::string(kStartBoard) + "\n");
  EpdReader reader(in);
  const auto bad = reader.next();
  ASSERT_TRUE(bad && !bad->ok());
  EXPECT_EQ(bad->error().message.find("line 1: "), 0u) << bad->error().message;
  const auto good = reader.next();
  ASSERT_TRUE(good && good->ok());
  EXPECT_EQ((*good)->line, 2u);
}

// --- real files

struct FileCount {
  const char* name;
  int records;
  int with_best_move;
  int with_mate;
};

class EpdFiles : public testing::TestWithParam<FileCount> {};

TEST_P(EpdFiles, ReadCompletelyWithLegalMovesAndRoundTrip) {
  const FileCount expected = GetParam();
  TABIA_NEEDS_SHARED_FILE(expected.name);
  std::ifstream file(test::shared_path(expected.name), std::ios::binary);
  EpdReader reader(file);
  int records = 0;
  int with_best_move = 0;
  int with_mate = 0;
  while (const auto record = reader.next()) {
    ASSERT_TRUE(record->ok()) << record->error().message;
    const Epd& epd = (*record)->epd;
    const auto best = epd.best_moves();
    ASSERT_TRUE(best.ok()) << "line " << (*record)->line << ": " << best.error().message;
    const auto avoid = epd.avoid_moves();
    ASSERT_TRUE(avoid.ok()) << "line " << (*record)->line << ": " << avoid.error().message;
    const auto mate = epd.mate_in();
    ASSERT_TRUE(mate.ok()) << "line " << (*record)->line << ": " << mate.error().message;
    ++records;
    with_best_move += !best->empty();
    with_mate += mate->has_value();
    expect_round_trip(epd);
  }
  EXPECT_EQ(records, expected.records);
  EXPECT_EQ(with_best_move, expected.with_best_move);
  EXPECT_EQ(with_mate, expected.with_mate);
}

INSTANTIATE_TEST_SUITE_P(Shared, EpdFiles,
                         testing::Values(FileCount{"tactics/KRvK1000.epd", 1000, 0, 1000},
                                         FileCount{"tactics/bratko-kopec.epd", 24, 24, 0},
                                         FileCount{"tactics/lct2.epd", 35, 35, 0},
                                         FileCount{"tactics/mate_test_suite.epd", 20, 0, 20},
                                         FileCount{"tactics/mates400.epd", 400, 0, 400},
                                         FileCount{"tactics/nullMoveZugZwangTest.epd", 5, 5, 0},
                                         FileCount{"tactics/wacnew.epd", 300, 300, 0},
                                         FileCount{"tactics/zugts.epd", 30, 30, 0},
                                         FileCount{"syzygy/python-chess_endgame.epd", 200, 0, 0},
                                         FileCount{"perft/ethereal_fischer.epd", 960, 0, 0},
                                         FileCount{"perft/ethereal_standard.epd", 128, 0, 0},
                                         FileCount{"perft/ferdy_perft_double_checks.epd", 184, 0, 0},
                                         FileCount{"books/FRC_openings.epd", 960, 0, 0}),
                         [](const auto& parameter) {
                           std::string name = parameter.param.name;
                           for (char& c : name) {
                             if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
                           }
                           return name;
                         });

TEST(EpdFilesInDetail, OddLinesMeanWhatTheirWritersMeant) {
  TABIA_NEEDS_SHARED_FILE("tactics/zugts.epd");
  const auto zugts = test::lines_of(test::shared_path("tactics/zugts.epd"));
  const Epd first = epd_of(zugts.at(0));
  EXPECT_EQ(first.id(), "ZPTS.01");
  EXPECT_EQ(first.remark, "CCC post 27.4.2004 by Gerd Isenberg");
  const Epd several = epd_of(zugts.at(12));
  EXPECT_EQ(san_of(several, several.best_moves()), (Texts{"Rc6", "Rc4", "Rc3", "Rc2", "Rc1"}));
  const Epd endgame = epd_of(test::lines_of(test::shared_path("syzygy/python-chess_endgame.epd")).at(2));
  EXPECT_EQ(*endgame.number_of("wdl_table"), 0);
  EXPECT_EQ(*endgame.number_of("wdl"), 2);
  EXPECT_EQ(*endgame.number_of("dtz"), 1);
}

}  // namespace
}  // namespace tabia::chess
