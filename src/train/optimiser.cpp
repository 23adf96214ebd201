#include "train/optimiser.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/threads.h"

namespace tabia::train {
namespace {

constexpr std::size_t kPortion = 4096;  // numbers a thread takes at a time

// RAdam uses the variance once it has this many effective samples.
constexpr double kEnoughSamples = 5;

std::vector<FloatArray> arrays_like(const std::vector<FloatArray>& model) {
  std::vector<FloatArray> arrays;
  arrays.reserve(model.size());
  for (const FloatArray& array : model) arrays.emplace_back(array.size());
  return arrays;
}

}  // namespace

Optimiser::Optimiser(Trainable& model, const OptimiserOptions& options)
    : model_(model), options_(options), kernels_(kernels::active_training_kernels()) {
  const bool sgd = options_.kind == OptimiserKind::Sgd;
  if (!sgd || options_.beta1 > 0) momentum_ = arrays_like(model_.trained());
  if (!sgd) variance_ = arrays_like(model_.trained());
  const auto copies = [&] {
    std::vector<FloatArray> arrays = arrays_like(model_.trained());
    for (std::size_t i = 0; i < arrays.size(); ++i)
      std::memcpy(arrays[i].data(), model_.trained()[i].data(), arrays[i].size() * sizeof(float));
    return arrays;
  };
  if (options_.kind == OptimiserKind::Ranger) slow_ = copies();
  if (options_.average > 0) average_ = copies();
  if (model_.has_factoriser()) factoriser_gradient_ = FloatArray(model_.trained().back().size());
}

kernels::UpdateStep Optimiser::step_of(double positions, double rate) const {
  kernels::UpdateStep step;
  const auto t = static_cast<double>(steps_ + 1);
  const double b1 = options_.beta1;
  const double b2 = options_.beta2;
  step.gradient_scale = static_cast<float>(1 / positions);
  step.momentum = static_cast<float>(b1);
  step.variance = static_cast<float>(b2);
  step.epsilon = static_cast<float>(options_.epsilon);
  step.rate = static_cast<float>(rate);
  switch (options_.kind) {
    case OptimiserKind::Sgd:
      step.adaptive = false;
      step.momentum_gain = 1;
      return step;
    case OptimiserKind::AdamW:
      step.keep = static_cast<float>(1 - rate * options_.weight_decay);
      [[fallthrough]];
    case OptimiserKind::Adam:
      step.momentum_gain = static_cast<float>(1 - b1);
      if (options_.correct_bias) {
        step.rate = static_cast<float>(rate / (1 - std::pow(b1, t)));
        step.variance_scale = static_cast<float>(1 / (1 - std::pow(b2, t)));
      }
      return step;
    case OptimiserKind::RAdam:
    case OptimiserKind::Ranger:
      break;
  }
  if (options_.kind == OptimiserKind::Ranger)
    step.keep = static_cast<float>(1 - rate * options_.weight_decay);
  step.momentum_gain = static_cast<float>(1 - b1);
  const double most = 2 / (1 - b2) - 1;
  const double decayed = std::pow(b2, t);
  const double samples = most - 2 * t * decayed / (1 - decayed);
  const double corrected = rate / (1 - std::pow(b1, t));
  if (samples > kEnoughSamples) {
    const double trust = std::sqrt((samples - 4) / (most - 4) * (samples - 2) / (most - 2) * most / samples);
    step.rate = static_cast<float>(corrected * trust);
    step.variance_scale = static_cast<float>(1 / (1 - decayed));
  } else {
    // Plain momentum; the variance is accumulated, but has no effect on the step.
    step.rate = static_cast<float>(corrected);
    step.variance_scale = 0;
    step.epsilon = 1;
  }
  return step;
}

double Optimiser::squared_norm(const Trainable& model, std::span<GradientSums* const> gradients,
                               int threads) {
  const auto& kernels = kernels::active_training_kernels();
  double total = 0;
  for (std::size_t array = 0; array < model.gradient_arrays(); ++array) {
    std::vector<float*> parts;
    parts.reserve(gradients.size());
    for (GradientSums* gradient : gradients) parts.push_back(gradient->arrays()[array].data());
    const std::size_t size = model.trained()[array].size();
    const std::size_t portions = (size + kPortion - 1) / kPortion;
    std::vector<double> sums(portions);
    base::parallel_for(portions, portions > 64 ? threads : 1, [&](std::size_t portion) {
      std::vector<float*> here;
      here.reserve(parts.size());
      for (float* part : parts) here.push_back(part + portion * kPortion);
      sums[portion] =
          kernels.squared_norm(here.data(), here.size(), std::min(kPortion, size - portion * kPortion));
    });
    for (const double sum : sums) total += sum;
  }
  return total;
}

Optimiser::Outcome Optimiser::step(std::span<GradientSums* const> gradients, double positions, double rate,
                                   int threads) {
  Outcome outcome;
  model_.absorb(gradients);
  kernels::UpdateStep step = step_of(positions, rate);
  if (model_.has_factoriser()) {
    for (GradientSums* gradient : gradients)
      model_.fold_gradient(gradient->arrays().front(), factoriser_gradient_);
  }
  if (options_.gradient_clip > 0) {
    double squared = squared_norm(model_, gradients, threads);
    if (model_.has_factoriser()) {
      float* part = factoriser_gradient_.data();
      squared += kernels_.squared_norm(&part, 1, factoriser_gradient_.size());
    }
    outcome.gradient_norm = std::sqrt(squared) / positions;
    if (outcome.gradient_norm > options_.gradient_clip)
      step.gradient_scale *= static_cast<float>(options_.gradient_clip / outcome.gradient_norm);
  }

  // All stretches of all arrays in one list, so that threads share them evenly.
  struct Portion {
    const Region* region;
    std::size_t begin;
    std::size_t end;
  };
  std::vector<Portion> portions;
  for (const Region& region : model_.regions()) {
    for (std::size_t begin = region.begin; begin < region.end; begin += kPortion)
      portions.push_back({&region, begin, std::min(begin + kPortion, region.end)});
  }
  const bool look_back =
      !slow_.empty() && (steps_ + 1) % static_cast<std::uint64_t>(std::max(options_.lookahead_steps, 1)) == 0;
  const int workers = portions.size() > 64 ? threads : 1;
  // Several per worker: a worker may share its core with the loader.
  const std::size_t shares = workers == 1 ? 1 : 8 * static_cast<std::size_t>(workers);
  base::parallel_for(shares, workers, [&](std::size_t share) {
    std::vector<float*> parts;
    for (std::size_t i = share * portions.size() / shares; i < (share + 1) * portions.size() / shares; ++i) {
      const auto& [region, begin, end] = portions[i];
      const std::size_t length = end - begin;
      parts.clear();
      if (region->array < model_.gradient_arrays())
        for (GradientSums* gradient : gradients)
          parts.push_back(gradient->arrays()[region->array].data() + begin);
      else if (!region->is_statistic)
        parts.push_back(factoriser_gradient_.data() + begin);
      kernels::UpdateStep here = step;
      here.limit = region->limit;
      float* weights = model_.trained()[region->array].data() + begin;
      if (!region->is_statistic)
        kernels_.update(here, weights, momentum_.empty() ? nullptr : momentum_[region->array].data() + begin,
                        variance_.empty() ? nullptr : variance_[region->array].data() + begin, parts.data(),
                        parts.size(), length);
      if (look_back && !region->is_statistic) {
        float* slow = slow_[region->array].data() + begin;
        kernels_.approach(slow, weights, static_cast<float>(options_.lookahead_share), length);
        std::memcpy(weights, slow, length * sizeof(float));
      }
      if (!average_.empty())
        kernels_.approach(average_[region->array].data() + begin, weights,
                          static_cast<float>(1 - options_.average), length);
    }
  });
  ++steps_;
  model_.refresh(threads);
  return outcome;
}

void Optimiser::swap_average() {
  if (average_.empty()) return;
  std::swap(average_, model_.trained());
  model_.refresh(1);
}

std::vector<FloatArray*> Optimiser::state() {
  std::vector<FloatArray*> arrays;
  for (auto* group : {&momentum_, &variance_, &slow_, &average_})
    for (FloatArray& array : *group) arrays.push_back(&array);
  return arrays;
}

}  // namespace tabia::train
