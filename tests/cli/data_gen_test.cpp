// `tabia data gen` and `tabia data rescore` as people use them, and as machines treat them.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <thread>

#include "cli/program.h"
#include "data/container.h"

namespace {

namespace fs = std::filesystem;
using namespace tabia;
using cli::test::mentions;
using cli::test::Outcome;
using cli::test::shell;

Outcome data(const std::string& words) { return cli::test::run("data " + words, true); }

const std::string kSmall = "gen --positions 1500 --nodes 100 --hash 1 --maxmoves 60 ";

class DataGen : public testing::Test {
 protected:
  DataGen()
      : folder_(fs::path(testing::TempDir()) /
                ("tabia_gen_" + std::to_string(getpid()) + "_" +
                 testing::UnitTest::GetInstance()->current_test_info()->name())) {
    fs::create_directories(folder_);
  }
  ~DataGen() override { fs::remove_all(folder_); }
  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }
  [[nodiscard]] std::map<std::string, std::string> files(const std::string& name) const {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::directory_iterator(folder_ / name)) {
      std::ifstream in(entry.path(), std::ios::binary);
      files[entry.path().filename().string()] = {std::istreambuf_iterator<char>(in), {}};
    }
    return files;
  }
  // Starts the program; it is ended by `signal` after a while, if it has not ended before. Returns what waitpid says.
  [[nodiscard]] static int run_for(const std::string& words, int milliseconds, int signal) {
    const pid_t child = fork();
    if (child == 0) {
      const std::string command =
          std::string("exec '") + TABIA_BINARY + "' data " + words + " >/dev/null 2>&1";
      execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
      _exit(127);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    kill(child, signal);
    int status = 0;
    waitpid(child, &status, 0);
    return status;
  }

 private:
  fs::path folder_;
};

TEST_F(DataGen, TheFolderIsADatasetThatTheOtherCommandsRead) {
  const Outcome done = data(kSmall + "--workers 2 --out " + path("x"));
  EXPECT_EQ(done.code, 0) << done.output;
  EXPECT_TRUE(mentions(done, "complete")) << done.output;
  const Outcome check = data("check " + path("x"));
  EXPECT_TRUE(mentions(check, "every record is legal and whole")) << check.output;
  EXPECT_TRUE(mentions(check, "good      scale of scores          tabia")) << check.output;
  EXPECT_EQ(data("convert " + path("x") + " " + path("x.binpack")).code, 0);
  const Outcome info = data("info " + path("x"));
  EXPECT_TRUE(mentions(info, "tabia, 361.00 a pawn")) << info.output;
  EXPECT_TRUE(mentions(info, "self-play, nodes=800 softnodes=100")) << info.output;
  const Outcome again = data(kSmall + "--out " + path("x") + " --json");
  EXPECT_EQ(again.code, 0);
  EXPECT_TRUE(mentions(again, "\"complete\":true")) << again.output;
  EXPECT_TRUE(mentions(again, "\"new_games\":0")) << again.output;
  EXPECT_TRUE(mentions(data(kSmall + "--out " + path("x")), "it was complete already"));
}

TEST_F(DataGen, KilledAgainAndAgainItEndsWithTheSameFiles) {
  // Work for more than the first three rounds, however fast the machine; and rounds that grow, however slow it is.
  const std::string words = "gen --positions 3000 --nodes 100 --hash 1 --maxmoves 60 ";
  ASSERT_EQ(data(words + "--workers 1 --out " + path("whole")).code, 0);
  bool complete = false;
  int kills = 0;
  for (int round = 0; round < 200 && !complete; ++round) {
    const int status = run_for(words + "--workers " + std::to_string(1 + round % 3) + " --out " + path("x"),
                               40 + 37 * (round % 7) + 20 * round, SIGKILL);
    complete = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    kills += WIFSIGNALED(status);
  }
  EXPECT_TRUE(complete);
  EXPECT_GT(kills, 2);
  EXPECT_EQ(files("x"), files("whole"));
}

TEST_F(DataGen, AnInterruptEndsItCleanlyWithTheCodeForIt) {
  const std::string words = "gen --games 400 --nodes 2000 --hash 1 --out " + path("x");
  const int status = run_for(words, 700, SIGINT);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
  EXPECT_TRUE(fs::exists(path("x/gen.json")));
}

