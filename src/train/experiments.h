// train/experiments.h: small runs that answer a question: is the gradient right, can the model learn at all,
// which learning rate is good?
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "train/recipe.h"

namespace tabia::train {

// How the gradient of a tensor compares: the largest difference relative to the gradient's largest number.
struct GradientCheck {
  std::string tensor;
  std::size_t checked = 0;       // numbers that were perturbed
  double finite_difference = 0;  // plain gradient in double precision against finite differences
  double fast = 0;               // the gradient that training uses against the plain one
};

// Uses positions from random games with random labels. Numbers whose change would cross a corner of a clipped
// activation are skipped.
[[nodiscard]] base::Result<std::vector<GradientCheck>> check_gradients(const Recipe& recipe);

// Overfits `positions` positions of the data: the loss after each of `steps` steps. The loss must go toward
// 0; otherwise the model or its gradient is wrong.
[[nodiscard]] base::Result<std::vector<double>> overfit(const Recipe& recipe, std::uint64_t positions,
                                                        int steps);

struct RateTrial {
  double rate = 0;
  double loss = 0;  // smoothed
};
struct RateFinding {
  std::vector<RateTrial> trials;
  double suggested = 0;  // a tenth of the rate with the lowest loss; 0: none
};
// Raises the learning rate from `low` to `high` over `steps` batches.
[[nodiscard]] base::Result<RateFinding> find_rate(const Recipe& recipe, double low, double high, int steps,
                                                  int threads);

}  // namespace tabia::train
