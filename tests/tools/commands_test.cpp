// The program as users and scripts run it: the real binary, its output and its exit code.
#include "tools/commands.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "paths.h"
#include "program.h"

namespace {

namespace fs = std::filesystem;
using tabia::test::mentions;
using tabia::test::Outcome;
using tabia::test::run;
using tabia::test::shell;
using tabia::test::TemporaryFile;

TEST(Cli, PerftPrintsJustTheNumberOnStandardOutput) {
  const Outcome outcome = run("perft 4");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.output, "197281\n");
  EXPECT_EQ(run("perft 0").output, "1\n");
}

TEST(Cli, PerftDivideListsEveryMoveAndTheTotal) {
  const Outcome outcome = run("perft 3 --divide --threads 2");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(mentions(outcome, "e2e4: 600\n"));
  EXPECT_TRUE(outcome.output.ends_with("\n\n8902\n"));
}

TEST(Cli, PerftWritesCastlingAsKingTakesRookWhenAskedFor) {
  const std::string fen = " --divide --fen 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'";
  EXPECT_TRUE(mentions(run("perft 1" + fen), "e1g1: 1\n"));
  EXPECT_TRUE(mentions(run("perft 1 --chess960" + fen), "e1h1: 1\n"));
}

TEST(Cli, PerftSuiteEndsWithTheCountOfPassedAndFailed) {
  const TemporaryFile good("good.epd",
                           "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400\n"
                           "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1; D3 2812\n");
  const Outcome passed = run("perft --suite " + good.path());
  EXPECT_EQ(passed.code, 0);
  EXPECT_EQ(passed.output, "3 passed, 0 failed\n");
  const TemporaryFile bad(
      "bad.epd", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 21 ;D2 400\nnonsense ;D1 1\n");
  const Outcome failed = run("perft --suite " + bad.path());
  EXPECT_EQ(failed.code, 3);
  EXPECT_TRUE(mentions(failed, "found 20, expected 21")) << failed.output;
  EXPECT_TRUE(failed.output.ends_with("\n1 passed, 2 failed\n")) << failed.output;
  EXPECT_EQ(run("perft --max-nodes 20 --suite " + good.path()).output, "1 passed, 0 failed\n");
}

TEST(Cli, PerftSuiteReadsTheBlockForm) {
  const TemporaryFile suite(
      "blocks.perft",
      "# comment\nid one\nepd r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -\n"
      "perft 1 48\nperft 2 2039\n");
  EXPECT_EQ(run("perft --suite " + suite.path()).output, "2 passed, 0 failed\n");
}

TEST(Cli, WrongUsageIsExplainedAndEndsWithCodeTwo) {
  for (const char* words :
       {"perft", "perft six", "perft -1", "perft 99", "perft 3 4", "perft 3 --threads 0", "perft 3 --fen",
        "perft 3 --max-nodes 5", "perft 3 --suite x", "perft 2 --divide=yes", "fen", "fen a --file b",
        "completion fish", "completion", "perft 1 --threads 1 --threads 2"}) {
    const Outcome outcome = run(words, true);
    EXPECT_EQ(outcome.code, 2) << words;
    EXPECT_TRUE(mentions(outcome, "--help")) << words;
  }
}

TEST(Cli, AMistypedWordIsAnsweredWithTheOneThatWasMeant) {
  EXPECT_TRUE(mentions(run("prft 3", true), "did you mean perft?"));
  EXPECT_TRUE(mentions(run("perft 3 --treads 2", true), "did you mean --threads?"));
  EXPECT_EQ(run("prft 3").code, 2);
}

TEST(Cli, FenShowsThePositionOrNamesTheFieldThatIsWrong) {
  const Outcome good = run("fen 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'");
  EXPECT_EQ(good.code, 0);
  EXPECT_TRUE(mentions(good, "8  r . . . k . . r\n"));
  EXPECT_TRUE(mentions(good, "O-O-O (e1c1)"));
  EXPECT_TRUE(mentions(good, "HAha"));
  const Outcome bad = run("fen '8/8/8/8/8/8/8/K6k x - - 0 1'", true);
  EXPECT_EQ(bad.code, 1);
  EXPECT_TRUE(mentions(bad, "field 2 (side to move)")) << bad.output;
}

TEST(Cli, FenRepairsOnlyWhenAskedTo) {
  EXPECT_EQ(run("fen '4k3/8/8/8/8/8/8/4K3 w KQ - 0 1'").code, 1);
  const Outcome repaired = run("fen --lenient '4k3/8/8/8/8/8/8/4K3 w KQ - 0 1'", true);
  EXPECT_EQ(repaired.code, 0);
  EXPECT_TRUE(mentions(repaired, "repaired: "));
}

TEST(Cli, FenChecksAFileLineByLine) {
  const TemporaryFile file(
      "some.fen",
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\r\n\n8/8/8/8/8/8/8/8 w - - 0 1\n");
  const Outcome outcome = run("fen --file " + file.path());
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(mentions(outcome, ":3: FEN field 1")) << outcome.output;
  EXPECT_TRUE(outcome.output.ends_with("\n1 valid, 1 invalid\n"));
  EXPECT_EQ(run("fen --file /nowhere/at/all").code, 1);
  EXPECT_EQ(run("fen --file /").code, 1);
}

TEST(Cli, PgnCountsGamesAndReportsBadOnesWithTheirLine) {
  const TemporaryFile file("games.pgn",
                           "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 {[%eval 0.3]} e5 2. Nf3 1-0\n\n"
                           "[Event \"b\"]\n[Result \"0-1\"]\n\n1. e4 e5 2. Nf7 0-1\n\n"
                           "[Event \"c\"]\n[Result \"1/2-1/2\"]\n\n1. d4 d5 1/2-1/2\n");
  const Outcome outcome = run("pgn " + file.path());
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(mentions(outcome, "line 9:")) << outcome.output;
  EXPECT_TRUE(mentions(outcome, "5 moves, 1 of them with an evaluation; White won 1, Black 0, 1 draws"));
  EXPECT_TRUE(outcome.output.ends_with("\n2 games, 1 bad\n")) << outcome.output;
  EXPECT_TRUE(mentions(run("pgn --json " + file.path()), "\"games\":2,\"bad\":1,"));
}

TEST(Cli, JsonComesAsOneObject) {
  const Outcome perft = run("perft 2 --json --divide");
  EXPECT_TRUE(perft.output.starts_with("{\"fen\":\"rnbqkbnr/")) << perft.output;
  EXPECT_TRUE(mentions(perft, "\"nodes\":400,"));
  const Outcome fen = run("fen --json '4k3/8/8/8/8/8/8/4K2R w K - 0 1'");
  EXPECT_TRUE(mentions(fen, "{\"uci\":\"e1g1\",\"san\":\"O-O\"}")) << fen.output;
}

TEST(Cli, EveryCommandHasHelpWithAnExample) {
  for (const auto& command : tabia::tools::all_commands()) {
    const Outcome outcome = run(std::string(command.name) + " --help");
    EXPECT_EQ(outcome.code, 0) << command.name;
    EXPECT_TRUE(mentions(outcome, "Usage: tabia")) << command.name;
    EXPECT_TRUE(mentions(outcome, "Example")) << command.name;
    EXPECT_TRUE(mentions(run("--help"), std::string(command.name))) << command.name;
    EXPECT_TRUE(mentions(run("man"), std::string(".SS tabia ") + std::string(command.name))) << command.name;
    EXPECT_TRUE(mentions(run("completion bash"), std::string("    ") + std::string(command.name) + ")\n"))
        << command.name;
  }
}

TEST(Cli, TheCompletionScriptCompletesOptions) {
  const std::string words = R"(COMP_WORDS=(tabia perft --th); COMP_CWORD=2; _tabia; echo "${COMPREPLY[@]}")";
  const std::string command = std::string("bash -c 'source <(\"$0\" completion bash); ") + words + "' '" +
                              tabia::test::tabia_program() + "'";
  EXPECT_EQ(shell(command).output, "--threads\n");
}

TEST(Cli, AFullDiskIsAFailure) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  EXPECT_EQ(run("perft 1 > /dev/full").code, 1);
}

TEST(Cli, AnInterruptEndsPerftWithCode130) {
  const std::string command =
      "timeout --preserve-status -s INT 0.5 '" + tabia::test::tabia_program() + "' perft 12 --threads 2";
  EXPECT_EQ(shell(command + " 2>/dev/null").code, 130);
}

TEST(Cli, TheVersionNamesTheCompiler) {
  const Outcome outcome = run("--version");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(outcome.output.starts_with("tabia "));
  EXPECT_TRUE(mentions(outcome, "++ "));
}

}  // namespace
