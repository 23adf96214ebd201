#include "eval/wdl_fit.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.h"

namespace tabia::eval {
namespace {

using base::concat;
using base::Error;

// The share of positions that follow no model (blunders, fortresses): keeps single surprises from dominating
// the fit.
constexpr double kSurprise = 0.005;
// How much a and b are expected to vary with material, relative to their size.
constexpr double kExpectedVariation = 0.3;
// How much they may vary, as a factor.
constexpr double kMostVariation = 8;
// How much the scores must explain, in nats and independent samples; less is probably chance.
constexpr double kLeastGain = 5;
// Lower bound for both (nn/passport.h requires 1).
constexpr double kLeastValue = 1.01;

constexpr int kPolynomialTerms = 4;  // of each polynomial
constexpr int kMaterials = kMostWdlMaterial - kLeastWdlMaterial + 1;

using Terms = std::array<double, kPolynomialTerms>;

// --- the data, with equal samples counted together

// Positions with one material and size of score, seen by the side that is better. The model is symmetric, so
// this loses nothing.
struct Cell {
  int material = 0;
  base::Score score = 0;
  std::array<double, 3> counts{};  // losses, draws, wins
};

std::vector<Cell> cells_of(std::span<const WdlSample> samples) {
  std::vector<WdlSample> sorted(samples.begin(), samples.end());
  for (WdlSample& sample : sorted) {
    sample.material = std::clamp(sample.material, kLeastWdlMaterial, kMostWdlMaterial);
    if (sample.score >= 0) continue;
    sample.score = -sample.score;
    sample.outcome = static_cast<Outcome>(-static_cast<int>(sample.outcome));
  }
  std::sort(sorted.begin(), sorted.end(), [](const WdlSample& left, const WdlSample& right) {
    return left.material != right.material ? left.material < right.material : left.score < right.score;
  });
  std::vector<Cell> cells;
  for (const WdlSample& sample : sorted) {
    if (cells.empty() || cells.back().material != sample.material || cells.back().score != sample.score)
      cells.push_back({.material = sample.material, .score = sample.score});
    cells.back().counts[static_cast<std::size_t>(static_cast<int>(sample.outcome) + 1)] += 1;
  }
  return cells;
}

// --- the problem: negative log-likelihood as a function of two polynomials

// The polynomials are sums of Chebyshev polynomials over the range of material, relative to a typical value:
// then all coefficients have a similar size and are nearly independent.
struct Point {
  Terms a{1, 0, 0, 0};
  Terms b{1, 0, 0, 0};
};

struct Problem {
  std::vector<Cell> cells;
  double a_unit = 1;
  double b_unit = 1;
  int terms = kPolynomialTerms;  // of each polynomial; the others stay 0
  double ridge = 0;
  double barrier = 0;
};

constexpr int kMostUnknowns = 2 * kPolynomialTerms;
using Vector = std::array<double, kMostUnknowns>;  // first those of a, then those of b
using Matrix = std::array<Vector, kMostUnknowns>;

struct Slope {
  double value = std::numeric_limits<double>::infinity();  // infinite outside the bounds
  Vector gradient{};
  Matrix curvature{};  // the expected one, which is never negative
};

Terms chebyshev(int material) noexcept {
  const double z = (2.0 * material - kLeastWdlMaterial - kMostWdlMaterial) / (kMaterials - 1);
  return {1, z, 2 * z * z - 1, (4 * z * z - 3) * z};
}

double sum_of(const Terms& coefficients, const Terms& basis) noexcept {
  double value = 0;
  for (std::size_t k = 0; k < kPolynomialTerms; ++k) value += coefficients[k] * basis[k];
  return value;
}

// Adds to the gradient what depends on the values of a and b at one material.
struct LocalSlope {
  std::array<double, 2> gradient{};
  std::array<std::array<double, 2>, 2> curvature{};
};
void spread(const LocalSlope& local, const Terms& basis, int terms, Slope& slope) {
  const auto n = static_cast<std::size_t>(terms);
  for (std::size_t i = 0; i < 2 * n; ++i) {
    const double basis_i = basis[i % n];
    slope.gradient[i] += local.gradient[i / n] * basis_i;
    for (std::size_t j = 0; j < 2 * n; ++j)
      slope.curvature[i][j] += local.curvature[i / n][j / n] * basis_i * basis[j % n];
  }
}

// The cost of the cell, and its derivatives with respect to a / a_unit and b / b_unit.
double add_cell(const Cell& cell, const WdlCurve& curve, const Problem& problem, LocalSlope& local) {
  const WdlChances p = curve.chances(cell.score);
  const double win_slope = p.win * (1 - p.win) / curve.b;
  const double loss_slope = p.loss * (1 - p.loss) / curve.b;
  const std::array<double, 2> units = {problem.a_unit, problem.b_unit};
  const std::array<double, 2> win = {-win_slope, -win_slope * (cell.score - curve.a) / curve.b};
  const std::array<double, 2> loss = {-loss_slope, -loss_slope * (-cell.score - curve.a) / curve.b};
  const std::array<double, 3> chance = {p.loss, p.draw, p.win};
  const double total = cell.counts[0] + cell.counts[1] + cell.counts[2];
  double cost = 0;
  for (std::size_t outcome = 0; outcome < 3; ++outcome) {
    const double q = kSurprise / 3 + (1 - kSurprise) * chance[outcome];
    cost -= cell.counts[outcome] * std::log(q);
    std::array<double, 2> change{};
    for (std::size_t i = 0; i < 2; ++i) {
      const double raw = outcome == 0 ? loss[i] : outcome == 2 ? win[i] : -win[i] - loss[i];
      change[i] = (1 - kSurprise) * raw * units[i];
    }
    for (std::size_t i = 0; i < 2; ++i) {
      local.gradient[i] -= cell.counts[outcome] * change[i] / q;
      for (std::size_t j = 0; j < 2; ++j) local.curvature[i][j] += total * change[i] * change[j] / q;
    }
  }
  return cost;
}

// A barrier at `low` and at kMostVariation for the value of one polynomial, relative to its unit. Infinite
// beyond it.
double add_walls(double value, double low, double weight, std::size_t which, LocalSlope& local) {
  const double below = value - low;
  const double above = kMostVariation - value;
  if (below <= 0 || above <= 0) return std::numeric_limits<double>::infinity();
  local.gradient[which] += weight * (1 / above - 1 / below);
  local.curvature[which][which] += weight * (1 / (above * above) + 1 / (below * below));
  return -weight * (std::log(below) + std::log(above));
}

Slope slope_at(const Problem& problem, const Point& point) {
  Slope slope;
  slope.value = 0;
  auto cell = problem.cells.begin();
  for (int material = kLeastWdlMaterial; material <= kMostWdlMaterial; ++material) {
    const Terms basis = chebyshev(material);
    const double a = sum_of(point.a, basis);
    const double b = sum_of(point.b, basis);
    LocalSlope local;
    const auto low = [](double unit) { return std::max(kLeastValue / unit, 1 / kMostVariation); };
    slope.value += add_walls(a, low(problem.a_unit), problem.barrier, 0, local);
    slope.value += add_walls(b, low(problem.b_unit), problem.barrier, 1, local);
    if (!std::isfinite(slope.value)) return slope;
    const WdlCurve curve{a * problem.a_unit, b * problem.b_unit};
    for (; cell != problem.cells.end() && cell->material == material; ++cell)
      slope.value += add_cell(*cell, curve, problem, local);
    spread(local, basis, problem.terms, slope);
  }
  const auto n = static_cast<std::size_t>(problem.terms);
  for (std::size_t k = 1; k < n; ++k) {
    const double weight = problem.ridge * static_cast<double>(k * k);
    slope.value += weight / 2 * (point.a[k] * point.a[k] + point.b[k] * point.b[k]);
    slope.gradient[k] += weight * point.a[k];
    slope.gradient[n + k] += weight * point.b[k];
    slope.curvature[k][k] += weight;
    slope.curvature[n + k][n + k] += weight;
  }
  return slope;
}

// --- the solver: damped Newton-like steps (Levenberg-Marquardt)

// Solves matrix * x = right by Cholesky decomposition; nothing if the matrix is not positive definite.
bool solve(Matrix matrix, Vector right, std::size_t size, Vector& x) {
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = matrix[i][j];
      for (std::size_t k = 0; k < j; ++k) sum -= matrix[i][k] * matrix[j][k];
      if (i == j) {
        if (!(sum > 0)) return false;
        matrix[i][i] = std::sqrt(sum);
      } else {
        matrix[i][j] = sum / matrix[j][j];
      }
    }
  }
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t k = 0; k < i; ++k) right[i] -= matrix[i][k] * right[k];
    right[i] /= matrix[i][i];
  }
  for (std::size_t i = size; i-- > 0;) {
    for (std::size_t k = i + 1; k < size; ++k) right[i] -= matrix[k][i] * right[k];
    right[i] /= matrix[i][i];
  }
  x = right;
  return true;
}

