// Self-play and rescoring as jobs: run without a command line, and resumed only if nothing that matters changed.
#include <gtest/gtest.h>

#include <map>

#include "base/file.h"
#include "data/container.h"
#include "nn/embedded.h"
#include "nn/load.h"
#include "paths.h"
#include "play/play_support.h"
#include "play/rescore_job.h"
#include "play/self_play_job.h"

namespace tabia::play {
namespace {

SelfPlayJob small_job(const std::string& out) {
  SelfPlayJob job;
  job.out = out;
  job.target.records = 3;
  job.depth = 1;
  job.options.hash_mib = 1;
  job.options.game.max_moves = 10;
  job.workers = 1;
  job.program = "a test";
  return job;
}

std::string identity(const SelfPlayJob& job) {
  const auto prepared = prepare(job);
  EXPECT_TRUE(prepared.ok()) << prepared.error().message;
  return prepared ? prepared->identity : "";
}

class InterruptedWatch final : public BatchObserver {
 public:
  [[nodiscard]] bool interrupted() const override { return true; }
};

std::string page_of_training() {
  const auto page = base::read_file(tabia::test::test_data() + "/../../docs/training.md", 1 << 20);
  return page ? *page : "";
}

TEST(SelfPlayJob, PlaysGamesIntoAFolderThatIsADataset) {
  const test::TemporaryFolder folder;
  BatchObserver watch;
  const auto outcome = run(small_job(folder.file("games")), watch);
  ASSERT_TRUE(outcome.ok()) << outcome.error().message;
  EXPECT_TRUE(outcome->complete);
  EXPECT_EQ(outcome->progress.new_records, 3u);
  const auto container = data::Container::open(folder.file("games"));
  ASSERT_TRUE(container.ok());
  EXPECT_EQ(container->records(), 3u);
  EXPECT_EQ(container->info().history.back().first, "gen");
  const auto again = run(small_job(folder.file("games")), watch);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->progress.new_records, 0u);
}

TEST(SelfPlayJob, AWatchThatIsInterruptedStopsIt) {
  const test::TemporaryFolder folder;
  SelfPlayJob job = small_job(folder.file("games"));
  job.target.records = 100'000;
  InterruptedWatch watch;
  const auto outcome = run(job, watch);
  ASSERT_TRUE(outcome.ok()) << outcome.error().message;
  EXPECT_FALSE(outcome->complete);
}

TEST(SelfPlayJob, AFolderWithOtherSettingsIsRefusedAndTheDifferenceIsNamed) {
  const test::TemporaryFolder folder;
  BatchObserver watch;
  SelfPlayJob job = small_job(folder.file("games"));
  ASSERT_TRUE(run(job, watch).ok());
  job.options.noise = 0.5;
  const auto refused = run(job, watch);
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("noise is 0.5, but it was 0"), std::string::npos)
      << refused.error().message;
}

TEST(SelfPlayJob, AFolderOfAnOlderVersionIsRefused) {
  const test::TemporaryFolder folder;
  std::filesystem::create_directories(folder.file("games"));
  const std::string text =
      R"({"version":1,"program":"tabia 0.1.0","batch":16,"target":{"records":3},"settings":{"seed":1}})";
  const std::string path = folder.write("games/gen.json", text);
  BatchObserver watch;
  const auto refused = run(small_job(folder.file("games")), watch);
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("older version"), std::string::npos) << refused.error().message;
  EXPECT_EQ(test::content_of(path), text);
}

TEST(SelfPlayJob, SettingsThatContradictEachOtherAreUsageFaults) {
  for (const auto change :
       {+[](SelfPlayJob& job) { job.out.clear(); }, +[](SelfPlayJob& job) { job.target = {}; },
        +[](SelfPlayJob& job) { job.target.positions = 5; },
        +[](SelfPlayJob& job) {
          job.book = "book.epd";
          job.options.openings.row = StartRow::Chess960;
        }}) {
    SelfPlayJob job = small_job("nowhere");
    change(job);
    const auto prepared = prepare(job);
    ASSERT_FALSE(prepared.ok());
    EXPECT_EQ(prepared.error().kind, base::ErrorKind::Usage) << prepared.error().message;
  }
}

// Every field that the result depends on, with a text that is not its default. A new option fails the tests
// below until it is in one of the two lists.
const std::map<std::string, std::string> kSelfPlayChanges = {
    {"nodes", "70"},
    {"hard-nodes", "900"},
    {"depth", "2"},
    {"hash", "3"},
    {"seed", "2"},
    {"book-plies", "4"},
    {"random-plies", "4-6"},
    {"chess960", "true"},
    {"double-chess960", "true"},
    {"opening-score", "90"},
    {"noise", "0.25"},
    {"multipv", "3,50"},
    {"draw", "off"},
    {"resign", "movecount=4,score=700,twosided=false"},
    {"maxmoves", "30"},
    {"synthetic", "true"},
    {"evaluation", "hybrid"},
    {"network-weight", "60"},
    {"rules", "known-wins"}};
