#include "chess/perft_check.h"

#include <gtest/gtest.h>

#include <fstream>
#include <vector>

#include "folder.h"

namespace tabia::chess {
namespace {

struct PerftWatch : base::Watch {
  void progress(std::uint64_t done, std::uint64_t total) override {
    EXPECT_GT(done, nodes);
    EXPECT_LE(done, total);
    nodes = done;
  }
  void remark(const std::string& text) override { remarks.push_back(text); }
  [[nodiscard]] bool interrupted() const override { return stop; }
  std::uint64_t nodes = 0;
  std::vector<std::string> remarks;
  bool stop = false;
};

TEST(PerftCheck, WrongCountsAndBrokenLinesAreRemarksInTheOrderOfTheFile) {
  const tabia::test::Folder folder;
  PerftCheckJob job;
  job.suite = folder / "suite.epd";
  std::ofstream(job.suite)
      << "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 21 ;D2 400 ;D3 8902\n"
         "nonsense ;D1 1\n"
         "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1 ;D1 14 ;D2 190\n";
  job.max_nodes = 500;
  job.threads = 2;
  PerftWatch watch;
  const auto totals = run(job, watch);
  ASSERT_TRUE(totals.ok()) << totals.error().message;
  EXPECT_EQ(totals->positions, 2u);
  EXPECT_EQ(totals->nodes, 21u + 400u + 14u + 190u);
  EXPECT_EQ(watch.nodes, totals->nodes);
  EXPECT_EQ(totals->passed, 2u);
  EXPECT_EQ(totals->failed, 3u);
  ASSERT_EQ(watch.remarks.size(), 3u);
  EXPECT_NE(watch.remarks[0].find("suite.epd: line 2"), std::string::npos) << watch.remarks[0];
  EXPECT_NE(watch.remarks[1].find("suite.epd:1: depth 1 of "), std::string::npos) << watch.remarks[1];
  EXPECT_NE(watch.remarks[1].find("found 20, expected 21"), std::string::npos) << watch.remarks[1];
  EXPECT_NE(watch.remarks[2].find("suite.epd:3: depth 2 of "), std::string::npos) << watch.remarks[2];
}

TEST(PerftCheck, AnInterruptIsAnErrorOfItsOwnKind) {
  const tabia::test::Folder folder;
  PerftCheckJob job;
  job.suite = folder / "suite.epd";
  std::ofstream(job.suite) << "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20\n";
  PerftWatch watch;
  watch.stop = true;
  const auto totals = run(job, watch);
  ASSERT_FALSE(totals.ok());
  EXPECT_EQ(totals.error().kind, base::ErrorKind::Interrupted);
}

}  // namespace
}  // namespace tabia::chess
