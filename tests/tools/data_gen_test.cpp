// `tabia data gen` and `tabia data rescore` as users run them, and under kills, full disks and the like.
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

#include "base/hash.h"
#include "data/branches.h"
#include "data/container.h"
#include "paths.h"
#include "program.h"
#include "sanitized.h"
#include "search/tablebase.h"

namespace {

namespace fs = std::filesystem;
using namespace tabia;
using test::data;
using test::mentions;
using test::Outcome;
using test::shell;

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
  // By name, the hash of the content (which would be too long to be shown where files differ).
  [[nodiscard]] std::map<std::string, std::string> files(const std::string& name) const {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::directory_iterator(folder_ / name)) {
      std::ifstream in(entry.path(), std::ios::binary);
      const std::string content{std::istreambuf_iterator<char>(in), {}};
      tabia::base::Hash64 hash;
      hash.update(content.data(), content.size());
      files[entry.path().filename().string()] =
          std::to_string(content.size()) + " bytes, hash " + tabia::base::hex64(hash.value());
    }
    return files;
  }
  // The command, whose last word is a new folder, writes the same with any number of workers, and something
  // else with another seed. The first result is in folder `a`.
  void expect_the_seed_to_decide(const std::string& words) const {
    EXPECT_EQ(data(words + path("a") + " --workers 1").code, 0);
    EXPECT_EQ(data(words + path("b") + " --workers 2").code, 0);
    EXPECT_EQ(files("a"), files("b"));
    EXPECT_EQ(data(words + path("c") + " --seed 2").code, 0);
    EXPECT_NE(files("a"), files("c"));
  }
  // Starts the program; it is ended by `signal` after a while, if it has not ended before. Returns what waitpid says.
  [[nodiscard]] static int run_for(const std::string& words, int milliseconds, int signal) {
    const pid_t child = fork();
    if (child == 0) {
      const std::string command =
          "exec '" + tabia::test::tabia_program() + "' data " + words + " >/dev/null 2>&1";
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
  EXPECT_TRUE(mentions(data(kSmall + "--out " + path("x")), "it was already complete"));
}

TEST_F(DataGen, KilledAgainAndAgainItEndsWithTheSameFiles) {
  // Work for more than the first three rounds, however fast the machine; and rounds that grow, however slow it is.
  const std::string words = "gen --positions " + std::to_string(tabia::test::rounds(3000, 400)) +
                            " --nodes 100 --hash 1 --maxmoves 60 ";
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

TEST_F(DataGen, InterruptedAgainAndAgainItEndsWithTheSameFiles) {
  const std::string words = "gen --positions " + std::to_string(tabia::test::rounds(3000, 600)) +
                            " --nodes 100 --hash 1 --maxmoves 60 ";
  ASSERT_EQ(data(words + "--workers 2 --out " + path("whole")).code, 0);
  int code = 130;
  int interrupts = 0;
  for (int round = 0; round < 200 && code == 130; ++round) {
    const int status = run_for(words + "--workers " + std::to_string(1 + round % 3) + " --out " + path("x"),
                               100 + 37 * (round % 5) + 20 * round, SIGINT);
    // On a slow machine it may come before anyone listens; but not always, which the count below says.
    ASSERT_TRUE(WIFEXITED(status) || WTERMSIG(status) == SIGINT) << "ended by signal " << WTERMSIG(status);
    code = WIFEXITED(status) ? WEXITSTATUS(status) : 130;
    interrupts += WIFEXITED(status) && code == 130;
  }
  EXPECT_EQ(code, 0);
  EXPECT_GT(interrupts, 0);
  EXPECT_EQ(files("x"), files("whole"));
}

TEST_F(DataGen, TheFilesSayWhichProgramMadeThem) {
  ASSERT_EQ(data("gen --games 2 --depth 1 --hash 1 --maxmoves 10 --out " + path("x")).code, 0);
  const std::string version =
      shell("'" + tabia::test::tabia_program() + "' --version | cut -d' ' -f1-2").output;
  const std::string program = version.substr(0, version.find('\n'));
  EXPECT_TRUE(program.starts_with("tabia ")) << program;
  std::ifstream description(path("x/gen.json"));
  std::string line;
  std::getline(description, line);
  EXPECT_NE(line.find("\"program\":\"" + program + "\""), std::string::npos) << line;
  const Outcome info = data("info " + path("x"));
  EXPECT_TRUE(mentions(info, "by " + program)) << info.output;
}

TEST_F(DataGen, AFewGamesMakeAFewFiles) {
  ASSERT_EQ(data("gen --games 100 --synthetic --maxmoves 5 --out " + path("x")).code, 0);
  EXPECT_LE(files("x").size(), 8u);
}

TEST_F(DataGen, TablebasesEndGames) {
  const std::string tables = tabia::test::shared_data() + "/syzygy";
  if (!fs::exists(tables) || !search::Tablebase::is_available())
    GTEST_SKIP() << "no tablebases in " << tables;
  // A pawn that nobody stops: after its first step the tables know who wins.
  std::ofstream(path("book.epd")) << "8/8/8/8/8/k7/4P3/4K3 w - - 0 1\n";
  ASSERT_EQ(test::run("net seed " + path("seed.net")).code, 0);  // which pushes it
  const std::string words =
      "gen --games 1 --depth 2 --hash 1 --draw off --resign off --opening-score 100000 --net " +
      path("seed.net") + " --book " + path("book.epd") + " --out ";
  ASSERT_EQ(data(words + path("long")).code, 0);
  const Outcome ended = data(words + path("short") + " --tb " + tables);
  ASSERT_EQ(ended.code, 0) << ended.output;
  const auto long_game = tabia::data::Container::open(path("long"));
  const auto short_game = tabia::data::Container::open(path("short"));
  ASSERT_TRUE(long_game.ok() && short_game.ok());
  EXPECT_LT(short_game->positions(), long_game->positions());
  EXPECT_TRUE(mentions(data("show " + path("short")), "1-0"));
  const Outcome missing = data(words + path("none") + " --tb " + path("nowhere"));
  EXPECT_EQ(missing.code, 1);
  EXPECT_TRUE(mentions(missing, path("nowhere"))) << missing.output;
}

TEST_F(DataGen, BooksOfGamesAndPolyglotBooksGiveTheirMoves) {
  std::ofstream(path("book.pgn")) << "[Event \"?\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n";
  const std::string words = "gen --games 2 --depth 2 --hash 1 --maxmoves 20 --book-plies 4 --book ";
  const Outcome by_games = data(words + path("book.pgn") + " --out " + path("pgn"));
  ASSERT_EQ(by_games.code, 0) << by_games.output;
  EXPECT_TRUE(mentions(data("show " + path("pgn")),
                       "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"));
  const Outcome missing = data(words + path("nowhere.bin") + " --out " + path("none"));
  EXPECT_EQ(missing.code, 1);
  EXPECT_TRUE(mentions(missing, "nowhere.bin")) << missing.output;
  const std::string book = tabia::test::shared_data() + "/books/cutechess_book_small.bin";
  if (!fs::exists(book)) GTEST_SKIP() << "no " << book;
  const Outcome by_polyglot = data(words + book + " --out " + path("polyglot"));
  ASSERT_EQ(by_polyglot.code, 0) << by_polyglot.output;
  // Four moves of the book were made before the first record begins.
  EXPECT_TRUE(mentions(data("show " + path("polyglot")), " 3\n"));
}

TEST_F(DataGen, OtherOptionsAreRefusedAndTheDifferenceIsNamed) {
  ASSERT_EQ(data("gen --games 3 --depth 2 --hash 1 --out " + path("x")).code, 0);
  const Outcome refused = data("gen --games 3 --depth 2 --hash 1 --seed 5 --out " + path("x"));
  EXPECT_EQ(refused.code, 1);
  EXPECT_TRUE(mentions(refused, "seed is 5, but it was 1")) << refused.output;
  const Outcome fewer = data("gen --games 2 --depth 2 --hash 1 --out " + path("x"));
  EXPECT_EQ(fewer.code, 1);
  EXPECT_TRUE(mentions(fewer, "it was started for 3 games")) << fewer.output;
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
  // As a kill between the renaming and the removal of the folder leaves it.
  std::filesystem::create_directory(path("out.tabia.making"));
  EXPECT_EQ(data("rescore " + path("in") + " --static --out " + path("out.tabia")).code, 0);
  EXPECT_FALSE(std::filesystem::exists(path("out.tabia.making")));
  const Outcome refused = data("rescore " + path("in") + " --nodes 50 --out " + path("out"));
  EXPECT_EQ(refused.code, 1);
  EXPECT_TRUE(mentions(refused, "static is false, but it was true")) << refused.output;
}

TEST_F(DataGen, RescoringCanJudgePositionsBesideTheGames) {
  ASSERT_EQ(data("gen --games 6 --depth 2 --hash 1 --maxmoves 20 --out " + path("in")).code, 0);
  const std::string words = "rescore " + path("in") + " --branch 1-3 --static --quiet --out ";
  expect_the_seed_to_decide(words);
  const auto before = tabia::data::Container::open(path("in"));
  const auto beside = tabia::data::Container::open(path("a"));
  ASSERT_TRUE(before.ok() && beside.ok());
  EXPECT_LE(beside->positions(), before->positions());
  EXPECT_GT(beside->positions(), before->positions() * 9 / 10);
  EXPECT_NE(beside->info().history.back().second.find("\"branch_most\":3"), std::string::npos);
  for (const std::string wrong : {" --static --branch 0", " --static --branch 3-2", " --static --seed 3",
                                  " --depth 2 --quiet", " --static --quiet-margin 3"}) {
    const Outcome outcome = data("rescore " + path("in") + wrong + " --out " + path("x"));
    EXPECT_EQ(outcome.code, 2) << wrong << outcome.output;
  }
}

TEST_F(DataGen, RescoringCanJudgeWhatASearchEvaluates) {
  ASSERT_EQ(data("gen --games 6 --depth 2 --hash 1 --maxmoves 20 --out " + path("in")).code, 0);
  const std::string words = "rescore " + path("in") + " --searched 50 --static --quiet --out ";
  expect_the_seed_to_decide(words);
  const auto seen = tabia::data::Container::open(path("a"));
  ASSERT_TRUE(seen.ok());
  EXPECT_GT(seen->positions(), 100u);
  EXPECT_TRUE(tabia::data::holds_branches(seen->info()));
  for (const std::string wrong :
       {" --static --searched 0", " --static --searched 9 --branch 1", " --static --searched-keep 3",
        " --static --searched-net x.net", " --static --searched 9 --searched-every 0"}) {
    const Outcome outcome = data("rescore " + path("in") + wrong + " --out " + path("x"));
    EXPECT_EQ(outcome.code, 2) << wrong << outcome.output;
  }
  const Outcome missing =
      data("rescore " + path("in") + " --static --searched 9 --searched-net none.net --out " + path("x"));
  EXPECT_EQ(missing.code, 1);
  EXPECT_TRUE(mentions(missing, "--searched-net")) << missing.output;
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
