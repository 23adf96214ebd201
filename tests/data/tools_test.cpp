// Operations on whole datasets: shuffling, splitting, filtering, duplicates, statistics, verdicts.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>

#include "chess/fen.h"
#include "data/container.h"
#include "data/duplicates.h"
#include "data/filter.h"
#include "data/overlap.h"
#include "data/quality.h"
#include "data/random_games.h"
#include "data/raw_record.h"
#include "data/select.h"
#include "data/shuffle.h"
#include "data/statistics_page.h"

namespace {

namespace fs = std::filesystem;
using namespace tabia;
using namespace tabia::data;
using namespace tabia::data::test;

class SilentWatch final : public base::Watch {
 public:
  void remark(const std::string& text) override { problems.push_back(text); }
  bool interrupted() const override { return stop; }

  std::vector<std::string> problems;
  bool stop = false;
};

class DataTools : public testing::Test {
 protected:
  DataTools()
      : folder_(fs::path(testing::TempDir()) /
                ("tabia_tools_" + std::to_string(getpid()) + "_" +
                 testing::UnitTest::GetInstance()->current_test_info()->name())) {
    fs::create_directories(folder_);
  }
  ~DataTools() override { fs::remove_all(folder_); }
  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }

  [[nodiscard]] std::string written(const std::string& name, const std::vector<GameRecord>& records,
                                    std::size_t block_bytes = 8000) const {
    auto writer = ContainerWriter::create(path(name), {}, {.block_bytes = block_bytes});
    for (const GameRecord& record : records) EXPECT_TRUE((*writer)->write(record).ok());
    EXPECT_TRUE((*writer)->finish().ok());
    return path(name);
  }
  [[nodiscard]] static std::vector<GameRecord> read(const std::string& file) {
    auto reader = ContainerReader::open(file);
    EXPECT_TRUE(reader.ok());
    std::vector<GameRecord> records;
    GameRecord record;
    while (*(*reader)->next(record)) records.push_back(record);
    return records;
  }
  [[nodiscard]] base::Result<CopyReport> shuffle(const std::string& input, ShuffleJob job, SilentWatch& watch,
                                                 const std::string& name = "out.tabia") const {
    job.from.paths = {input};
    job.to.path = path(name);
    return run(job, watch);
  }
  // Shuffles a file; returns the output.
  [[nodiscard]] std::string shuffled(const std::string& input, const ShuffleJob& job,
                                     const std::string& name = "out.tabia") const {
    SilentWatch watch;
    const auto done = shuffle(input, job, watch, name);
    EXPECT_TRUE(done.ok()) << done.error().message;
    EXPECT_TRUE(watch.problems.empty());
    return path(name);
  }
  [[nodiscard]] std::size_t file_count() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), {}));
  }
  [[nodiscard]] std::string folder() const { return folder_.string(); }

 private:
  fs::path folder_;
};

