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
  EXPECT_TRUE(holds(svg, "<span class=\"end\">round 2</span>"));
  EXPECT_TRUE(holds(svg, "<span style=\"color:#123456\">best</span>"));
  // From the lower left corner to the upper right one.
  EXPECT_TRUE(holds(svg, "points=\"70.0,240.0 395.0,120.0 720.0,0.0 \"")) << svg;
  EXPECT_TRUE(holds(svg, "y1=\"144.0\" y2=\"96.0\"")) << svg;
  EXPECT_TRUE(svg.ends_with("</p>\n"));
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

// All labels of the axes: those of y from the bottom, then those of x.
std::vector<std::string> ticks_of(const PlotAxes& axes, const std::vector<PlotPoint>& points) {
  const std::string svg = plot(axes, {{"a", "red", points}});
  std::vector<std::string> ticks;
  for (std::size_t end = svg.find("</text>"); end != std::string::npos; end = svg.find("</text>", end + 1)) {
    const std::size_t begin = svg.rfind('>', end) + 1;
    ticks.push_back(svg.substr(begin, end - begin));
  }
  return ticks;
}

TEST(Plot, TicksAreRoundNumbers) {
  using Texts = std::vector<std::string>;
  // In an earlier version: 430.9 and 3.004e+05.
  EXPECT_EQ(ticks_of({.title = "x", .x_end = ""}, {{0, 300'400, 0}, {3, 1'201'600, 0}}),
            (Texts{"200k", "400k", "600k", "800k", "1M", "1.2M", "1.4M", "0", "1", "2", "3"}));
  EXPECT_EQ(ticks_of({.title = "x", .x_end = ""}, {{0, -27, 0}, {2, 430.9, 55}}),
            (Texts{"-200", "0", "200", "400", "600", "0", "1", "2"}));
  EXPECT_EQ(ticks_of({.title = "x", .x_end = "", .logarithmic = true}, {{0, 0.031, 0}, {48e6, 0.0213, 0}}),
            (Texts{"0.022", "0.024", "0.026", "0.028", "0.03", "0", "10M", "20M", "30M", "40M"}));
  EXPECT_EQ(ticks_of({.title = "x", .x_end = "", .logarithmic = true}, {{0, 0.7, 0}, {4, 0.0004, 0}}),
            (Texts{"0.001", "0.01", "0.1", "0", "1", "2", "3", "4"}));
}

TEST(Plot, ASinglePointIsADot) {
  EXPECT_TRUE(holds(plot({.title = "x", .x_end = ""}, {{"a", "red", {{1, 2, 0}}}}), "<circle"));
  EXPECT_FALSE(holds(plot({.title = "x", .x_end = ""}, {{"a", "red", {{1, 2, 0}, {2, 3, 0}}}}), "<circle"));
}

TEST(Plot, AnInfiniteErrorBarIsLeftOut) {
  const std::string svg = plot({.title = "x", .x_end = ""}, {{"a", "red", {{0, 1, INFINITY}, {1, 2, 0}}}});
  EXPECT_FALSE(holds(svg, "inf"));
  EXPECT_FALSE(holds(svg, "nan"));
}

}  // namespace
}  // namespace tabia::base
