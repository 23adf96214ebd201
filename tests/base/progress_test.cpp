#include "base/progress.h"

#include <gtest/gtest.h>

#include "base/threads.h"

namespace tabia::base {
namespace {

TEST(Progress, TheLineTellsShareRateAndTimeLeft) {
  EXPECT_EQ(progress_line("perft suite", 120, 640, "entries", 3.0),
            "perft suite: 120/640 entries (18%), 40/s, 13 s left");
  EXPECT_EQ(progress_line("w", 1500, 1500, "games", 1.0), "w: 1,500/1,500 games (100%), 1,500/s");
  EXPECT_EQ(progress_line("w", 0, 10, "games", 1.0), "w: 0/10 games (0%), 0/s");
}

TEST(Progress, TheTimeLeftIsToldInUnitsThatFit) {
  EXPECT_EQ(progress_line("w", 1, 100, "x", 1.0), "w: 1/100 x (1%), 1/s, 99 s left");
  EXPECT_EQ(progress_line("w", 1, 126, "x", 1.0), "w: 1/126 x (0%), 1/s, 2 min 5 s left");
  EXPECT_EQ(progress_line("w", 1, 7501, "x", 1.0), "w: 1/7,501 x (0%), 1/s, 2 h 5 min left");
}

TEST(Progress, WithoutATotalOnlyTheNumberAndTheRateAreTold) {
  EXPECT_EQ(progress_line("reading", 2000, 0, "lines", 2.0), "reading: 2,000 lines, 1,000/s");
}

TEST(Progress, NoTimeAndMoreThanTheTotalDoNoHarm) {
  EXPECT_EQ(progress_line("w", 5, 10, "x", 0.0), "w: 5/10 x (50%), 0/s");
  EXPECT_EQ(progress_line("w", 12, 10, "x", 1.0), "w: 12/10 x (120%), 12/s");
}

TEST(Progress, NothingIsPrintedForShortWork) {
  testing::internal::CaptureStderr();
  {
    Progress progress("short", 1000, "things");
    for (int i = 0; i < 1000; ++i) progress.advance();
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(ProgressThread, ManyThreadsMayAdvanceAtOnce) {
  Progress progress("threads", 2000, "things");
  parallel_for(2000, 4, [&](std::size_t) { progress.advance(); });
  EXPECT_EQ(progress.done(), 2000u);
}

}  // namespace
}  // namespace tabia::base
