// The folder in which training data grows: complete, reproducible, and hard to break.
#include "play/batches.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <thread>

#include "base/random.h"
#include "base/text.h"
#include "chess/movegen.h"
#include "data/container.h"
#include "data/formats.h"
#include "play/play_support.h"
#include "team/local_team.h"

namespace tabia::play {
namespace {

namespace fs = std::filesystem;
using base::Result;
using data::GameRecord;

// Games of 1 to 10 plies, determined by their number.
GameRecord toy(std::uint64_t number) {
  base::Random random(number);
  GameRecord record;
  record.result = chess::GameResult::Draw;
  chess::Position position;
  const std::uint32_t plies = 1 + random.below(10);
  for (std::uint32_t i = 0; i < plies; ++i) {
    const chess::MoveList moves = chess::legal_moves(position);
    const chess::Move move = moves[static_cast<int>(random.below(static_cast<std::uint32_t>(moves.size())))];
    record.plies.push_back({.move = move, .score = static_cast<std::int16_t>(number % 1000)});
    position.make(move);
  }
  return record;
}

using Make = std::function<Result<std::optional<GameRecord>>(std::uint64_t)>;

class ToyPlan final : public RecordPlan {
 public:
  explicit ToyPlan(Make make = [](std::uint64_t number) { return std::optional(toy(number)); })
      : make_(std::move(make)) {}
  std::unique_ptr<RecordMaker> maker() override {
    class Maker final : public RecordMaker {
     public:
      explicit Maker(ToyPlan& plan) : plan_(plan) {}
      Result<std::optional<GameRecord>> make(const RecordPlace& place, const std::stop_token&) override {
        ++plan_.made;
        return plan_.make_(place.number);
      }

     private:
      ToyPlan& plan_;
    };
    return std::make_unique<Maker>(*this);
  }
  std::atomic<int> made = 0;