TEST_F(DataGen, OtherOptionsAreRefusedAndTheDifferenceIsNamed) {
  ASSERT_EQ(data("gen --games 3 --depth 2 --hash 1 --out " + path("x")).code, 0);
  const Outcome refused = data("gen --games 3 --depth 2 --hash 1 --seed 5 --out " + path("x"));
  EXPECT_EQ(refused.code, 1);
  EXPECT_TRUE(mentions(refused, "seed is 5, but it was 1")) << refused.output;
  const Outcome fewer = data("gen --games 2 --depth 2 --hash 1 --out " + path("x"));
  EXPECT_EQ(fewer.code, 1);
  EXPECT_TRUE(mentions(fewer, "it was begun for 3 games")) << fewer.output;
}

TEST_F(DataGen, OpeningsComeFromWhereTheyAreToldTo) {
  std::ofstream(path("book.epd")) << "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3\n";
  EXPECT_EQ(
      data("gen --games 2 --depth 2 --hash 1 --book " + path("book.epd") + " --out " + path("book")).code, 0);
  EXPECT_TRUE(mentions(data("show " + path("book")),
                       "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"));
  for (const std::string option : {"--chess960", "--double-chess960", "--random-plies 4", "--noise 0.1",
                                   "--multipv 3,50", "--draw off --resign off", "--synthetic"}) {
    const Outcome done =
        data("gen --games 3 --depth 2 --hash 1 --maxmoves 20 " + option + " --out '" + path(option) + "'");
    EXPECT_EQ(done.code, 0) << option << done.output;
  }
}

TEST_F(DataGen, WrongUsageIsExplained) {
  const std::string good = " --games 2 --out " + path("x");
  for (const std::string& words :
       {std::string("--games 2"), "--out " + path("x"), good + " --positions 3", good + " --nodes 0",
        good + " --random-plies 9-8", good + " --random-plies many", good + " --noise 2",
        good + " --multipv 3", good + " --multipv 0,10", good + " --draw moves=3", good + " --resign score",
        good + " --workers 0", good + " --nice 40", good + " --chess960 --double-chess960",
        good + " --book x --chess960", good + " --seed -1", good + " --evaluation magic --depth 0"}) {
    const Outcome outcome = data("gen " + words);
    EXPECT_EQ(outcome.code, 2) << words << outcome.output;
    EXPECT_FALSE(fs::exists(path("x"))) << words;
  }
  for (const std::string words : {"in --out out", "in --nodes 10", "in --static --nodes 10 --out out",
                                  "--nodes 10 --out out", "in --engine args=3 --nodes 1 --out out"}) {
    const Outcome outcome = data("rescore " + words);
    EXPECT_EQ(outcome.code, 2) << words << outcome.output;
  }
}

TEST_F(DataGen, RescoringWritesAFolderOrAFile) {
  ASSERT_EQ(data("gen --games 6 --depth 2 --hash 1 --maxmoves 20 --out " + path("in")).code, 0);
  EXPECT_EQ(data("rescore " + path("in") + " --static --out " + path("out")).code, 0);
  const Outcome file = data("rescore " + path("in") + " --static --out " + path("out.tabia"));
  EXPECT_EQ(file.code, 0) << file.output;
  EXPECT_FALSE(fs::exists(path("out.tabia.making")));
  const auto before = tabia::data::Container::open(path("in"));
  const auto folder = tabia::data::Container::open(path("out"));
  const auto whole = tabia::data::Container::open(path("out.tabia"));
  ASSERT_TRUE(before.ok() && folder.ok() && whole.ok());
  EXPECT_EQ(folder->positions(), before->positions());
  EXPECT_EQ(whole->positions(), before->positions());
  EXPECT_EQ(whole->info().history.back().first, "rescore");
  EXPECT_EQ(data("rescore " + path("in") + " --static --out " + path("out.tabia")).code, 1);
  const Outcome refused = data("rescore " + path("in") + " --nodes 50 --out " + path("out"));
  EXPECT_EQ(refused.code, 1);
  EXPECT_TRUE(mentions(refused, "static is false, but it was true")) << refused.output;
}

TEST_F(DataGen, StockfishCanBeTheTeacher) {
  if (!fs::exists("/usr/games/stockfish")) GTEST_SKIP() << "no stockfish here";
  ASSERT_EQ(data("gen --games 4 --depth 2 --hash 1 --maxmoves 15 --out " + path("in")).code, 0);
  const std::string words = "rescore " + path("in") +
                            " --engine cmd=/usr/games/stockfish,option.Hash=1 --nodes 200 --workers 2 --out ";
  const Outcome done = data(words + path("out"));
  EXPECT_EQ(done.code, 0) << done.output;
  EXPECT_TRUE(mentions(data("info " + path("out")), "centipawns, 100.00 a pawn"));
  EXPECT_EQ(data(words + path("again")).code, 0);
  EXPECT_EQ(files("out"), files("again"));
}

}  // namespace