// Requires a start within the bounds; the result is within them too.
Point lowest_near(const Problem& problem, Point point) {
  constexpr int kMostSteps = 200;
  constexpr double kMostDamping = 1e12;
  constexpr double kEnough = 1e-9;  // relative gain of a step that ends the search
  const auto n = static_cast<std::size_t>(problem.terms);
  Slope slope = slope_at(problem, point);
  double damping = 1e-4;
  for (int step = 0; step < kMostSteps && damping < kMostDamping; ++step) {
    Matrix matrix = slope.curvature;
    for (std::size_t i = 0; i < 2 * n; ++i) matrix[i][i] += damping * (matrix[i][i] + 1e-9);
    Vector change{};
    Point next = point;
    if (!solve(matrix, slope.gradient, 2 * n, change)) {
      damping *= 10;
      continue;
    }
    for (std::size_t k = 0; k < n; ++k) {
      next.a[k] -= change[k];
      next.b[k] -= change[n + k];
    }
    const Slope there = slope_at(problem, next);
    if (!(there.value < slope.value)) {
      damping *= 10;
      continue;
    }
    const bool enough = slope.value - there.value < kEnough * std::abs(slope.value);
    point = next;
    slope = there;
    damping = std::max(damping / 10, 1e-12);
    if (enough) break;
  }
  return point;
}