std::string file_bytes(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// The records as bytes, to be sorted and compared.
std::vector<std::string> as_bytes(const std::vector<GameRecord>& records) {
  std::vector<std::string> all;
  for (const GameRecord& record : records) append_raw(all.emplace_back(), record);
  return all;
}
std::vector<std::string> sorted_bytes(const std::vector<GameRecord>& records) {
  auto all = as_bytes(records);
  std::sort(all.begin(), all.end());
  return all;
}

// Games whose clocks stay within the range of a single position.
std::vector<GameRecord> short_games(std::uint64_t seed, std::size_t count) {
  return random_games(seed, count, 100);
}

TEST_F(DataTools, AShuffleBySampleIsAPermutationOfAllPositions) {
  const auto games = short_games(1, 60);
  const auto input = written("in.tabia", games);
  const auto expected = single_positions(games);
  const auto output = read(shuffled(input, {.seed = 5}));
  EXPECT_EQ(sorted_bytes(output), sorted_bytes(expected));
  EXPECT_NE(as_bytes(output), as_bytes(expected));
}

TEST_F(DataTools, AShuffleDependsOnTheSeedOnlyNotOnMemoryOrThreads) {
  const auto input = written("in.tabia", short_games(2, 200));
  const auto first = file_bytes(shuffled(input, {.seed = 5, .threads = 1}));
  EXPECT_EQ(file_bytes(shuffled(input, {.seed = 5, .threads = 3})), first);
  EXPECT_EQ(file_bytes(shuffled(input, {.seed = 5, .memory_bytes = 1 << 16, .threads = 2})), first);
  EXPECT_NE(file_bytes(shuffled(input, {.seed = 6})), first);
  EXPECT_EQ(file_count(), 2u) << "temporary files are left";
}

TEST_F(DataTools, AForeignFileIsShuffledAlikeByAnyNumberOfThreadsAndTellsOfDamage) {
  auto games = short_games(14, 400);
  for (GameRecord& game : games) game.result = chess::GameResult::Draw;
  auto writer = open_writer(path("in.binpack"), {}, {});
  for (const GameRecord& game : games) ASSERT_TRUE((*writer)->write(game).ok());
  ASSERT_TRUE((*writer)->finish().ok());
  const auto first = file_bytes(shuffled(path("in.binpack"), {.seed = 5, .threads = 1}));
  EXPECT_EQ(file_bytes(shuffled(path("in.binpack"), {.seed = 5, .threads = 3})), first);
  EXPECT_EQ(file_bytes(shuffled(path("in.binpack"), {.seed = 5, .memory_bytes = 1 << 16, .threads = 2})),
            first);
  const auto whole = ShuffleJob{.by_game = true, .seed = 5, .threads = 1};
  auto many = whole;
  many.threads = 3;
  EXPECT_EQ(file_bytes(shuffled(path("in.binpack"), whole)), file_bytes(shuffled(path("in.binpack"), many)));

  std::ofstream(path("in.binpack"), std::ios::binary | std::ios::app) << "this is no chunk";
  SilentWatch watch;
  const auto count = shuffle(path("in.binpack"), {.threads = 3}, watch);
  ASSERT_TRUE(count.ok());
  EXPECT_EQ(watch.problems.size(), 1u);
  EXPECT_EQ(count->records, Container::open(path("out.tabia"))->positions());
}

TEST_F(DataTools, AShuffledFileCanBeShuffledAgain) {
  const auto games = short_games(3, 30);
  const auto once = shuffled(written("in.tabia", games), {.seed = 1}, "once.tabia");
  const auto twice = shuffled(once, {.seed = 2}, "twice.tabia");
  EXPECT_EQ(sorted_bytes(read(twice)), sorted_bytes(single_positions(games)));
  const auto container = Container::open(twice);
  ASSERT_EQ(container->info().history.size(), 2u);
  EXPECT_EQ(container->info().history[1].second, "by sample, seed=2");
}

TEST_F(DataTools, AShuffleByGameKeepsGamesWhole) {
  const auto games = short_games(4, 60);
  const auto input = written("in.tabia", games);
  const auto output = read(shuffled(input, {.by_game = true, .seed = 5, .memory_bytes = 1 << 14}));
  EXPECT_EQ(sorted_bytes(output), sorted_bytes(games));
  EXPECT_NE(as_bytes(output), as_bytes(games));
}

TEST_F(DataTools, AShuffleBySampleTellsHowManyRatingsItLosesAndByGameLosesNone) {
  auto games = short_games(4, 60);
  std::uint64_t rated = 0;
  for (std::size_t i = 0; i < games.size(); ++i) {
    if (i % 2 == 0) games[i].ratings = {1500, 0};
    for_each_sample(games[i], [&](const Sample& sample) { rated += sample.rating != 0 ? 1 : 0; });
  }
  const std::string lost = base::with_thousands(rated) + " positions whose ratings are left out";
  const auto input = written("in.tabia", games);
  SilentWatch watch;
  const auto by_sample = shuffle(input, {.seed = 5, .threads = 2}, watch);
  ASSERT_TRUE(by_sample.ok());
  EXPECT_TRUE(by_sample->losses.starts_with(lost)) << by_sample->losses;
  EXPECT_NE(by_sample->losses.find("--by-game"), std::string::npos) << by_sample->losses;
  const auto to_table = shuffle(input, {.seed = 5}, watch, "out.csv");
  ASSERT_TRUE(to_table.ok());
  EXPECT_TRUE(to_table->losses.starts_with(lost)) << to_table->losses;
  const auto by_game = shuffle(input, {.by_game = true, .seed = 5}, watch);
  ASSERT_TRUE(by_game.ok());
  EXPECT_EQ(by_game->losses, "");
}

TEST_F(DataTools, EveryPlaceOfAShuffleIsEquallyLikely) {
  const ShuffleKeys keys(3);
  int first_is_smaller = 0;
  for (std::uint64_t i = 0; i < 10000; ++i) first_is_smaller += keys(2 * i) < keys(2 * i + 1);
  EXPECT_NEAR(first_is_smaller, 5000, 250);
}

TEST_F(DataTools, AShuffleReportsDamageAndGoesOn) {
  const auto input = written("in.tabia", short_games(5, 60), 2000);
  std::string bytes = file_bytes(input);
  const auto offset = Container::open(input)->block(1).offset;
  const auto lost = Container::open(input)->block(1).header.positions;
  bytes[offset + kBlockHeaderBytes + 5] ^= 1;
  std::ofstream(input, std::ios::binary) << bytes;
  SilentWatch watch;
  const auto count = shuffle(input, {.threads = 2}, watch);
  ASSERT_TRUE(count.ok());
  ASSERT_EQ(watch.problems.size(), 1u);
  EXPECT_NE(watch.problems[0].find("block 2"), std::string::npos) << watch.problems[0];
  EXPECT_EQ(Container::open(path("out.tabia"))->positions(), Container::open(input)->positions() - lost);
}

TEST_F(DataTools, AnInterruptedShuffleLeavesNothing) {
  const auto input = written("in.tabia", short_games(6, 10));
  SilentWatch watch;
  watch.stop = true;
  const auto count = shuffle(input, {}, watch);
  ASSERT_FALSE(count.ok());
  EXPECT_EQ(count.error().kind, base::ErrorKind::Interrupted);
  EXPECT_EQ(file_count(), 1u);
}

TEST_F(DataTools, WhatSpillsToDiskComesBack) {
  Spill spill(folder(), 4, 1 << 13);
  std::array<std::string, 4> expected;
  base::Random random(7);
  for (int i = 0; i < 5000; ++i) {
    const auto bucket = random.below(4);
    const std::string bytes(random.below(20) + 1, static_cast<char>(random.next()));
    expected[bucket] += bytes;
    ASSERT_TRUE(spill.append(bucket, bytes).ok());
  }
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(spill.size(i), expected[i].size());
    auto content = *spill.take(i);
    std::sort(content.begin(), content.end());
    std::sort(expected[i].begin(), expected[i].end());
    EXPECT_EQ(content, expected[i]);
    EXPECT_EQ(spill.size(i), 0u);
    EXPECT_TRUE(spill.take(i)->empty());
  }
  EXPECT_EQ(file_count(), 0u);
}

