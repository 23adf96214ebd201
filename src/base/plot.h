// base/plot.h: curves as SVG and the frame of a page, for reports that are one self-contained HTML file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tabia::base {

struct PlotPoint {
  double x = 0;
  double y = 0;
  double error = 0;  // half the length of its error bar; 0: none
};

// One line of a plot. A point that is not finite is left out.
struct PlotCurve {
  std::string name;
  std::string_view color;  // as CSS writes it
  std::vector<PlotPoint> points;
  bool dots = false;  // mark every point
};

struct PlotAxes {
  std::string title;
  std::string x_end;         // label at the end of the x axis: "48,000,000 positions"
  bool logarithmic = false;  // the y axis; values of 0 and below count as the smallest number there is
};

// The heading and the picture. x starts at 0; y spans the values of the curves. Requires a curve with a
// finite point.
[[nodiscard]] std::string plot(const PlotAxes& axes, const std::vector<PlotCurve>& curves);

// Distinguishable colors, repeating after the last.
[[nodiscard]] std::string_view plot_color(std::size_t number) noexcept;

// Everything up to and including the heading of the page, and everything after its last element.
[[nodiscard]] std::string page_begin(std::string_view title);
[[nodiscard]] std::string page_end();

// A row of a table of names and values.
[[nodiscard]] std::string table_row(std::string_view name, std::string_view value);

// With four significant digits. (base::fixed is in text.h.)
[[nodiscard]] std::string shortened(double number);

}  // namespace tabia::base
