// `tabia tune` as users run it: the real binary, its output and its exit code. Whether it tunes depends on
// the build.
#include <gtest/gtest.h>

#include <string>

#include "program.h"

namespace {

using tabia::test::mentions;
using tabia::test::Outcome;
using tabia::test::run;
using tabia::test::TemporaryFile;

const std::string kShortRun =
    "tune --parameters lmr_base,futility_base --iterations 3 --pairs 2 --nodes 30 --hash 1 --maxmoves 20 "
    "--evaluation classical --r-end 0.05";

#if !defined(TABIA_TUNE)
TEST(CliTune, AnOrdinaryBuildSaysHowToMakeATuneBuild) {
  const Outcome outcome = run(kShortRun, true);
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(mentions(outcome, "make a tune build:\n  cmake --preset tune && cmake --build build/tune"))
      << outcome.output;
}
#endif

TEST(CliTune, HelpIsThereInEveryBuild) {
  const Outcome outcome = run("tune --help");
  EXPECT_EQ(outcome.code, 0);
  for (const char* text : {"--parameters", "--iterations", "--record", "Needs a tune build", "tabia tune "})
    EXPECT_TRUE(mentions(outcome, text)) << text << outcome.output;
}

TEST(CliTune, WrongUsageIsExplainedInEveryBuild) {
  for (const std::string words :
       {"", "--parameters", "--parameters ''", "--parameters no_such_number",
        "--parameters lmr_base --iterations 0", "--parameters lmr_base --pairs none",
        "--parameters lmr_base --nodes 0", "--parameters lmr_base --r-end 0",
        "--parameters lmr_base --r-end fast", "--parameters lmr_base --a-ratio -1",
        "--parameters lmr_base --alpha 2", "--parameters lmr_base --gamma 1,5",
        "--parameters lmr_base --concurrency 0", "--parameters lmr_base --seed -1",
        "--parameters lmr_base --draw score", "--parameters lmr_base --resign moves=3",
        "--parameters lmr_base --hash 0", "--parameters ./file --r-end 0.01", "lmr_base"}) {
    const Outcome outcome = run("tune " + words, true);
    EXPECT_EQ(outcome.code, 2) << words << outcome.output;
    EXPECT_TRUE(mentions(outcome, "--help")) << words;
  }
  EXPECT_TRUE(mentions(run("tune --parameters lmr_bas", true), "did you mean lmr_base?"));
}

// Named for the thread sanitizer, whose build in ./test is the one that is also a tune build.
#if defined(TABIA_TUNE)
TEST(CliTuneThread, ATuneEndsWithValuesLinesAndTheMatchThatConfirmsThem) {
  const Outcome outcome = run(kShortRun);
  EXPECT_EQ(outcome.code, 0);
  for (const char* text :
       {"Iterations: 3 of 3, games: 12, ", "lmr_base: 992 -> ", "lmr_base, int, ",
        "tabia match --engine net=default,evaluation=classical,name=tuned,option.futility_base="})
    EXPECT_TRUE(mentions(outcome, text)) << text << outcome.output;
  EXPECT_EQ(run(kShortRun + " --concurrency 3").output.substr(0, 200), outcome.output.substr(0, 200));
}

TEST(CliTuneThread, ARecordGoesOnWithTheSameOptionsOnly) {
  const TemporaryFile record("tune.json");
  const std::string words = kShortRun + " --json --record " + record.path();
  const Outcome first = run(words);
  EXPECT_EQ(first.code, 0);
  EXPECT_TRUE(mentions(first, "\"complete\":true,\"iterations\":3,\"games\":12,")) << first.output;
  EXPECT_EQ(run(words).output, first.output);
  const Outcome changed = run(words + " --seed 2", true);
  EXPECT_EQ(changed.code, 1);
  EXPECT_TRUE(mentions(changed, "seed is 2, but it was 1")) << changed.output;
}
#endif

}  // namespace
