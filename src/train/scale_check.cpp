#include "train/scale_check.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "base/text.h"
#include "data/formats.h"
#include "data/statistics.h"
#include "train/loss.h"

namespace tabia::train {
namespace {

using base::concat;
using base::Error;
using base::Result;

constexpr std::size_t kEnough = 50'000;  // positions to look at
constexpr std::size_t kTooFew = 1000;
constexpr std::uint64_t kMostRecords = 200'000;
constexpr double kFlattest = 1e-6;  // also used for scores that contradict the results
constexpr double kSteepest = 1e4;

struct Witness {
  double score = 0;  // in units of the declared scale
  double result = 0;
  std::size_t record = 0;
};

// The derivative of the results' log-likelihood with respect to the slope.
double pull(const std::vector<Witness>& witnesses, double slope) {
  double sum = 0;
  for (const Witness& w : witnesses) sum += w.score * (w.result - logistic(slope * w.score));
  return sum;
}

void fit(const std::vector<Witness>& witnesses, ScaleFit& fit) {
  // The derivative decreases with the slope. Bisect on the logarithm: slopes of a thousandth matter as much
  // as slopes of a thousand.
  double low = kFlattest;
  double high = kSteepest;
  for (int i = 0; i < 50; ++i) {
    const double middle = std::sqrt(low * high);
    (pull(witnesses, middle) > 0 ? low : high) = middle;
  }
  fit.slope = std::sqrt(low * high);
  double information = 0;
  double squares = 0;
  double of_record = 0;
  data::Correlation correlation;
  for (std::size_t i = 0; i < witnesses.size(); ++i) {
    const Witness& w = witnesses[i];
    const double p = logistic(fit.slope * w.score);
    correlation.add(p, w.result);
    information += w.score * w.score * p * (1 - p);
    of_record += w.score * (w.result - p);
    if (i + 1 == witnesses.size() || witnesses[i + 1].record != w.record) {
      squares += of_record * of_record;
      of_record = 0;
    }
  }
  fit.correlation = correlation.value();
  fit.error = information > 0 ? std::sqrt(squares) / information : INFINITY;
}

std::string shown(double number) {
  char text[32];
  std::snprintf(text, sizeof text, number >= 100 ? "%.0f" : "%.3g", number);
  return text;
}

}  // namespace

Result<std::optional<ScaleFit>> fit_scale(const Source& source, const data::FilterRules& filter) {
  auto reader = data::open_reader(source.path, source.reading);
  if (!reader) return reader.error();
  ScaleFit found;
  found.scale = source.scale > 0 ? source.scale : (*reader)->info().scale.units_per_pawn;
  if (!(found.scale > 0)) return std::optional<ScaleFit>();
  std::vector<Witness> witnesses;
  data::GameRecord record;
  for (std::uint64_t number = 0; number < kMostRecords && witnesses.size() < kEnough; ++number) {
    const auto more = (*reader)->next(record);
    if (!more) continue;  // training will report it
    if (!*more) break;
    data::for_each_sample(record, [&](const data::Sample& sample) {
      if (!sample.has_score() || sample.is_mate() || sample.outcome == data::Outcome::Unknown) return;
      if (data::reason_to_drop(filter, sample)) return;
      witnesses.push_back({sample.score / found.scale, (static_cast<int>(sample.outcome) + 1) / 2.0, number});
    });
  }
  if (witnesses.size() < kTooFew) return std::optional<ScaleFit>();
  found.positions = witnesses.size();
  fit(witnesses, found);
  return std::optional<ScaleFit>(found);
}

Result<std::optional<std::string>> judge_scale(const std::string& path, const ScaleFit& fit) {
  const double low = fit.slope - 3 * fit.error;
  const double high = fit.slope + 3 * fit.error;
  const auto is_off_by = [&](double factor) { return low > factor || high < 1 / factor; };
  if (!is_off_by(kOddScale)) return std::optional<std::string>();
  if (low <= 0 || fit.correlation < kLeastCorrelation)
    return std::optional<std::string>(concat(path, ": the scores hardly predict the results of ",
                                             fit.positions, " positions; is this the right file?"));
  const std::string what =
      concat(path, ": by the results of the games, a score of ", shown(fit.fitted()),
             " means an expected result of 73% (measured on ", fit.positions, " positions); ");
  if (is_off_by(kWrongScale))
    return Error{concat(what, "but the scale is ", shown(fit.scale), "; give scale=", shown(fit.fitted()))};
  return std::optional<std::string>(concat(what, "the scale is ", shown(fit.scale)));
}

}  // namespace tabia::train