const std::map<std::string, std::string> kSelfPlayOthers = {
    {"positions", ""}, {"games", "7"},   {"out", "elsewhere"},  {"pause-ms", "5"},
    {"workers", "3"},  {"share", "1/2"}, {"metrics", "m.prom"}, {"book", ""},
    {"net", ""},       {"tb", ""},       {"onnxruntime", ""},   {"provider", "cuda"}};

TEST(SelfPlayJob, TheIdentityChangesWithEveryFieldThatTheGamesDependOn) {
  const SelfPlayJob fresh = small_job("out");
  const std::string before = identity(fresh);
  for (const auto& field : self_play_fields()) {
    const std::string& name = field.about.name;
    if (const auto other = kSelfPlayOthers.find(name); other != kSelfPlayOthers.end()) {
      EXPECT_EQ(field.about.identity, name == "tb") << name;  // a path that can't be opened here
      if (other->second.empty()) continue;
      SelfPlayJob job = fresh;
      ASSERT_TRUE(field.read(job, other->second).ok()) << name;
      EXPECT_EQ(identity(job), before) << name;
      continue;
    }
    const auto change = kSelfPlayChanges.find(name);
    ASSERT_NE(change, kSelfPlayChanges.end()) << "a new field: " << name;
    SelfPlayJob job = fresh;
    ASSERT_TRUE(field.read(job, change->second).ok()) << name;
    EXPECT_EQ(field.text(job), change->second) << name;
    EXPECT_NE(identity(job), before) << name;
  }
}

TEST(SelfPlayJob, DefaultsThatAreWrittenOutMakeNoDifference) {
  SelfPlayJob fresh;
  fresh.out = "out";
  fresh.target.records = 1;
  SelfPlayJob spelled = fresh;
  spelled.nodes = SelfPlayJob::kNodes;
  spelled.hard_nodes = SelfPlayJob::kNodes * kHardNodesFactor;
  spelled.random_plies = SelfPlayJob::kRandomPlies;
  EXPECT_EQ(identity(spelled), identity(fresh));
}

TEST(SelfPlayJob, TheContentOfBookAndNetworkIsPartOfTheIdentity) {
  const test::TemporaryFolder folder;
  SelfPlayJob job = small_job("out");
  const std::string without = identity(job);
  job.book = folder.write("a.epd", "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3\n");
  const std::string with_a = identity(job);
  EXPECT_NE(with_a, without);
  folder.write("a.epd", "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n");
  EXPECT_NE(identity(job), with_a);
  SelfPlayJob classical = small_job("out");
  classical.network = std::shared_ptr<const nn::Network>();
  EXPECT_NE(identity(classical), without);
}

TEST(SelfPlayJob, TheOptionsInTheDocsAreThoseOfTheFields) {
  const std::string table = base::docs_table(self_play_fields());
  EXPECT_NE(page_of_training().find(table), std::string::npos) << "docs/training.md should contain\n"
                                                               << table;
}

// --- rescoring

// A folder with a few games, and a job that scores them by the evaluation alone.
class RescoreJobTest : public testing::Test {
 protected:
  RescoreJobTest() {
    SelfPlayJob games = small_job(folder_.file("games"));
    games.options.synthetic = true;
    BatchObserver watch;
    EXPECT_TRUE(play::run(games, watch).ok());
    job_.from.paths = {games.out};
    job_.out = folder_.file("out");
    job_.is_static = true;
    job_.workers = 1;
  }
  [[nodiscard]] static std::uint64_t positions(const std::string& path) {
    const auto container = data::Container::open(path);
    return container ? container->positions() : 0;
  }
  [[nodiscard]] static std::string identity(const RescoreJob& job) {
    const auto whole = completed(job);
    EXPECT_TRUE(whole.ok()) << whole.error().message;
    return whole ? identity_of(*whole, 100, "teacher", "student") : "";
  }

  test::TemporaryFolder folder_;
  RescoreJob job_;
  BatchObserver watch_;
};

TEST_F(RescoreJobTest, ScoresEveryPositionIntoAFolderOrAFile) {
  const auto to_folder = run(job_, watch_);
  ASSERT_TRUE(to_folder.ok()) << to_folder.error().message;
  EXPECT_TRUE(to_folder->batches.complete);
  EXPECT_EQ(positions(job_.out), positions(folder_.file("games")));
  job_.out = folder_.file("out.tabia");
  const auto to_file = run(job_, watch_);
  ASSERT_TRUE(to_file.ok()) << to_file.error().message;
  EXPECT_EQ(positions(job_.out), positions(folder_.file("games")));
  EXPECT_FALSE(std::filesystem::exists(job_.out + ".making"));
  EXPECT_FALSE(run(job_, watch_).ok()) << "the file is already there";
}

TEST_F(RescoreJobTest, TakesPositionsBesideTheGamesAndUciEngines) {
  job_.branch = Span{1, 2};
  ASSERT_TRUE(run(job_, watch_).ok());
  EXPECT_GT(positions(job_.out), 0u);
  RescoreJob taught;
  taught.from = job_.from;
  taught.out = folder_.file("taught");
  taught.depth = 1;
  taught.workers = 1;
  taught.engine = TeacherEngine{tabia::test::fake_engine(), "random", "", {}};
  const auto outcome = run(taught, watch_);
  ASSERT_TRUE(outcome.ok()) << outcome.error().message;
  EXPECT_EQ(positions(taught.out), positions(folder_.file("games")));
  EXPECT_EQ(data::Container::open(taught.out)->info().scale.unit, "centipawns");
}

