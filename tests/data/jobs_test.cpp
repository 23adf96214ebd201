// The jobs of the room `data`, run as a program would run them: without a command line.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "data/container.h"
#include "data/copy_jobs.h"
#include "data/random_games.h"
#include "data/report_jobs.h"
#include "data/shuffle.h"
#include "folder.h"

namespace {

namespace fs = std::filesystem;
using namespace tabia;
using namespace tabia::data;

class CountingWatch final : public base::Watch {
 public:
  void progress(std::uint64_t, std::uint64_t) override { ++told; }
  void remark(const std::string& text) override { remarks.push_back(text); }
  [[nodiscard]] bool interrupted() const override { return stop; }

  int told = 0;
  std::vector<std::string> remarks;
  bool stop = false;
};

// A folder with one file of random games.
class DataJobs : public testing::Test {
 protected:
  DataJobs() : input_(written("in.tabia", data::test::random_games(1, 40, 60))) {}

  [[nodiscard]] std::string written(const std::string& name, const std::vector<GameRecord>& games) const {
    DataInfo info;
    info.scale = {"centipawns", 100};
    auto writer = ContainerWriter::create(folder_ / name, info, {.block_bytes = 2000});
    for (const GameRecord& game : games) EXPECT_TRUE((*writer)->write(game).ok());
    EXPECT_TRUE((*writer)->finish().ok());
    return folder_ / name;
  }
  // A job from the input to out.tabia.
  template <class Job>
  [[nodiscard]] Job job() const {
    Job job;
    job.from.paths = {input_};
    job.to.path = folder_ / "out.tabia";
    return job;
  }
  [[nodiscard]] static Container opened(const std::string& path) { return Container::open(path).value(); }
  [[nodiscard]] Container output() const { return opened(folder_ / "out.tabia"); }

