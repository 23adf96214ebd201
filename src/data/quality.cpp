#include "data/quality.h"

#include <algorithm>
#include <cstdio>

#include "base/text.h"

namespace tabia::data {
namespace {

using base::concat;
using base::with_thousands;

// The shares from which something is doubtful, and bad.
struct Limits {
  double doubtful;
  double bad;
};
constexpr Limits kClipped{0.01, 0.10};
constexpr Limits kDuplicates{0.10, 0.50};
constexpr Limits kWithoutScoreLimits{0.50, 1.0};
constexpr Limits kWithoutResult{0.50, 2.0};     // 2: never bad, scores alone are fine
constexpr Limits kWdlDeviation{0.04, 0.12};     // points
constexpr Limits kPositionsInBoth{0.02, 0.10};  // of validation positions after the opening
constexpr double kWeakCorrelation = 0.10;
constexpr double kFewestForCorrelation = 1000;  // samples of one side

double share(std::uint64_t part, std::uint64_t all) {
  return all == 0 ? 0 : static_cast<double>(part) / static_cast<double>(all);
}

std::string percent(double part) { return concat(base::fixed(100 * part, 2), "%"); }

std::string decimal(double number) { return base::fixed(number, 3); }

Grade graded(double value, Limits limits) {
  return value >= limits.bad ? Grade::Bad : value >= limits.doubtful ? Grade::Doubtful : Grade::Good;
}

Finding sign_of_scores(const Statistics& statistics) {
  Finding finding{"sign of scores", Grade::Good, ""};
  bool enough = false;
  for (const chess::Color side : {chess::Color::White, chess::Color::Black}) {
    const Correlation& sums = statistics.correlation[static_cast<std::size_t>(side)];
    const double value = sums.value();
    finding.text += concat(finding.text.empty() ? "correlation with the result: " : ", ", decimal(value),
                           " for ", chess::name_of(side));
    if (sums.n < kFewestForCorrelation) continue;
    enough = true;
    if (value < kWeakCorrelation) finding.grade = std::max(finding.grade, Grade::Doubtful);
    if (value < 0) finding.grade = Grade::Bad;
  }
  if (!enough) return {"sign of scores", Grade::Good, "too few scores with results to tell"};
  if (finding.grade == Grade::Bad)
    finding.text +=
        "; a negative one means scores from the wrong side (White's instead of the side to move's?)";
  return finding;
}

Finding clipped_scores(const Statistics& statistics) {
  const std::uint64_t scored = statistics.positions - statistics.without_score - statistics.mates;
  const double part = share(statistics.at_largest, scored);
  constexpr std::uint64_t kFewestToTell = 1000;
  const Grade grade = scored < kFewestToTell ? Grade::Good : graded(part, kClipped);
  return {"clipped scores", grade,
          concat(percent(part), " have the largest magnitude, ", statistics.largest_score)};
}

Finding wdl_fit(const Statistics& statistics) {
  const WdlFit fit = fit_wdl(statistics);
  if (fit.k == 0) return {"scores against results", Grade::Good, "too few scores with results to tell"};
  return {"scores against results", graded(fit.mean_deviation, kWdlDeviation),
          concat("points fit 1/(1+exp(-score/k)) with k = ", decimal(fit.k), ", mean deviation ",
                 decimal(fit.mean_deviation), " points over ", with_thousands(fit.samples), " positions")};
}

Finding overlap_finding(const Overlap& overlap) {
  const double part = share(overlap.positions_in_both, overlap.positions);
  const Grade grade = overlap.games_in_both > 0 ? Grade::Bad : graded(part, kPositionsInBoth);
  return {"leak into validation", grade,
          concat(with_thousands(overlap.games_in_both), " of ", with_thousands(overlap.games),
                 " validation games and ", percent(part),
                 " of its positions beyond the opening are in the data too")};
}

}  // namespace

std::string_view name_of(Grade grade) noexcept {
  return grade == Grade::Good ? "good" : grade == Grade::Doubtful ? "doubtful" : "bad";
}

std::vector<Finding> findings(const Evidence& evidence) {
  const Statistics& statistics = evidence.statistics;
  std::vector<Finding> list;
  const auto add = [&](std::string name, Grade grade, std::string text) {
    list.push_back({std::move(name), grade, std::move(text)});
  };
  add("readable", evidence.problems == 0 ? Grade::Good : Grade::Bad,
      evidence.problems == 0 ? "every record is legal and whole"
                             : concat(with_thousands(evidence.problems), " problems, see above"));
  if (statistics.positions == 0) {
    add("content", Grade::Bad, "it contains no positions");
    return list;
  }
  const bool has_scale = evidence.info.scale.units_per_pawn > 0;
  add("scale of scores", has_scale ? Grade::Good : Grade::Doubtful,
      concat(evidence.info.scale.unit, has_scale ? "" : "; what a unit is worth is not declared"));
  const double no_score = share(statistics.without_score, statistics.positions);
  add("scores", graded(no_score, kWithoutScoreLimits), concat(percent(no_score), " of positions have none"));
  const double no_result = share(statistics.outcomes[3], statistics.positions);
  add("results", graded(no_result, kWithoutResult), concat(percent(no_result), " of positions have none"));
  list.push_back(sign_of_scores(statistics));
  list.push_back(clipped_scores(statistics));
  list.push_back(wdl_fit(statistics));
  if (evidence.duplicates) {
    const double part = share(*evidence.duplicates, statistics.positions);
    add("duplicates", graded(part, kDuplicates), concat(percent(part), " of positions occurred before"));
  }
  if (evidence.overlap) list.push_back(overlap_finding(*evidence.overlap));
  return list;
}

Grade verdict(const std::vector<Finding>& findings) {
  Grade worst = Grade::Good;
  for (const Finding& finding : findings) worst = std::max(worst, finding.grade);
  return worst;
}

}  // namespace tabia::data
