#include "train/experiments.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "base/text.h"
#include "base/threads.h"
#include "chess/movegen.h"
#include "train/planes_check.h"
#include "train/reference.h"

namespace tabia::train {
namespace {

using base::Error;
using base::Random;
using base::Result;

struct Labelled {
  chess::Position position;
  Label label;
};

std::vector<Labelled> random_game(std::uint64_t seed, std::size_t plies) {
  Random random(seed);
  std::vector<Labelled> game;
  chess::Position position;
  while (game.size() < plies) {
    const auto moves = chess::legal_moves(position);
    if (moves.empty()) break;
    game.push_back({position, {static_cast<float>(base::bell(random)), data::Outcome::Draw}});
    position.make(moves[static_cast<int>(random.below(static_cast<std::uint32_t>(moves.size())))]);
  }
  return game;
}

// The summed loss of the positions, including the activation cost; and its gradient if requested.
double summed_loss(ReferenceModel<double>& model, const nn::FeatureSet& features,
                   const std::vector<Labelled>& positions, const Objective& objective,
                   Numbers<double>* gradient) {
  double total = 0;
  for (const Labelled& labelled : positions) {
    const auto input = input_of<double>(model.spec(), features, labelled.position);
    Target<double> target = target_of<double>(labelled.label, objective.result_weight, objective.loss);
    if (!model.spec().perspective && labelled.position.side_to_move() == chess::Color::Black)
      target = {1 - target.expected, -target.score};
    const auto value = loss_of<double>(objective.loss, model.forward(input), target);
    total += value.loss + objective.activation_cost * model.activation();
    if (gradient) model.backward(value.slope, *gradient, objective.activation_cost);
  }
  return total;
}

Result<std::unique_ptr<Sampler>> open_sampler(const Recipe& recipe) {
  SamplerOptions options;
  options.sources = recipe.data;
  options.filter = recipe.filter;
  options.dial = recipe.stages.front().dial;
  options.pool_positions = std::min<std::uint64_t>(recipe.pool, 500'000);
  options.seed = recipe.seed;
  if (recipe.model.planes) options.planes = recipe.model.planes->input;
  return Sampler::open(std::move(options));
}

std::vector<FragmentView> views(const Fragments& fragments) {
  std::vector<FragmentView> all;
  for (std::size_t i = 0; i < fragments.size(); ++i) all.push_back(fragments[i]);
  return all;
}

}  // namespace

Result<std::vector<GradientCheck>> check_gradients(const Recipe& recipe) {
  if (recipe.model.planes) return check_planes_gradients(recipe);
  auto made = Model::make(recipe.model, recipe.initial);
  if (!made) return made.error();
  Model& model = **made;
  const std::vector<Labelled> positions = random_game(recipe.seed, 24);
  ReferenceModel<double> reference(recipe.model);
  for_each_number(model.spec(), model.shape(),
                  [&](std::size_t tensor, std::size_t number, std::size_t array, std::size_t place) {
                    reference.weights()[tensor][number] = static_cast<double>(model.used(array)[place]);
                  });
  Numbers<double> gradient = zeros_for<double>(recipe.model);
  summed_loss(reference, model.features(), positions, recipe.objective, &gradient);

  Fragments fragments;
  FragmentWriter writer(fragments);
  for (const Labelled& labelled : positions) {
    writer.keep(labelled.position, labelled.label);
    writer.close();
  }
  Gradient fast(model);
  fast.add(views(fragments), recipe.objective);
  const std::vector<nn::Tensor> fast_tensors = model.tensors_from(fast.arrays());

  std::vector<GradientCheck> checks;
  const std::vector<nn::TensorSpec> tensors = nn::tensors_of(recipe.model);
  Random random(recipe.seed + 1);
  for (std::size_t t = 0; t < tensors.size(); ++t) {
    GradientCheck check;
    check.tensor = tensors[t].name;
    double largest = 1e-12;
    std::vector<std::size_t> moved;  // numbers that matter: the gradient of most is 0
    for (std::size_t i = 0; i < gradient[t].size(); ++i) {
      largest = std::max(largest, std::abs(gradient[t][i]));
      check.fast = std::max(
          check.fast, std::abs(gradient[t][i] - static_cast<double>(fast_tensors[t].values<float>()[i])));
      if (gradient[t][i] != 0) moved.push_back(i);
    }
    check.fast /= largest;
    constexpr std::size_t kMostMoved = 60;
    for (std::size_t k = 0; k < kMostMoved && !moved.empty(); ++k) {
      const std::size_t i = moved[random.below(static_cast<std::uint32_t>(moved.size()))];
      double& number = reference.weights()[t][i];
      const double before = number;
      // Two step sizes: if they disagree, there is a corner of an activation in between.
      double slopes[2];
      for (int size = 0; size < 2; ++size) {
        const double step = size == 0 ? 1e-5 : 0.5e-5;
        number = before + step;
        const double above = summed_loss(reference, model.features(), positions, recipe.objective, nullptr);
        number = before - step;
        const double below = summed_loss(reference, model.features(), positions, recipe.objective, nullptr);
        slopes[size] = (above - below) / (2 * step);
      }
      number = before;
      if (std::abs(slopes[0] - slopes[1]) > 1e-6 * largest) continue;
      ++check.checked;
      check.finite_difference =
          std::max(check.finite_difference, std::abs(slopes[1] - gradient[t][i]) / largest);
    }
    checks.push_back(std::move(check));
  }
  return checks;
}

Result<std::vector<double>> overfit(const Recipe& recipe, std::uint64_t positions, int steps) {
  auto model = make_trainable(recipe.model, recipe.initial);
  if (!model) return model.error();
  auto sampler = open_sampler(recipe);
  if (!sampler) return sampler.error();
  Batch batch;
  if (auto read = (*sampler)->next(positions, batch); !read) return read.error();
  OptimiserOptions options = recipe.optimiser;
  options.weight_decay = 0;
  Optimiser optimiser(**model, options);
  GradientList gradients;
  gradients.push_back((*model)->make_gradient());
  const std::vector<FragmentView>& starts = batch.fragments;
  std::vector<double> losses;
  for (int i = 0; i < steps; ++i) {
    losses.push_back(gradients[0]->add(starts, recipe.objective) / static_cast<double>(batch.positions));
    optimiser.step(pointers_to(gradients), static_cast<double>(batch.positions), recipe.rate.rate, 1);
  }
  return losses;
}

Result<RateFinding> find_rate(const Recipe& recipe, double low, double high, int steps, int threads) {
  auto model = make_trainable(recipe.model, recipe.initial);
  if (!model) return model.error();
  auto sampler = open_sampler(recipe);
  if (!sampler) return sampler.error();
  Optimiser optimiser(**model, recipe.optimiser);
  GradientList gradients;
  gradients.reserve(static_cast<std::size_t>(threads));
  for (int i = 0; i < threads; ++i) gradients.push_back((*model)->make_gradient());
  RateFinding finding;
  double smoothed = 0;
  double least = 1e300;
  constexpr double kMemory = 0.9;
  for (int i = 0; i < steps; ++i) {
    Batch batch;
    if (auto read = (*sampler)->next(recipe.batch, batch); !read) return read.error();
    const std::vector<FragmentView>& starts = batch.fragments;
    std::vector<double> losses(gradients.size());
    base::parallel_for(gradients.size(), threads, [&](std::size_t t) {
      std::vector<FragmentView> own;
      for (std::size_t k = t; k < starts.size(); k += gradients.size()) own.push_back(starts[k]);
      losses[t] = gradients[t]->add(own, recipe.objective);
    });
    double loss = 0;
    for (const double part : losses) loss += part / static_cast<double>(batch.positions);
    const double rate = low * std::pow(high / low, static_cast<double>(i) / std::max(steps - 1, 1));
    optimiser.step(pointers_to(gradients), static_cast<double>(batch.positions), rate, threads);
    smoothed = i == 0 ? loss : kMemory * smoothed + (1 - kMemory) * loss;
    finding.trials.push_back({rate, smoothed});
    if (smoothed < least) {
      least = smoothed;
      finding.suggested = rate / 10;
    }
    if (!std::isfinite(loss) || (i > 10 && smoothed > 4 * least)) break;
  }
  return finding;
}

}  // namespace tabia::train
