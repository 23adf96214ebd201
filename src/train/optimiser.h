// train/optimiser.h: from gradients to better weights.
//
// One pass over all weights of the model adds up the threads' gradients, updates the weights, keeps them
// within the limits of their storage type, and clears the gradients.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "kernels/training.h"
#include "train/trainable.h"

namespace tabia::train {

enum class OptimiserKind {
  Sgd,     // "sgd", with momentum if it is above 0
  Adam,    // "adam"
  AdamW,   // "adamw": weight decay separate from the gradient
  RAdam,   // "radam": Adam that uses its variance only once it has seen enough samples
  Ranger,  // "ranger": RAdam, and every few steps half the way back to where it was ("lookahead")
};
[[nodiscard]] std::string_view name_of(OptimiserKind kind) noexcept;

struct OptimiserOptions {
  OptimiserKind kind = OptimiserKind::AdamW;
  double beta1 = 0.9;  // momentum, also of Sgd
  double beta2 = 0.999;
  double epsilon = 1e-8;
  double weight_decay = 0.01;  // for AdamW and Ranger
  bool correct_bias = true;    // of Adam and AdamW: make the first steps as large as later ones
  double gradient_clip = 0;    // maximum gradient norm (Euclidean, of the mean loss); 0: no limit
  int lookahead_steps = 6;     // for Ranger
  double lookahead_share = 0.5;
  double average = 0;  // averaged weights: the share of the old average kept at each step; 0: no averaging
};

class Optimiser {
 public:
  Optimiser(Trainable& model, const OptimiserOptions& options);

  struct Outcome {
    double gradient_norm = 0;  // of the mean loss, over all trained numbers; 0 if not requested
  };
  // One step with the summed gradients of `positions` positions. Clears the gradients.
  Outcome step(std::span<GradientSums* const> gradients, double positions, double rate, int threads);
  template <class Sums>
  Outcome step(std::vector<Sums>& gradients, double positions, double rate, int threads) {
    return step(pointers_to(gradients), positions, rate, threads);
  }

  // Squared norm of the summed gradients, without the factorizer's, which derives from the others.
  [[nodiscard]] static double squared_norm(const Trainable& model, std::span<GradientSums* const> gradients,
                                           int threads);

  [[nodiscard]] std::uint64_t steps() const noexcept { return steps_; }
  // Swaps the averaged numbers with the trained ones: call it twice to restore them. Does nothing without an
  // average.
  void swap_average();

  // Everything a checkpoint must store besides the model: arrays in a fixed order, and the number of steps.
  [[nodiscard]] std::vector<FloatArray*> state();
  void set_steps(std::uint64_t steps) noexcept { steps_ = steps; }

 private:
  [[nodiscard]] kernels::UpdateStep step_of(double positions, double rate) const;

  Trainable& model_;
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
