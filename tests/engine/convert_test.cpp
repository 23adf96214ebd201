#include "engine/convert.h"

#include <gtest/gtest.h>

namespace tabia::engine {
namespace {

using chess::Color;

class Convert : public testing::Test {
 protected:
  std::string shown(base::Score score, search::Bound bound = search::Bound::Exact) const {
    uci::Info info;
    info.score = to_score(score, bound, presentation_);
    return to_line(info);
  }

  eval::WinModel model_{nn::WdlModel{.a = {0, 0, 0, 200}, .b = {0, 0, 0, 60}}};
  Presentation presentation_{.win_model = model_, .root = chess::Position()};
};

TEST_F(Convert, ScoresAreCentipawnsOfTheWinModel) {
  EXPECT_EQ(shown(200), "info score cp 100");
  EXPECT_EQ(shown(-50), "info score cp -25");
  EXPECT_EQ(shown(200, search::Bound::Lower), "info score cp 100 lowerbound");
  EXPECT_EQ(shown(200, search::Bound::Upper), "info score cp 100 upperbound");
}

TEST_F(Convert, MatesAreShownInMovesAndTablebaseWinsBelowThem) {
  EXPECT_EQ(shown(base::kMate - 1), "info score mate 1");
  EXPECT_EQ(shown(base::kMate - 3), "info score mate 2");
  EXPECT_EQ(shown(-base::kMate), "info score mate 0");
  EXPECT_EQ(shown(-base::kMate + 2), "info score mate -1");
  EXPECT_EQ(shown(-base::kMate + 4), "info score mate -2");
  EXPECT_EQ(shown(base::kMateInMaxPly), "info score mate 123");
  EXPECT_EQ(shown(base::kTablebaseWin - 7), "info score cp 19993");
  EXPECT_EQ(shown(-base::kTablebaseWin + 7), "info score cp -19993");
}

TEST_F(Convert, AClockForOneSideCountsForBothAndIsNeverNegative) {
  uci::Go go;
  go.time_ms[Color::White] = -20;
  go.increment_ms[Color::White] = 5;
  const auto read = to_limits(go, chess::Position(), {});
  for (const Color color : {Color::White, Color::Black}) {
    ASSERT_TRUE(read.limits.clock[color].has_value());
    EXPECT_EQ(read.limits.clock[color]->time_ms, 1);
    EXPECT_EQ(read.limits.clock[color]->increment_ms, 5);
  }
  EXPECT_FALSE(to_limits({}, chess::Position(), {}).limits.clock[Color::White].has_value());
}

}  // namespace
}  // namespace tabia::engine
