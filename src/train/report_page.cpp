#include "train/report_page.h"

#include <algorithm>
#include <functional>

#include "base/html.h"
#include "base/plot.h"
#include "base/progress.h"
#include "base/text.h"

namespace tabia::train {
namespace {

using base::concat;
using base::fixed;
using base::html_escaped;
using base::shortened;
using base::table_row;
using data::TrainReport;

// One line of a plot.
struct Curve {
  std::string name;
  std::string_view color;
  std::function<double(const TrainReport&)> value;
};

std::string plot(const std::string& title, const std::vector<TrainReport>& reports,
                 const std::vector<Curve>& curves, bool logarithmic) {
  std::vector<base::PlotCurve> drawn;
  for (const Curve& curve : curves) {
    drawn.push_back({curve.name, curve.color, {}});
    for (const TrainReport& report : reports)
      drawn.back().points.push_back({static_cast<double>(report.positions), curve.value(report)});
  }
  const std::string end = concat(base::with_thousands(reports.back().positions), " positions");
  return base::plot({title, end, logarithmic}, drawn);
}

}  // namespace

std::string report_page(const std::string& name, const Progress& progress,
                        const std::vector<std::string>& watched) {
  std::string out = base::page_begin(name);
  if (progress.reports.empty()) return out + "<p>No reports yet.</p>" + base::page_end();
  const TrainReport& last = progress.reports.back();
  out += "<table>\n";
  out += table_row("positions", base::with_thousands(last.positions));
  out += table_row("time", base::duration_text(last.seconds));
  out += table_row("speed", concat(base::with_thousands(static_cast<std::uint64_t>(last.positions_per_s)),
                                   " positions/s"));
  if (last.ranks > 1) out += table_row("ranks", base::with_thousands(last.ranks));
  out += table_row("loss", concat(shortened(last.loss), ", on held-out games ", shortened(last.validation),
                                  " (best ", shortened(progress.best_validation), ")"));
  out += table_row("accuracy", concat(fixed(100 * last.accuracy, 1), "% of decided games"));
  out += table_row("correlation", fixed(last.correlation, 4));
  if (last.policy_loss > 0)
    out += table_row("policy", concat(fixed(100 * last.policy_accuracy, 1),
                                      "% of played moves, cross entropy ", shortened(last.policy_loss)));
  out +=
      table_row("noise scale",
                last.noise_scale > 0
                    ? concat(base::with_thousands(static_cast<std::uint64_t>(last.noise_scale)), " positions")
                    : std::string("-"));
  out += table_row("neurons", concat(fixed(100 * last.dead, 1), "% dead, ", fixed(100 * last.saturated, 1),
                                     "% saturated"));
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
  out += plot("Accuracy, correlation with the score", reports,
              {{"accuracy", "#3778c2", [](const TrainReport& r) { return r.accuracy; }},
               {"correlation", "#d1495b", [](const TrainReport& r) { return r.correlation; }}},
              false);
  if (last.policy_loss > 0)
    out += plot("Policy: played moves that were the likeliest", reports,
                {{"accuracy", "#3778c2", [](const TrainReport& r) { return r.policy_accuracy; }}}, false);
  out += plot("Learning rate", reports, {{"rate", "#3778c2", [](const TrainReport& r) { return r.rate; }}},
              false);
  out += plot("Noise scale (positions)", reports,
              {{"noise scale", "#3778c2", [](const TrainReport& r) { return std::max(r.noise_scale, 1.0); }}},
              true);
  out += plot("Speed (positions per second)", reports,
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
                "</pre>", base::page_end());
  return out;
}

}  // namespace tabia::train
