#include "eval/evaluator.h"

#include <array>
#include <cmath>
#include <utility>

#include "eval/classical.h"
#include "nn/ensemble.h"

namespace tabia::eval {
namespace {

constexpr std::array<std::pair<std::string_view, EvaluationMode>, 3> kModes = {
    {{"network", EvaluationMode::Network},
     {"classical", EvaluationMode::Classical},
     {"hybrid", EvaluationMode::Hybrid}}};

// For the classical evaluation alone: its unit is a hundredth of a pawn.
constexpr nn::WdlModel kClassicalWdl = {.a = {0, 0, 0, 100}, .b = {0, 0, 0, 60}};

}  // namespace

std::string_view name_of(EvaluationMode mode) noexcept {
  for (const auto& [name, value] : kModes) {
    if (value == mode) return name;
  }
  return "?";
}

std::optional<EvaluationMode> parse_evaluation_mode(std::string_view name) noexcept {
  for (const auto& [known, value] : kModes) {
    if (known == name) return value;
  }
  return std::nullopt;
}

Evaluator::Evaluator(std::shared_ptr<const nn::Network> network, const EvaluatorOptions& options)
    : network_(std::move(network)),
      options_(options),
      win_model_(network_ ? network_->wdl() : kClassicalWdl) {
  if (!network_) options_.mode = EvaluationMode::Classical;
  if (options_.mode == EvaluationMode::Classical) return;
  if (const nn::Ensemble* ensemble = network_->ensemble()) {
    for (const nn::EnsembleMember& member : ensemble->members()) accumulators_.emplace_back(member.network);
  } else {
    accumulators_.emplace_back(network_);
  }
  const auto& planes = network_->spec().planes;
  has_history_ = planes && (planes->input.kind == deep::InputSpec::Kind::Lc0 || planes->input.history > 1);
}

void Evaluator::reset(std::span<const chess::Position> game) {
  for (nn::AccumulatorStack& stack : accumulators_) stack.reset(game.back());
  if (!has_history_) return;
  before_.assign(game.begin(), game.end() - 1);
  before_.reserve(before_.size() + base::kMaxPly + 8);  // the search must not allocate
}

void Evaluator::push(const chess::Position& before, const chess::PieceDelta& delta) {
  for (nn::AccumulatorStack& stack : accumulators_) stack.push(delta);
  if (has_history_) before_.push_back(before);
}

void Evaluator::pop() noexcept {
  for (nn::AccumulatorStack& stack : accumulators_) stack.pop();
  if (has_history_) before_.pop_back();
}

base::Score Evaluator::classical(const chess::Position& position) const noexcept {
  const base::Score plain = classical_evaluation(position);
  if (!network_) return plain;
  return base::clamped_evaluation(
      static_cast<std::int64_t>(plain * win_model_.units_per_pawn(position) / 100));
}

base::Score Evaluator::network_value(const chess::Position& position) {
  if (options_.external) [[unlikely]] {
    if (const auto cp = options_.external->centipawns(position))
      return base::clamped_evaluation(std::llround(*cp * win_model_.units_per_pawn(position) / 100));
  }
  if (network_->ensemble()) [[unlikely]]
    return network_->ensemble()->combined(
        position, [&](std::size_t i) { return accumulators_[i].output(position).score; });
  if (!has_history_) return accumulators_.front().output(position).score;
  before_.push_back(position);
  const base::Score score = network_->output_of(network_->deep_outputs(before_)).score;
  before_.pop_back();
  return score;
}

base::Score Evaluator::evaluate(const chess::Position& position) {
  switch (options_.mode) {
    case EvaluationMode::Network:
      return network_value(position);
    case EvaluationMode::Classical:
      return apply_rules(position, classical(position), options_.rules);
    case EvaluationMode::Hybrid:
      break;
  }
  const int weight = options_.network_weight;
  const base::Score mixed = (network_value(position) * weight + classical(position) * (100 - weight)) / 100;
  return apply_rules(position, mixed, options_.rules);
}

}  // namespace tabia::eval
