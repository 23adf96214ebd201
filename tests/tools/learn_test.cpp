// `tabia learn` as users run it: recipes by name and by file, Ctrl-C and kill, wrong input.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "paths.h"
#include "program.h"

namespace {

using tabia::test::interrupted;
using tabia::test::mentions;
using tabia::test::Outcome;
using tabia::test::run;
using tabia::test::shell;

class Learn : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "tabia_learn_cli.XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
    write("small.toml", "elo0 = -400, elo1 = 0", 1500);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  [[nodiscard]] std::string path(const std::string& name) const { return folder_ + "/" + name; }

  void write(const std::string& name, const std::string& gate, int positions) const {
    std::ofstream(path(name)) << "name = \"small\"\nrounds = 1\nplay = { positions = " << positions
                              << ", nodes = 20, random_plies = 6, opening_cp = 3000, max_moves = 40 }\ngate "
                                 "= { nodes = 20, least_games = 4, "
                                 "games = 8, max_moves = 40, "
                              << gate
                              << " }\ntrain = { model = \"perspective-64\", batch = 256, positions = 20_000, "
                                 "report_every = 5_000, pool = "
                                 "10_000,\n  validation = { share = 0.2, positions = 1_000 } }\n";
  }

  std::string folder_;
};

TEST_F(Learn, OneCommandFromNothingToANetworkThatPlays) {
  const std::string words = "learn " + path("small.toml") + " --threads 1 --out " + path("run");
  const Outcome first = run(words, true);
  ASSERT_EQ(first.code, 0) << first.output;
  EXPECT_TRUE(mentions(first, "round 1/1, playing")) << first.output;
  EXPECT_TRUE(mentions(first, "best: " + path("run/best.net"))) << first.output;
  EXPECT_EQ(run("eval --json --net " + path("run/best.net")).code, 0);
  EXPECT_TRUE(std::filesystem::exists(path("run/report.html")));
  // The same command again has nothing to do; with more rounds it continues; another recipe is refused.
  EXPECT_EQ(run(words).code, 0);
  const Outcome more = run(words + " --rounds 2 --json");
  EXPECT_EQ(more.code, 0);
  EXPECT_TRUE(more.output.starts_with("{\"round\":2,")) << more.output;
  const Outcome other = run(words + " --seed 2", true);
  EXPECT_EQ(other.code, 1);
  EXPECT_TRUE(mentions(other, "another recipe")) << other.output;
  EXPECT_TRUE(mentions(other, "seed is 2")) << other.output;
}

TEST_F(Learn, ARunInWhichNothingGotBetterSaysSo) {
  write("hard.toml", "elo0 = 800, elo1 = 900", 1500);
  const Outcome outcome = run("learn " + path("hard.toml") + " --threads 1 --out " + path("run"), true);
  EXPECT_EQ(outcome.code, 3) << outcome.output;
  EXPECT_TRUE(mentions(outcome, "no network was better")) << outcome.output;
}

TEST_F(Learn, CtrlCAndKillStopItAndTheSameCommandGoesOn) {
  write("long.toml", "elo0 = -400, elo1 = 0", 15000);
  const std::string words = "learn " + path("long.toml") + " --threads 1 --out ";
  const std::string program = "'" + tabia::test::tabia_program() + "' " + words;
  ASSERT_EQ(run(words + path("whole")).code, 0);
  const Outcome killed = shell("timeout -s KILL 0.5 " + program + path("run") + " 2>&1");
  EXPECT_EQ(killed.code, 137) << killed.output;
  // Without --foreground the program would get the signal twice, and the second one ends it immediately.
  const Outcome stopped =
      shell("timeout --foreground --preserve-status -s INT 0.5 " + program + path("run") + " 2>&1");
  EXPECT_EQ(stopped.code, 130) << stopped.output;
  const Outcome finished = run(words + path("run"), true);
  EXPECT_EQ(finished.code, 0) << finished.output;
  EXPECT_EQ(shell("cmp " + path("whole/nets/round-001.net") + " " + path("run/nets/round-001.net")).code, 0);
}

TEST_F(Learn, AnInterruptedRunEndsWithItsOwnCode) {
  write("long.toml", "elo0 = -400, elo1 = 0", 1'000'000);
  const Outcome stopped = interrupted(
      "learn " + path("long.toml") + " --threads 1 --endless --out " + path("run") + " 2>&1",
      [](const Outcome& so_far) { return mentions(so_far, "run the same command again to resume"); });
  EXPECT_EQ(stopped.code, 130) << stopped.output;
  EXPECT_TRUE(mentions(stopped, "run the same command again to resume")) << stopped.output;
}

TEST_F(Learn, TheRecipesAreNamed) {
  const Outcome listed = run("learn --list");
  EXPECT_EQ(listed.code, 0);
  for (const char* name : {"tiny ", "zero ", "teacher "})
    EXPECT_TRUE(mentions(listed, name)) << listed.output;
  const Outcome help = run("learn --help");
  EXPECT_EQ(help.code, 0);
  EXPECT_TRUE(mentions(help, "learn tiny"));
}

TEST_F(Learn, WrongInputIsExplained) {
  const auto says = [](const std::string& words, int code, const std::string& text) {
    const Outcome outcome = run(words, true);
    EXPECT_EQ(outcome.code, code) << words << "\n" << outcome.output;
    EXPECT_TRUE(mentions(outcome, text)) << outcome.output;
  };
  const std::string out = " --out " + path("x");
  says("learn", 2, "RECIPE is missing");
  says("learn nothing", 2, "teacher, tiny, zero");
  says("learn perspective-256", 2, "learning recipe");
  says("learn tiny --rounds 3 --endless" + out, 2, "can't be combined");
  says("learn tiny --threads 0" + out, 2, "--threads");
  says("learn tiny --nice 20" + out, 2, "--nice");
  says("learn tiny --disk lots" + out, 2, "500M");
  says("learn tiny --disk 1000000000T" + out, 2, "--disk");
  says("learn tiny --disk 18014398509481985M" + out, 2, "--disk");
  says("learn tiny --teacher-scale 0" + out, 2, "--teacher-scale");
  says("learn recipes/nowhere/zero.toml" + out, 2, "recipes/learn/zero.toml");
  says("learn tiny --teacher absent.nnue" + out, 1, "absent.nnue");
  says("learn " + path("absent.toml") + out, 2, "absent.toml");
  std::ofstream(path("wrong.toml"))
      << "name = \"x\"\nwindow = \"many\"\ntrain = { model = \"perspective-64\" }\n";
  says("learn " + path("wrong.toml") + out, 1, "line 2: window");
  EXPECT_FALSE(std::filesystem::exists(path("x")));
}

}  // namespace