TEST_F(DataTools, ASplitPutsEveryGameOnOneSideAlsoWhenItOccursTwice) {
  auto games = random_games(8, 400, 60);
  for (GameRecord& game : games) game.first_ply = 0;
  const auto again = games;
  games.insert(games.end(), again.begin(), again.end());
  ValidationChoice choice(0.25, 3);
  std::set<std::uint64_t> train;
  std::set<std::uint64_t> validation;
  for (const GameRecord& game : games)
    (choice.is_validation(game) ? validation : train).insert(game_key(game));
  for (const std::uint64_t key : validation) EXPECT_FALSE(train.contains(key));
  EXPECT_NEAR(static_cast<double>(validation.size()), 100, 40);
}

TEST_F(DataTools, PiecesOfOneGameStayTogetherInASplit) {
  ValidationChoice choice(0.5, 1);
  for (const GameRecord& game : random_games(9, 200, 60)) {
    GameRecord head = game;
    head.first_ply = 0;
    if (head.plies.size() < 20) continue;
    GameRecord tail = head;
    head.plies.resize(10);
    for (int i = 0; i < 14; ++i) tail.start.make(game.plies[static_cast<std::size_t>(i)].move);
    tail.plies.erase(tail.plies.begin(), tail.plies.begin() + 14);
    tail.first_ply = 14;
    const bool side = choice.is_validation(head);
    EXPECT_EQ(choice.is_validation(tail), side);
  }
}

TEST_F(DataTools, AnInterruptionInTheLastPhaseIsNotLost) {
  SilentWatch watch;
  DuplicateFinder finder(folder(), 100, 1 << 14);
  for (std::uint64_t key = 0; key < 100; ++key) ASSERT_TRUE(finder.add(key).ok());
  watch.stop = true;
  const auto found = finder.finish(watch);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().kind, base::ErrorKind::Interrupted);
}