// With barriers that get thinner and thinner, so that they only matter near the bounds.
Point lowest(Problem problem) {
  Point point;
  for (const double barrier : {1.0, 0.1, 0.01, 0.001}) {
    problem.barrier = barrier;
    point = lowest_near(problem, point);
  }
  return point;
}

// The best constant model on a coarse grid: close enough to the optimum for lowest() to find it.
WdlCurve coarse_curve(const std::vector<Cell>& cells) {
  constexpr double kLeast = 2;
  constexpr double kMost = 16384;
  constexpr std::size_t kEnoughCells = 4000;
  const std::size_t stride = 1 + cells.size() / kEnoughCells;
  WdlCurve best;
  double least_cost = std::numeric_limits<double>::infinity();
  for (double a = kLeast; a <= kMost; a *= 2) {
    for (double b = std::max(kLeast, a / 32); b <= std::min(kMost, a * 32); b *= 2) {
      double cost = 0;
      LocalSlope unused;
      for (std::size_t i = 0; i < cells.size(); i += stride) cost += add_cell(cells[i], {a, b}, {}, unused);
      if (!(cost < least_cost)) continue;
      least_cost = cost;
      best = {a, b};
    }
  }
  return best;
}

// How much better (in nats) the curve predicts than a model that ignores the scores.
double gain_by_scores(const std::vector<Cell>& cells, const WdlCurve& curve) {
  double gain = 0;
  double draws = 0;
  double total = 0;
  LocalSlope unused;
  for (const Cell& cell : cells) {
    gain -= add_cell(cell, curve, {}, unused);
    draws += cell.counts[1];
    total += cell.counts[0] + cell.counts[1] + cell.counts[2];
  }
  const double decisive = total - draws;
  return gain - decisive * std::log(decisive / 2 / total) - draws * std::log(draws / total);
}

// From Chebyshev coefficients over the range to powers of material / 58, the highest first; rounded for
// readability.
std::array<double, 4> powers_of(const Terms& terms, double unit) {
  // In powers of z, lowest first.
  const Terms z_powers = {terms[0] - terms[2], terms[1] - 3 * terms[3], 2 * terms[2], 4 * terms[3]};
  // z = slope * x + offset, with x = material / 58: Horner's scheme over polynomials in x.
  constexpr double kSlope = 2 * kWdlMaterialUnit / (kMaterials - 1);
  constexpr double kOffset = -static_cast<double>(kLeastWdlMaterial + kMostWdlMaterial) / (kMaterials - 1);
  Terms x_powers{};
  for (std::size_t k = kPolynomialTerms; k-- > 0;) {
    Terms next{};
    for (std::size_t i = 0; i < kPolynomialTerms; ++i) {
      next[i] += x_powers[i] * kOffset;
      if (i + 1 < kPolynomialTerms) next[i + 1] += x_powers[i] * kSlope;
    }
    next[0] += z_powers[k];
    x_powers = next;
  }
  constexpr double kDecimals = 1e4;
  std::array<double, 4> out{};
  for (std::size_t i = 0; i < kPolynomialTerms; ++i)
    out[kPolynomialTerms - 1 - i] = std::round(x_powers[i] * unit * kDecimals) / kDecimals;
  return out;
}