TEST_F(RescoreJobTest, SettingsThatNeedAnotherOneSaySo) {
  for (const auto& [change, words] :
       {std::pair{+[](RescoreJob& job) { job.nodes = 5; }, "give either --static"},
        std::pair{+[](RescoreJob& job) { job.is_static = false; }, "give either --static"},
        std::pair{+[](RescoreJob& job) { job.quiet.given_margin_cp = 3; }, "--quiet-margin needs --quiet"},
        std::pair{+[](RescoreJob& job) { job.seed = 3; }, "--seed needs"},
        std::pair{+[](RescoreJob& job) { job.searched_keep = 3; }, "need --searched"},
        std::pair{+[](RescoreJob& job) {
                    job.engine = TeacherEngine{"x", "", "", {}};
                  },
                  "--engine"},
        std::pair{+[](RescoreJob& job) { job.out.clear(); }, "--out"}}) {
    RescoreJob job = job_;
    change(job);
    const auto whole = completed(job);
    ASSERT_FALSE(whole.ok()) << words;
    EXPECT_EQ(whole.error().kind, base::ErrorKind::Usage);
    EXPECT_NE(whole.error().message.find(words), std::string::npos) << whole.error().message;
  }
}

TEST_F(RescoreJobTest, TheIdentityChangesWithEveryFieldThatTheScoresDependOn) {
  const std::map<std::string, std::string> changes = {{"nodes", "50"},
                                                      {"depth", "3"},
                                                      {"static", "true"},
                                                      {"quiet", "true"},
                                                      {"quiet-margin", "7"},
                                                      {"engine", "cmd=x,args=a b,option.Hash=1\\,2"},
                                                      {"chess960", "true"},
                                                      {"hash", "2"},
                                                      {"branch", "1-3"},
                                                      {"searched", "60"},
                                                      {"searched-every", "9"},
                                                      {"searched-keep", "8"},
                                                      {"seed", "4"},
                                                      {"evaluation", "hybrid"},
                                                      {"network-weight", "60"},
                                                      {"rules", "none"},
                                                      {"strict", "true"},
                                                      {"format", "tabia"},
                                                      {"unit", "centipawns"},
                                                      {"units-per-pawn", "50"},
                                                      {"sign", "white"},
                                                      {"factor", "2"},
                                                      {"results", "0..1"},
                                                      {"columns", "a,b"}};
  const std::vector<std::string> others = {"out", "workers",      "share",       "metrics",
                                           "net", "searched-net", "onnxruntime", "provider"};
  const auto whole = completed(job_);
  ASSERT_TRUE(whole.ok());
  const std::string before = identity_of(*whole, 100, "teacher", "student");
  for (const auto& field : rescore_fields()) {
    const std::string& name = field.about.name;
    const bool is_other = std::find(others.begin(), others.end(), name) != others.end();
    EXPECT_EQ(field.about.identity, !is_other) << name;
    if (is_other) continue;
    const auto change = changes.find(name);
    ASSERT_NE(change, changes.end()) << "a new field: " << name;
    RescoreJob job = *whole;
    if (name == "static") job.is_static = false;
    const std::string without = identity_of(job, 100, "teacher", "student");
    ASSERT_TRUE(field.read(job, change->second).ok()) << name;
    EXPECT_EQ(field.text(job), change->second) << name;
    EXPECT_NE(identity_of(job, 100, "teacher", "student"), without) << name;
  }
  RescoreJob spelled = *whole;
  spelled.from.paths[0] =
      std::filesystem::relative(std::filesystem::path(spelled.from.paths[0]) / ".." / "games").string();
  EXPECT_EQ(identity_of(spelled, 100, "teacher", "student"), before) << "the same files, spelled otherwise";
  RescoreJob other_input = *whole;
  other_input.from.paths.push_back("more");
  EXPECT_NE(identity_of(other_input, 100, "teacher", "student"), before);
  EXPECT_NE(identity_of(*whole, 101, "teacher", "student"), before);
  EXPECT_NE(identity_of(*whole, 100, "another", "student"), before);
}

TEST_F(RescoreJobTest, DefaultsThatAreWrittenOutMakeNoDifference) {
  job_.searched = 50;
  job_.quiet.wanted = true;
  RescoreJob spelled = job_;
  spelled.searched_every = 4;
  spelled.searched_keep = 3;
  spelled.seed = 1;
  spelled.quiet.given_margin_cp = QuietRule::kMarginCp;
  EXPECT_EQ(identity(spelled), identity(job_));
}

TEST(RescoreJob, TheOptionsInTheDocsAreThoseOfTheFields) {
  const std::string table = base::docs_table(rescore_fields());
  EXPECT_NE(page_of_training().find(table), std::string::npos) << "docs/training.md should contain\n"
                                                               << table;
}

}  // namespace
}  // namespace tabia::play
