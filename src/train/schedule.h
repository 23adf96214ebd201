// train/schedule.h: numbers that change over a run: the learning rate and the weight of the result.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace tabia::train {

enum class RateKind {
  Constant,     // "constant"
  Step,         // "step": multiplied by `factor` after every `every` of the run
  Exponential,  // "exponential": from rate to final_rate, by a constant factor per step
  Cosine,       // "cosine": from rate to final_rate along half a wave
  OneCycle,     // "one-cycle": up to rate in the first `warm_up` of the run, then down like "cosine"
};
[[nodiscard]] std::string_view name_of(RateKind kind) noexcept;

struct RateSchedule {
  RateKind kind = RateKind::Cosine;
  double rate = 0.001;
  double final_rate = 0.00001;
  double warm_up = 0;   // share of the run in which the rate grows from 0
  double every = 0.3;   // for Step: share of the run
  double factor = 0.1;  // for Step

  // The rate when this share of the run (0 to 1) is done.
  [[nodiscard]] double at(double done) const noexcept;
};

// Linear from `first` to `last`.
struct LinearSchedule {
  double first = 0;
  double last = 0;
  [[nodiscard]] double at(double done) const noexcept { return first + (last - first) * done; }
};

}  // namespace tabia::train