TEST_F(DataTools, AnInterruptionAtTheLastRecordIsNotLost) {
  class OneRecord final : public RecordReader {
   public:
    base::Result<bool> next(GameRecord&) override { return !std::exchange(done_, true); }
    const DataInfo& info() const noexcept override { return info_; }
    std::uint64_t bytes_read() const noexcept override { return 0; }
    std::uint64_t bytes_total() const noexcept override { return 0; }

   private:
    bool done_ = false;
    DataInfo info_;
  };
  OneRecord reader;
  SilentWatch watch;
  Pass pass(watch, false);
  const auto read = for_each_record(reader, pass, [&](const GameRecord&) -> base::Result<void> {
    watch.stop = true;
    return {};
  });
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().kind, base::ErrorKind::Interrupted);
}

TEST_F(DataTools, DuplicatesAreFoundExactlyInLittleMemory) {
  DuplicateFinder finder(folder(), 20000, 1 << 14);
  base::Random random(10);
  std::set<std::uint64_t> seen;
  std::vector<bool> expected;
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t key = base::Random(random.below(8000)).next();
    expected.push_back(!seen.insert(key).second);
    ASSERT_TRUE(finder.add(key).ok());
  }
  std::vector<bool> which;
  const SilentWatch watch;
  const auto count = finder.finish(watch, &which);
  ASSERT_TRUE(count.ok());
  EXPECT_EQ(*count, 20000 - seen.size());
  EXPECT_EQ(which, expected);
}

TEST_F(DataTools, AChoiceHasTheRightSizeAndDependsOnTheSeed) {
  const auto chosen = [](std::uint64_t seed) {
    RandomChoice choice(10, seed);
    for (int i = 0; i < 1000; ++i) {
      if (choice.wants_next()) choice.put(std::to_string(i));
    }
    return choice.take();
  };
  EXPECT_EQ(chosen(1).size(), 10u);
  EXPECT_EQ(chosen(1), chosen(1));
  EXPECT_NE(chosen(1), chosen(2));
}

// --- filters

Sample sample_of(const std::string& fen, const std::string& move = "") {
  Sample sample{.position = *chess::parse_fen(fen), .move = {}};
  for (const chess::Move candidate : chess::legal_moves(sample.position)) {
    if (!move.empty() && chess::to_string(candidate.from()) + chess::to_string(candidate.to()) == move)
      sample.move = candidate;
  }
  return sample;
}

TEST_F(DataTools, EveryFilterRuleDropsWhatItNames) {
  const Sample quiet = sample_of("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4");
  const Sample check = sample_of("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1e2");
  const Sample promotion = sample_of("8/4P3/8/8/8/k7/8/4K3 w - - 0 1", "e7e8");
  Sample scored = quiet;
  scored.score = -250;
  scored.ply = 30;
  scored.outcome = Outcome::Draw;
  const FilterRules none;
  for (const Sample* sample : std::initializer_list<const Sample*>{&quiet, &check, &promotion, &scored})
    EXPECT_EQ(reason_to_drop(none, *sample), std::nullopt);
  const auto reason = [](const Sample& sample, const auto& change) {
    FilterRules rules;
    change(rules);
    return reason_to_drop(rules, sample);
  };
  EXPECT_EQ(reason(check, [](auto& rules) { rules.drop_in_check = true; }), DropReason::InCheck);
  EXPECT_EQ(reason(quiet, [](auto& rules) { rules.drop_in_check = true; }), std::nullopt);
  EXPECT_EQ(reason(check, [](auto& rules) { rules.drop_noisy_moves = true; }), DropReason::NoisyMove);
  EXPECT_EQ(reason(promotion, [](auto& rules) { rules.drop_noisy_moves = true; }), DropReason::NoisyMove);
  EXPECT_EQ(reason(quiet, [](auto& rules) { rules.drop_noisy_moves = true; }), std::nullopt);
  EXPECT_EQ(reason(quiet, [](auto& rules) { rules.drop_without_score = true; }), DropReason::NoScore);
  EXPECT_EQ(reason(quiet, [](auto& rules) { rules.drop_without_result = true; }), DropReason::NoResult);
  EXPECT_EQ(reason(scored, [](auto& rules) { rules.drop_without_result = true; }), std::nullopt);
  EXPECT_EQ(reason(scored, [](auto& rules) { rules.score = {-249, 300}; }), DropReason::Score);
  EXPECT_EQ(reason(scored, [](auto& rules) { rules.score = {-250, 300}; }), std::nullopt);
  EXPECT_EQ(reason(scored, [](auto& rules) { rules.ply = {31, 100}; }), DropReason::Ply);
  EXPECT_EQ(reason(scored, [](auto& rules) { rules.pieces = {4, 32}; }), DropReason::Pieces);
  EXPECT_EQ(reason(scored, [](auto& rules) { rules.is_quiet = [](const Sample&) { return false; }; }),
            DropReason::NotQuiet);
}

