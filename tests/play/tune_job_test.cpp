#include "play/tune_job.h"

#include <gtest/gtest.h>

#include <map>

#include "play/tune_report.h"
#include "search/parameters.h"

namespace tabia::play {
namespace {

// Another value for each row that is part of the identity.
const std::map<std::string, std::string> kOtherTuneSettings = {{"iterations", "7"},
                                                               {"pairs", "3"},
                                                               {"nodes", "9"},
                                                               {"hash", "2"},
                                                               {"evaluation", "classical"},
                                                               {"seed", "7"},
                                                               {"a-ratio", "0.5"},
                                                               {"alpha", "0.5"},
                                                               {"gamma", "0.5"},
                                                               {"draw", "score=5"},
                                                               {"resign", "score=5"},
                                                               {"maxmoves", "9"}};

TEST(TuneJob, TheIdentityChangesWithEveryFieldThatTheResultDependsOn) {
  const std::string before = base::identity_of(tune_fields(), TuneJob{});
  for (const base::Field<TuneJob>& field : tune_fields()) {
    if (!field.about.identity) continue;
    SCOPED_TRACE(field.about.name);
    ASSERT_TRUE(kOtherTuneSettings.contains(field.about.name))
        << "add another value of the new row to this test";
    TuneJob job;
    ASSERT_TRUE(field.read(job, kOtherTuneSettings.at(field.about.name)));
    EXPECT_NE(base::identity_of(tune_fields(), job), before);
  }
}

TEST(TuneJob, WrongJobsAreUsageErrors) {
  TuneJob job;
  EXPECT_EQ(prepared(job).error().kind, base::ErrorKind::Usage);  // no parameters
  job.parameters = "no_such_number";
  EXPECT_EQ(prepared(job).error().kind, base::ErrorKind::Usage);
  job.parameters = "./lines";
  job.r_end = 0.01;
  EXPECT_EQ(prepared(job).error().kind, base::ErrorKind::Usage);
}

TuneJob small_tune() {
  TuneJob job;
  job.parameters = "lmr_base";
  job.schedule.iterations = 1;
  job.pairs = 1;
  job.nodes = 20;
  job.hash_mib = 1;
  job.evaluation = eval::EvaluationMode::Classical;
  job.game.max_moves = 4;
  return job;
}

// Named for the thread sanitizer, whose build is also a tune build.
TEST(TuneJobThread, RunsWithoutACommandLineInATuneBuild) {
  TuneWatch watch;
  const auto tune = run(small_tune(), watch);
  if (!search::kIsTuneBuild) {
    ASSERT_FALSE(tune);
    EXPECT_EQ(tune.error().kind, base::ErrorKind::Failed);
    return;
  }
  ASSERT_TRUE(tune) << tune.error().message;
  EXPECT_TRUE(tune->outcome.complete);
  EXPECT_EQ(tune->outcome.state.games.games(), 2);
}

TEST(TuneJob, TheReportHasTheMatchThatConfirmsIt) {
  PlayedTune tune;
  tune.settings.spsa.parameters = {
      {.name = "lmr_base", .value = 990, .min = 0, .max = 2000, .c_end = 50, .r_end = 0.002}};
  tune.settings.spsa.schedule.iterations = 4;
  tune.outcome.state.iterations = 3;
  tune.outcome.state.values = {1001.6};
  TuneJob job = small_tune();
  job.net = "a,b.net";
  job.openings = "book.epd";
  const std::string text = report_text(job, tune);
  EXPECT_NE(
      text.find("Iterations: 3 of 4, games: 0, plus - minus: 0-0-0\n\nlmr_base: 990 -> 1002 (1001.60)\n"),
      std::string::npos)
      << text;
  EXPECT_NE(
      text.find("tabia match --engine net=a\\,b.net,evaluation=classical,name=tuned,option.lmr_base=1002 "
                "--engine net=a\\,b.net,evaluation=classical,name=old --nodes 20 --sprt 0,5 "
                "--openings book.epd --each option.Hash=1\n"),
      std::string::npos)
      << text;
  EXPECT_TRUE(text.ends_with("Interrupted\n")) << text;
  EXPECT_NE(report_json(job, tune).find(R"("options":"option.lmr_base=1002")"), std::string::npos);
}

}  // namespace
}  // namespace tabia::play
