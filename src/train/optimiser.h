// train/optimiser.h: from gradients to better numbers.
//
// One pass over all numbers of the model adds the threads' gradients, moves the numbers, keeps them within the limits
// that their storage implies, and clears the gradients.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "kernels/training.h"
#include "train/gradient.h"
#include "train/model.h"

namespace tabia::train {

enum class OptimiserKind {
  Sgd,     // "sgd", with momentum if that is above 0
  Adam,    // "adam"
  AdamW,   // "adamw": weight decay apart from the gradient
  RAdam,   // "radam": Adam that trusts its variance only when it has seen enough
  Ranger,  // "ranger": RAdam, and every few steps half the way back to where it was ("lookahead")
};
[[nodiscard]] std::string_view name_of(OptimiserKind kind) noexcept;

struct OptimiserOptions {
  OptimiserKind kind = OptimiserKind::AdamW;
  double beta1 = 0.9;  // momentum, of Sgd too
  double beta2 = 0.999;
  double epsilon = 1e-8;
  double weight_decay = 0.01;  // for AdamW and Ranger
  bool correct_bias = true;    // of Adam and AdamW: the first steps as large as the later ones
  double gradient_clip = 0;    // longest gradient (Euclidean, of the mean loss); 0: any
  int lookahead_steps = 6;     // for Ranger
  double lookahead_share = 0.5;
  double average = 0;  // of the averaged weights: share of the old average that stays at each step; 0: none
};

class Optimiser {
 public:
  Optimiser(Model& model, const OptimiserOptions& options);

  struct Outcome {
    double gradient_norm =
        0;  // of the mean loss, over all numbers that are trained; 0 if it was not asked for
  };
  // One step with the sum of the gradients of `positions` positions. Clears the gradients.
  Outcome step(std::vector<Gradient>& gradients, double positions, double rate, int threads);

  // Squared length of the sum of all gradients, without that of the factoriser, which is made of the others.
  [[nodiscard]] static double squared_norm(const Model& model, std::vector<Gradient>& gradients, int threads);

  [[nodiscard]] std::uint64_t steps() const noexcept { return steps_; }
  // Averaged numbers in place of the trained ones, and back: call it twice. Does nothing without an average.
  void swap_average();
  [[nodiscard]] bool has_average() const noexcept { return !average_.empty(); }

  // Everything that a checkpoint must keep besides the model: arrays in a fixed order, and the number of steps.
  [[nodiscard]] std::vector<FloatArray*> state();
  void set_steps(std::uint64_t steps) noexcept { steps_ = steps; }

 private:
  [[nodiscard]] kernels::UpdateStep step_of(double positions, double rate) const;

  Model& model_;
  OptimiserOptions options_;
  const kernels::TrainingKernels& kernels_;
  std::uint64_t steps_ = 0;
  std::vector<FloatArray> momentum_;  // by array of the model; empty if not used
  std::vector<FloatArray> variance_;
  std::vector<FloatArray> slow_;
  std::vector<FloatArray> average_;
  FloatArray factoriser_gradient_;
};

}  // namespace tabia::train
