#include "service/runs.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include <filesystem>

#include "base/file.h"
#include "base/file_lock.h"
#include "chess/notation.h"
#include "data/run_log.h"
#include "folder.h"
#include "learn/state.h"
#include "play/match_record.h"
#include "service/running_service.h"

namespace {

using namespace tabia;
using namespace tabia::service;
using namespace tabia::http::test;
using namespace tabia::service::test;
using base::JsonValue;

class RunsFolder : public testing::Test {
 protected:
  void write(const std::string& name, const std::string& content) const {
    const std::filesystem::path path = folder_ / name;
    std::filesystem::create_directories(path.parent_path());
    ASSERT_TRUE(base::write_file_atomically(path.string(), content));
  }
  void write_training(const std::string& name, int reports) const {
    std::string log;
    for (int i = 1; i <= reports; ++i) {
      data::TrainReport report;
      report.positions = static_cast<std::uint64_t>(i) * 1000;
      report.loss = 0.1 / i;
      report.validation = 0.2 / i;
      report.rate = 0.001;
      report.positions_per_s = 5000;
      report.watched = {100 * i};
      log += data::to_json(report) + "\n";
    }
    write(name + "/log.jsonl", log);
    write(name + "/recipe.toml",
          "model = \"mlp-769\"\npositions = 20000\nwatched = [\"4k3/8/8/8/8/8/8/Q3K3 b - - 0 1\"]\n");
  }
  void write_match(const std::string& name, int games) const {
    auto record = play::MatchRecord::open(
        folder_ / name,
        R"({"engines":[{"name":"new"},{"name":"old"}],"tournament":"roundrobin","sprt":{"elo0":0,"elo1":10,"alpha":0.05,"beta":0.05,"model":"logistic"}})");
    ASSERT_TRUE(record) << record.error().message;
    for (int i = 0; i < games; ++i) {
      play::RecordedGame game;
      game.index = static_cast<std::uint64_t>(i);
      game.white = i % 2;
      game.black = 1 - game.white;
      game.moves = {*chess::parse_uci_move(game.start, "e2e4")};
      game.result = i % 3 == 0   ? chess::GameResult::Draw
                    : i % 2 == 0 ? chess::GameResult::WhiteWins
                                 : chess::GameResult::BlackWins;
      game.reason = play::EndReason::Checkmate;
      ASSERT_TRUE(record->append(game));
    }
  }
  [[nodiscard]] JsonValue run(const std::string& name) const {
    Runs runs(folder_ / "");
    const auto found = runs.find(name);
    EXPECT_TRUE(found) << name;
    if (!found) return {};
    auto value = JsonValue::parse(runs.run_json(*found));
    EXPECT_TRUE(value);
    return value ? *value : JsonValue();
  }
  tabia::test::Folder folder_;
};

TEST_F(RunsFolder, ListsTrainingLearningAndMatchesAndNothingElse) {
  write_training("training", 2);
  write_match("test.jsonl", 2);
  write("learning/learn.json", learn::to_json({}));
  write("notes.txt", "no run");
  write("other/readme", "no run");
  write("lichess.jsonl", "{\"fen\":\"x\"}\n");
  std::vector<std::string> found;
  for (const auto& entry : Runs(folder_ / "").list())
    found.push_back(entry.name + " " + std::string(name_of(entry.kind)));
  EXPECT_EQ(found, (std::vector<std::string>{"learning learn", "test.jsonl match", "training train"}));
}

TEST_F(RunsFolder, ARunMayBeGivenItself) {
  write_training("training", 2);
  const auto list = Runs(folder_ / "training").list();
  ASSERT_EQ(list.size(), 1u);
  EXPECT_EQ(list.front().name, "training");
  EXPECT_TRUE(list.front().running) << "it was written just now";
}

TEST_F(RunsFolder, ATrainingIsListedBeforeItsFirstReport) {
  write("training/recipe.toml", "model = \"mlp-769\"\npositions = 9000\n# --positions 20000\n");
  const auto list = Runs(folder_ / "").list();
  ASSERT_EQ(list.size(), 1u);
  EXPECT_EQ(list.front().name, "training");
  EXPECT_TRUE(list.front().running) << "it was written just now";
  const auto value = run("training");
  ASSERT_TRUE(value.find("train"));
  EXPECT_TRUE(value.find("train")->find("points")->elements().empty());
  EXPECT_EQ(number_in(*value.find("train"), "target"), 20'000);
}

TEST_F(RunsFolder, ARunThatWorksSaysWhatItDoesFromItsFirstSecond) {
  write("training/live.json", R"({"step":"prepare","unit":"positions","done":0,"total":20000})");
  write("learning/learn.json", learn::to_json({}));
  write("learning/live.json", R"({"step":"play","round":1,"unit":"positions","done":5,"games":2})");
  write("damaged/recipe.toml", "");
  write("damaged/live.json", R"({"step":"pre)");
  {
    const auto training = base::FolderLock::take(folder_ / "training");
    const auto learning = base::FolderLock::take(folder_ / "learning");
    const auto damaged = base::FolderLock::take(folder_ / "damaged");
    ASSERT_TRUE(training && learning && damaged);
    const auto list = Runs(folder_ / "").list();
    ASSERT_EQ(list.size(), 3u);
    EXPECT_EQ(list[0].live, "");
    ASSERT_TRUE(run("learning").find("live"));
    EXPECT_EQ(number_in(*run("learning").find("live"), "games"), 2);
    ASSERT_TRUE(run("training").find("live"));
    EXPECT_EQ(run("training").find("live")->find("step")->text(), "prepare");
    EXPECT_TRUE(list[2].running);

    // What changes every second is current, although everything else is cached.
    Runs runs(folder_ / "");
    const std::string before = runs.run_json(*runs.find("training"));
    write("training/live.json", R"({"step":"train","unit":"positions","done":1000,"loss":0.25})");
    const std::string after = runs.run_json(*runs.find("training"));
    EXPECT_NE(before, after);
    EXPECT_NE(after.find(R"("done":1000,"loss":0.25}})"), std::string::npos) << after;
    EXPECT_TRUE(JsonValue::parse(runs.list_json()));
  }
  // Killed: the lock is gone, and nothing is being done.
  EXPECT_FALSE(run("training").find("live"));
}

TEST_F(RunsFolder, ATrainingHasItsRecipeAndWhereItsNetworkComesFrom) {
  write("training/recipe.toml", "model = \"mlp-769\"\npositions = 20000\nparent = \"old.net\"\n");
  const auto value = run("training");
  EXPECT_NE(value.find("recipe")->text()->find("positions = 20000"), std::string::npos);
  EXPECT_EQ(value.find("lineage")->find("parent")->text(), "old.net");
  EXPECT_NE(value.find("lineage")->find("model")->text()->find("features"), std::string::npos);
}

TEST_F(RunsFolder, ATrainingHasItsCurvesItsAimAndThePositionsThatItWatches) {
  write_training("training", 3);
  const auto value = run("training");
  const auto& points = value.find("train")->find("points")->elements();
  ASSERT_EQ(points.size(), 3u);
  EXPECT_EQ(number_in(points[2], "positions"), 3000);
  EXPECT_DOUBLE_EQ(*points[1].find("loss")->number(), 0.05);
  EXPECT_DOUBLE_EQ(*points[1].find("validation")->number(), 0.1);
  EXPECT_DOUBLE_EQ(*points[1].find("rate")->number(), 0.001);
  EXPECT_DOUBLE_EQ(*points[1].find("positions_per_s")->number(), 5000);
  EXPECT_EQ(number_in(*value.find("train"), "target"), 20'000);
  const auto& samples = value.find("train")->find("samples")->elements();
  ASSERT_EQ(samples.size(), 1u);
  EXPECT_LT(number_in(samples[0], "cp_white"), 0) << "+ for Black, who is to move";
  const auto& course = samples[0].find("course")->elements();
  ASSERT_EQ(course.size(), points.size());
  EXPECT_EQ(course[2].integer(), number_in(samples[0], "cp_white"));
  EXPECT_GT(*course[0].integer(), *course[2].integer());
}

TEST_F(RunsFolder, AMatchHasItsScoreTheWalkOfItsTestAndTheLastGames) {
  write_match("test.jsonl", 30);
  const auto value = run("test.jsonl");
  const JsonValue& match = *value.find("match");
  // Of games 1 ... 29 that are not drawn, even ones are won by White (the first engine), odd ones by Black (again).
  EXPECT_EQ(number_in(match, "drawn"), 10);
  EXPECT_EQ(number_in(match, "won"), 20);
  EXPECT_EQ(number_in(match, "lost"), 0);
  EXPECT_EQ(match.find("llr")->elements().size(), 30u);
  EXPECT_GT(*match.find("llr")->elements().back().number(), 0);
  EXPECT_LT(*match.find("bounds")->elements()[0].number(), 0);
  const auto& games = match.find("games")->elements();
  ASSERT_EQ(games.size(), 20u);
  EXPECT_EQ(text_in(games[19], "white"), "old");
  EXPECT_EQ(*games[19].find("moves")->elements().at(0).text(), "e2e4");
}

TEST_F(RunsFolder, ALearningRunHasItsRoundsAndTheTrainingOfTheLast) {
  learn::LearnState state;
  state.step = learn::Step::Match;
  state.current.round = 2;
  data::LearnReport round;
  round.round = 1;
  round.promoted = true;
  round.total_elo = 55;
  round.total_error = 7;
  round.match_wins = 30;
  round.match_draws = 10;
  state.rounds = {round};
  write("learning/learn.json", learn::to_json(state));
  write_training("learning/round-002/train", 4);
  write_match("learning/round-002/match.jsonl", 4);
  const auto value = run("learning");
  const JsonValue& learn = *value.find("learn");
  EXPECT_EQ(text_in(learn, "step"), "match");
  ASSERT_EQ(learn.find("rounds")->elements().size(), 1u);
  const JsonValue& first = learn.find("rounds")->elements()[0];
  EXPECT_EQ(number_in(first, "elo"), 55);
  EXPECT_EQ(number_in(first, "games"), 40);
  EXPECT_EQ(value.find("train")->find("points")->elements().size(), 4u);
  EXPECT_EQ(value.find("match")->find("games")->elements().size(), 4u);
}

TEST_F(RunsFolder, ALearningRunIsRunningAsLongAsItsFolderIsLockedAndSaysHowItEnded) {
  learn::LearnState state;
  data::LearnReport round;
  round.round = 2;
  state.rounds = {round};
  state.current.round = 3;
  write("learning/learn.json", learn::to_json(state));
  const auto running = [&] { return Runs(folder_ / "").find("learning")->running; };
  EXPECT_FALSE(running()) << "whatever was written just now";
  EXPECT_EQ(text_in(*run("learning").find("learn"), "state"), "finished after round 2");
  write("learning/round-003/games/part", "x");
  EXPECT_EQ(text_in(*run("learning").find("learn"), "state"), "stopped in round 3: play");
  const int folder = ::open((folder_ / "learning").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  ASSERT_EQ(::flock(folder, LOCK_EX | LOCK_NB), 0);
  EXPECT_TRUE(running());
  EXPECT_EQ(text_in(*run("learning").find("learn"), "state"), "round 3: play");
  ::close(folder);
  EXPECT_FALSE(running());
}

TEST_F(RunsFolder, TheGamesOfTheNewestRoundAreLookedAtAlsoBeyondAThousand) {
  write("learning/learn.json", learn::to_json({}));
  write("learning/round-999/games/part", "x");
  write("learning/round-1000/games/part", "x");
  const auto stamp = [&] { return Runs(folder_ / "").find("learning")->stamp; };
  const std::uint64_t before = stamp();
  write("learning/round-999/games/part", "longer");
  EXPECT_EQ(stamp(), before);
  write("learning/round-1000/games/part", "longer");
  EXPECT_NE(stamp(), before);
}

TEST_F(RunsFolder, FilesThatAreDamagedOrHalfWrittenAreReadAsFarAsTheyGo) {
  write_training("training", 2);
  write("training/log.jsonl", *base::read_file(folder_ / "training/log.jsonl", 1 << 20) + "{\"positions\":");
  write("training/recipe.toml", "no recipe");
  EXPECT_EQ(run("training").find("train")->find("points")->elements().size(), 2u);
  write_match("test.jsonl", 5);
  write("test.jsonl", *base::read_file(folder_ / "test.jsonl", 1 << 20) + "{\"type\":\"game\",\"ind");
  EXPECT_EQ(run("test.jsonl").find("match")->find("games")->elements().size(), 5u);
  write("learning/learn.json", "{");
  EXPECT_EQ(run("learning").find("learn"), nullptr);
}

TEST_F(RunsFolder, TheServiceListsAndShowsThemAndTellsOfEveryChange) {
  write_training("training", 1);
  ServiceOptions options = test_options();
  options.runs_folder = folder_ / "";
  RunningService service(options);
  EXPECT_NE(service.ask("GET", "/runs").body.find("\"training\""), std::string::npos);
  EXPECT_EQ(text_in(json_of(service.ask("GET", "/runs/training")), "kind"), "train");
  for (const char* name : {"none", "..", "%2e%2e", "training%2frecipe.toml", "training/recipe.toml"})
    expect_problem(service.ask("GET", std::string("/runs/") + name), 404);

  Client events(service.port());
  ASSERT_TRUE(events.send(Client::request("GET", "/runs/training/events")));
  ASSERT_TRUE(events.wait_for("\"positions\":1000"));
  EXPECT_EQ(events.pending().find("\"positions\":2000"), std::string::npos);
  write_training("training", 2);
  EXPECT_TRUE(events.wait_for("\"positions\":2000"));
  events.close();
  EXPECT_TRUE(eventually([&] { return service.metric("tabia_http_streams") == 0; }));
}

TEST(Runs, WithoutAFolderThereAreNone) {
  RunningService service;
  for (const char* path : {"/runs", "/runs/x", "/runs/x/events"})
    expect_problem(service.ask("GET", path), 404);
}

}  // namespace
