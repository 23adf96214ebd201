// `tabia train` as users run it: recipes by name, tiny data, wrong input, Ctrl-C and kill.
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>

#include "paths.h"
#include "program.h"

namespace {

using tabia::test::Outcome;
using tabia::test::run;

class Train : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "tabia_train_cli.XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
    ASSERT_EQ(run("data gen --synthetic --games 300 --out " + path("games")).code, 0);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  [[nodiscard]] std::string path(const std::string& name) const { return folder_ + "/" + name; }

  std::string folder_;
};

TEST_F(Train, EveryRecipeRunsEndToEndOnTinyDataAndItsNetworkIsRightAndPlays) {
  for (const std::string name :
       {"mlp-769", "mlp-768-skip", "perspective-256", "halfkp-256", "small-data", "standard"}) {
    SCOPED_TRACE(name);
    const Outcome trained = run(
        "train " + name + " --data " + path("games") + " --positions 1000 --threads 1 --out " + path(name),
        true);
    ASSERT_EQ(trained.code, 0) << trained.output;
    const Outcome verified =
        run("net verify " + path(name + "/checkpoint") + " " + path(name + "/last.net"), true);
    EXPECT_EQ(verified.code, 0) << verified.output;
    const Outcome evaluated = run("eval --json --net " + path(name + "/last.net"), true);
    EXPECT_EQ(evaluated.code, 0) << evaluated.output;
    std::filesystem::remove_all(path(name));
  }
}

TEST_F(Train, TheSameCommandGoesOnAndAFinishedRunStaysAsItIs) {
  const std::string words =
      "train perspective-256 --data " + path("games") + " --positions 60000 --threads 1 --out " + path("run");
  const Outcome first = run(words, true);
  ASSERT_EQ(first.code, 0) << first.output;
  const Outcome second = run(words, true);
  EXPECT_EQ(second.code, 0) << second.output;
  EXPECT_NE(second.output.find("resuming at"), std::string::npos) << second.output;
  const Outcome other = run(words + " --seed 5", true);
  EXPECT_EQ(other.code, 1);
  EXPECT_NE(other.output.find("another recipe"), std::string::npos) << other.output;
}

// Without times.
std::string timeless(const std::string& log) {
  return std::regex_replace(log, std::regex("\"(seconds|positions_per_s)\":[^,]*,"), "");
}

TEST_F(Train, KilledAgainAndAgainItEndsWithTheNetworkAndTheLogOfAnUninterruptedRun) {
  std::ofstream(path("recipe.toml"))
      << "name = \"killed\"\nmodel = \"perspective-64\"\n"
         "validation = { share = 0.05, positions = 2_000 }\n"
         "loss = { result_weight = 0.1, final_result_weight = 0.4 }\n"
         "optimiser = { kind = \"ranger\", average = 0.99 }\n"
         "batch = 500\npositions = 200_000\nreport_every = 4_000\npool = 5_000\n";
  const auto words = [&](const std::string& folder) {
    return "train " + path("recipe.toml") + " --data " + path("games") + " --threads 1 --out " + path(folder);
  };
  const Outcome whole = run(words("whole"), true);
  ASSERT_EQ(whole.code, 0) << whole.output;
  int kills = 0;
  Outcome outcome;
  for (int tenths = 2; tenths < 600; ++tenths) {
    outcome = tabia::test::shell("timeout -s KILL " + std::to_string(tenths / 10) + "." +
                                 std::to_string(tenths % 10) + " '" + tabia::test::tabia_program() + "' " +
                                 words("killed") + " 2>&1");
    if (outcome.code == 0) break;
    ASSERT_EQ(outcome.code, 137) << outcome.output;
    ++kills;
  }
  ASSERT_EQ(outcome.code, 0) << outcome.output;
  EXPECT_GE(kills, 1);
  const auto content = [&](const std::string& name) {
    std::ifstream in(path(name), std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  EXPECT_FALSE(content("whole/last.net").empty());
  EXPECT_TRUE(content("whole/last.net") == content("killed/last.net"));
  EXPECT_EQ(timeless(content("whole/log.jsonl")), timeless(content("killed/log.jsonl")));
}

TEST_F(Train, AQuantisedNetworkComesOutOfACheckpoint) {
  ASSERT_EQ(run("train perspective-256 --data " + path("games") +
                " --positions 1000 --threads 1 --html --out " + path("run"))
                .code,
            0);
  const Outcome quantised = run("net quantize " + path("run/checkpoint") + " " + path("mine.net"), true);
  EXPECT_EQ(quantised.code, 0) << quantised.output;
  EXPECT_NE(quantised.output.find("accumulator.weights"), std::string::npos);
  EXPECT_EQ(run("net verify " + path("run/last.net") + " " + path("mine.net")).code, 0);
  EXPECT_EQ(run("net verify " + path("run/last.net") + " " + path("run/checkpoint") + " --positions 50").code,
            0);
  EXPECT_TRUE(std::filesystem::exists(path("run/report.html")));
  // Two networks that are not the same.
  ASSERT_EQ(run("train perspective-256 --data " + path("games") +
                " --positions 1000 --threads 1 --seed 9 --out " + path("other"))
                .code,
            0);
  const Outcome differ = run("net verify " + path("run/last.net") + " " + path("other/last.net"), true);
  EXPECT_EQ(differ.code, 3);
  EXPECT_NE(differ.output.find("first difference: accumulator.weights"), std::string::npos) << differ.output;
}

TEST_F(Train, WrongInputIsExplained) {
  const auto says = [](const std::string& words, int code, const std::string& text) {
    const Outcome outcome = run(words, true);
    EXPECT_EQ(outcome.code, code) << words;
    EXPECT_NE(outcome.output.find(text), std::string::npos) << outcome.output;
  };
  says("train nothing", 2, "expected one of");
  says("train perspective-256 --out " + path("x"), 1, "data: give data =");
  says("train perspective-256 --data " + path("absent.binpack") + ",scale=450 --out " + path("x"), 1,
       "absent.binpack");
  says("train perspective-256 --data " + path("games") + ",wight=3 --out " + path("x"), 2, "weight");
  says("train perspective-256 --data " + path("games") + " --threads 0 --out " + path("x"), 2, "--threads");
  says("net quantize " + path("absent") + " " + path("y.net"), 1, "absent");
  says("net verify a.net", 2, "missing B: the other");
}

TEST_F(Train, TheExperimentsRun) {
  const Outcome checked = run("train perspective-256 --check-gradients", true);
  EXPECT_EQ(checked.code, 0) << checked.output;
  EXPECT_NE(checked.output.find("OK"), std::string::npos);
  const Outcome learnt = run("train perspective-256 --overfit 16 --data " + path("games"), true);
  EXPECT_EQ(learnt.code, 0) << learnt.output;
  EXPECT_NE(learnt.output.find("% of the first"), std::string::npos);
}

}  // namespace