TEST_F(DataTools, WhatIsKeptOfAGameStaysTheSamePositionsInRuns) {
  const auto games = short_games(11, 30);
  auto writer = ContainerWriter::create(path("a.tabia"), {});
  std::vector<GameRecord> expected;
  std::uint64_t kept = 0;
  const auto keep = [](const Sample& sample) { return sample.ply % 3 != 0 && !sample.position.in_check(); };
  for (const GameRecord& game : games) {
    for_each_sample(game, [&](const Sample& sample) {
      if (keep(sample)) expected.push_back(record_of(sample));
    });
    const auto written_count = write_kept(game, **writer, keep);
    ASSERT_TRUE(written_count.ok());
    kept += *written_count;
  }
  ASSERT_TRUE((*writer)->finish().ok());
  EXPECT_EQ(kept, expected.size());
  const auto back = read(path("a.tabia"));
  EXPECT_LT(back.size(), expected.size());
  EXPECT_EQ(as_bytes(single_positions(back)), as_bytes(expected));
}

TEST_F(DataTools, TheRatingOfThePlayerToMoveIsARule) {
  const FilterRules rules{.rating = {1500, 1999}};
  Sample sample;
  EXPECT_EQ(reason_to_drop(rules, sample), DropReason::Rating);  // unknown
  sample.rating = 1999;
  EXPECT_EQ(reason_to_drop(rules, sample), std::nullopt);
  sample.rating = 2000;
  EXPECT_EQ(reason_to_drop(rules, sample), DropReason::Rating);
  EXPECT_EQ(rules.text(), "rating 1500..1999");
}

TEST_F(DataTools, BalanceKeepsRareNumbersOfPiecesAndThinsOutCommonOnes) {
  std::array<std::uint64_t, 33> counts{};
  counts[32] = 9000;
  counts[10] = 1000;
  const PhaseBalance balance(counts, 0.5, 1);
  int common = 0;
  int rare = 0;
  for (std::uint64_t i = 0; i < 9000; ++i) common += balance.keeps(32, i);
  for (std::uint64_t i = 9000; i < 10000; ++i) rare += balance.keeps(10, i);
  EXPECT_NEAR(common, 2500, 200);
  EXPECT_EQ(rare, 1000);
}

// --- statistics and verdicts

TEST_F(DataTools, StatisticsCountWhatIsThere) {
  GameRecord game;
  game.result = chess::GameResult::WhiteWins;
  const auto add = [&](const char* move, std::int16_t score) {
    chess::Position position = game.start;
    for (const GamePly& ply : game.plies) position.make(ply.move);
    for (const chess::Move candidate : chess::legal_moves(position)) {
      if (chess::to_string(candidate.from()) + chess::to_string(candidate.to()) == move)
        game.plies.push_back({.move = candidate, .score = score});
    }
  };
  add("e2e4", 30);
  add("d7d5", -20);
  add("e4d5", 100);
  add("d8d5", base::kNoScore);
  add("b1c3", base::kMate - 5);
  Statistics statistics;
  statistics.add(game);
  EXPECT_EQ(statistics.records, 1u);
  EXPECT_EQ(statistics.games, 1u);
  EXPECT_EQ(statistics.positions, 5u);
  EXPECT_EQ(statistics.without_score, 1u);
  EXPECT_EQ(statistics.mates, 1u);
  EXPECT_EQ(statistics.noisy_moves, 2u);
  EXPECT_EQ(statistics.black_to_move, 2u);
  EXPECT_EQ(statistics.largest_score, 100);
  EXPECT_EQ(statistics.at_largest, 1u);
  EXPECT_EQ(statistics.outcomes[2], 3u);  // wins
  EXPECT_EQ(statistics.outcomes[0], 2u);
  EXPECT_EQ(statistics.pieces[32], 3u);
  EXPECT_EQ(statistics.pieces[31], 1u);
  EXPECT_EQ(statistics.pieces[30], 1u);
  const DatasetReport report{"a<b", {}, statistics, 100, 0, 7};
  EXPECT_NE(report_json(report).find("\"positions\":5"), std::string::npos);
  EXPECT_NE(report_page(report).find("a&lt;b"), std::string::npos);
  EXPECT_EQ(report_page(report).find("http"), std::string::npos) << "the page loads something";
}

