// `tabia epd` as users and scripts run it.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <string>

#include "paths.h"
#include "program.h"

namespace {

using tabia::test::interrupted;
using tabia::test::mentions;
using tabia::test::Outcome;
using tabia::test::run;
using tabia::test::TemporaryFile;

const std::string kSuite = "epd '" + tabia::test::test_data() + "/suite.epd' --nodes 20000 ";

// The part of the text that can't differ from run to run.
std::string without_times(const std::string& text) {
  return std::regex_replace(text, std::regex(R"( +[0-9.]+ s\n|"(solution|time)_ms":[0-9]+,)"), "\n");
}

TEST(EpdCommand, SolvesBestMovesMovesToAvoidAndMatesAndCountsThem) {
  const Outcome outcome = run(kSuite, true);
  EXPECT_EQ(outcome.code, 1) << outcome.output;  // one line of the file is broken on purpose
  EXPECT_TRUE(mentions(outcome, "suite.epd:8: EPD operation am: move \"O-O\"")) << outcome.output;
  EXPECT_TRUE(mentions(outcome, "0 false, 0 with an incomplete line\n")) << outcome.output;
  EXPECT_TRUE(outcome.output.ends_with("\n6/6 solved\n")) << outcome.output;
  for (const char* line : {"back rank            bm Re8#", "mated in one         #-1",
                           "a queen for nothing  bm exd5 am Kf1    exd5      solved"}) {
    EXPECT_TRUE(mentions(outcome, line)) << line << " in\n" << outcome.output;
  }
}

TEST(EpdCommand, LinesComeInTheOrderOfTheFileAndDoNotDependOnTheNumberOfThreads) {
  const Outcome one = run(kSuite + "--threads 1");
  const Outcome three = run(kSuite + "--threads 3");
  EXPECT_EQ(without_times(one.output), without_times(three.output));
  EXPECT_LT(one.output.find("back rank"), one.output.find("only move"));
}

TEST(EpdCommand, JsonIsOneObjectAPositionAndOneWithTheTotals) {
  const Outcome outcome = run(kSuite + "--json --limit 2");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(std::count(outcome.output.begin(), outcome.output.end(), '\n'), 3);
  for (const char* field :
       {"\"id\":\"back rank\"", "\"fen\":\"6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1\"", "\"found\":\"e1e8\"",
        "\"solved\":true", "\"mate\":1", "\"pv\":[\"e1e8\"]", "{\"solved\":2,\"positions\":2,"}) {
    EXPECT_TRUE(mentions(outcome, field)) << field << " in " << outcome.output;
  }
}

TEST(EpdCommand, WithMatesOnlyPositionsWithAMateCountAndItsLengthDecides) {
  const Outcome outcome = run(kSuite + "--mates");
  EXPECT_TRUE(outcome.output.ends_with("3 mates claimed, 0 false, 0 with an incomplete line\n3/3 solved\n"))
      << outcome.output;
}

TEST(EpdCommand, AMateShorterThanTheSuiteSaysIsAFalseClaimAndTheTestSaysNo) {
  const TemporaryFile file("false.epd", "6k1/5ppp/8/8/8/8/8/4R1K1 w - - bm #2;\n");
  const Outcome outcome = run("epd --nodes 2000 " + file.path(), true);
  EXPECT_EQ(outcome.code, 3);
  EXPECT_TRUE(
      mentions(outcome, ":1: warning: claims mate in 1, the suite says 2; the line ends in mate: e1e8"))
      << outcome.output;
  EXPECT_TRUE(mentions(outcome, "1 mates claimed, 1 false")) << outcome.output;
  EXPECT_TRUE(outcome.output.ends_with("0/1 solved\n")) << outcome.output;
}

TEST(EpdCommand, LinesThatCanNotBeUsedAreNamedAndPassedOver) {
  const TemporaryFile file("bad.epd",
                           "4k3/8/8/8/8/8/8/Q3K3 w - -\nnonsense\n\n# comment\n"
                           "7k/5Q2/6K1/8/8/8/8/8 b - - bm #1;\n4k3/8/8/8/8/8/4q3/4K3 w - - bm Kxe2;\n");
  const Outcome outcome = run("epd --nodes 100 " + file.path(), true);
  EXPECT_EQ(outcome.code, 1);
  for (const char* complaint :
       {":1: nothing to solve; the record needs bm, am or dm", ":2: FEN field 1",
        ":5: the game is over in this position", "line 6  bm Kxe2", "\n1/1 solved\n"}) {
    EXPECT_TRUE(mentions(outcome, complaint)) << complaint << " in\n" << outcome.output;
  }
}

TEST(EpdCommand, WrongUsageAndMissingFilesAreToldApart) {
  for (const char* words :
       {"epd", "epd x --nodes 0", "epd x --depth many", "epd x --limit 0", "epd x --threads 0",
        "epd x --evaluation magic", "epd x --rules some", "epd x --hash 0", "epd x --hash 33554433"}) {
    EXPECT_EQ(run(words).code, 2) << words;
  }
  const Outcome greedy = run(kSuite + "--hash 1048576 --threads 1024", true);
  EXPECT_EQ(greedy.code, 2);
  EXPECT_TRUE(mentions(greedy, "but this program may use only")) << greedy.output;
  EXPECT_EQ(run("epd /nowhere/at.epd").code, 1);
  EXPECT_EQ(run(kSuite + "--net /nowhere/at.net").code, 1);
}

TEST(EpdCommand, AnInterruptKeepsWhatIsDoneAndEndsWithItsOwnCode) {
  const TemporaryFile file("long.epd",
                           "6k1/5ppp/8/8/8/8/8/4R1K1 w - - dm 1; id \"quick\";\n"
                           "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id \"endless\";\n");
  const Outcome outcome = interrupted("epd --threads 1 --movetime 600000 " + file.path() + " 2>/dev/null",
                                      [](const Outcome& so_far) { return mentions(so_far, "quick"); });
  EXPECT_EQ(outcome.code, 130);
  EXPECT_TRUE(mentions(outcome, "quick")) << outcome.output;
  EXPECT_FALSE(mentions(outcome, "endless")) << outcome.output;
  EXPECT_TRUE(outcome.output.ends_with("1/1 solved\n")) << outcome.output;
}

}  // namespace
