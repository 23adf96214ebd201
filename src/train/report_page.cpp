#include "train/report_page.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>

#include "base/html.h"
#include "base/progress.h"
#include "base/text.h"

namespace tabia::train {
namespace {

using base::concat;
using base::html_escaped;
using data::TrainReport;

constexpr double kWidth = 720;
constexpr double kHeight = 240;
constexpr double kLeft = 70;
constexpr double kBottom = 30;

std::string fixed(double number, int digits) {
  char text[48];
  std::snprintf(text, sizeof text, "%.*f", digits, number);
  return text;
}
std::string shortened(double number) {
  char text[48];
  std::snprintf(text, sizeof text, "%.4g", number);
  return text;
}

// One line of a plot.
struct Curve {
  std::string name;
  std::string color;
  std::function<double(const TrainReport&)> value;
};

std::string plot(const std::string& title, const std::vector<TrainReport>& reports,
                 const std::vector<Curve>& curves, bool logarithmic) {
  double low = 1e300;
  double high = -1e300;
  const auto seen = [&](double value) { return logarithmic ? std::log10(std::max(value, 1e-12)) : value; };
  for (const Curve& curve : curves) {
    for (const TrainReport& report : reports) {
      low = std::min(low, seen(curve.value(report)));
      high = std::max(high, seen(curve.value(report)));
    }
  }
  if (!(high > low)) high = low + (low == 0 ? 1 : std::abs(low) * 0.1);
  const auto last = static_cast<double>(std::max<std::uint64_t>(reports.back().positions, 1));
  const auto x_of = [&](const TrainReport& report) {
    return kLeft + (kWidth - kLeft) * static_cast<double>(report.positions) / last;
  };
  const auto y_of = [&](double value) { return kHeight * (1 - (seen(value) - low) / (high - low)); };
  const auto shown = [&](double level) { return shortened(logarithmic ? std::pow(10, level) : level); };
  std::string out =
      concat("<h2>", html_escaped(title), "</h2>\n<svg viewBox=\"0 -10 ", fixed(kWidth + 10, 0), " ",
             fixed(kHeight + kBottom + 10, 0), "\" role=\"img\" aria-label=\"", html_escaped(title), "\">\n");
  constexpr int kLevels = 4;
  for (int i = 0; i <= kLevels; ++i) {
    const double share = static_cast<double>(i) / kLevels;
    const double y = kHeight * (1 - share);
    out += concat("<line class=\"grid\" x1=\"", fixed(kLeft, 0), "\" x2=\"", fixed(kWidth, 0), "\" y1=\"",
                  fixed(y, 1), "\" y2=\"", fixed(y, 1), "\"/><text x=\"", fixed(kLeft - 6, 0), "\" y=\"",
                  fixed(y + 4, 1), "\" text-anchor=\"end\">", shown(low + (high - low) * share), "</text>\n");
  }
  out += concat("<text x=\"", fixed(kWidth, 0), "\" y=\"", fixed(kHeight + 20, 0), "\" text-anchor=\"end\">",
                base::with_thousands(reports.back().positions), " positions</text>\n");
  double legend = kLeft;
  for (const Curve& curve : curves) {
    out += concat("<polyline fill=\"none\" stroke=\"", curve.color, "\" stroke-width=\"2\" points=\"");
    for (const TrainReport& report : reports)
      out += concat(fixed(x_of(report), 1), ",", fixed(y_of(curve.value(report)), 1), " ");
    out += concat("\"/><text x=\"", fixed(legend, 0), "\" y=\"", fixed(kHeight + 20, 0), "\" fill=\"",
                  curve.color, "\">", html_escaped(curve.name), "</text>\n");
    legend += 14.0 + 8.0 * static_cast<double>(curve.name.size());
  }
  return out + "</svg>\n";
}

std::string row(const std::string& name, const std::string& value) {
  return concat("<tr><th>", html_escaped(name), "</th><td>", html_escaped(value), "</td></tr>\n");
}

}  // namespace

std::string report_page(const std::string& name, const Progress& progress,
                        const std::vector<std::string>& watched) {
  std::string out =
      concat("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>", html_escaped(name),
             "</title><meta name=\"viewport\" content=\"width=device-width\">\n<style>body{font:16px/1.5 "
             "system-ui;max-width:46em;"
             "margin:2em auto;padding:0 1em;color:#222;background:#fff}svg{width:100%}svg text{font:12px "
             "system-ui;fill:#555}.grid{stroke:#ddd}table{border-collapse:collapse}th{text-align:left;"
             "padding-right:1em}td,th{"
             "vertical-align:top}pre{white-space:pre-wrap}@media(prefers-color-scheme:dark){body{color:#ddd;"
             "background:#181818}svg "
             "text{fill:#aaa}.grid{stroke:#333}}</style></head><body>\n<h1>",
             html_escaped(name), "</h1>\n");
  if (progress.reports.empty()) return out + "<p>No report so far.</p></body></html>\n";
  const TrainReport& last = progress.reports.back();
  out += "<table>\n";
  out += row("positions", base::with_thousands(last.positions));
  out += row("time", base::duration_text(last.seconds));
  out += row("speed",
             concat(base::with_thousands(static_cast<std::uint64_t>(last.positions_per_s)), " positions/s"));
  out += row("loss", concat(shortened(last.loss), ", on games that are not learnt from ",
                            shortened(last.validation), " (best ", shortened(progress.best_validation), ")"));
  out += row("winner named", concat(fixed(100 * last.accuracy, 1), "% of decided games"));
  out += row("correlation", fixed(last.correlation, 4));
  out += row("noise scale",
             concat(base::with_thousands(static_cast<std::uint64_t>(last.noise_scale)), " positions"));
  out += row("neurons",
             concat(fixed(100 * last.dead, 1), "% dead, ", fixed(100 * last.saturated, 1), "% saturated"));
  out += "</table>\n";
  const std::vector<TrainReport>& reports = progress.reports;
  out += plot("Loss", reports,
              {{"training", "#3778c2", [](const TrainReport& r) { return r.loss; }},
               {"validation", "#d1495b", [](const TrainReport& r) { return r.validation; }}},
              true);
  std::vector<Curve> phases;
  constexpr const char* kColors[] = {"#6a994e", "#e09f3e", "#7b2cbf"};
  for (std::size_t i = 0; i < data::kPhaseNames.size(); ++i)
    phases.push_back({std::string(data::kPhaseNames[i]), kColors[i],
                      [i](const TrainReport& r) { return r.validation_by_phase[i]; }});
  out += plot("Validation loss by phase of the game", reports, phases, true);
  out += plot("Winner named, correlation with the score", reports,
              {{"winner named", "#3778c2", [](const TrainReport& r) { return r.accuracy; }},
               {"correlation", "#d1495b", [](const TrainReport& r) { return r.correlation; }}},
              false);
  out += plot("Learning rate", reports, {{"rate", "#3778c2", [](const TrainReport& r) { return r.rate; }}},
              false);
  out += plot("Noise scale (positions)", reports,
              {{"noise scale", "#3778c2", [](const TrainReport& r) { return std::max(r.noise_scale, 1.0); }}},
              true);
  out += plot("Speed (positions a second)", reports,
              {{"speed", "#3778c2", [](const TrainReport& r) { return r.positions_per_s; }}}, false);
  for (std::size_t i = 0; i < watched.size(); ++i) {
    const bool whole = std::all_of(reports.begin(), reports.end(),
                                   [&](const TrainReport& r) { return r.watched.size() > i; });
    if (!whole) continue;
    out += plot(concat("Evaluation of ", watched[i]), reports,
                {{"for the side to move", "#3778c2",
                  [i](const TrainReport& r) { return static_cast<double>(r.watched[i]); }}},
                false);
  }
  out += concat("<h2>Recipe</h2>\n<pre>", html_escaped(progress.recipe), "</pre>\n<h2>Model</h2>\n<pre>",
                html_escaped(progress.model), "</pre>\n<h2>Data</h2>\n<pre>", html_escaped(progress.data),
                "</pre></body></html>\n");
  return out;
}

}  // namespace tabia::train
