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
constexpr double kRight = 24;  // room for the last label
constexpr double kBottom = 30;
constexpr double kSmallest = 1e-12;  // on a logarithmic axis

// Multiples of 1, 2 or 5 times a power of ten in the range, about `count` of them. The step is at least
// `least`.
struct Ticks {
  double step = 1;
  std::vector<double> values;
};
Ticks round_ticks(double low, double high, int count, double least = 0) {
  const double rough = std::max((high - low) / count, least);
  const double power = std::pow(10, std::floor(std::log10(rough)));
  Ticks ticks;
  for (const double factor : {1, 2, 5, 10}) {
    ticks.step = factor * power;
    if (ticks.step >= rough * 0.999) break;
  }
  const double first = std::ceil(low / ticks.step - 1e-9);
  for (int i = 0; i <= count; ++i) {
    const double at = (first + i) * ticks.step;
    if (at <= high + ticks.step * 1e-9) ticks.values.push_back(at + 0.0);  // never -0
  }
  return ticks;
}

// Powers of ten, with 2 and 5 times them if the range is short. Both ends are logarithms.
std::vector<double> logarithmic_ticks(double low, double high) {
  std::vector<double> ticks;
  for (double power = std::floor(low); power <= high; ++power) {
    for (const double factor : {1, 2, 5}) {
      const double at = power + std::log10(factor);
      if ((factor == 1 || high - low <= 2) && at >= low - 1e-9 && at <= high + 1e-9)
        ticks.push_back(factor * std::pow(10, power));
    }
  }
  return ticks.size() >= 3 ? ticks : round_ticks(std::pow(10, low), std::pow(10, high), 6).values;
}

// "0.05", "300", "12k", "1.5M": only the digits that are needed.
std::string tick_text(double value) {
  constexpr std::array<std::pair<double, std::string_view>, 3> kUnits = {
      {{1e9, "G"}, {1e6, "M"}, {1e3, "k"}}};
  for (const auto& [size, unit] : kUnits) {
    if (std::abs(value) >= size * (size == 1e3 ? 10 : 1)) return concat(shortened(value / size), unit);
  }
  return shortened(value);
}

// From values to coordinates in the picture.
class Frame {
 public:
  Frame(const PlotAxes& axes, const std::vector<PlotCurve>& curves) : logarithmic_(axes.logarithmic) {
    bool whole = true;
    for (const PlotCurve& curve : curves) {
      for (const PlotPoint& point : curve.points) {
        whole = whole && point.x == std::round(point.x);
        if (!std::isfinite(point.y)) continue;
        const double error = std::isfinite(point.error) ? point.error : 0;
        low_ = std::min(low_, seen(point.y - error));
        high_ = std::max(high_, seen(point.y + error));
        last_ = std::max(last_, point.x);
      }
    }
    if (!(high_ > low_)) high_ = low_ + (low_ == 0 ? 1 : std::abs(low_) * 0.1);
    if (!(last_ > 0)) last_ = 1;
    x_ticks_ = round_ticks(0, last_, kTicks, whole ? 1 : 0).values;
    if (logarithmic_) {
      y_ticks_ = logarithmic_ticks(low_, high_);
    } else {
      // The axis begins and ends with a tick.
      const double step = round_ticks(low_, high_, kTicks).step;
      low_ = std::floor(low_ / step + 1e-9) * step;
      high_ = std::ceil(high_ / step - 1e-9) * step;
      y_ticks_ = round_ticks(low_, high_, static_cast<int>(std::lround((high_ - low_) / step))).values;
    }
  }

  [[nodiscard]] std::string x(double value) const {
    return fixed(kLeft + (kWidth - kLeft) * value / last_, 1);
  }
  [[nodiscard]] std::string y(double value) const { return fixed(y_at(value), 1); }
  [[nodiscard]] double y_at(double value) const {
    return kHeight * (1 - (seen(value) - low_) / (high_ - low_));
  }
  [[nodiscard]] const std::vector<double>& x_ticks() const noexcept { return x_ticks_; }
  [[nodiscard]] const std::vector<double>& y_ticks() const noexcept { return y_ticks_; }

 private:
  static constexpr int kTicks = 5;

  [[nodiscard]] double seen(double value) const {
    return logarithmic_ ? std::log10(std::max(value, kSmallest)) : value;
  }

