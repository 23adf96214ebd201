// train/validation.h: how good a model is on positions it was not trained on.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "data/run_log.h"
#include "team/team.h"
#include "train/trainable.h"

namespace tabia::train {

struct ValidationResult {
  std::uint64_t positions = 0;
  double loss = 0;
  std::array<double, 3> by_phase{};
  double accuracy = 0;
  double correlation = 0;
  double dead = 0;
  double saturated = 0;
  // For positions with a policy and a known move: mean cross entropy, and the share whose likeliest move was
  // played.
  double policy_loss = 0;
  double policy_accuracy = 0;
};

// Evaluates all fragments with the weights of the model that the gradients belong to, on this many threads.
// The number of gradients determines how the sums are rounded. All members of the team call it together: each
// takes a part of the fragments, and all get the result.
[[nodiscard]] base::Result<ValidationResult> validate(std::span<GradientSums* const> gradients,
                                                      const Fragments& fragments, const Objective& objective,
                                                      int threads, team::Team& team);

}  // namespace tabia::train
