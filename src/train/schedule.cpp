#include "train/schedule.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tabia::train {

double RateSchedule::at(double done) const noexcept {
  const double share = std::clamp(done, 0.0, 1.0);
  if (warm_up > 0 && share < warm_up) return rate * share / warm_up;
  // The part after the warm-up has its own schedule.
  const double rest = warm_up < 1 ? (share - warm_up) / (1 - warm_up) : 1;
  switch (kind) {
    case RateKind::Constant:
      break;
    case RateKind::Step:
      return rate * std::pow(factor, std::floor(rest / every + 1e-12));
    case RateKind::Exponential:
      return rate * std::pow(final_rate / rate, rest);
    case RateKind::Cosine:
    case RateKind::OneCycle:
      return final_rate + (rate - final_rate) * (1 + std::cos(std::numbers::pi * rest)) / 2;
  }
  return rate;
}

}  // namespace tabia::train