  bool logarithmic_;
  double low_ = 1e300;
  double high_ = -1e300;
  double last_ = 0;
  std::vector<double> x_ticks_;
  std::vector<double> y_ticks_;
};

std::string grid(const Frame& frame) {
  std::string out;
  for (const double value : frame.y_ticks()) {
    const std::string y = frame.y(value);
    out += concat("<line class=\"grid\" x1=\"", fixed(kLeft, 0), "\" x2=\"", fixed(kWidth, 0), "\" y1=\"", y,
                  "\" y2=\"", y, "\"/><text x=\"", fixed(kLeft - 6, 0), "\" y=\"",
                  fixed(frame.y_at(value) + 4, 1), "\" text-anchor=\"end\">", tick_text(value), "</text>\n");
  }
  for (const double value : frame.x_ticks())
    out += concat("<text x=\"", frame.x(value), "\" y=\"", fixed(kHeight + 20, 0),
                  "\" text-anchor=\"middle\">", tick_text(value), "</text>\n");
  return out;
}

std::string drawn(const PlotCurve& curve, const Frame& frame) {
  std::string line =
      concat("<polyline fill=\"none\" stroke=\"", curve.color, "\" stroke-width=\"2\" points=\"");
  std::string marks;
  for (const PlotPoint& point : curve.points) {
    if (!std::isfinite(point.y)) continue;
    line += concat(frame.x(point.x), ",", frame.y(point.y), " ");
    if (curve.dots || curve.points.size() == 1)  // a line of one point can't be seen
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
      concat("<h2>", title, "</h2>\n<svg viewBox=\"0 -14 ", fixed(kWidth + kRight, 0), " ",
             fixed(kHeight + kBottom + 14, 0), "\" role=\"img\" aria-label=\"", title, "\">\n", grid(frame));
  std::string key;
  for (const PlotCurve& curve : curves) {
    out += drawn(curve, frame);
    if (!curve.name.empty())
      key += concat("<span style=\"color:", curve.color, "\">", html_escaped(curve.name), "</span> ");
  }
  return concat(out, "</svg>\n<p class=\"key\">", key, "<span class=\"end\">", html_escaped(axes.x_end),
                "</span></p>\n");
}

std::string_view plot_color(std::size_t number) noexcept {
  constexpr std::array<std::string_view, 6> kColors = {"#3778c2", "#d1495b", "#6a994e",
                                                       "#e09f3e", "#7b2cbf", "#2a9d8f"};
  return kColors[number % kColors.size()];
}

std::string page_begin(std::string_view title) {
  // Wide tables leave the column of text if the window has room, and on a phone every row is a block of named
  // values, so that nothing is cut off.
  constexpr std::string_view kStyle =
      R"(body{font:16px/1.5 system-ui;max-width:46em;margin:2em auto;padding:0 1em;
color:#222;background:#fff}svg{width:100%}svg text{font:12px system-ui;fill:#555}.grid{stroke:#ddd}
.error{stroke-width:2}table{border-collapse:collapse}th{text-align:left;padding-right:1em}
td,th{vertical-align:top}.numbers td,.numbers th{text-align:right;padding:.1em .5em}
.numbers tr+tr{border-top:1px solid #ddd}
.wide{overflow-x:auto}pre{white-space:pre-wrap;overflow-wrap:anywhere}
.key{margin:0;display:flex;flex-wrap:wrap;gap:0 1em}
.key .end{margin-left:auto}summary{cursor:pointer;padding:.5em 0}
@media(min-width:80em){.wide{width:max-content;max-width:calc(100vw - 4em);position:relative;left:50%;
transform:translateX(-50%)}}
@media(max-width:60em){.numbers,.numbers tbody,.numbers tr{display:block}.numbers tr{padding:.5em 0}
.numbers th{display:none}
.numbers td{display:flex;justify-content:space-between;gap:1em;text-align:right;padding:0}
.numbers td::before{content:attr(data-name);color:#666;text-align:left}.numbers td:empty{display:none}}
@media(max-width:36em){svg text{font-size:22px}}
@media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}svg text{fill:#aaa}.grid{stroke:#333}
.numbers tr+tr{border-color:#333}.numbers td::before{color:#aaa}})";
  return concat("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>",
                html_escaped(title),
                "</title><meta name=\"viewport\" content=\"width=device-width\">\n<style>", kStyle,
                "</style></head><body>\n<h1>", html_escaped(title), "</h1>\n");
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
