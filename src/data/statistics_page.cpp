#include "data/statistics_page.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "base/html.h"
#include "base/json.h"
#include "base/text.h"

namespace tabia::data {
namespace {

using base::concat;
using base::html_escaped;

double bytes_per_position(const DatasetReport& report) {
  const auto positions = static_cast<double>(std::max<std::uint64_t>(report.statistics.positions, 1));
  return static_cast<double>(report.bytes) / positions;
}

// --- HTML

using base::fixed;

constexpr int kWidth = 720;
constexpr int kHeight = 220;
constexpr int kMargin = 30;

// One bar or point of a plot.
struct Datum {
  std::string label;  // shown on mouse-over
  double value = 0;
};

std::string plot_begin(std::string_view title, double top, std::string_view left, std::string_view right) {
  return concat("<h2>", title, "</h2>\n<svg viewBox=\"0 0 ", kWidth, " ", kHeight + 2 * kMargin,
                "\" role=\"img\" aria-label=\"", title, "\">\n<line x1=\"0\" y1=\"", kMargin + kHeight,
                "\" x2=\"", kWidth, "\" y2=\"", kMargin + kHeight, "\" class=\"axis\"/>\n<text x=\"0\" y=\"",
                kMargin - 8, "\">", fixed(top, top < 10 ? 2 : 0), "</text>\n<text x=\"0\" y=\"",
                kMargin + kHeight + 18, "\">", left, "</text>\n<text x=\"", kWidth, "\" y=\"",
                kMargin + kHeight + 18, "\" text-anchor=\"end\">", right, "</text>\n");
}

std::string bars(std::string_view title, const std::vector<Datum>& data, std::string_view left,
                 std::string_view right) {
  double top = 1;
  for (const Datum& datum : data) top = std::max(top, datum.value);
  std::string out = plot_begin(title, top, left, right);
  const double step = static_cast<double>(kWidth) / static_cast<double>(data.size());
  for (std::size_t i = 0; i < data.size(); ++i) {
    const double height = data[i].value / top * kHeight;
    out += concat("<rect x=\"", fixed(static_cast<double>(i) * step, 1), "\" y=\"",
                  fixed(kMargin + kHeight - height, 1), "\" width=\"", fixed(std::max(step - 1, 0.5), 1),
                  "\" height=\"", fixed(height, 1), "\"><title>", data[i].label, ": ",
                  base::with_thousands(static_cast<std::uint64_t>(data[i].value)), "</title></rect>\n");
  }
  return out + "</svg>\n";
}

std::string score_bars(const Statistics& statistics) {
  std::vector<Datum> data;
  for (int bin = -Statistics::kLastBin; bin <= Statistics::kLastBin; ++bin) {
    const ScoreBin& counted = statistics.scores[static_cast<std::size_t>(bin + Statistics::kLastBin)];
    data.push_back({std::to_string(bin * Statistics::kBinUnits), static_cast<double>(counted.count)});
  }
  return bars("Scores (for the side to move)", data, concat("&le; ", -Statistics::kOrdinaryScore),
              concat("&ge; ", Statistics::kOrdinaryScore));
}

std::string piece_bars(const Statistics& statistics) {
  std::vector<Datum> data;
  for (std::size_t i = 2; i < statistics.pieces.size(); ++i)
    data.push_back({concat(i, " pieces"), static_cast<double>(statistics.pieces[i])});
  return bars("Pieces on the board", data, "2", "32");
}

std::string ply_bars(const Statistics& statistics) {
  std::vector<Datum> data;
  for (std::size_t i = 0; i < statistics.plies.size(); ++i)
    data.push_back(
        {concat("from ply ", i * Statistics::kPlyUnits), static_cast<double>(statistics.plies[i])});
  return bars("Ply", data, "0", concat("&ge; ", (Statistics::kPlyBins - 1) * Statistics::kPlyUnits));
}

// The mean result for each score, with the fitted curve.
std::string points_plot(const Statistics& statistics) {
  const WdlFit fit = fit_wdl(statistics);
  std::string out =
      plot_begin("Points by score (dots) and the fitted curve", 1,
                 std::to_string(-Statistics::kOrdinaryScore), std::to_string(Statistics::kOrdinaryScore));
  const auto x = [](int bin) {
    return static_cast<double>(bin + Statistics::kLastBin) / (2 * Statistics::kLastBin) * kWidth;
  };
  const auto y = [](double points) { return kMargin + kHeight * (1 - points); };
  std::string curve;
  for (int bin = -Statistics::kLastBin + 1; bin < Statistics::kLastBin; ++bin) {
    curve += concat(curve.empty() ? "" : " ", fixed(x(bin), 1), ",",
                    fixed(y(predicted_points(fit, bin * Statistics::kBinUnits)), 1));
    const ScoreBin& counted = statistics.scores[static_cast<std::size_t>(bin + Statistics::kLastBin)];
    if (counted.with_result == 0) continue;
    const double points = counted.points / static_cast<double>(counted.with_result);
    out += concat("<circle cx=\"", fixed(x(bin), 1), "\" cy=\"", fixed(y(points), 1), "\" r=\"3\"><title>",
                  bin * Statistics::kBinUnits, ": ", fixed(points, 3), " of ",
                  base::with_thousands(counted.with_result), "</title></circle>\n");
  }
  if (fit.k > 0) out += concat("<polyline points=\"", curve, "\"/>\n");
  out += "</svg>\n";
  if (fit.k > 0)
    out += concat("<p>points = 1 / (1 + exp(&minus;score / ", fixed(fit.k, 1), ")), mean deviation ",
                  fixed(fit.mean_deviation, 4), "</p>\n");
  return out;
}

std::string row(std::string_view name, std::string_view value) {
  return concat("<tr><th>", name, "</th><td>", value, "</td></tr>\n");
}

std::string table(const DatasetReport& report) {
  const Statistics& s = report.statistics;
  const auto number = [](std::uint64_t value) { return base::with_thousands(value); };
  const auto with_share = [&](std::uint64_t part) {
    const auto all = static_cast<double>(std::max<std::uint64_t>(s.positions, 1));
    return concat(number(part), " (", fixed(100 * static_cast<double>(part) / all, 2), "%)");
  };
  std::string out = "<table>\n";
  out += row("records", concat(number(s.records), ", ", number(s.games), " of them games"));
  out += row("positions", number(s.positions));
  out +=
      row("bytes", concat(number(report.bytes), ", ", fixed(bytes_per_position(report), 2), " a position"));
  out += row("white wins, draws, black wins, unknown",
             concat(number(s.results[1]), ", ", number(s.results[3]), ", ", number(s.results[2]), ", ",
                    number(s.results[0]), " records"));
  out += row("without a score", with_share(s.without_score));
  out += row("mates", with_share(s.mates));
  out += row("in check", with_share(s.in_check));
  out += row("move is a capture or promotion", with_share(s.noisy_moves));
  if (report.duplicates) out += row("occurred before", with_share(*report.duplicates));
  if (report.problems > 0) out += row("damaged places", number(report.problems));
  out += row("scores are in", html_escaped(concat(report.info.scale.unit, ", ",
                                                  fixed(report.info.scale.units_per_pawn, 2), " a pawn")));
  out += row("network", html_escaped(report.info.network));
  out += row("source", html_escaped(report.info.source));
  for (const auto& [step, what] : report.info.history) out += row(html_escaped(step), html_escaped(what));
  return out + "</table>\n";
}

}  // namespace

std::string report_page(const DatasetReport& report) {
  return concat("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>",
                html_escaped(report.path),
                "</title>\n<style>body{font:15px/1.4 sans-serif;max-width:760px;margin:2em auto;padding:0 "
                "1em;color:#222;background:#fff}svg{width:100%;height:auto}rect{fill:#4a78b0}rect:hover{fill:"
                "#d08030}circle{fill:#d08030}polyline{fill:none;stroke:#4a78b0;stroke-width:2}.axis{stroke:#"
                "888}text{font-size:12px;fill:#555}th{text-align:left;font-weight:normal;color:#555;padding-"
                "right:1em;vertical-align:top}</style></head>\n<body>\n<h1>",
                html_escaped(report.path), "</h1>\n", table(report), score_bars(report.statistics),
                points_plot(report.statistics), piece_bars(report.statistics), ply_bars(report.statistics),
                "</body></html>\n");
}

std::string report_json(const DatasetReport& report) {
  const Statistics& s = report.statistics;
  base::JsonWriter json;
  json.begin_object()
      .field("path", report.path)
      .field("records", s.records)
      .field("games", s.games)
      .field("positions", s.positions)
      .field("bytes", report.bytes)
      .field("bytes_per_position", bytes_per_position(report))
      .field("problems", report.problems);
  if (report.duplicates) json.field("duplicates", *report.duplicates);
  json.key("results")
      .begin_object()
      .field("white_wins", s.results[1])
      .field("draws", s.results[3])
      .field("black_wins", s.results[2])
      .field("unknown", s.results[0])
      .end_object();
  json.field("without_score", s.without_score)
      .field("mates", s.mates)
      .field("without_move", s.without_move)
      .field("in_check", s.in_check)
      .field("captures_or_promotions", s.noisy_moves)
      .field("black_to_move", s.black_to_move)
      .field("largest_score", s.largest_score);
  const WdlFit fit = fit_wdl(s);
  json.key("fit").begin_object().field("k", fit.k).field("mean_deviation", fit.mean_deviation).end_object();
  json.field("score_bin_units", Statistics::kBinUnits).key("score_bins").begin_array();
  for (const ScoreBin& bin : s.scores) json.value(bin.count);
  json.end_array().key("pieces").begin_array();
  for (const std::uint64_t count : s.pieces) json.value(count);
  json.end_array().field("ply_bin_plies", Statistics::kPlyUnits).key("ply_bins").begin_array();
  for (const std::uint64_t count : s.plies) json.value(count);
  json.end_array()
      .field("unit", report.info.scale.unit)
      .field("units_per_pawn", report.info.scale.units_per_pawn)
      .field("network", report.info.network)
      .field("source", report.info.source)
      .field("seed", report.info.seed)
      .key("history")
      .begin_array();
  for (const auto& [step, what] : report.info.history)
    json.begin_object().field("step", step).field("what", what).end_object();
  json.end_array().end_object();
  return json.text();
}

}  // namespace tabia::data
