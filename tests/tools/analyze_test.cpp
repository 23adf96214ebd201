// `tabia analyze` as users and scripts run it.
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "chess/pgn_annotation.h"
#include "chess/pgn_reader.h"
#include "paths.h"
#include "program.h"

namespace {

using namespace tabia::chess;
using tabia::test::interrupted;
using tabia::test::mentions;
using tabia::test::Outcome;
using tabia::test::run;
using tabia::test::shell;
using tabia::test::TemporaryFile;

const std::string kFile = "'" + tabia::test::test_data() + "/games.pgn'";
const std::string kAnalyze = "analyze " + kFile + " --nodes 4000 --evaluation classical ";

std::vector<PgnGame> games_of(const std::string& text) {
  std::istringstream in(text);
  PgnReader reader(in);
  std::vector<PgnGame> games;
  while (auto next = reader.next()) {
    EXPECT_TRUE(next->ok()) << next->error().message << "\n" << text;
    if (next->ok()) games.push_back((*next)->game);
  }
  return games;
}

std::vector<Move> moves_of(const PgnGame& game) { return game.main_line().moves(); }

TEST(AnalyzeCommand, WritesTheSameGamesWithAnEvaluationAtEveryMove) {
  const Outcome outcome = run(kAnalyze);
  ASSERT_EQ(outcome.code, 0) << outcome.output;
  const auto analyzed = games_of(outcome.output);
  const auto original = games_of(shell("cat " + kFile).output);
  ASSERT_EQ(analyzed.size(), 4u);
  for (std::size_t i = 0; i < analyzed.size(); ++i) {
    EXPECT_EQ(moves_of(analyzed[i]), moves_of(original[i]));
    EXPECT_EQ(analyzed[i].result, original[i].result);
    Color mover = analyzed[i].start.side_to_move();
    Game game(analyzed[i].start);
    for (const PgnMove& move : analyzed[i].line.moves) {
      game.play(move.move);
      EXPECT_EQ(annotation_in(move.comment, mover).score.has_value(), game.end() != GameEnd::Checkmate)
          << move.comment;
      mover = ~mover;
    }
    EXPECT_TRUE(analyzed[i].tag("Annotator"));
  }
}

TEST(AnalyzeCommand, KeepsCommentsVariationsAndMarksButReplacesOldEvaluations) {
  const auto games = games_of(run(kAnalyze).output);
  ASSERT_EQ(games.size(), 4u);
  const PgnMove& weak = games[0].line.moves[5];
  EXPECT_TRUE(weak.comment.ends_with("Already weak, they say.")) << weak.comment;
  EXPECT_EQ(weak.comment.find("[%eval"), weak.comment.rfind("[%eval")) << weak.comment;
  EXPECT_GE(games[0].line.moves[7].variations.size(), 1u);
  // 2. g4 allows mate on the move; but someone thought it good.
  const PgnMove& fools = games[1].line.moves[2];
  EXPECT_EQ(fools.nags, std::vector<std::uint8_t>{1});
  EXPECT_TRUE(fools.comment.find("Allows mate in 1.") != std::string::npos) << fools.comment;
  EXPECT_EQ(annotation_in(fools.comment, Color::White).score->mate, -1);
}

TEST(AnalyzeCommand, ABlunderIsMarkedExplainedAndAnsweredByTheBetterLine) {
  const auto games = games_of(run(kAnalyze + "--game 3").output);
  ASSERT_EQ(games.size(), 1u);
  const PgnMove& stalemate = games[0].line.moves[0];
  EXPECT_EQ(stalemate.nags, std::vector<std::uint8_t>{4});
  EXPECT_EQ(stalemate.comment.find("[%eval 0.00] Blunder. Missed mate in 1. Q"), 0u) << stalemate.comment;
  ASSERT_EQ(stalemate.variations.size(), 1u);
  EXPECT_EQ(stalemate.variations[0].moves.size(), 1u);
  EXPECT_EQ(stalemate.variations[0].moves[0].comment, "[%eval #1]");
  const auto misser = games_of(run(kAnalyze + "--game 2").output);
  EXPECT_TRUE(misser[0].line.moves[3].comment.find("Missed mate in 1. Qh4# was best.") != std::string::npos)
      << misser[0].line.moves[3].comment;
}

TEST(AnalyzeCommand, TheTableTellsAccuracyAndMarksOfBothPlayers) {
  const TemporaryFile output("annotated.pgn");
  const Outcome outcome = run(kAnalyze + "--game 2 --output " + output.path());
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(mentions(outcome, "game 2: Blunder - Misser, *, 2 moves")) << outcome.output;
  EXPECT_TRUE(mentions(outcome, "accuracy   average loss")) << outcome.output;
  EXPECT_TRUE(mentions(outcome, "  White ")) << outcome.output;
  EXPECT_EQ(games_of(output.content()).size(), 1u);
  EXPECT_TRUE(output.content().find("[BlackAccuracy \"") != std::string::npos);
}

TEST(AnalyzeCommand, TheAnswerDoesNotDependOnTheNumberOfThreads) {
  EXPECT_EQ(run(kAnalyze + "--threads 1").output, run(kAnalyze + "--threads 3").output);
}

TEST(AnalyzeCommand, SeveralLinesAreShownWhenAskedFor) {
  const auto games = games_of(run(kAnalyze + "--game 2 --multipv 3").output);
  ASSERT_EQ(games.size(), 1u);
  EXPECT_GE(games[0].line.moves[3].variations.size(), 2u);
}

TEST(AnalyzeCommand, ABadGameIsReportedAndTheOthersAreAnalyzed) {
  const TemporaryFile file("bad.pgn", "1. e4 e4 *\n\n[Event \"good\"]\n\n1. e4 *\n");
  const Outcome outcome = run("analyze --nodes 500 " + file.path(), true);
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(mentions(outcome, "line 1: Black's move 1")) << outcome.output;
  EXPECT_TRUE(mentions(outcome, "[Event \"good\"]")) << outcome.output;
}

TEST(AnalyzeCommand, WrongUsageMissingFilesAndMissingGamesAreErrors) {
  for (const char* words : {"analyze", "analyze x --nodes 0", "analyze x --game 0", "analyze x --multipv 0",
                            "analyze x --output="}) {
    EXPECT_EQ(run(words).code, 2) << words;
  }
  EXPECT_EQ(run("analyze /nowhere/at.pgn").code, 1);
  EXPECT_TRUE(mentions(run(kAnalyze + "--game 9", true), "there is no game 9"));
  const TemporaryFile empty("empty.pgn", "");
  EXPECT_TRUE(mentions(run("analyze " + empty.path(), true), "no game found"));
}

TEST(AnalyzeCommand, AfterAnInterruptTheFinishedGamesAreThere) {
  const TemporaryFile file(
      "two.pgn",
      "[Event \"over\"]\n[FEN \"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\"]\n[SetUp \"1\"]\n\n*\n\n"
      "[Event \"endless\"]\n\n1. e4 e5 *\n");
  const TemporaryFile output("interrupted.pgn");
  const Outcome outcome =
      interrupted("analyze --movetime 600000 " + file.path() + " --output " + output.path() + " 2>&1",
                  [](const Outcome& so_far) { return mentions(so_far, "1 games are finished"); });
  EXPECT_EQ(outcome.code, 130) << outcome.output;
  EXPECT_TRUE(mentions(outcome, "1 games are finished")) << outcome.output;
  const auto games = games_of(output.content());
  ASSERT_EQ(games.size(), 1u);
  EXPECT_EQ(*games[0].tag("Event"), "over");
}

}  // namespace
