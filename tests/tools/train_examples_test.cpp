// `tabia train` with a recipe of examples, as a learner runs it first.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "paths.h"
#include "program.h"

namespace {

namespace fs = std::filesystem;
using tabia::test::mentions;
using tabia::test::Outcome;
using tabia::test::run;

class TrainExamples : public testing::Test {
 protected:
  ~TrainExamples() override { fs::remove_all(folder_); }
  [[nodiscard]] std::string path(const std::string& name) const {
    return "'" + (folder_ / name).string() + "'";
  }
  [[nodiscard]] Outcome train(const std::string& options) const {
    return run("train xor --out '" + folder_.string() + "' " + options, true);
  }
  const fs::path folder_ =
      fs::path(testing::TempDir()) / ("tabia_train_examples_" + std::to_string(getpid()));
};

TEST_F(TrainExamples, XorPrintsItsLossAndAnswersAndWritesANetworkThatInfoDescribes) {
  const Outcome trained = train("");
  ASSERT_EQ(trained.code, 0) << trained.output;
  for (const char* text :
       {"step      0: loss 0.", "step   4000: loss 0.00", "0 1 -> 0.9", "1 1 -> 0.0", "wanted 1", "last.net"})
    EXPECT_TRUE(mentions(trained, text)) << text << "\n" << trained.output;
  for (const char* file : {"last.net", "log.csv", "log.jsonl", "recipe.toml"})
    EXPECT_TRUE(fs::exists(folder_ / file)) << file;
  const Outcome info = run("net info " + path("last.net"), true);
  ASSERT_EQ(info.code, 0) << info.output;
  for (const char* text : {"parameters:  17", "features = \"dense-2\"", "2 x 4"})
    EXPECT_TRUE(mentions(info, text)) << text << "\n" << info.output;
}

TEST_F(TrainExamples, TheNetworkIsRefusedWherePositionsAreEvaluated) {
  ASSERT_EQ(train("--positions 40").code, 0);
  const Outcome evaluated = run("eval --net " + path("last.net"), true);
  EXPECT_EQ(evaluated.code, 1) << evaluated.output;
  EXPECT_TRUE(mentions(evaluated, "found a network of 2 plain numbers")) << evaluated.output;
  const Outcome played =
      tabia::test::shell("printf 'setoption name EvalFile value " + (folder_ / "last.net").string() +
                         "\\nisready\\nquit\\n' | '" + tabia::test::tabia_program() + "' 2>&1");
  EXPECT_TRUE(mentions(played, "found a network of 2 plain numbers")) << played.output;
}

TEST_F(TrainExamples, AFolderThatHoldsAnotherRunIsLeftAlone) {
  fs::create_directories(folder_);
  const auto write = [&](const char* name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
  };
  write("recipe.toml", "name = \"mine\"\nmodel = \"perspective-256\"\n");
  Outcome refused = train("--positions 40");
  EXPECT_EQ(refused.code, 1) << refused.output;
  EXPECT_TRUE(mentions(refused, "contains a run of another recipe")) << refused.output;
  fs::remove(folder_ / "recipe.toml");
  write("checkpoint", "of positions");
  refused = train("--positions 40");
  EXPECT_EQ(refused.code, 1) << refused.output;
  EXPECT_TRUE(mentions(refused, "trains on positions")) << refused.output;
  EXPECT_FALSE(fs::exists(folder_ / "last.net"));
}

TEST_F(TrainExamples, GivesWayToOtherProgramsIfAsked) {
  // The nineteenth field of a process's stat; the run itself would take minutes with these pauses.
  const Outcome seen = tabia::test::shell(
      "'" + tabia::test::tabia_program() + "' train xor --nice 19 --pause-ms 50 --out '" + folder_.string() +
      "' >/dev/null 2>&1 & p=$!; for i in $(seq 200); do n=$(cut -d' ' -f19 /proc/$p/stat); "
      "[ \"$n\" = 19 ] && break; sleep 0.05; done; kill $p; echo \"nice $n\"");
  EXPECT_TRUE(mentions(seen, "nice 19")) << seen.output;
}

TEST_F(TrainExamples, OptionsOutOfRangeAreRefused) {
  for (const char* option : {"--threads 99999", "--pause-ms -4", "--nice 20"}) {
    const Outcome refused = train(std::string("--positions 40 ") + option);
    EXPECT_EQ(refused.code, 2) << option << "\n" << refused.output;
  }
}

TEST_F(TrainExamples, TheSameSeedGivesTheSameNetworkAndAnotherAnother) {
  const auto hash = [&](const std::string& seed) {
    EXPECT_EQ(train("--positions 400 --seed " + seed).code, 0);
    const std::string info = run("net info " + path("last.net")).output;
    return info.substr(info.find("hash:"), 29);
  };
  const std::string first = hash("7");
  EXPECT_EQ(hash("7"), first);
  EXPECT_NE(hash("8"), first);
}

TEST_F(TrainExamples, DataDoesNotGoWithThem) {
  const Outcome trained = train("--data games.binpack");
  EXPECT_EQ(trained.code, 2);
  EXPECT_TRUE(mentions(trained, "--data can't be used with")) << trained.output;
}

}  // namespace
