#include "nn/win_curve.h"

#include <algorithm>
#include <cmath>

namespace tabia::nn {
namespace {

double logistic(double x) noexcept { return 1 / (1 + std::exp(-x)); }

double polynomial(const std::array<double, 4>& coefficients, double x) noexcept {
  double value = 0;
  for (const double coefficient : coefficients) value = value * x + coefficient;
  return value;
}

}  // namespace

int wdl_material(const chess::Position& position) noexcept {
  constexpr chess::EnumArray<chess::PieceType, int> kWorth = {{{1, 3, 3, 5, 9, 0, 0}}};
  int total = 0;
  for (const chess::PieceType type : chess::kPieceTypes)
    total += kWorth[type] * chess::count(position.pieces(type));
  return std::clamp(total, kLeastWdlMaterial, kMostWdlMaterial);
}

WdlChances WdlCurve::chances(double score) const noexcept {
  const double win = logistic((score - a) / b);
  const double loss = logistic((-score - a) / b);
  // 1 - win - loss, exact even if it is small.
  const double draw = -std::expm1(-2 * a / b) * logistic((a - score) / b) * logistic((a + score) / b);
  return {win, draw, loss};
}

// win - loss = sinh(t) / (c + cosh(t)) with t = score / b and c = cosh(a / b): quadratic in exp(t).
double WdlCurve::score_of(const WdlChances& chances) const noexcept {
  constexpr double kSurest = 1e-9;  // nothing is more certain than this
  const double q = chances.win - chances.loss;
  const double c = std::cosh(std::min(a / b, 300.0));
  const double below = std::max(kSurest, chances.draw + 2 * std::min(chances.win, chances.loss));  // 1 - |q|
  const double size = 1 - below;
  const double t = std::log((c * size + std::sqrt(c * c * size * size + below * (1 + size))) / below);
  return q < 0 ? -b * t : b * t;
}

WdlCurve curve_of(const WdlModel& model, int material) noexcept {
  const double x = std::clamp(material, kLeastWdlMaterial, kMostWdlMaterial) / kWdlMaterialUnit;
  return {std::max(1.0, polynomial(model.a, x)), std::max(1.0, polynomial(model.b, x))};
}

}  // namespace tabia::nn
