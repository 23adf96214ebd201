// `tabia data` as users and scripts run it.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "data/container.h"
#include "data/random_games.h"
#include "paths.h"
#include "program.h"

namespace {

namespace fs = std::filesystem;
using namespace tabia;
using tabia::test::data;
using tabia::test::mentions;
using tabia::test::Outcome;
using tabia::test::shell;

class DataCommand : public testing::Test {
 protected:
  DataCommand()
      : folder_(fs::path(testing::TempDir()) /
                ("tabia_data_" + std::to_string(getpid()) + "_" +
                 testing::UnitTest::GetInstance()->current_test_info()->name())) {
    fs::create_directories(folder_);
  }
  ~DataCommand() override { fs::remove_all(folder_); }
  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }

  // A file of random games; returns its path.
  [[nodiscard]] std::string games(const std::string& name, std::uint64_t seed, std::size_t count = 40) const {
    data::DataInfo info;
    info.scale = {"centipawns", 100};
    info.source = "random games";
    auto writer = data::ContainerWriter::create(path(name), info, {.block_bytes = 2000});
    for (data::GameRecord& game : data::test::random_games(seed, count, 90)) {
      game.first_ply = 0;
      EXPECT_TRUE((*writer)->write(game).ok());
    }
    EXPECT_TRUE((*writer)->finish().ok());
    return path(name);
  }
  [[nodiscard]] static std::uint64_t positions(const std::string& file) {
    const auto container = data::Container::open(file);
    return container ? container->positions() : 0;
  }
  // Nothing but these files in the folder.
  void expect_files(std::size_t count) const {
    EXPECT_EQ(static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), {})), count);
  }

 private:
  fs::path folder_;
};

TEST_F(DataCommand, ConvertCopiesAndTheManifestTellsOfIt) {
  const std::string input = games("in.tabia", 1);
  const Outcome done = data("convert " + input + " " + path("out.tabia"));
  EXPECT_EQ(done.code, 0) << done.output;
  EXPECT_TRUE(mentions(done, "40 records")) << done.output;
  const auto container = data::Container::open(path("out.tabia"));
  ASSERT_TRUE(container.ok());
  EXPECT_EQ(container->positions(), positions(input));
  ASSERT_EQ(container->info().history.size(), 1u);
  EXPECT_EQ(container->info().history[0].first, "convert");
  EXPECT_EQ(container->info().scale.unit, "centipawns");
}

TEST_F(DataCommand, AnInputIsNeverOverwritten) {
  const std::string input = games("in.tabia", 1);
  for (const std::string words :
       {"convert ", "merge ", "shuffle ", "filter --no-check ", "dedup ", "sample 5 "}) {
    const Outcome refused = data(words + input + " " + input);
    EXPECT_EQ(refused.code, 1) << words << refused.output;
    EXPECT_TRUE(mentions(refused, "is also an input")) << words << refused.output;
  }
  EXPECT_EQ(data("split " + input + " " + path("a.tabia") + " " + input).code, 1);
  EXPECT_EQ(data("split " + input + " " + path("a.tabia") + " " + path("a.tabia")).code, 1);
  expect_files(1);
}