 private:
  Make make_;
};

BatchJob job_for(BatchTarget target) {
  BatchJob job;
  job.kind = "gen";
  job.settings = R"({"seed":1,"nodes":100})";
  job.info.scale = {"tabia", 361};
  job.target = target;
  job.batch_records = 8;
  return job;
}

Result<BatchOutcome> make(const std::string& folder, const BatchJob& job, int workers = 1,
                          const std::stop_token& stop = {}) {
  ToyPlan plan;
  BatchObserver observer;
  return make_batches(folder, job, plan, workers, observer, stop);
}

std::map<std::string, std::string> files_in(const std::string& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::directory_iterator(folder))
    files[entry.path().filename().string()] = test::content_of(entry.path().string());
  return files;
}

std::vector<GameRecord> records_in(const std::string& folder) {
  std::vector<GameRecord> records;
  auto reader = data::open_reader(folder);
  EXPECT_TRUE(reader.ok());
  GameRecord record;
  for (;;) {
    const auto more = (*reader)->next(record);
    EXPECT_TRUE(more.ok());
    if (!more || !*more) return records;
    records.push_back(record);
  }
}

BatchJob shared_job(std::uint64_t index, std::uint64_t count, std::uint64_t records = 75) {
  BatchJob job = job_for({.records = records});
  job.share = {index, count};
  return job;
}

TEST(Batches, SharesMadeInAnyOrderGiveTheFilesOfOneRun) {
  const test::TemporaryFolder folder;
  ASSERT_TRUE(make(folder.file("whole"), job_for({.records = 75}), 2).ok());
  const auto expected = files_in(folder.file("whole"));
  for (const std::uint64_t count : {2U, 3U, 7U, 20U}) {
    const std::string path = folder.file(base::concat("shares", count));
    std::uint64_t records = 0;
    for (std::uint64_t index = count; index-- > 0;) {
      const auto outcome = make(path, shared_job(index, count), 2);
      ASSERT_TRUE(outcome.ok()) << outcome.error().message;
      EXPECT_TRUE(outcome->complete);
      records += outcome->progress.records;
    }
    EXPECT_EQ(records, 75U);
    EXPECT_EQ(files_in(path), expected) << count;
    // All of them together: nothing is missing, and nothing is made twice.
    const auto all = make(path, job_for({.records = 75}));
    ASSERT_TRUE(all.ok()) << all.error().message;
    EXPECT_EQ(all->progress.records, 75U);
    EXPECT_EQ(all->progress.new_records, 0U);
  }
}

TEST(Batches, ThreadsOfSeveralTasksThatAreStoppedAndRunAgainGiveTheFilesOfOneRun) {
  const test::TemporaryFolder folder;
  ASSERT_TRUE(make(folder.file("whole"), job_for({.records = 75}), 2).ok());
  const std::string path = folder.file("shares");
  constexpr std::uint64_t kTasks = 3;
  for (const int most : {4, 9, 1000}) {
    std::vector<std::thread> tasks;
    for (std::uint64_t index = 0; index < kTasks; ++index) {
      tasks.emplace_back([&path, index, most] {
        std::stop_source stop;
        std::atomic<int> made = 0;
        ToyPlan plan([&](std::uint64_t number) {
          if (++made == most) stop.request_stop();
          return std::optional(toy(number));
        });
        BatchObserver observer;
        const auto outcome =
            make_batches(path, shared_job(index, kTasks), plan, 2, observer, stop.get_token());
        EXPECT_TRUE(outcome.ok()) << outcome.error().message;
      });
    }
    for (std::thread& task : tasks) task.join();
  }
  EXPECT_EQ(files_in(path), files_in(folder.file("whole")));
}

// All members of a team, each in a thread; the errors, by rank.
std::vector<std::string> make_as_team(const std::string& path, const BatchTarget& target, int members,
                                      int stops_after = 1 << 30, int fails_at = -1) {
  auto team = team::make_local_team(members);
  std::vector<std::string> errors(team.size());
  std::vector<std::thread> running;
  for (std::size_t rank = 0; rank < team.size(); ++rank) {
    running.emplace_back([&, rank, own = std::move(team[rank])] {
      BatchJob job = job_for(target);
      job.team = own.get();
      std::stop_source stop;
      std::atomic<int> made = 0;
      const PlanMaker plan = [&]() -> Result<std::unique_ptr<RecordPlan>> {
        return std::unique_ptr<RecordPlan>(
            std::make_unique<ToyPlan>([&](std::uint64_t number) -> Result<std::optional<GameRecord>> {
              if (++made == stops_after) stop.request_stop();
              if (static_cast<int>(number) == fails_at) return base::Error{"no such game"};
              return std::optional(toy(number));
            }));
      };
      BatchObserver observer;
      const auto outcome = make_batches(path, job, plan, 2, observer, stop.get_token());
      if (!outcome) errors[rank] = outcome.error().message;
    });
  }
  for (std::thread& thread : running) thread.join();
  return errors;
}

TEST(Batches, ThreadsOfATeamMakeTheFilesOfOneRunAlsoAfterStops) {
  const test::TemporaryFolder folder;
  int number = 0;
  for (const BatchTarget target : {BatchTarget{.records = 75}, BatchTarget{.positions = 500}}) {
    const std::string whole = folder.file(base::concat("whole", number));
    ASSERT_TRUE(make(whole, job_for(target), 2).ok());
    const std::string path = folder.file(base::concat("team", number++));
    for (const int most : {4, 9, 1 << 30}) {
      for (const std::string& error : make_as_team(path, target, 3, most)) EXPECT_EQ(error, "");
    }
    EXPECT_EQ(files_in(path), files_in(whole));
  }
}

// A member that is late: opening the desk takes it until the others have begun.
class LateTeam final : public team::Team {
 public:
  LateTeam(std::unique_ptr<team::Team> team, const std::atomic<bool>& others_work)
      : team_(std::move(team)), others_work_(others_work) {}
  [[nodiscard]] int rank() const noexcept override { return team_->rank(); }
  [[nodiscard]] int size() const noexcept override { return team_->size(); }
  [[nodiscard]] Result<void> sum(std::span<float> numbers) override { return team_->sum(numbers); }
  [[nodiscard]] Result<void> sum(std::span<double> numbers) override { return team_->sum(numbers); }
  [[nodiscard]] Result<void> unite(std::span<std::uint64_t> bits) override { return team_->unite(bits); }
  [[nodiscard]] Result<std::vector<std::string>> gather(std::string_view mine) override {
    return team_->gather(mine);
  }
  [[nodiscard]] Result<void> share(std::span<std::byte> bytes) override { return team_->share(bytes); }
  [[nodiscard]] Result<std::unique_ptr<team::Desk>> open_desk(team::Deal deal) override {
    auto desk = team_->open_desk(std::move(deal));
    others_work_.wait(false);
    return desk;
  }

