#include "train/online.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "nn/network_parts.h"
#include "nn/quantise.h"
#include "train/model.h"

namespace tabia::train {
namespace {

using base::concat;
using base::Error;
using base::Result;

}  // namespace

OnlineTrainer::OnlineTrainer(const nn::ModelSpec& spec, nn::FeatureSet features)
    : features_(features),
      model_(spec),
      gradient_(zeros_for<float>(spec)),
      touched_heads_(static_cast<std::size_t>(spec.output.heads)) {
  loss_.kind = LossKind::Power;
  loss_.power = 2;
  loss_.eval_scale = spec.output.eval_scale;
  loss_.tanh_output = spec.output.activation == nn::Activation::Tanh;
}

Result<std::unique_ptr<OnlineTrainer>> OnlineTrainer::make(const nn::ModelSpec& spec, std::uint64_t seed) {
  if (!spec.features.is_chess())
    return Error{"features: online training needs features of chess positions, not numeric inputs"};
  if (spec.features.relations.any())
    return Error{"features: online training is not for threats and pawn pairs; tabia train is"};
  // Initial weights and limits are the same as in long runs.
  auto initial = Model::make(spec, {.seed = seed});
  if (!initial) return initial.error();
  std::unique_ptr<OnlineTrainer> trainer(new OnlineTrainer(spec, (*initial)->features()));
  Numbers<float>& weights = trainer->model_.weights();
  for_each_number(spec, (*initial)->shape(),
                  [&](std::size_t tensor, std::size_t number, std::size_t array, std::size_t place) {
                    weights[tensor][number] = (*initial)->trained()[array][place];
                  });
  for (const nn::TensorSpec& tensor : nn::tensors_of(spec)) {
    const auto& regions = (*initial)->regions();
    const auto region = std::find_if(regions.begin(), regions.end(),
                                     [&](const Region& candidate) { return candidate.name == tensor.name; });
    trainer->limits_.push_back(region->limit);
  }
  return trainer;
}

bool OnlineTrainer::is_turned(const chess::Position& position) const noexcept {
  return !spec().perspective && position.side_to_move() == chess::Color::Black;
}

double OnlineTrainer::train(std::span<const Lesson> lessons, double rate) {
  double sum = 0;
  for (const Lesson& lesson : lessons) {
    const NetworkInput<float> input = input_of<float>(spec(), features_, lesson.position);
    const double target = is_turned(lesson.position) ? 1 - lesson.target : lesson.target;
    const auto value =
        loss_of<float>(loss_, model_.forward(input), Target<float>{static_cast<float>(target), 0});
    model_.backward(value.slope, gradient_);
    sum += static_cast<double>(value.loss);
    for (const auto& view : input.views)
      for (const ActiveInput<float>& active : view) touched_rows_.push_back(active.row);
    touched_heads_[input.head] = true;
  }
  const auto count = static_cast<double>(lessons.size());
  move_touched(static_cast<float>(rate / count));
  return sum / count;
}

void OnlineTrainer::move(std::size_t tensor, std::size_t begin, std::size_t count, float rate) {
  float* weights = model_.weights()[tensor].data() + begin;
  float* gradient = gradient_[tensor].data() + begin;
  const float limit = limits_[tensor];
  for (std::size_t i = 0; i < count; ++i) {
    weights[i] = std::min(std::max(weights[i] - rate * gradient[i], -limit), limit);
    gradient[i] = 0;
  }
}

void OnlineTrainer::move_touched(float rate) {
  const auto width = static_cast<std::size_t>(spec().accumulator.width);
  const std::size_t heads = touched_heads_.size();
  std::sort(touched_rows_.begin(), touched_rows_.end());
  touched_rows_.erase(std::unique(touched_rows_.begin(), touched_rows_.end()), touched_rows_.end());
  for (const std::uint32_t row : touched_rows_) {
    move(0, row * width, width, rate);
    if (spec().piece_square) move(2, row * heads, heads, rate);
  }
  move(1, 0, width, rate);
  for (std::size_t tensor = spec().piece_square ? 3 : 2; tensor < gradient_.size(); ++tensor) {
    const std::size_t part = gradient_[tensor].size() / heads;
    for (std::size_t head = 0; head < heads; ++head)
      if (touched_heads_[head]) move(tensor, head * part, part, rate);
  }
  touched_rows_.clear();
  touched_heads_.assign(heads, false);
}

OnlineTrainer::Opinion OnlineTrainer::opinion(const chess::Position& position) {
  const auto raw = static_cast<double>(model_.forward(input_of<float>(spec(), features_, position))) *
                   (is_turned(position) ? -1 : 1);
  const double shaped = loss_.tanh_output ? std::tanh(raw) : raw;
  return {logistic(loss_.tanh_output ? 2 * raw : raw), shaped * loss_.eval_scale};
}

Result<std::shared_ptr<const nn::Network>> OnlineTrainer::network(nn::Lineage lineage) const {
  const nn::ModelSpec twin = nn::float_twin(spec());
  std::vector<nn::Tensor> tensors = nn::empty_tensors(twin);
  for (std::size_t t = 0; t < tensors.size(); ++t)
    std::copy(model_.weights()[t].begin(), model_.weights()[t].end(), tensors[t].values<float>().begin());
  return nn::Network::make(twin, std::move(tensors), std::move(lineage), first_win_model(spec()));
}

Result<void> OnlineTrainer::load(const nn::Network& network) {
  if (!(nn::float_twin(network.spec()) == nn::float_twin(spec()))) {
    return Error{concat("the network has another shape; found\n", nn::to_text(network.spec()), "expected\n",
                        nn::to_text(spec()))};
  }
  for (std::size_t t = 0; t < network.tensors().size(); ++t) {
    const nn::Tensor& from = network.tensors()[t];
    for (std::size_t i = 0; i < from.spec().size(); ++i)
      model_.weights()[t][i] = static_cast<float>(from.stored(i) / from.spec().scale);
  }
  return {};
}

}  // namespace tabia::train
