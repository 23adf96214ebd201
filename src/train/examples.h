// train/examples.h: training on a handful of numeric examples: how to train a first network.
//
// For models with features "dense-N" and recipes with `examples`. The gradient is the plain one
// (train/reference.h); the optimizer and the schedule are those of every run. No validation, no checkpoints:
// such a run takes a second.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/random.h"
#include "base/result.h"
#include "train/optimiser.h"
#include "train/recipe.h"
#include "train/reference.h"

namespace tabia::train {

class ExampleTrainer {
 public:
  // The error says why the recipe can't be run.
  [[nodiscard]] static base::Result<std::unique_ptr<ExampleTrainer>> make(const Recipe& recipe);

  // One step with the next examples; returns their mean loss before the step. Each pass uses a different
  // order.
  double step();
  // True once the recipe's `positions` examples have been used.
  [[nodiscard]] bool is_done() const noexcept { return seen_ >= recipe_.positions; }
  // Examples used so far, counting repeated use.
  [[nodiscard]] std::uint64_t seen() const noexcept { return seen_; }
  [[nodiscard]] std::uint64_t steps() const noexcept { return optimiser_.steps(); }
  // The learning rate of the next step.
  [[nodiscard]] double rate() const noexcept;
  // The mean loss of the current network over all examples.
  [[nodiscard]] double loss();
  [[nodiscard]] base::Result<std::shared_ptr<const nn::Network>> network(nn::Lineage lineage) const {
    return model_->network(std::move(lineage));
  }

 private:
  ExampleTrainer(const Recipe& recipe, std::unique_ptr<Model> model);
  // Copies the model's weights to the reference.
  void refresh();
  // The loss of one example; adds its gradient to `gradient` if that is given.
  double learn(const Example& example, Numbers<double>* gradient);
  [[nodiscard]] const Example& next_example();

  const Recipe recipe_;
  std::unique_ptr<Model> model_;
  Optimiser optimiser_;
  std::vector<Gradient> gradients_;  // one
  ReferenceModel<double> reference_;
  base::Random random_;
  std::vector<std::size_t> order_;  // of the current pass
  std::size_t at_ = 0;              // in order_
  std::uint64_t seen_ = 0;
};

}  // namespace tabia::train