 private:
  std::unique_ptr<team::Team> team_;
  const std::atomic<bool>& others_work_;
};

TEST(Batches, ThreadsOfATeamThatAreLateLeaveTheFilesOfOthersAlone) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("x");
  const std::string temporary = path + "/games-000000.tabia.tmp.1";  // being written
  std::atomic<bool> works = false;
  std::atomic<bool> late_works = false;
  auto team = team::make_local_team(2);
  team[1] = std::make_unique<LateTeam>(std::move(team[1]), works);
  const auto work = [&](team::Team& own, const Make& make) {
    BatchJob job = job_for({.records = 75});
    job.team = &own;
    BatchObserver observer;
    const PlanMaker plan = [&]() -> Result<std::unique_ptr<RecordPlan>> {
      return std::unique_ptr<RecordPlan>(std::make_unique<ToyPlan>(make));
    };
    const auto outcome = make_batches(path, job, plan, 1, observer, {});
    EXPECT_TRUE(outcome.ok()) << outcome.error().message;
  };
  std::thread late([&] {
    work(*team[1], [&](std::uint64_t number) {
      late_works = true;
      late_works.notify_all();
      return std::optional(toy(number));
    });
  });
  work(*team[0], [&](std::uint64_t number) {
    if (!works) {
      std::ofstream(temporary) << "half a file";
      works = true;
      works.notify_all();
      late_works.wait(false);
      EXPECT_TRUE(fs::exists(temporary));
    }
    return std::optional(toy(number));
  });
  late.join();
}

TEST(Batches, ThreadsOfATeamAllHearOfAnErrorOfOne) {
  const test::TemporaryFolder folder;
  for (const std::string& error : make_as_team(folder.file("x"), {.records = 75}, 3, 1 << 30, 40))
    EXPECT_NE(error.find("no such game"), std::string::npos) << error;
}

TEST(Batches, AShareIsOneTasksAndAllTasksShareAlike) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("x");
  std::string same;
  std::string other;
  std::string alone;
  std::string sibling;
  ToyPlan plan([&](std::uint64_t number) {
    if (number == 0) {
      const auto error_of = [](const Result<BatchOutcome>& outcome) {
        return outcome ? std::string() : outcome.error().message;
      };
      same = error_of(make(path, shared_job(0, 2)));
      other = error_of(make(path, shared_job(1, 3)));
      alone = error_of(make(path, job_for({.records = 75})));
      sibling = error_of(make(path, shared_job(1, 2)));
    }
    return std::optional(toy(number));
  });
  BatchObserver observer;
  const auto outcome = make_batches(path, shared_job(0, 2), plan, 1, observer, {});
  ASSERT_TRUE(outcome.ok()) << outcome.error().message;
  EXPECT_NE(same.find("share-0-of-2.lock: another run has this lock"), std::string::npos) << same;
  EXPECT_NE(other.find("a different number of shares (share-0-of-2.lock)"), std::string::npos) << other;
  EXPECT_NE(alone.find("another run is working in this folder"), std::string::npos) << alone;
  EXPECT_EQ(sibling, "");
  EXPECT_EQ(records_in(path).size(), 75U);
}

TEST(Batches, AShareNeedsANumberOfGames) {
  const test::TemporaryFolder folder;
  BatchJob job = job_for({.positions = 100});
  job.share = {0, 2};
  const auto outcome = make(folder.file("x"), job);
  ASSERT_FALSE(outcome.ok());
  EXPECT_NE(outcome.error().message.find("--games N"), std::string::npos) << outcome.error().message;
}

TEST(Batches, ASharesTextIsTaskOfTasks) {
  const auto share = read_share("3/8");
  ASSERT_TRUE(share.ok());
  EXPECT_EQ(share->index, 3U);
  EXPECT_EQ(share->count, 8U);
  EXPECT_EQ(share_text(*share), "3/8");
  EXPECT_EQ(read_share("8/8")->index, 0U);
  EXPECT_EQ(share_text(*read_share("1/1")), std::nullopt);
  for (const char* text : {"", "3", "9/8", "-1/8", "1/0", "1/2/3", "a/b"})
    EXPECT_FALSE(read_share(text).ok()) << text;
}

TEST(Batches, GamesAreThereInTheOrderOfTheirNumbers) {
  const test::TemporaryFolder folder;
  const auto outcome = make(folder.file("x"), job_for({.records = 21}), 2);
  ASSERT_TRUE(outcome.ok()) << outcome.error().message;
  EXPECT_TRUE(outcome->complete);
  EXPECT_EQ(outcome->progress.records, 21u);
  const auto records = records_in(folder.file("x"));
  ASSERT_EQ(records.size(), 21u);
  for (std::size_t i = 0; i < records.size(); ++i) EXPECT_EQ(records[i], toy(i)) << i;
  EXPECT_EQ(files_in(folder.file("x")).size(), 4u);  // three batches and gen.json
}

