// train/examples.h: training on a handful of examples that are plain numbers: how a first network is taught.
//
// For models with features "dense-N" and recipes with `examples`. The gradient is the plain one (train/reference.h), the
// optimiser and the schedule are those of every run. No validation, no checkpoints: such a run takes a second.
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
  // The error says what keeps the recipe from being run.
  [[nodiscard]] static base::Result<std::unique_ptr<ExampleTrainer>> make(const Recipe& recipe);

  // One step with the next examples; returns their mean loss before it. Each pass takes the examples in another order.
  double step();
  // The examples of the recipe's `positions` have been learnt from.
  [[nodiscard]] bool is_done() const noexcept { return seen_ >= recipe_.positions; }
  // Examples learnt from so far; each counts as often as it was used.
  [[nodiscard]] std::uint64_t seen() const noexcept { return seen_; }
  [[nodiscard]] std::uint64_t steps() const noexcept { return optimiser_.steps(); }
  // The learning rate of the next step.
  [[nodiscard]] double rate() const noexcept;
  // Mean over all examples, as the network is now.
  [[nodiscard]] double loss();
  [[nodiscard]] base::Result<std::shared_ptr<const nn::Network>> network(nn::Lineage lineage) const {
    return model_->network(std::move(lineage));
  }

 private:
  ExampleTrainer(const Recipe& recipe, std::unique_ptr<Model> model);
  // Takes the model's numbers over into the reference.
  void refresh();
  // The loss of one example; its gradient is added to `gradient` if there is one.
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
