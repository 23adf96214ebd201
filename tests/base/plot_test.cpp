#include "base/plot.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tabia::base {
namespace {

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Plot, DrawsCurvesWithErrorBarsAndALegend) {
  const std::string svg = plot({.title = "Elo <by> round", .x_end = "round 2"},
                               {{"best", "#123456", {{0, 0, 0}, {1, 50, 10}, {2, 100, 0}}, true}});
  EXPECT_TRUE(holds(svg, "Elo &lt;by&gt; round"));
  EXPECT_TRUE(holds(svg, "round 2</text>"));
  EXPECT_TRUE(holds(svg, "best</text>"));
  // From the lower left corner to the upper right one.
  EXPECT_TRUE(holds(svg, "points=\"70.0,240.0 395.0,120.0 720.0,0.0 \"")) << svg;
  EXPECT_TRUE(holds(svg, "y1=\"144.0\" y2=\"96.0\"")) << svg;
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
}

TEST(Plot, LeavesOutWhatIsNoNumberAndShowsASingleValue) {
  const std::string svg =
      plot({.title = "x", .x_end = ""}, {{"a", "red", {{1, std::nan(""), 0}, {1, 7, 0}}}});
  EXPECT_TRUE(holds(svg, "points=\"720.0,240.0 \"")) << svg;
  EXPECT_FALSE(holds(svg, "nan"));
}

TEST(Plot, ALogarithmicAxisHasEqualStepsForEqualRatios) {
  const std::string svg = plot({.title = "x", .x_end = "", .logarithmic = true},
                               {{"a", "red", {{0, 1, 0}, {1, 10, 0}, {2, 100, 0}}}});
  EXPECT_TRUE(holds(svg, "points=\"70.0,240.0 395.0,120.0 720.0,0.0 \"")) << svg;
}

}  // namespace
}  // namespace tabia::base