TEST(Batches, FilesAreTheSameForAnyNumberOfWorkers) {
  const test::TemporaryFolder folder;
  for (const BatchTarget target : {BatchTarget{.records = 100}, BatchTarget{.positions = 500}}) {
    const std::string kind = target.records ? "games" : "positions";
    for (const int workers : {1, 2, 5}) {
      const auto outcome = make(folder.file(kind + std::to_string(workers)), job_for(target), workers);
      ASSERT_TRUE(outcome.ok() && outcome->complete);
    }
    EXPECT_EQ(files_in(folder.file(kind + "1")), files_in(folder.file(kind + "2")));
    EXPECT_EQ(files_in(folder.file(kind + "1")), files_in(folder.file(kind + "5")));
  }
}

TEST(Batches, PositionsAreReachedByTheLeastNumberOfGames) {
  const test::TemporaryFolder folder;
  for (const std::uint64_t wanted : {1u, 44u, 200u, 333u}) {
    const std::string path = folder.file(std::to_string(wanted));
    const auto outcome = make(path, job_for({.positions = wanted}), 3);
    ASSERT_TRUE(outcome.ok() && outcome->complete);
    std::uint64_t positions = 0;
    std::uint64_t games = 0;
    while (positions < wanted) positions += toy(games++).plies.size();
    EXPECT_EQ(outcome->progress.records, games);
    EXPECT_EQ(outcome->progress.positions, positions);
    EXPECT_EQ(records_in(path).size(), games);
  }
}

TEST(Batches, ACompleteFolderIsLeftAsItIs) {
  const test::TemporaryFolder folder;
  for (const BatchTarget target : {BatchTarget{.records = 20}, BatchTarget{.positions = 100}}) {
    const std::string path = folder.file(target.records ? "games" : "positions");
    ASSERT_TRUE(make(path, job_for(target)).ok());
    const auto before = files_in(path);
    ToyPlan plan;
    BatchObserver observer;
    const auto again = make_batches(path, job_for(target), plan, 2, observer, {});
    ASSERT_TRUE(again.ok() && again->complete);
    EXPECT_EQ(plan.made, 0);
    EXPECT_EQ(files_in(path), before);
  }
}

TEST(Batches, ACompleteFolderWithADamagedBatchIsNotCalledComplete) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("x");
  const BatchJob job = job_for({.records = 20});
  ASSERT_TRUE(make(path, job).ok());
  const auto before = files_in(path);
  for (const auto& [name, content] : before) {
    if (!name.ends_with(".tabia")) continue;
    std::string damaged = content;
    damaged[damaged.size() / 2] ^= 0x40;
    std::ofstream(fs::path(path) / name, std::ios::binary) << damaged;
    const auto again = make(path, job);
    ASSERT_FALSE(again) << name;
    EXPECT_NE(again.error().message.find(name), std::string::npos) << again.error().message;
    EXPECT_NE(again.error().message.find("remove the file"), std::string::npos) << again.error().message;
    fs::remove(fs::path(path) / name);
    ASSERT_TRUE(make(path, job).ok());
    EXPECT_EQ(files_in(path), before);
  }
}

TEST(Batches, ALargerTargetAddsToWhatIsThereAndASmallerOneIsRefused) {
  const test::TemporaryFolder folder;
  for (const auto& [small, large] :
       {std::pair{BatchTarget{.records = 20}, BatchTarget{.records = 50}},
        std::pair{BatchTarget{.positions = 100}, BatchTarget{.positions = 300}}}) {
    const std::string name = small.records ? "games" : "positions";
    ASSERT_TRUE(make(folder.file(name), job_for(small)).ok());
    const auto grown = make(folder.file(name), job_for(large), 2);
    ASSERT_TRUE(grown.ok() && grown->complete);
    ASSERT_TRUE(make(folder.file(name + "2"), job_for(large)).ok());
    EXPECT_EQ(files_in(folder.file(name)), files_in(folder.file(name + "2")));
    const auto refused = make(folder.file(name), job_for(small));
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().message.find("expected no fewer"), std::string::npos)
        << refused.error().message;
  }
}

TEST(Batches, OtherSettingsAreRefusedAndTheDifferenceIsNamed) {
  const test::TemporaryFolder folder;
  BatchJob job = job_for({.records = 10});
  ASSERT_TRUE(make(folder.file("x"), job).ok());
  job.settings = R"({"seed":1,"nodes":200})";
  const auto refused = make(folder.file("x"), job);
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("nodes is 200, but it was 100"), std::string::npos)
      << refused.error().message;
}