TEST_F(DataCommand, DamageIsReportedWithItsPlaceAndStrictStopsThere) {
  const std::string input = games("in.tabia", 2);
  const auto offset = data::Container::open(input)->block(1).offset;
  std::fstream file(input, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(static_cast<std::streamoff>(offset + 60));
  file.put('!');
  file.close();
  const Outcome done = data("convert " + input + " " + path("out.tabia"));
  EXPECT_EQ(done.code, 0);
  EXPECT_TRUE(mentions(done, "block 2 at byte " + std::to_string(offset))) << done.output;
  EXPECT_TRUE(mentions(done, "1 problems")) << done.output;
  fs::remove(path("out.tabia"));
  const Outcome strict = data("convert --strict " + input + " " + path("out.tabia"));
  EXPECT_EQ(strict.code, 1);
  EXPECT_TRUE(mentions(strict, "block 2")) << strict.output;
  expect_files(1);
  EXPECT_EQ(data("check " + input).code, 3);
}

TEST_F(DataCommand, MergeAddsUpAndAFolderIsReadAsOne) {
  const std::string a = games("a.tabia", 3);
  const std::string b = games("b.tabia", 4);
  const fs::path shards = path("shards");
  fs::create_directories(shards);
  fs::copy_file(a, shards / "1.tabia");
  fs::copy_file(b, shards / "2.tabia");
  ASSERT_EQ(data("merge " + a + " " + b + " " + path("c.tabia")).code, 0);
  ASSERT_EQ(data("merge " + shards.string() + " " + path("d.tabia")).code, 0);
  EXPECT_EQ(positions(path("c.tabia")), positions(a) + positions(b));
  EXPECT_EQ(positions(path("d.tabia")), positions(a) + positions(b));
  EXPECT_EQ(data("merge " + shards.string() + " " + (shards / "3.tabia").string()).code, 1);
}

TEST_F(DataCommand, ShuffleGivesTheSameFileForTheSameSeed) {
  const std::string input = games("in.tabia", 5);
  ASSERT_EQ(data("shuffle " + input + " " + path("a.tabia") + " --seed 7 --threads 1").code, 0);
  ASSERT_EQ(data("shuffle " + input + " " + path("b.tabia") + " --seed 7 --threads 2 --memory 1M").code, 0);
  ASSERT_EQ(data("shuffle " + input + " " + path("c.tabia") + " --seed 8").code, 0);
  EXPECT_EQ(shell("cmp " + path("a.tabia") + " " + path("b.tabia")).code, 0);
  EXPECT_EQ(shell("cmp -s " + path("a.tabia") + " " + path("c.tabia")).code, 1);
  EXPECT_EQ(positions(path("a.tabia")), positions(input));
  EXPECT_EQ(data("shuffle --by-game " + input + " " + path("g.tabia")).code, 0);
  EXPECT_EQ(data::Container::open(path("g.tabia"))->records(), 40u);
}

TEST_F(DataCommand, FilterKeepsWhatPassesAndSaysWhyTheRestWasDropped) {
  const std::string input = games("in.tabia", 6);
  const Outcome done =
      data("filter " + input + " " + path("out.tabia") + " --no-check --ply 16.. --score ..900");
  EXPECT_EQ(done.code, 0) << done.output;
  EXPECT_TRUE(mentions(done, "ply out of range")) << done.output;
  EXPECT_LT(positions(path("out.tabia")), positions(input));
  const auto container = data::Container::open(path("out.tabia"));
  EXPECT_EQ(container->info().history[0].second, "no check, ply 16..65535, score -32768..900");
  EXPECT_EQ(data("filter " + input + " " + path("x.tabia")).code, 2);
  EXPECT_EQ(data("filter " + input + " " + path("x.tabia") + " --ply 5").code, 2);
  EXPECT_EQ(data("filter " + input + " " + path("even.tabia") + " --balance 0.5").code, 0);
  EXPECT_LT(positions(path("even.tabia")), positions(input));
}

TEST_F(DataCommand, QuietPositionsAreKeptByTheFilter) {
  const std::string input = games("in.tabia", 12);
  const Outcome done = data("filter " + input + " " + path("quiet.tabia") + " --quiet");
  EXPECT_EQ(done.code, 0) << done.output;
  EXPECT_TRUE(mentions(done, "quiet")) << done.output;
  EXPECT_LT(positions(path("quiet.tabia")), positions(input));
  EXPECT_GT(positions(path("quiet.tabia")), 0u);
  const auto container = data::Container::open(path("quiet.tabia"));
  EXPECT_NE(container->info().history[0].second.find("quiet"), std::string::npos);
  // A wide margin lets more pass.
  ASSERT_EQ(data("filter " + input + " " + path("wide.tabia") + " --quiet --quiet-margin 10000").code, 0);
  EXPECT_GT(positions(path("wide.tabia")), positions(path("quiet.tabia")));
}

TEST_F(DataCommand, SplitLeaksNothingAndCheckWouldNotice) {
  const std::string input = games("in.tabia", 7, 200);
  const std::string train = path("train.tabia");
  const std::string validation = path("validation.tabia");
  ASSERT_EQ(data("split " + input + " " + train + " " + validation + " --validation 20% --seed 3").code, 0);
  EXPECT_EQ(positions(train) + positions(validation), positions(input));
  EXPECT_GT(positions(validation), positions(input) / 20);
  const Outcome clean = data("check " + train + " --validation " + validation);
  EXPECT_TRUE(mentions(clean, "0 of ")) << clean.output;
  const Outcome leak = data("check " + input + " --validation " + validation);
  EXPECT_EQ(leak.code, 3) << leak.output;
  EXPECT_TRUE(mentions(leak, "bad       leak into validation")) << leak.output;
}

TEST_F(DataCommand, SampleAndDedupHaveTheRightSize) {
  const std::string input = games("in.tabia", 8);
  ASSERT_EQ(data("sample 25 " + input + " " + path("s.tabia")).code, 0);
  EXPECT_EQ(positions(path("s.tabia")), 25u);
  ASSERT_EQ(data("sample 5 --by-game " + input + " " + path("g.tabia")).code, 0);
  EXPECT_EQ(data::Container::open(path("g.tabia"))->records(), 5u);
  ASSERT_EQ(data("merge " + input + " " + input + " " + path("twice.tabia")).code, 0);
  ASSERT_EQ(data("dedup --by-game " + path("twice.tabia") + " " + path("once.tabia")).code, 0);
  EXPECT_LE(data::Container::open(path("once.tabia"))->records(), 40u);
  ASSERT_EQ(data("dedup " + path("twice.tabia") + " " + path("p.tabia")).code, 0);
  ASSERT_EQ(data("dedup " + input + " " + path("q.tabia")).code, 0);
  EXPECT_EQ(positions(path("p.tabia")), positions(path("q.tabia")));
}

TEST_F(DataCommand, InfoCountsAndWritesAPageThatNeedsNothingElse) {
  const std::string input = games("in.tabia", 9);
  const Outcome text = data("info " + input + " --html " + path("page.html"));
  EXPECT_EQ(text.code, 0) << text.output;
  EXPECT_TRUE(mentions(text, "records:              40"));
  EXPECT_TRUE(mentions(text, "centipawns, 100.00 a pawn"));
  std::ifstream in(path("page.html"));
  const std::string page{std::istreambuf_iterator<char>(in), {}};
  EXPECT_NE(page.find("<svg"), std::string::npos);
  EXPECT_EQ(page.find("src="), std::string::npos);
  const Outcome json = data("info --json " + input);
  EXPECT_TRUE(mentions(json, "\"positions\":" + std::to_string(positions(input)))) << json.output;
}

TEST_F(DataCommand, ShowPrintsMovesScoresAndFens) {
  const std::string input = games("in.tabia", 10);
  const Outcome text = data("show " + input + " --count 2 --plies 3");
  EXPECT_EQ(text.code, 0) << text.output;
  EXPECT_TRUE(mentions(text, "record 2: ")) << text.output;
  EXPECT_FALSE(mentions(text, "record 3: ")) << text.output;
  const Outcome json = data("show " + input + " --count 1 --json");
  EXPECT_TRUE(mentions(json, "{\"fen\":\"")) << json.output;
  EXPECT_TRUE(mentions(json, "\"san\":")) << json.output;
}

TEST_F(DataCommand, WrongUsageIsExplainedAndEndsWithCodeTwo) {
  for (const char* words : {"", "shufle a b", "convert a", "shuffle a b --memory lots", "split a b",
                            "sample x a b", "convert a b --frmat x"}) {
    EXPECT_EQ(data(words).code, 2) << words;
  }
  EXPECT_TRUE(mentions(data("shufle a b"), "did you mean shuffle?"));
  EXPECT_EQ(data("--help").code, 0);
  EXPECT_TRUE(mentions(data("shuffle --help"), "--memory SIZE"));
  for (const char* name : {"/nowhere.tabia", "/nowhere.binpack", "/nowhere", "/nowhere.odd"}) {
    const Outcome missing = data(std::string("convert ") + name + " " + path("x.tabia"));
    EXPECT_EQ(missing.code, 1) << name;
    EXPECT_TRUE(mentions(missing, std::string(name) + ": ")) << missing.output;
    EXPECT_TRUE(mentions(missing, "o such file")) << missing.output;
  }
  expect_files(0);
}

TEST_F(DataCommand, SplitOnAFullDiskLeavesBothFilesOrNone) {
  const std::string input = games("in.tabia", 12, 60);
  // Files of more than 2 KiB can't be written; what is smaller is held back until the end.
  const Outcome outcome =
      shell("trap '' XFSZ; ulimit -f 2; '" + tabia::test::tabia_program() + "' data split " + input + " " +
            path("train.tabia") + " " + path("validation.tabia") + " --validation 2% 2>&1");
  EXPECT_EQ(outcome.code, 1) << outcome.output;
  EXPECT_TRUE(mentions(outcome, "train.tabia")) << outcome.output;
  expect_files(1);
}

TEST_F(DataCommand, AnInterruptLeavesNoHalfFile) {
  // Far more than can be merged before the signal comes.
  const std::string input = games("in.tabia", 11, 3000);
  const Outcome stopped = shell("timeout --foreground -s INT 0.2 '" + tabia::test::tabia_program() +
                                "' data merge $(for i in $(seq 1000); do echo " + input + "; done) " +
                                path("out.tabia") + " >/dev/null 2>&1; ls " + path("") + " | wc -l");
  EXPECT_EQ(std::stoi(stopped.output), 1);
}

}  // namespace
