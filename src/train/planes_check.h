// train/planes_check.h: is the gradient of a network over planes right?
#pragma once

#include <vector>

#include "base/result.h"
#include "train/experiments.h"
#include "train/recipe.h"

namespace tabia::train {

// Like check_gradients (train/experiments.h), but without a plain gradient: `finite_difference` is how much
// two step sizes disagree; `fast` compares the gradient that training uses with the finite differences of
// train/planes_reference.h. Checks at most this many numbers of each tensor.
inline constexpr std::size_t kCheckedNumbers = 6;
[[nodiscard]] base::Result<std::vector<GradientCheck>> check_planes_gradients(
    const Recipe& recipe, std::size_t numbers = kCheckedNumbers);

}  // namespace tabia::train