base::Result<void> check_samples(const std::vector<Cell>& cells) {
  std::array<double, 3> counts{};
  for (const Cell& cell : cells) {
    for (std::size_t i = 0; i < 3; ++i) counts[i] += cell.counts[i];
  }
  const auto decisive = static_cast<std::uint64_t>(counts[0] + counts[2]);
  const auto draws = static_cast<std::uint64_t>(counts[1]);
  if (decisive + draws < kFewestWdlSamples)
    return Error{concat("found ", decisive + draws, " positions, expected at least ", kFewestWdlSamples)};
  if (decisive < kFewestWdlOutcomes) {
    return Error{concat("found ", decisive, " positions of games that were won, expected at least ",
                        kFewestWdlOutcomes)};
  }
  if (draws < kFewestWdlOutcomes) {
    return Error{
        concat("found ", draws, " positions of drawn games, expected at least ", kFewestWdlOutcomes)};
  }
  return {};
}

}  // namespace

base::Result<nn::WdlModel> fit_wdl(std::span<const WdlSample> samples, const WdlFitOptions& options) {
  Problem problem{.cells = cells_of(samples)};
  if (const auto good = check_samples(problem.cells); !good) return good.error();
  const double samples_per_game = std::max(1.0, options.samples_per_game);
  const WdlCurve coarse = coarse_curve(problem.cells);
  problem.a_unit = coarse.a;
  problem.b_unit = coarse.b;
  problem.terms = 1;
  const Point constant = lowest(problem);
  problem.a_unit *= constant.a[0];
  problem.b_unit *= constant.b[0];
  if (gain_by_scores(problem.cells, {problem.a_unit, problem.b_unit}) < kLeastGain * samples_per_game)
    return Error{"the scores don't tell won games from lost ones; higher scores should win more often"};
  problem.terms = kPolynomialTerms;
  problem.ridge = samples_per_game / (kExpectedVariation * kExpectedVariation);
  const Point best = lowest(problem);
  return nn::WdlModel{.a = powers_of(best.a, problem.a_unit), .b = powers_of(best.b, problem.b_unit)};
}

double wdl_log_loss(std::span<const WdlSample> samples, const nn::WdlModel& model) {
  constexpr double kLeastChance = 1e-6;
  double sum = 0;
  for (const Cell& cell : cells_of(samples)) {
    const WdlChances p = curve_of(model, cell.material).chances(cell.score);
    const std::array<double, 3> chances = {p.loss, p.draw, p.win};
    for (std::size_t i = 0; i < 3; ++i) sum -= cell.counts[i] * std::log(std::max(kLeastChance, chances[i]));
  }
  return samples.empty() ? 0 : sum / static_cast<double>(samples.size());
}

std::vector<WdlRow> wdl_table(std::span<const WdlSample> samples, const nn::WdlModel& model) {
  constexpr int kRange = 10;  // of material per row
  std::vector<WdlRow> rows;
  for (int from = kLeastWdlMaterial; from <= kMostWdlMaterial; from += kRange) {
    const int to = from + 2 * kRange > kMostWdlMaterial + 1 ? kMostWdlMaterial : from + kRange - 1;
    WdlRow row{.from_material = from, .to_material = to, .curve = curve_of(model, (from + to) / 2)};
    for (std::size_t i = 0; i < row.rates.size(); ++i)
      row.rates[i].score = row.curve.a * static_cast<double>(i) / 2;
    rows.push_back(row);
    if (to == kMostWdlMaterial) break;
  }
  for (const Cell& cell : cells_of(samples)) {
    const auto row = std::find_if(rows.begin(), rows.end(),
                                  [&](const WdlRow& one) { return cell.material <= one.to_material; });
    const double total = cell.counts[0] + cell.counts[1] + cell.counts[2];
    row->samples += static_cast<std::uint64_t>(total);
    const WdlChances p = curve_of(model, cell.material).chances(cell.score);
    for (WdlRate& rate : row->rates) {
      const double reach = row->curve.a / 4;
      const auto add = [&](double score, double predicted, double won) {
        if (std::abs(score - rate.score) > reach) return;
        rate.samples += total;
        rate.predicted += total * predicted;
        rate.observed += won;
      };
      add(cell.score, p.win, cell.counts[2]);
      add(-cell.score, p.loss, cell.counts[0]);
    }
  }
  for (WdlRow& row : rows) {
    for (WdlRate& rate : row.rates) {
      if (rate.samples == 0) {
        rate.predicted = row.curve.chances(rate.score).win;
        continue;
      }
      rate.predicted /= rate.samples;
      rate.observed /= rate.samples;
    }
  }
  return rows;
}

}  // namespace tabia::eval
