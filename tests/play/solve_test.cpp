// Suites of test positions as a job, for callers without a console.
#include "play/solve.h"

#include <gtest/gtest.h>

#include <fstream>

#include "chess/notation.h"
#include "folder.h"

namespace tabia::play {
namespace {

class SolveCollector : public SolveWatch {
 public:
  void begins(const Suite& suite) override { problems = suite.problems.size(); }
  void answered(const Problem& problem, const Answer& answer) override {
    ids.push_back(problem.id);
    answers.push_back(answer);
  }
  void progress(std::uint64_t done, std::uint64_t total) override {
    EXPECT_EQ(done, ++progressed);
    EXPECT_EQ(total, problems);
  }
  void remark(const std::string& text) override { remarks.push_back(text); }
  [[nodiscard]] bool interrupted() const override { return stop; }

  std::size_t problems = 0;
  std::uint64_t progressed = 0;
  std::vector<std::string> ids;
  std::vector<Answer> answers;
  std::vector<std::string> remarks;
  bool stop = false;
};

SolveJob solve_job(const tabia::test::Folder& folder, const std::string& suite) {
  const std::string path = folder / "suite.epd";
  std::ofstream(path) << suite;
  SolveJob job;
  job.suite = path;
  job.search.evaluation.mode = eval::EvaluationMode::Classical;
  job.search.nodes = 3000;
  job.search.hash_mib = 1;
  return job;
}

const std::string kSolveSuite =
    "6k1/5ppp/8/8/8/8/8/4R1K1 w - - bm Re8#; id \"back rank\";\n"
    "nonsense\n"
    "4k3/8/8/8/3q4/4P3/8/4K3 w - - bm exd4; am Kf1; id \"queen\";\n"
    "6k1/5ppp/8/8/8/8/8/4R1K1 w - - dm 1; id \"mate\";\n";

TEST(Solve, AnswersComeInTheOrderOfTheFileAndBadLinesAreRemarks) {
  const tabia::test::Folder folder;
  SolveJob job = solve_job(folder, kSolveSuite);
  job.search.threads = 3;
  SolveCollector watch;
  const auto totals = run(job, watch);
  ASSERT_TRUE(totals.ok()) << totals.error().message;
  EXPECT_EQ(watch.ids, (std::vector<std::string>{"back rank", "queen", "mate"}));
  EXPECT_EQ(chess::to_uci(watch.answers[0].found), "e1e8");
  EXPECT_TRUE(watch.answers[2].claim && watch.answers[2].claim->line_is_mate);
  EXPECT_EQ(totals->done, 3u);
  EXPECT_EQ(totals->solved, 3u);
  EXPECT_EQ(totals->bad_lines, 1u);
  EXPECT_TRUE(totals->about_mates);
  EXPECT_EQ(watch.progressed, 3u);
  ASSERT_EQ(watch.remarks.size(), 1u);
  EXPECT_NE(watch.remarks[0].find("suite.epd:2: "), std::string::npos) << watch.remarks[0];
}

TEST(Solve, ALimitAndMatesOnlyChooseThePositions) {
  const tabia::test::Folder folder;
  SolveJob job = solve_job(folder, kSolveSuite);
  job.limit = 1;
  SolveCollector first;
  ASSERT_TRUE(run(job, first).ok());
  EXPECT_EQ(first.ids, std::vector<std::string>{"back rank"});
  job.limit.reset();
  job.mates = true;
  SolveCollector mates;
  ASSERT_TRUE(run(job, mates).ok());
  EXPECT_EQ(mates.ids.back(), "mate");
  EXPECT_NE(mates.remarks.back().find("without a mate skipped"), std::string::npos);
}

TEST(Solve, AnInterruptLeavesOutWhatIsNotFinished) {
  const tabia::test::Folder folder;
  SolveJob job = solve_job(folder, kSolveSuite);
  job.search.nodes.reset();
  job.search.move_time_ms = 600'000;
  SolveCollector watch;
  watch.stop = true;
  const auto totals = run(job, watch);
  ASSERT_TRUE(totals.ok());
  EXPECT_LT(totals->done, 3u);
}

TEST(Solve, AMissingFileAndAMissingNetworkAreErrors) {
  const tabia::test::Folder folder;
  SolveCollector watch;
  SolveJob job = solve_job(folder, kSolveSuite);
  job.search.net = folder / "none.net";
  EXPECT_FALSE(run(job, watch).ok());
  job.search.net.clear();
  job.suite = folder / "none.epd";
  EXPECT_FALSE(run(job, watch).ok());
}

TEST(Solve, ItsSettingsAreReadFromJsonAndGiveTheirIdentity) {
  const auto json =
      base::JsonValue::parse(R"({"nodes":500,"evaluation":"classical","mates":true,"threads":2})");
  ASSERT_TRUE(json.ok());
  SolveJob job;
  ASSERT_TRUE(base::read_json(solve_fields(), *json, job).ok());
  EXPECT_EQ(job.search.nodes, 500u);
  EXPECT_EQ(job.search.evaluation.mode, eval::EvaluationMode::Classical);
  EXPECT_TRUE(job.mates);
  const std::string identity = base::identity_of(solve_fields(), job);
  job.search.threads = 7;
  EXPECT_EQ(base::identity_of(solve_fields(), job), identity);
  job.search.nodes = 501;
  EXPECT_NE(base::identity_of(solve_fields(), job), identity);
}

}  // namespace
}  // namespace tabia::play