// Games of one position whose results follow the scores by a logistic curve.
Statistics logistic_data(double k, bool wrong_sign_for_black, int clip = 3000) {
  base::Random random(12);
  Statistics statistics;
  const chess::Position white;
  chess::Position black;
  black.make(chess::legal_moves(black)[0]);
  for (int i = 0; i < 40000; ++i) {
    const int raw = static_cast<int>(random.below(3001)) - 1500;
    const double chance = 1 / (1 + std::exp(-raw / k));
    const bool win = static_cast<double>(random.below(1 << 20)) / (1 << 20) < chance;
    const bool black_moves = random.below(2) == 0;
    Sample sample{.position = black_moves ? black : white, .move = {}};
    sample.outcome = win ? Outcome::Win : Outcome::Loss;
    const int score = std::clamp(raw, -clip, clip);
    sample.score = static_cast<std::int16_t>(black_moves && wrong_sign_for_black ? -score : score);
    statistics.add(record_of(sample));
  }
  return statistics;
}

Grade grade_of(const std::vector<Finding>& list, const std::string& name) {
  for (const Finding& finding : list) {
    if (finding.name == name) return finding.grade;
  }
  ADD_FAILURE() << "no finding " << name;
  return Grade::Good;
}

TEST_F(DataTools, TheFitFindsTheScaleOfTheScores) {
  const WdlFit fit = fit_wdl(logistic_data(350, false));
  EXPECT_NEAR(fit.k, 350, 15);
  EXPECT_LT(fit.mean_deviation, 0.03);
}

TEST_F(DataTools, ScoresOfTheWrongSideAreBad) {
  Evidence evidence;
  evidence.info.scale = {"centipawns", 100};
  evidence.statistics = logistic_data(350, false);
  EXPECT_EQ(verdict(findings(evidence)), Grade::Good);
  evidence.statistics = logistic_data(350, true);
  EXPECT_EQ(grade_of(findings(evidence), "sign of scores"), Grade::Bad);
  EXPECT_EQ(verdict(findings(evidence)), Grade::Bad);
}

TEST_F(DataTools, ClippedScoresDuplicatesAndDamageAreFound) {
  Evidence evidence;
  evidence.statistics = logistic_data(350, false, 500);
  EXPECT_EQ(grade_of(findings(evidence), "clipped scores"), Grade::Bad);
  EXPECT_EQ(grade_of(findings(evidence), "scale of scores"), Grade::Doubtful);
  evidence.duplicates = 30000;
  EXPECT_EQ(grade_of(findings(evidence), "duplicates"), Grade::Bad);
  evidence.duplicates = 300;
  EXPECT_EQ(grade_of(findings(evidence), "duplicates"), Grade::Good);
  evidence.problems = 1;
  EXPECT_EQ(grade_of(findings(evidence), "readable"), Grade::Bad);
  EXPECT_EQ(verdict(findings(Evidence{})), Grade::Bad) << "no positions at all";
}

TEST_F(DataTools, AGameInBothPartsIsALeak) {
  const auto games = random_games(13, 40, 80);
  const auto find = [&](std::size_t common) {
    OverlapFinder finder;
    for (std::size_t i = 20 - common; i < 40 - common; ++i) finder.add_validation(games[i]);
    for (std::size_t i = 0; i < 20; ++i) finder.add_training(games[i]);
    Evidence evidence;
    evidence.statistics = logistic_data(350, false);
    evidence.overlap = finder.result();
    return grade_of(findings(evidence), "leak into validation");
  };
  EXPECT_EQ(find(0), Grade::Good);
  EXPECT_EQ(find(12), Grade::Bad);
}

}  // namespace
