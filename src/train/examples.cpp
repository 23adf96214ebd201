#include "train/examples.h"

#include <algorithm>
#include <numeric>

#include "base/text.h"

namespace tabia::train {
namespace {

using base::concat;
using base::Error;
using base::Result;

Result<void> check(const Recipe& recipe) {
  if (recipe.model.features.is_chess())
    return Error{"examples: the model's inputs are chess positions; examples need features \"dense-N\""};
  const LossKind kind = recipe.objective.loss.kind;
  if (kind != LossKind::Power && kind != LossKind::CrossEntropy && kind != LossKind::Tanh)
    return Error{
        concat("loss.kind: found ", name_of(kind), ", expected power, cross-entropy or tanh for examples")};
  const auto inputs = static_cast<std::size_t>(recipe.model.features.inputs);
  for (const Example& example : recipe.examples) {
    if (example.inputs.size() != inputs)
      return Error{concat("examples: found one of ", example.inputs.size(), " inputs, expected ", inputs,
                          " and then the target")};
  }
  if (recipe.examples.empty()) return Error{"examples: give at least one"};
  return {};
}

}  // namespace

Result<std::unique_ptr<ExampleTrainer>> ExampleTrainer::make(const Recipe& recipe) {
  if (auto good = check(recipe); !good) return good.error();
  auto model = Model::make(recipe.model, recipe.initial);
  if (!model) return model.error();
  return std::unique_ptr<ExampleTrainer>(new ExampleTrainer(recipe, std::move(*model)));
}

ExampleTrainer::ExampleTrainer(const Recipe& recipe, std::unique_ptr<Model> model)
    : recipe_(recipe),
      model_(std::move(model)),
      optimiser_(*model_, recipe_.optimiser),
      reference_(recipe_.model),
      random_(recipe_.seed),
      order_(recipe_.examples.size()) {
  gradients_.emplace_back(*model_);
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  at_ = order_.size();
  refresh();
}

void ExampleTrainer::refresh() {
  for_each_number(model_->spec(), model_->shape(),
                  [&](std::size_t tensor, std::size_t number, std::size_t array, std::size_t place) {
                    reference_.weights()[tensor][number] = static_cast<double>(model_->used(array)[place]);
                  });
}

double ExampleTrainer::rate() const noexcept {
  return recipe_.rate.at(std::min(static_cast<double>(seen_) / static_cast<double>(recipe_.positions), 1.0));
}

double ExampleTrainer::learn(const Example& example, Numbers<double>* gradient) {
  NetworkInput<double> input;
  input.views.emplace_back();
  for (std::size_t row = 0; row < example.inputs.size(); ++row)
    input.views[0].push_back({static_cast<std::uint32_t>(row), example.inputs[row]});
  const Target<double> target{example.target, 0};
  const auto value = loss_of<double>(recipe_.objective.loss, reference_.forward(input), target);
  if (gradient) reference_.backward(value.slope, *gradient, recipe_.objective.activation_cost);
  return value.loss;
}

const Example& ExampleTrainer::next_example() {
  if (at_ == order_.size()) {
    for (std::size_t i = order_.size(); i > 1; --i)
      std::swap(order_[i - 1], order_[random_.below(static_cast<std::uint32_t>(i))]);
    at_ = 0;
  }
  return recipe_.examples[order_[at_++]];
}

double ExampleTrainer::step() {
  const auto count = std::min<std::uint64_t>(recipe_.batch, recipe_.examples.size());
  const double rate_now = rate();
  Numbers<double> gradient = zeros_for<double>(recipe_.model);
  double sum = 0;
  for (std::uint64_t i = 0; i < count; ++i) sum += learn(next_example(), &gradient);
  for_each_number(model_->spec(), model_->shape(),
                  [&](std::size_t tensor, std::size_t number, std::size_t array, std::size_t place) {
                    gradients_[0].arrays()[array][place] = static_cast<float>(gradient[tensor][number]);
                  });
  optimiser_.step(gradients_, static_cast<double>(count), rate_now, 1);
  refresh();
  seen_ += count;
  return sum / static_cast<double>(count);
}

double ExampleTrainer::loss() {
  double sum = 0;
  for (const Example& example : recipe_.examples) sum += learn(example, nullptr);
  return sum / static_cast<double>(recipe_.examples.size());
}

}  // namespace tabia::train