  tabia::test::Folder folder_;
  std::string input_;
  CountingWatch watch_;
};

TEST_F(DataJobs, ConvertAndMergeWriteEveryRecordAndNameTheStep) {
  auto convert = job<ConvertJob>();
  const auto copied = run(convert, watch_);
  ASSERT_TRUE(copied.ok()) << copied.error().message;
  EXPECT_EQ(copied->records, 40u);
  EXPECT_EQ(copied->positions, opened(input_).positions());
  EXPECT_EQ(output().info().history.back().first, "convert");

  auto merge = job<MergeJob>();
  merge.from.paths = {input_, input_};
  const auto merged = run(merge, watch_);
  ASSERT_TRUE(merged.ok());
  EXPECT_EQ(merged->positions, 2 * copied->positions);
  EXPECT_EQ(output().info().history.back().first, "merge");
}

TEST_F(DataJobs, DamageIsARemarkAndACountUnlessTheJobIsStrict) {
  const auto offset = opened(input_).block(1).offset;
  std::fstream file(input_, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(static_cast<std::streamoff>(offset + 60));
  file.put('!');
  file.close();
  auto convert = job<ConvertJob>();
  const auto copied = run(convert, watch_);
  ASSERT_TRUE(copied.ok());
  EXPECT_EQ(copied->problems, 1u);
  ASSERT_EQ(watch_.remarks.size(), 1u);
  EXPECT_NE(watch_.remarks[0].find("block 2"), std::string::npos) << watch_.remarks[0];
  fs::remove(convert.to.path);
  convert.from.strict = true;
  EXPECT_FALSE(run(convert, watch_).ok());
  EXPECT_FALSE(fs::exists(convert.to.path));
}

TEST_F(DataJobs, AnInterruptedJobLeavesNoFile) {
  watch_.stop = true;
  auto filter = job<FilterJob>();
  filter.rules.drop_in_check = true;
  auto sample = job<SampleJob>();
  sample.count = 3;
  for (const auto& error :
       {run(job<ConvertJob>(), watch_).error(), run(filter, watch_).error(), run(sample, watch_).error(),
        run(job<DedupJob>(), watch_).error(), run(job<ShuffleJob>(), watch_).error()})
    EXPECT_EQ(error.kind, base::ErrorKind::Interrupted) << error.message;
  EXPECT_FALSE(fs::exists(folder_ / "out.tabia"));
}

TEST_F(DataJobs, FilterCountsWhatItDropsByReason) {
  auto filter = job<FilterJob>();
  const auto without_rules = run(filter, watch_);
  ASSERT_FALSE(without_rules.ok());
  EXPECT_EQ(without_rules.error().kind, base::ErrorKind::Usage);
  filter.rules.drop_in_check = true;
  filter.rules.ply.low = 10;
  const auto filtered = run(filter, watch_);
  ASSERT_TRUE(filtered.ok()) << filtered.error().message;
  std::uint64_t all = filtered->copy.positions;
  for (const std::uint64_t count : filtered->dropped) all += count;
  EXPECT_EQ(all, opened(input_).positions());
  EXPECT_GT(filtered->dropped[static_cast<std::size_t>(DropReason::Ply)], 0u);
  EXPECT_EQ(output().positions(), filtered->copy.positions);
  EXPECT_EQ(output().info().history.back().second, "no check, ply 10..65535");
}

TEST_F(DataJobs, ABalancedFilterKeepsAtMostItsShareOfEveryNumberOfPieces) {
  auto filter = job<FilterJob>();
  filter.balance = 0.5;
  filter.seed = 3;
  const auto filtered = run(filter, watch_);
  ASSERT_TRUE(filtered.ok());
  EXPECT_GT(filtered->dropped[static_cast<std::size_t>(DropReason::Balance)], 0u);
  EXPECT_EQ(output().info().history.back().second, "balance 0.5, seed=3");
}

TEST_F(DataJobs, SplitPutsEveryGameIntoOneOfTwoFiles) {
  auto split = job<SplitJob>();
  split.validation = folder_ / "validation.tabia";
  split.share = 0.3;
  const auto done = run(split, watch_);
  ASSERT_TRUE(done.ok()) << done.error().message;
  EXPECT_EQ(done->training.records + done->validation.records, 40u);
  EXPECT_GT(done->validation.records, 0u);
  EXPECT_EQ(opened(split.validation).records(), done->validation.records);
  EXPECT_EQ(output().records(), done->training.records);
  EXPECT_EQ(output().info().history.back().second, "training part, by game, validation 30%, seed=1");
}

TEST_F(DataJobs, TheShareOfASplitMayBeAPercentage) {
  for (const auto& [text, share, shown] :
       {std::tuple{"2%", 0.02, "2%"}, std::tuple{"0.07", 0.07, "7%"}, std::tuple{"12.5%", 0.125, "12.5%"}}) {
    SplitJob split;
    const auto* field = base::find_field(split_fields(), "validation");
    ASSERT_TRUE(field->read(split, text).ok()) << text;
    EXPECT_DOUBLE_EQ(split.share, share);
    EXPECT_EQ(field->text(split), shown);
  }
  SplitJob split;
  EXPECT_FALSE(base::find_field(split_fields(), "validation")->read(split, "101%").ok());
}

TEST_F(DataJobs, SampleTakesSoManyPositionsOrGames) {
  auto sample = job<SampleJob>();
  sample.count = 25;
  ASSERT_TRUE(run(sample, watch_).ok());
  EXPECT_EQ(output().positions(), 25u);
  sample.count = 4;
  sample.by_game = true;
  const auto games = run(sample, watch_);
  ASSERT_TRUE(games.ok());
  EXPECT_EQ(games->records, 4u);
  EXPECT_EQ(output().records(), 4u);
}

TEST_F(DataJobs, DedupKeepsTheFirstOfEqualGamesAndPositions) {
  auto dedup = job<DedupJob>();
  dedup.from.paths = {input_, input_};
  dedup.by_game = true;
  const auto games = run(dedup, watch_);
  ASSERT_TRUE(games.ok());
  EXPECT_EQ(games->all, 80u);
  EXPECT_EQ(games->kept, output().records());
  EXPECT_LE(games->kept, 40u);
  dedup.by_game = false;
  const auto positions = run(dedup, watch_);
  ASSERT_TRUE(positions.ok());
  EXPECT_EQ(positions->all, 2 * opened(input_).positions());
  EXPECT_EQ(positions->kept, output().positions());
  EXPECT_LE(positions->kept, opened(input_).positions());
}

TEST_F(DataJobs, ShuffleWritesEverySample) {
  const auto shuffled = run(job<ShuffleJob>(), watch_);
  ASSERT_TRUE(shuffled.ok());
  EXPECT_EQ(shuffled->records, opened(input_).positions());
  EXPECT_EQ(output().positions(), shuffled->records);
}

TEST_F(DataJobs, InfoCountsCheckJudgesAndShowVisits) {
  InfoJob info;
  info.from.paths = {input_};
  const auto report = run(info, watch_);
  ASSERT_TRUE(report.ok());
  EXPECT_EQ(report->statistics.records, 40u);
  EXPECT_TRUE(report->duplicates.has_value());
  info.skip_duplicates = true;
  EXPECT_FALSE(run(info, watch_)->duplicates.has_value());

  CheckJob check{.info = info, .validation = input_};
  const auto checked = run(check, watch_);
  ASSERT_TRUE(checked.ok());
  EXPECT_EQ(verdict(checked->findings), Grade::Bad) << "validation data equals training data";

  ShowJob show{.from = info.from, .count = 2, .skip = 3};
  std::vector<std::uint64_t> numbers;
  ASSERT_TRUE(
      run(show, watch_, [&](std::uint64_t number, const GameRecord&) { numbers.push_back(number); }).ok());
  EXPECT_EQ(numbers, (std::vector<std::uint64_t>{4, 5}));
}

TEST_F(DataJobs, TheOptionsOfForeignFilesAreDescribed) {
  Sources sources;
  for (const auto& [key, text] :
       {std::pair{"format", "csv"}, std::pair{"unit", "centipawns"}, std::pair{"units_per_pawn", "100"},
        std::pair{"sign", "white"}, std::pair{"factor", "2.5"}, std::pair{"results", "-1..1"},
        std::pair{"columns", "fen,score"}}) {
    const auto* field = base::find_field(source_fields(), key);
    ASSERT_NE(field, nullptr) << key;
    ASSERT_TRUE(field->read(sources, text).ok()) << key;
    EXPECT_EQ(field->text(sources), text) << key;
  }
  EXPECT_EQ(sources.reading.scale, (ScoreScale{"centipawns", 100}));
  EXPECT_EQ(sources.reading.columns.size(), 2u);
  EXPECT_FALSE(base::find_field(source_fields(), "sign")->read(sources, "black").ok());
}

}  // namespace
