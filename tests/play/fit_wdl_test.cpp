// The fit of a win model as a job: games by the one game loop, the same whatever the number of threads.
#include "play/fit_wdl.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/file.h"
#include "eval/seed_network.h"
#include "eval/win_model.h"
#include "folder.h"
#include "nn/load.h"
#include "nn/save.h"
#include "sanitized.h"

namespace tabia::play {
namespace {

class FitWatch : public base::Watch {
 public:
  void progress(std::uint64_t done, std::uint64_t total) override {
    EXPECT_EQ(done, ++finished);
    EXPECT_EQ(total, 60u);
  }
  void remark(const std::string& text) override { remarks += text + "\n"; }
  [[nodiscard]] bool interrupted() const override { return stop; }

  std::uint64_t finished = 0;
  std::string remarks;
  bool stop = false;
};

FitWdlJob fit_job(const tabia::test::Folder& folder) {
  const auto network = eval::seed_network().assemble();
  EXPECT_TRUE(nn::save_network(**network, folder / "seed.net", {}).ok());
  FitWdlJob job;
  job.network = folder / "seed.net";
  // An opening and an ending, so that there are wins and draws.
  job.openings = folder / "book.epd";
  std::ofstream(job.openings) << "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -\n"
                                 "8/4k3/4p3/4r3/8/4K3/3PP3/4R3 w - -\n";
  job.games = 60;
  job.nodes = tabia::test::kSanitized ? 8 : 40;
  return job;
}

TEST(FitWdl, ThreadsDoNotChangeTheGamesAndTheModelFitsBetter) {
  const tabia::test::Folder folder;
  FitWdlJob job = fit_job(folder);
  job.threads = 1;
  FitWatch one;
  const auto alone = run(job, one);
  ASSERT_TRUE(alone.ok()) << alone.error().message;
  job.threads = 3;
  FitWatch three;
  const auto together = run(job, three);
  ASSERT_TRUE(together.ok()) << together.error().message;
  EXPECT_EQ(one.finished, 60u);
  EXPECT_EQ(alone->model, together->model);
  EXPECT_EQ(alone->games.samples.size(), together->games.samples.size());
  EXPECT_EQ(alone->games.games + alone->games.skipped, 60u);
  EXPECT_EQ(alone->games.white_wins + alone->games.black_wins + alone->games.draws, alone->games.games);
  EXPECT_LT(alone->loss_after, alone->loss_before);
  EXPECT_EQ(alone->model.margin_pawn, eval::WinModel(alone->network->wdl()).margin_pawn());
  job.seed = 2;
  FitWatch other;
  const auto different = run(job, other);
  ASSERT_TRUE(different.ok());
  EXPECT_NE(different->games.samples.size(), alone->games.samples.size());
}

TEST(FitWdl, AShortBookIsUsedAgainWithDifferentGames) {
  const tabia::test::Folder folder;
  FitWdlJob job = fit_job(folder);
  FitWatch watch;
  const auto report = run(job, watch);
  ASSERT_TRUE(report.ok()) << report.error().message;
  // Sixty copies of two games would have at most two results.
  EXPECT_GT(report->games.white_wins, 0u);
  EXPECT_GT(report->games.draws, 0u);
  EXPECT_GT(report->games.black_wins, 0u);
}

TEST(FitWdl, AnInterruptIsAnErrorOfItsOwnKindAndSaysHowFarItCame) {
  const tabia::test::Folder folder;
  FitWdlJob job = fit_job(folder);
  job.nodes = 100'000'000;
  FitWatch watch;
  watch.stop = true;
  const auto report = run(job, watch);
  ASSERT_FALSE(report.ok());
  EXPECT_EQ(report.error().kind, base::ErrorKind::Interrupted);
  EXPECT_NE(watch.remarks.find("interrupted: 0 games are finished"), std::string::npos) << watch.remarks;
}

TEST(FitWdl, ABookWithABrokenLineIsNamed) {
  const tabia::test::Folder folder;
  FitWdlJob job = fit_job(folder);
  std::ofstream(job.openings) << "no position\n";
  FitWatch watch;
  const auto report = run(job, watch);
  ASSERT_FALSE(report.ok());
  EXPECT_NE(report.error().message.find("book.epd:1: "), std::string::npos) << report.error().message;
}

}  // namespace
}  // namespace tabia::play
