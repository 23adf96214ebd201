#include "eval/win_model.h"

#include <algorithm>
#include <cmath>

#include "eval/wdl_fit.h"

namespace tabia::eval {

double WinModel::units_per_pawn(const chess::Position& position) const noexcept {
  return curve_of(model_, wdl_material(position)).a;
}

double WinModel::margin_pawn() const noexcept {
  return model_.margin_pawn > 0 ? model_.margin_pawn : units_per_pawn(chess::Position());
}

Wdl WinModel::wdl(base::Score score, const chess::Position& position) const noexcept {
  if (base::is_decisive(score)) return score > 0 ? Wdl{1000, 0, 0} : Wdl{0, 0, 1000};
  const auto [a, b] = curve_of(model_, wdl_material(position));
  const auto chance = [a = a, b = b](double x) {
    return static_cast<int>(std::lround(1000 / (1 + std::exp((a - x) / b))));
  };
  const int win = chance(score);
  const int loss = std::min(chance(-score), 1000 - win);
  return {win, 1000 - win - loss, loss};
}

int WinModel::centipawns(base::Score score, const chess::Position& position) const noexcept {
  return static_cast<int>(std::lround(100.0 * score / units_per_pawn(position)));
}

}  // namespace tabia::eval
