#include "base/plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "base/html.h"
#include "base/text.h"

namespace tabia::base {
namespace {

constexpr double kWidth = 720;
constexpr double kHeight = 240;
constexpr double kLeft = 70;
constexpr double kBottom = 30;
constexpr double kSmallest = 1e-12;  // on a logarithmic axis

// From values to coordinates in the picture.
class Frame {
 public:
  Frame(const PlotAxes& axes, const std::vector<PlotCurve>& curves) : logarithmic_(axes.logarithmic) {
    for (const PlotCurve& curve : curves) {
      for (const PlotPoint& point : curve.points) {
        if (!std::isfinite(point.y)) continue;
        low_ = std::min(low_, seen(point.y - point.error));
        high_ = std::max(high_, seen(point.y + point.error));
        last_ = std::max(last_, point.x);
      }
    }
    if (!(high_ > low_)) high_ = low_ + (low_ == 0 ? 1 : std::abs(low_) * 0.1);
    if (!(last_ > 0)) last_ = 1;
  }

  [[nodiscard]] std::string x(double value) const {
    return fixed(kLeft + (kWidth - kLeft) * value / last_, 1);
  }
  [[nodiscard]] std::string y(double value) const {
    return fixed(kHeight * (1 - (seen(value) - low_) / (high_ - low_)), 1);
  }
  // The value at this fraction of the height.
  [[nodiscard]] std::string level(double share) const {
    const double at = low_ + (high_ - low_) * share;
    return shortened(logarithmic_ ? std::pow(10, at) : at);
  }

 private:
  [[nodiscard]] double seen(double value) const {
    return logarithmic_ ? std::log10(std::max(value, kSmallest)) : value;
  }

  bool logarithmic_;
  double low_ = 1e300;
  double high_ = -1e300;
  double last_ = 0;
};

std::string grid(const Frame& frame) {
  constexpr int kLevels = 4;
  std::string out;
  for (int i = 0; i <= kLevels; ++i) {
    const double share = static_cast<double>(i) / kLevels;
    const double y = kHeight * (1 - share);
    out += concat("<line class=\"grid\" x1=\"", fixed(kLeft, 0), "\" x2=\"", fixed(kWidth, 0), "\" y1=\"",
                  fixed(y, 1), "\" y2=\"", fixed(y, 1), "\"/><text x=\"", fixed(kLeft - 6, 0), "\" y=\"",
                  fixed(y + 4, 1), "\" text-anchor=\"end\">", frame.level(share), "</text>\n");
  }
  return out;
}

std::string drawn(const PlotCurve& curve, const Frame& frame) {
  std::string line =
      concat("<polyline fill=\"none\" stroke=\"", curve.color, "\" stroke-width=\"2\" points=\"");
  std::string marks;
  for (const PlotPoint& point : curve.points) {
    if (!std::isfinite(point.y)) continue;
    line += concat(frame.x(point.x), ",", frame.y(point.y), " ");
    if (curve.dots)
      marks += concat("<circle cx=\"", frame.x(point.x), "\" cy=\"", frame.y(point.y), "\" r=\"4\" fill=\"",
                      curve.color, "\"/>\n");
    if (point.error > 0 && std::isfinite(point.error))
      marks += concat("<line class=\"error\" stroke=\"", curve.color, "\" x1=\"", frame.x(point.x),
                      "\" x2=\"", frame.x(point.x), "\" y1=\"", frame.y(point.y - point.error), "\" y2=\"",
                      frame.y(point.y + point.error), "\"/>\n");
  }
  return concat(line, "\"/>\n", marks);
}

}  // namespace

std::string plot(const PlotAxes& axes, const std::vector<PlotCurve>& curves) {
  const Frame frame(axes, curves);
  const std::string title = html_escaped(axes.title);
  std::string out =
      concat("<h2>", title, "</h2>\n<svg viewBox=\"0 -10 ", fixed(kWidth + 10, 0), " ",
             fixed(kHeight + kBottom + 10, 0), "\" role=\"img\" aria-label=\"", title, "\">\n", grid(frame));
  out += concat("<text x=\"", fixed(kWidth, 0), "\" y=\"", fixed(kHeight + 20, 0), "\" text-anchor=\"end\">",
                html_escaped(axes.x_end), "</text>\n");
  double legend = kLeft;
  for (const PlotCurve& curve : curves) {
    out += concat(drawn(curve, frame), "<text x=\"", fixed(legend, 0), "\" y=\"", fixed(kHeight + 20, 0),
                  "\" style=\"fill:", curve.color, "\">", html_escaped(curve.name), "</text>\n");
    legend += 14.0 + 8.0 * static_cast<double>(curve.name.size());
  }
  return out + "</svg>\n";
}

std::string_view plot_color(std::size_t number) noexcept {
  constexpr std::array<std::string_view, 6> kColors = {"#3778c2", "#d1495b", "#6a994e",
                                                       "#e09f3e", "#7b2cbf", "#2a9d8f"};
  return kColors[number % kColors.size()];
}

std::string page_begin(std::string_view title) {
  return concat(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>", html_escaped(title),
      "</title><meta name=\"viewport\" content=\"width=device-width\">\n<style>body{font:16px/1.5 system-ui;"
      "max-width:46em;margin:2em auto;padding:0 1em;color:#222;background:#fff}svg{width:100%}svg text{font:"
      "12px system-ui;fill:#555}.grid{stroke:#ddd}.error{stroke-width:2}table{border-collapse:collapse}th{"
      "text-align:left;padding-right:1em}td,th{vertical-align:top}.numbers td,.numbers th{text-align:right;"
      "padding:0 .5em}.wide{overflow-x:auto}pre{white-space:pre-wrap}@media(prefers-color-scheme:dark){body{"
      "color:#ddd;background:#181818}svg text{fill:#aaa}.grid{stroke:#333}}</style></head><body>\n<h1>",
      html_escaped(title), "</h1>\n");
}

std::string page_end() { return "</body></html>\n"; }

std::string table_row(std::string_view name, std::string_view value) {
  return concat("<tr><th>", html_escaped(name), "</th><td>", html_escaped(value), "</td></tr>\n");
}

std::string shortened(double number) {
  char text[48];
  std::snprintf(text, sizeof text, "%.4g", number);
  return text;
}

}  // namespace tabia::base