TEST(Batches, AFolderOfOtherDataIsRefused) {
  const test::TemporaryFolder folder;
  fs::create_directories(folder.file("x"));
  folder.write("x/mine.tabia", "something");
  const auto refused = make(folder.file("x"), job_for({.records = 10}));
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("choose another folder"), std::string::npos);
}

TEST(Batches, AStopKeepsWhatWasMadeAndTheNextRunGoesOn) {
  const test::TemporaryFolder folder;
  const BatchJob job = job_for({.positions = 400});
  ASSERT_TRUE(make(folder.file("whole"), job).ok());
  std::stop_source stop;
  ToyPlan plan([&](std::uint64_t number) -> Result<std::optional<GameRecord>> {
    if (number == 13) stop.request_stop();
    if (stop.stop_requested()) return std::optional<GameRecord>();
    return std::optional(toy(number));
  });
  BatchObserver observer;
  const auto stopped = make_batches(folder.file("x"), job, plan, 1, observer, stop.get_token());
  ASSERT_TRUE(stopped.ok());
  EXPECT_FALSE(stopped->complete);
  EXPECT_EQ(stopped->progress.records, 13u);
  EXPECT_TRUE(fs::exists(folder.file("x/batch-000001.part")));
  EXPECT_EQ(records_in(folder.file("x")).size(), 8u);  // parts are not part of the data
  ToyPlan rest;
  const auto done = make_batches(folder.file("x"), job, rest, 1, observer, {});
  ASSERT_TRUE(done.ok() && done->complete);
  EXPECT_EQ(static_cast<std::uint64_t>(rest.made) + 13, done->progress.records);
  EXPECT_EQ(files_in(folder.file("x")), files_in(folder.file("whole")));
}

TEST(Batches, TornPartsAndLeftoversOfAKillAreDealtWith) {
  const test::TemporaryFolder folder;
  const BatchJob job = job_for({.records = 40});
  ASSERT_TRUE(make(folder.file("whole"), job).ok());
  for (const std::size_t cut : {0u, 1u, 40u, 100u, 200u, 300u, 400u}) {
    const std::string name = "x" + std::to_string(cut);
    std::stop_source stop;
    ToyPlan plan([&](std::uint64_t number) -> Result<std::optional<GameRecord>> {
      if (number == 14) stop.request_stop();
      if (stop.stop_requested()) return std::optional<GameRecord>();
      return std::optional(toy(number));
    });
    BatchObserver observer;
    ASSERT_TRUE(make_batches(folder.file(name), job, plan, 1, observer, stop.get_token()).ok());
    const std::string part = folder.file(name + "/batch-000001.part");
    fs::resize_file(part, std::min<std::uintmax_t>(cut, fs::file_size(part)));
    folder.write(name + "/games-000001.tabia.tmp.123", "half a file");
    folder.write(name + "/batch-000000.part", "of a batch that is finished");
    folder.write(name + "/batch-000002.part", "no data at all");
    const auto done = make(folder.file(name), job, 2);
    ASSERT_TRUE(done.ok()) << done.error().message;
    EXPECT_TRUE(done->complete);
    EXPECT_EQ(files_in(folder.file(name)), files_in(folder.file("whole"))) << cut;
  }
}

TEST(Batches, AnErrorOfAMakerEndsTheWorkOfAll) {
  const test::TemporaryFolder folder;
  ToyPlan plan([](std::uint64_t number) -> Result<std::optional<GameRecord>> {
    if (number == 30) return base::Error{"no more ink"};
    return std::optional(toy(number));
  });
  BatchObserver observer;
  const auto failed = make_batches(folder.file("x"), job_for({.records = 1000}), plan, 3, observer, {});
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().message, "no more ink");
}

TEST(Batches, OnlyOneRunWorksInAFolder) {
  const test::TemporaryFolder folder;
  std::string message;
  ToyPlan plan([&](std::uint64_t number) -> Result<std::optional<GameRecord>> {
    if (number == 3) {
      const auto other = make(folder.file("x"), job_for({.records = 10}));
      if (!other) message = other.error().message;
    }
    return std::optional(toy(number));
  });
  BatchObserver observer;
  ASSERT_TRUE(make_batches(folder.file("x"), job_for({.records = 10}), plan, 1, observer, {}).ok());
  EXPECT_NE(message.find("another run is working in this folder"), std::string::npos) << message;
}

}  // namespace
}  // namespace tabia::play
