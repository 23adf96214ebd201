#include "train/planes_loss.h"

#include <algorithm>
#include <cmath>

namespace tabia::train {
namespace {

// In place.
void softmax_of(std::span<double> values) {
  const double highest = *std::max_element(values.begin(), values.end());
  double sum = 0;
  for (double& value : values) sum += value = std::exp(value - highest);
  for (double& value : values) value /= sum;
}

// The loss of an expected result, and its derivative.
LossValue<double> expectation_loss(const Loss& loss, double expected, double target) {
  if (loss.kind == LossKind::Power) return power_loss<double>(expected - target, 1.0, loss.power);
  constexpr double kLeast = 1e-12;
  const double p = std::clamp(expected, kLeast, 1 - kLeast);
  const auto part = [](double share, double of) { return share > 0 ? -share * std::log(of / share) : 0.0; };
  return {part(target, p) + part(1 - target, 1 - p), (p - target) / (p * (1 - p))};
}

ValueLoss wdl_loss(const Objective& objective, std::span<const double> outputs, const HeadTargets& targets) {
  constexpr std::array<double, 3> kWorth = {1, 0.5, 0};
  constexpr double kLeast = 1e-12;
  std::array<double, 3> chances{outputs[0], outputs[1], outputs[2]};
  softmax_of(chances);
  const double expected = chances[0] + 0.5 * chances[1];
  const bool has_result = targets.label.outcome != data::Outcome::Unknown;
  double weight = has_result ? objective.result_weight : 0;
  if (!targets.label.has_score()) weight = 1;
  ValueLoss value;
  const double for_mover = std::clamp(targets.turned ? 1 - expected : expected, kLeast, 1 - kLeast);
  value.raw = std::log(for_mover / (1 - for_mover));
  if (weight > 0) {
    const data::Outcome outcome = targets.turned ? -targets.label.outcome : targets.label.outcome;
    const auto happened = static_cast<std::size_t>(1 - static_cast<int>(outcome));
    value.loss -= weight * std::log(std::max(chances[happened], kLeast));
    for (std::size_t i = 0; i < 3; ++i) value.slopes[i] += weight * (chances[i] - (i == happened ? 1 : 0));
  }
  if (weight < 1) {
    const double score = logistic(static_cast<double>(targets.label.score));
    const auto part = expectation_loss(objective.loss, expected, targets.turned ? 1 - score : score);
    value.loss += (1 - weight) * part.loss;
    for (std::size_t i = 0; i < 3; ++i)
      value.slopes[i] += (1 - weight) * part.slope * chances[i] * (kWorth[i] - expected);
  }
  return value;
}

}  // namespace

ValueLoss value_loss(deep::ValueSpec::Kind kind, const Objective& objective, std::span<const double> outputs,
                     const HeadTargets& targets) {
  if (kind == deep::ValueSpec::Kind::Wdl) return wdl_loss(objective, outputs, targets);
  Target<double> target = target_of<double>(targets.label, objective.result_weight, objective.loss);
  if (targets.turned) target = {1 - target.expected, -target.score};
  const LossValue<double> found = loss_of<double>(objective.loss, outputs[0], target);
  return {found.loss, {found.slope, 0, 0}, targets.turned ? -outputs[0] : outputs[0]};
}

double policy_loss(std::span<const double> logits, int played, std::span<double> slopes) {
  const auto chosen = static_cast<std::size_t>(played);
  std::copy(logits.begin(), logits.end(), slopes.begin());
  const double highest = *std::max_element(logits.begin(), logits.end());
  double sum = 0;
  for (const double logit : logits) sum += std::exp(logit - highest);
  softmax_of(slopes);
  slopes[chosen] -= 1;
  return highest + std::log(sum) - logits[chosen];
}

PliesLoss moves_left_loss(double output, int plies_left) {
  constexpr double kUnit = 10;
  const double difference = (output - plies_left) / kUnit;
  return {difference * difference, 2 * difference / kUnit};
}

}  // namespace tabia::train
