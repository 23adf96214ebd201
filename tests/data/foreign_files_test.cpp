// Readers of single formats: by hand, and against real files with known contents.
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "data/bullet.h"
#include "data/data_support.h"
#include "data/pgn_import.h"
#include "data/viri.h"

namespace tabia::data::test {
namespace {

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }
constexpr std::string_view kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

std::vector<std::string> shown_all(const Content& content) {
  std::vector<std::string> all;
  for (const Sample& sample : content.samples()) all.push_back(shown(sample));
  return all;
}

struct Counts {
  std::size_t positions = 0, scored = 0, mates = 0, with_move = 0;
};
Counts counts_of(const Content& content) {
  Counts counts;
  for (const Sample& sample : content.samples()) {
    ++counts.positions;
    counts.scored += sample.has_score() ? 1 : 0;
    counts.mates += sample.is_mate() ? 1 : 0;
    counts.with_move += sample.move ? 1 : 0;
  }
  return counts;
}

// --- bullet

TEST(Bullet, ItsOwnSampleHasTheKnownCounts) {
  TABIA_NEEDS_SHARED_FILE("binpack/bullet_batch.bf");
  const Content content = content_of_file(shared_path("binpack/bullet_batch.bf"));
  EXPECT_TRUE(content.errors.empty()) << content.errors.front();
  std::array<int, 3> outcomes{};
  int lowest = 0;
  int highest = 0;
  for (const Sample& sample : content.samples()) {
    ++outcomes[static_cast<std::size_t>(static_cast<int>(sample.outcome) + 1)];
    lowest = std::min<int>(lowest, sample.score);
    highest = std::max<int>(highest, sample.score);
  }
  EXPECT_EQ(content.records.size(), 16'273u);
  EXPECT_EQ(outcomes, (std::array{5188, 6005, 5080}));
  EXPECT_EQ(lowest, -2000);
  EXPECT_EQ(highest, 2000);
  EXPECT_TRUE(written("bullet", content.records).bytes ==
              base::read_file(shared_path("binpack/bullet_batch.bf"), 1 << 20).value());
}

TEST(Bullet, ABadRecordIsToldAndTheNextOneRead) {
  GameRecord record;
  record.result = chess::GameResult::Draw;
  record.plies = {{.move = {}, .score = 10}};
  const std::string good = written("bullet", {record}).bytes;
  std::string wrong_result = good;
  wrong_result[26] = 3;
  std::string wrong_king = good;
  wrong_king[27] = 5;
  const Content content =
      content_of_bytes("bullet", wrong_result + good + wrong_king + good + good.substr(0, 7));
  EXPECT_EQ(content.records.size(), 2u);
  ASSERT_EQ(content.errors.size(), 3u);
  EXPECT_EQ(content.errors[0], "test: record 0: the result 3, expected 0, 1 or 2");
  EXPECT_TRUE(has(content.errors[1], "record 2: the record says that the kings"));
  EXPECT_EQ(content.errors[2], "test: record 4: found 7 bytes at the end, expected 32");
}

TEST(BulletText, IsFromWhitesView) {
  const Content content =
      content_of_bytes("bullet-text",
                       "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 | 35 | 1.0\n"
                       "nonsense\n"
                       "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1|-7|0.5\r\n");
  EXPECT_EQ(shown_all(content),
            (std::vector<std::string>{
                "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 | 0000 | -35 | 1 | -1",
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | 0000 | -7 | 0 | 0"}));
  ASSERT_EQ(content.errors.size(), 1u);
  EXPECT_EQ(content.errors[0], "test: line 2: found 1 parts, expected FEN | score | result");
}

// --- viriformat

// Start position, 1. e4 (0C 07) with +30 for White, 1... e5 with +25 for White, Black wins.
std::string viri_game() {
  std::string bytes(
      "\xFF\xFF\x00\x00\x00\x00\xFF\xFF\x16\x42\x25\x61\x00\x00\x00\x00\x88\x88\x88\x88\x9E\xCA\xAD\xE9"
      "\x40\x00\x01\x00\x1E\x00\x00\x00",
      32);
  bytes += std::string("\x0C\x07\x1E\x00\x34\x09\x19\x00\x00\x00\x00\x00", 12);
  return bytes;
}

TEST(Viri, AGameIsReadByHandAndWrittenAgain) {
  const Content content = content_of_bytes("viri", viri_game());
  EXPECT_TRUE(content.errors.empty()) << content.errors.front();
  ASSERT_EQ(content.records.size(), 1u);
  const GameRecord& record = content.records[0];
  EXPECT_EQ(record.start, chess::Position());
  EXPECT_EQ(record.result, chess::GameResult::BlackWins);
  ASSERT_EQ(record.plies.size(), 2u);
  EXPECT_EQ(chess::to_uci(record.plies[0].move), "e2e4");
  EXPECT_EQ(record.plies[0].score, 30);
  EXPECT_EQ(chess::to_uci(record.plies[1].move), "e7e5");
  EXPECT_EQ(record.plies[1].score, -25);
  EXPECT_EQ(written("viri", content.records).bytes, viri_game());
}

TEST(Viri, BehindABadGameTheNextOneIsRead) {
  std::string bad_board = viri_game();
  bad_board[9] = '\x77';
  std::string bad_move = viri_game();
  bad_move[37] = '\x08';
  const Content content =
      content_of_bytes("viri", bad_board + viri_game() + bad_move + viri_game() + viri_game().substr(0, 36));
  EXPECT_EQ(content.records.size(), 2u);
  ASSERT_EQ(content.errors.size(), 3u);
  EXPECT_TRUE(has(content.errors[0], "game 0: "));
  EXPECT_TRUE(has(content.errors[1], "game 2: ply 1: the move")) << content.errors[1];
  EXPECT_TRUE(has(content.errors[2], "game 4: the input ends in the middle"));
}

// --- plain

TEST(Plain, LinesMayComeInAnyOrderAndBeMissing) {
  const Content content = content_of_bytes("plain", std::string("score -12\nfen ") + std::string(kStart) +
                                                        "\nresult 1\nmove e2e4\nply 7\ne\n\nfen " +
                                                        std::string(kStart) + "\ne\n");
  EXPECT_TRUE(content.errors.empty());
  const std::string start(kStart);
  EXPECT_EQ(shown_all(content),
            (std::vector<std::string>{start + " | e2e4 | -12 | 7 | 1", start + " | 0000 | 32002 | 0 | 2"}));
}

TEST(Plain, ABadRecordIsToldWithItsLineAndTheNextOneRead) {
  const std::string good = "fen " + std::string(kStart) + "\nmove e2e4\nscore 1\nply 0\nresult 0\ne\n";
  const std::string bad = "fen " + std::string(kStart) + "\nmove e2e5\nscore 1\nply 0\nresult 0\ne\n";
  const Content content = content_of_bytes("plain", bad + good + "fen x\nwhat 1\ne\n" + good + "score 3\n");
  EXPECT_EQ(content.records.size(), 2u);
  ASSERT_EQ(content.errors.size(), 3u);
  EXPECT_TRUE(has(content.errors[0], "test: line 6: move: ")) << content.errors[0];
  EXPECT_TRUE(has(content.errors[1], "line 14: found \"what 1\"")) << content.errors[1];
  EXPECT_TRUE(has(content.errors[2], "ends in the middle of a record")) << content.errors[2];
}

TEST(Plain, MoveNumberZeroOfStockfishsToolsIsTheFirst) {
  const Content content =
      content_of_bytes("plain", "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 0\nply 0\ne\n");
  ASSERT_EQ(content.records.size(), 1u);
  EXPECT_EQ(content.records[0].start.fullmove_number(), 1);
}

// --- tables

TEST(Table, WithoutDeclarationTheErrorSaysWhatIsMissing) {
  const std::string table = "fen,score\n" + std::string(kStart) + ",0.2\n";
  const auto undeclared = reader_of("csv", table);
  ASSERT_FALSE(undeclared.ok());
  EXPECT_TRUE(has(undeclared.error().message, "whose view they are from: white or side-to-move"));
  const auto without_factor = reader_of("csv", table, {.view = ScoreView::White});
  ASSERT_FALSE(without_factor.ok());
  EXPECT_TRUE(has(without_factor.error().message, "the factor that turns them into centipawns"));
  EXPECT_TRUE(reader_of("csv", table, {.view = ScoreView::White, .factor = 100.0}).ok());
  EXPECT_TRUE(reader_of("csv", "fen,score_stm\n", {.factor = 100.0}).ok());
  EXPECT_TRUE(reader_of("csv", "fen\n").ok());
}

TEST(Table, ColumnsComeInAnyOrderAndQuoted) {
  const std::string table =
      "id,\"Move\",Eval,FEN,result\n"
      "1,e7e5,0.25,rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1,1-0\n"
      "2,\"Nf6\",#-3,\"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\",*\n";
  const Content content = content_of_bytes("csv", table, {.view = ScoreView::White, .factor = 100.0});
  EXPECT_TRUE(content.errors.empty()) << content.errors.front();
  const std::string fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
  EXPECT_EQ(shown_all(content),
            (std::vector<std::string>{fen + " | e7e5 | -25 | 1 | -1", fen + " | g8f6 | 31995 | 1 | 2"}));
}

TEST(Table, ABareZeroAsResultHasToBeDeclared) {
  const std::string table = "fen,result_stm\n" + std::string(kStart) + ",0\n" + std::string(kStart) +
                            ",-1\n" + std::string(kStart) + ",0.5\n";
  Content content = content_of_bytes("csv", table);
  ASSERT_EQ(content.errors.size(), 1u);
  EXPECT_TRUE(has(content.errors[0], "line 2: the result \"0\"; declare whether"));
  EXPECT_EQ(content.records.size(), 2u);
  content = content_of_bytes("csv", table, {.results = ResultNumbers::MinusOneToOne});
  ASSERT_EQ(content.errors.size(), 1u);
  EXPECT_TRUE(has(content.errors[0], "line 4: the result \"0.5\", expected one of -1, 0, 1"));
}

TEST(Table, AWrongLineIsToldAndTheNextOneRead) {
  const std::string table = "fen\tcp\n" + std::string(kStart) + "\tmuch\n" + std::string(kStart) + "\t5\n" +
                            "x\t1\n" + std::string(kStart) + "\t1\t2\n";
  const Content content = content_of_bytes("tsv", table, {.view = ScoreView::SideToMove, .factor = 1.0});
  EXPECT_EQ(content.records.size(), 1u);
  ASSERT_EQ(content.errors.size(), 3u);
  EXPECT_TRUE(has(content.errors[0], "test: line 2: the score \"much\""));
  EXPECT_TRUE(has(content.errors[2], "line 5: found 3 columns, expected 2"));
}

TEST(Table, ColumnsOfATableWithoutNamesAreDeclared) {
  const Content content =
      content_of_bytes("csv", "12," + std::string(kStart) + "\n",
                       {.view = ScoreView::White, .factor = 1.0, .columns = {"cp", "fen"}});
  ASSERT_EQ(content.records.size(), 1u);
  EXPECT_EQ(content.records[0].plies[0].score, 12);
  EXPECT_FALSE(reader_of("csv", "a,b\n1,2\n").ok());
  EXPECT_FALSE(reader_of("csv", "fen,cp,score\n", {.view = ScoreView::White, .factor = 1.0}).ok());
  EXPECT_FALSE(reader_of("csv", "").ok());
}

TEST(Table, EmptyCellsAreNothing) {
  const Content content = content_of_bytes(
      "tsv", "move\tfen\tcp_stm\tresult\n\t" + std::string(kStart) + "\t\t\n", {.factor = 1.0});
  EXPECT_EQ(shown_all(content), (std::vector<std::string>{std::string(kStart) + " | 0000 | 32002 | 0 | 2"}));
}

TEST(Table, ChessForcesEvaluationsAreRead) {
  TABIA_NEEDS_SHARED_FILE("evals/chessforce_sf10_B50-B99_ac.csv.zst");
  const std::string path = shared_path("evals/chessforce_sf10_B50-B99_ac.csv.zst");
  EXPECT_FALSE(open_reader(path).ok());
  const Content content = content_of_file(path, {.view = ScoreView::White, .factor = 10'000.0});
  EXPECT_EQ(content.errors.size(), 0u) << content.errors.front();
  EXPECT_EQ(content.records.size(), 44'905u);
  EXPECT_EQ(content.records.at(0).plies[0].score, -81);
  EXPECT_EQ(content.records.at(1).plies[0].score, -447);  // Black to move, +0.0447 for White
}

TEST(Table, TheStartsOfChess960AreRead) {
  TABIA_NEEDS_SHARED_FILE("evals/eval960_sf171.csv");
  const Content content =
      content_of_file(shared_path("evals/eval960_sf171.csv"), {.view = ScoreView::White, .factor = 100.0});
  EXPECT_EQ(content.errors.size(), 0u) << content.errors.front();
  EXPECT_EQ(content.records.size(), 960u);
  EXPECT_EQ(counts_of(content).with_move, 960u);
  EXPECT_EQ(content.records.at(0).plies[0].score, 34);
  EXPECT_EQ(chess::to_uci(content.records.at(0).plies[0].move), "b2b3");
}

TEST(EpdRecords, OperationsGiveScoreMoveAndResult) {
  const Content content =
      content_of_bytes("epd",
                       "# a comment\n"
                       "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - ce -30; bm e5; c9 \"1-0\";\n"
                       "6k1/5ppp/8/8/8/8/8/K3R3 w - - dm 1; bm Re8#;\n"
                       "6k1/5ppp/8/8/8/8/8/K3R3 w - - c9 \"0.5\";\n"
                       "6k1/5ppp/8/8/8/8/8/K3R3 w - - bm Re9;\n");
  EXPECT_EQ(shown_all(content),
            (std::vector<std::string>{
                "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 | e7e5 | -30 | 1 | -1",
                "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1 | e1e8 | 31999 | 0 | 2"}));
  ASSERT_EQ(content.errors.size(), 2u);
  EXPECT_TRUE(has(content.errors[0], "line 4: the result \"0.5\"; declare whose view"));
  EXPECT_TRUE(has(content.errors[1], "line 5"));
}

// --- PGN

TEST(PgnImport, AnEnginesScoreIsOfThePositionBeforeItsMove) {
  const Content content =
      content_of_bytes("pgn", "1. e4 {+0.30/12 1.0s} e5 {-0.25/11 1.0s} 2. Nf3 {book} Nc6 {+M5/20 1s} 0-1\n");
  ASSERT_EQ(content.records.size(), 1u);
  const auto& plies = content.records[0].plies;
  ASSERT_EQ(plies.size(), 4u);
  EXPECT_EQ(plies[0].score, 30);
  EXPECT_EQ(plies[1].score, -25);
  EXPECT_EQ(plies[2].score, base::kNoScore);
  EXPECT_EQ(plies[3].score, base::kMate - 5);
  EXPECT_EQ(content.records[0].result, chess::GameResult::BlackWins);
}

TEST(PgnImport, AnEvalCommandIsOfThePositionAfterTheMove) {
  const Content content = content_of_bytes(
      "pgn", "1. e4 { [%eval 0.30] [%clk 0:03:00] } e5 { [%eval 0.25] } 2. Nf3 { [%eval #-2] } 1-0\n");
  ASSERT_EQ(content.records.size(), 1u);
  const auto& plies = content.records[0].plies;
  ASSERT_EQ(plies.size(), 4u);
  EXPECT_EQ(plies[0].score, base::kNoScore);
  EXPECT_EQ(plies[1].score, -30);
  EXPECT_EQ(plies[2].score, 25);
  EXPECT_FALSE(plies[3].move);
  EXPECT_EQ(plies[3].score, score_of_mate(2));
}

TEST(PgnImport, BareGamesGiveResultsAndBadOnesErrors) {
  const Content content =
      content_of_bytes("pgn", "1. e4 e5 1/2-1/2\n\n1. e4 Ke4 1-0\n\n[Event \"x\"]\n\n*\n\n1. d4 *\n");
  EXPECT_EQ(content.records.size(), 2u);
  EXPECT_EQ(content.records[0].result, chess::GameResult::Draw);
  EXPECT_EQ(content.records[1].result, chess::GameResult::Unknown);
  ASSERT_EQ(content.errors.size(), 1u);
  EXPECT_TRUE(has(content.errors[0], "test: line 3")) << content.errors[0];
}

TEST(PgnImport, RatingsAreRead) {
  const Content games =
      content_of_bytes("pgn",
                       "[WhiteElo \"2709\"]\n[BlackElo \"2817\"]\n\n1. e4 1-0\n\n"
                       "[WhiteElo \"?\"]\n[BlackElo \"99999\"]\n\n1. e4 1-0\n\n1. e4 1-0\n");
  ASSERT_EQ(games.records.size(), 3u);
  EXPECT_EQ(games.records[0].ratings, (Ratings{2709, 2817}));
  EXPECT_FALSE(games.records[1].has_ratings());
  EXPECT_FALSE(games.records[2].has_ratings());
}

TEST(PgnImport, TcecsCommentsAreRead) {
  TABIA_NEEDS_SHARED_FILE("pgn/TCEC_Cup_16_Final.pgn.zst");
  const Content cup = content_of_file(shared_path("pgn/TCEC_Cup_16_Final.pgn.zst"));
  EXPECT_TRUE(cup.errors.empty());
  EXPECT_EQ(cup.records.size(), 22u);
  const Content chess960 = content_of_file(shared_path("pgn/TCEC_Season_29_-_Frd_5_Final.pgn.zst"));
  EXPECT_TRUE(chess960.errors.empty());
  EXPECT_EQ(chess960.records.size(), 50u);
  // As many as grep counts wv= and wv=M, wv=-M in the files: every move but those of the book.
  EXPECT_EQ(counts_of(cup).scored, 3'806u);
  EXPECT_EQ(counts_of(cup).mates, 167u);
  EXPECT_EQ(counts_of(cup).positions, 3'806u + 206u);
  EXPECT_EQ(counts_of(chess960).scored, 8'093u);
  EXPECT_EQ(counts_of(chess960).mates, 906u);
}

// --- Lichess

TEST(Lichess, TheDeepestEvaluationCounts) {
  const Content content = content_of_bytes(
      "lichess",
      R"({"fen":"2bq1rk1/pr3ppn/1p2p3/7P/2pP1B1P/2P5/PPQ2PB1/R3R1K1 w - -","evals":[{"pvs":[{"cp":311,"line":"g2e4 f7f5"},{"cp":292,"line":"g2f3"}],"knodes":206765,"depth":36},{"pvs":[{"cp":100,"line":"g2f3"}],"knodes":92958,"depth":34}]})"
      "\n"
      R"({"fen":"6k1/5ppp/8/8/8/8/8/K3r3 b - -","evals":[{"pvs":[{"mate":-7,"line":"e1e8"}],"knodes":1,"depth":5}]})"
      "\n"
      R"({"fen":"r3k2r/8/8/8/8/8/8/4K3 b kq -","evals":[{"pvs":[{"cp":-900,"line":"e8h8"}],"knodes":1,"depth":5}]})"
      "\n{\"fen\":\"x\"}\n[]\n{\n");
  EXPECT_EQ(shown_all(content),
            (std::vector<std::string>{
                "2bq1rk1/pr3ppn/1p2p3/7P/2pP1B1P/2P5/PPQ2PB1/R3R1K1 w - - 0 1 | g2e4 | 311 | 0 | 2",
                "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1 | e8g8 | 900 | 1 | 2"}));
  ASSERT_EQ(content.errors.size(), 4u);
  EXPECT_TRUE(has(content.errors[1], "test: line 4: "));
}

}  // namespace
}  // namespace tabia::data::test
