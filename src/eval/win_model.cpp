#include "eval/win_model.h"

#include <algorithm>
#include <cmath>

namespace tabia::eval {
namespace {

using namespace tabia::chess;

// The material variable of the model: both sides' pieces at 1, 3, 3, 5, 9.
double material_of(const Position& position) noexcept {
  constexpr EnumArray<PieceType, int> kWorth = {{{1, 3, 3, 5, 9, 0, 0}}};
  int total = 0;
  for (const PieceType type : kPieceTypes) total += kWorth[type] * count(position.pieces(type));
  return std::clamp(total, 17, 78) / 58.0;
}

double polynomial(const std::array<double, 4>& coefficients, double x) noexcept {
  double value = 0;
  for (const double coefficient : coefficients) value = value * x + coefficient;
  return value;
}

}  // namespace

double WinModel::units_per_pawn(const Position& position) const noexcept {
  return std::max(1.0, polynomial(model_.a, material_of(position)));
}

Wdl WinModel::wdl(base::Score score, const Position& position) const noexcept {
  if (base::is_decisive(score)) return score > 0 ? Wdl{1000, 0, 0} : Wdl{0, 0, 1000};
  const double a = units_per_pawn(position);
  const double b = std::max(1.0, polynomial(model_.b, material_of(position)));
  const auto chance = [&](double x) {
    return static_cast<int>(std::lround(1000 / (1 + std::exp((a - x) / b))));
  };
  const int win = chance(score);
  const int loss = std::min(chance(-score), 1000 - win);
  return {win, 1000 - win - loss, loss};
}

int WinModel::centipawns(base::Score score, const Position& position) const noexcept {
  return static_cast<int>(std::lround(100.0 * score / units_per_pawn(position)));
}

}  // namespace tabia::eval
