// Rescoring: the same records with new scores, from any teacher.
#include "play/rescore.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "data/container.h"
#include "data/conversion.h"
#include "nn/embedded.h"
#include "nn/load.h"
#include "play/play_support.h"
#include "play/search_player.h"
#include "play/self_play.h"

namespace tabia::play {
namespace {

namespace fs = std::filesystem;
using chess::Color;
using data::GameRecord;

std::shared_ptr<const nn::Network> scoring_network() {
  static const auto loaded = nn::read_network(nn::embedded_network());
  return loaded.value();
}

GameRecord synthetic_game(std::uint64_t number) {
  SelfPlayOptions options;
  options.synthetic = true;
  options.game.max_moves = 20;
  SelfPlayer player(scoring_network(), {}, options);
  return *player.play_numbered_game(number, {}).value();
}

// The same apart from the scores.
void expect_same_game(GameRecord a, GameRecord b) {
  for (GameRecord* record : {&a, &b}) {
    for (data::GamePly& ply : record->plies) ply.score = 0;
  }
  EXPECT_EQ(a, b);
}

TEST(Rescore, TheStaticTeacherSaysWhatTheEvaluatorSays) {
  const GameRecord before = synthetic_game(1);
  GameRecord after = before;
  StaticTeacher teacher(scoring_network(), {});
  ASSERT_TRUE(teacher.rescore(after, {}).value());
  expect_same_game(before, after);
  eval::Evaluator evaluator(scoring_network());
  const search::SearchScale scale(evaluator.win_model());
  data::for_each_sample(after, [&](const data::Sample& sample) {
    evaluator.reset(sample.position);
    EXPECT_EQ(sample.score, scale.to_search(evaluator.evaluate(sample.position)));
  });
}

TEST(Rescore, AStaticTeacherCanLeaveOutWhatIsNotQuiet) {
  const GameRecord before = synthetic_game(1);
  GameRecord all = before;
  GameRecord quiet = before;
  ASSERT_TRUE(StaticTeacher(scoring_network(), {}).rescore(all, {}).value());
  ASSERT_TRUE(StaticTeacher(scoring_network(), {}, 50).rescore(quiet, {}).value());
  QuietJudge judge(scoring_network(), {}, 50);
  chess::Position position = before.start;
  int left_out = 0;
  for (std::size_t i = 0; i < before.plies.size(); ++i) {
    const bool is_quiet = judge.is_quiet(position);
    EXPECT_EQ(quiet.plies[i].score, is_quiet ? all.plies[i].score : base::kNoScore) << i;
    left_out += is_quiet ? 0 : 1;
    position.make(before.plies[i].move);
  }
  EXPECT_GT(left_out, 0);
}

std::unique_ptr<Player> searching_player() {
  search::SearcherOptions options;
  options.hash_mib = 1;
  return std::make_unique<SearchPlayer>(scoring_network(), eval::EvaluatorOptions{}, options);
}

MoveRequest hundred_nodes() {
  MoveRequest request;
  request.limits.nodes = 100;
  return request;
}

TEST(Rescore, ARecordGetsTheSameScoresWhateverCameBeforeIt) {
  const GameRecord first = synthetic_game(1);
  const GameRecord second = synthetic_game(2);
  PlayerTeacher teacher(searching_player(), hundred_nodes());
  GameRecord alone = second;
  ASSERT_TRUE(teacher.rescore(alone, {}).value());
  GameRecord other = first;
  ASSERT_TRUE(teacher.rescore(other, {}).value());
  GameRecord again = second;
  ASSERT_TRUE(teacher.rescore(again, {}).value());
  EXPECT_EQ(again, alone);
  EXPECT_NE(again, second);
  expect_same_game(again, second);
}

TEST(Rescore, WhereNobodyCanMoveTheRulesHaveTheSay) {
  GameRecord mated;
  mated.start = chess::parse_fen("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1").value();
  mated.plies = {{.move = chess::Move(), .score = 7}};
  PlayerTeacher teacher(searching_player(), hundred_nodes());
  ASSERT_TRUE(teacher.rescore(mated, {}).value());
  EXPECT_EQ(mated.plies[0].score, -base::kMate);
}

TEST(Rescore, ScoresOfOtherPlayersAreCentipawnsAndMates) {
  GameRecord record = synthetic_game(3);
  record.plies.resize(3);
  PlayerTeacher teacher(
      std::make_unique<test::ScriptedPlayer>([](int number) {
        if (number == 0) return test::cp(-35);
        if (number == 1)
          return test::Say{.score = uci::InfoScore{.unit = uci::InfoScore::Unit::Mate, .value = -2}};
        return test::Say{};
      }),
      hundred_nodes());
  ASSERT_TRUE(teacher.rescore(record, {}).value());
  EXPECT_EQ(record.plies[0].score, -35);
  EXPECT_EQ(record.plies[1].score, data::score_of_mate(-2));
  EXPECT_EQ(record.plies[2].score, base::kNoScore);
}

TEST(Rescore, ATeacherThatFailsIsTriedAgainAndThenNamed) {
  int answers = 0;
  const auto make = [&](int failures) {
    answers = 0;
    return std::make_unique<test::ScriptedPlayer>([&answers, failures](int) {
      return answers++ < failures ? test::Say{.fault = Fault{FaultKind::Crash, "exited with status 1"}}
                                  : test::cp(5);
    });
  };
  GameRecord record = synthetic_game(3);
  PlayerTeacher once(make(1), hundred_nodes());
  ASSERT_TRUE(once.rescore(record, {}).ok());
  EXPECT_EQ(record.plies.back().score, 5);
  PlayerTeacher always(make(1000), hundred_nodes());
  const auto failed = always.rescore(record, {});
  ASSERT_FALSE(failed.ok());
  EXPECT_NE(failed.error().message.find("exited with status 1, in "), std::string::npos);
}

std::string make_input(const test::TemporaryFolder& folder) {
  data::DataInfo info;
  info.scale = {"centipawns", 100};
  auto writer = data::ContainerWriter::create(folder.file("in.tabia"), info);
  for (std::uint64_t number = 0; number < 30; ++number)
    EXPECT_TRUE((*writer)->write(synthetic_game(number)).ok());
  EXPECT_TRUE((*writer)->finish().ok());
  return folder.file("in.tabia");
}

base::Result<BatchOutcome> rescore_all(const std::string& input, const std::string& output, int workers,
                                       const std::stop_token& stop = {}) {
  RescorePlan plan(
      data::ContainerReader::open(input).value(),
      [] { return std::make_unique<PlayerTeacher>(searching_player(), hundred_nodes()); },
      [](const base::Error&) { return false; });
  BatchJob job;
  job.kind = "rescore";
  job.settings = "{}";
  job.info.scale = self_play_scale();
  job.batch_records = 200;  // positions
  BatchObserver observer;
  return make_batches(output, job, plan, workers, observer, stop);
}

std::vector<GameRecord> records_of_file(const std::string& path) {
  std::vector<GameRecord> records;
  auto reader = data::ContainerReader::open(path);
  GameRecord record;
  while ((*reader)->next(record).value()) records.push_back(record);
  return records;
}

TEST(Rescore, ADatasetIsTheSameForAnyNumberOfWorkersAndKeepsItsOrder) {
  const test::TemporaryFolder folder;
  const std::string input = make_input(folder);
  for (const int workers : {1, 3}) {
    const auto outcome = rescore_all(input, folder.file(std::to_string(workers)), workers);
    ASSERT_TRUE(outcome.ok()) << outcome.error().message;
    EXPECT_TRUE(outcome->complete);
    EXPECT_EQ(outcome->progress.records, 30u);
  }
  for (const auto& entry : fs::directory_iterator(folder.file("1"))) {
    const std::string name = entry.path().filename().string();
    EXPECT_EQ(test::content_of(entry.path().string()), test::content_of(folder.file("3/" + name))) << name;
  }
  const auto before = records_of_file(input);
  const auto after = records_of_file(folder.file("1"));
  ASSERT_EQ(after.size(), before.size());
  for (std::size_t i = 0; i < before.size(); ++i) expect_same_game(before[i], after[i]);
  const auto again = rescore_all(input, folder.file("1"), 2);
  EXPECT_TRUE(again.ok() && again->complete && again->progress.new_records == 0);
}

}  // namespace
}  // namespace tabia::play
