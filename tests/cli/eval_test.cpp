// `tabia eval` as users and scripts run it.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "paths.h"
#include "program.h"

namespace {

using tabia::test::mentions;
using tabia::test::Outcome;
using tabia::test::run;
using tabia::test::TemporaryFile;

constexpr const char* kKiwipete = "'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'";

TEST(EvalCommand, ShowsBoardScoreChancesHeadsTermsAndTheWorthOfEveryPiece) {
  const Outcome outcome = run(std::string("eval --fen ") + kKiwipete);
  EXPECT_EQ(outcome.code, 0);
  for (const char* part : {"8  r . . . k . . r", "evaluation: ", "chances: ", "classical says", "<- in use",
                           "material", "what each piece is worth", "Q +"}) {
    EXPECT_TRUE(mentions(outcome, part)) << part;
  }
}

TEST(EvalCommand, JsonHasTheFieldsThatTheServiceHasToo) {
  // Of a network with a piece-square part.
  const TemporaryFile seed("seed.net", "");
  ASSERT_EQ(run("net seed " + seed.path()).code, 0);
  const Outcome outcome = run("eval --json --net " + seed.path() + " --fen " + kKiwipete);
  EXPECT_EQ(outcome.code, 0);
  for (const char* field : {"\"fen\":", "\"cp\":", "\"cp_white\":", "\"wdl\":[", "\"network\":",
                            "\"bucket\":", "\"raw\":", "\"raw_psqt\":", "\"raw_positional\":"}) {
    EXPECT_TRUE(mentions(outcome, field)) << field << " in " << outcome.output;
  }
}

TEST(EvalCommand, AFileGivesOneLineAPositionInOrderWhateverTheNumberOfThreads) {
  std::string text;
  for (int i = 0; i < 9000; ++i) {
    text += i % 2 ? "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
                  : "4k3/8/8/8/8/8/8/Q3K3 b - - bm Kf7; id \"one\";\n";
  }
  const TemporaryFile file("positions.fen", text);
  const Outcome one = run("eval --threads 1 --file " + file.path());
  const Outcome several = run("eval --threads 3 --file " + file.path());
  EXPECT_EQ(one.code, 0);
  EXPECT_EQ(one.output, several.output);
  EXPECT_EQ(std::count(one.output.begin(), one.output.end(), '\n'), 9000);
  EXPECT_TRUE(one.output.starts_with("4k3/8/8/8/8/8/8/Q3K3 b"));
}

TEST(EvalCommand, ALineThatIsNoPositionIsReportedAndPassedOver) {
  const TemporaryFile file("bad.fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nnonsense\n");
  const Outcome outcome = run("eval --json --file " + file.path(), true);
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(mentions(outcome, ":2: FEN field 1")) << outcome.output;
  EXPECT_TRUE(mentions(outcome, "1 evaluated (0 of them with harmless faults repaired), 1 refused"));
}

TEST(EvalCommand, ModesDiffer) {
  const std::string drawn = "eval --json --fen '8/8/4k3/8/3B4/4K1B1/8/8 w - - 0 1' --evaluation ";
  EXPECT_TRUE(mentions(run(drawn + "hybrid"), "\"cp\":0,"));
  EXPECT_TRUE(mentions(run(drawn + "classical"), "\"cp\":0,"));
  EXPECT_FALSE(mentions(run(drawn + "network"), "\"cp\":0,"));
  EXPECT_EQ(run(drawn + "magic").code, 1);
  EXPECT_FALSE(mentions(run(drawn + "classical --rules none"), "\"cp\":0,"));
  EXPECT_TRUE(mentions(run(drawn + "classical --rules fifty-moves,drawn-material"), "\"cp\":0,"));
  EXPECT_EQ(run(drawn + "classical --rules fifty").code, 1);
}

TEST(EvalCommand, TheHeatMapIsAPictureWithEveryPiece) {
  const TemporaryFile picture("board.svg");
  EXPECT_EQ(run("eval --svg " + picture.path()).code, 0);
  const std::string svg = picture.content();
  EXPECT_TRUE(svg.starts_with("<svg "));
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
  std::size_t pieces = 0;
  for (const char* symbol : {"♟", "♞", "♝", "♜", "♛", "♚"}) {
    for (std::size_t at = svg.find(symbol); at != std::string::npos; at = svg.find(symbol, at + 1)) ++pieces;
  }
  EXPECT_EQ(pieces, 32u);
}

TEST(EvalCommand, AMissingOrBrokenNetworkIsAnErrorThatNamesIt) {
  const Outcome missing = run("eval --net /nowhere/at.net", true);
  EXPECT_EQ(missing.code, 1);
  EXPECT_TRUE(mentions(missing, "/nowhere/at.net"));
  const TemporaryFile broken("broken.net", "this is no network");
  EXPECT_EQ(run("eval --net " + broken.path()).code, 1);
}

TEST(EvalCommand, EveryKernelTableGivesTheSameNumbers) {
  const std::string net = tabia::test::shared_data() + "/nets/nn-37f18f62d772.nnue";
  const std::string option = std::filesystem::exists(net) ? " --net " + net : "";
  const std::string words = std::string("eval --json --fen ") + kKiwipete + option;
  const std::string expected =
      tabia::test::shell("TABIA_KERNELS=scalar '" + tabia::test::tabia_program() + "' " + words).output;
  EXPECT_FALSE(expected.empty());
  for (const char* table : {"sse4.1", "avx2", "avx-vnni", "avx512", "avx512-vnni"}) {
    EXPECT_EQ(tabia::test::shell(std::string("TABIA_KERNELS=") + table + " '" + tabia::test::tabia_program() +
                                 "' " + words + " 2>/dev/null")
                  .output,
              expected)
        << table;
  }
}

}  // namespace
