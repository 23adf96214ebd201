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

constexpr std::size_t kCacheBytes = 1 << 20;  // of slow networks: 65,536 evaluations

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
  is_fresh_ = network_->ensemble() || network_->is_slow();
  has_history_ = network_->sees_history();
  if (network_->is_slow()) cache_ = std::make_shared<EvaluationCache>(kCacheBytes);
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
  if (is_fresh_) [[unlikely]]
    return fresh_value(position);
  return accumulators_.front().output(position).score;
}

base::Score Evaluator::fresh_value(const chess::Position& position) {
  std::span<const chess::Position> game(&position, 1);
  if (has_history_) {
    before_.push_back(position);
    game = before_;
  }
  const chess::Key key = cache_ ? network_->input_key(game) : 0;
  const auto known = cache_ ? cache_->find(key) : std::nullopt;
  const base::Score score = known ? *known : computed_value(game);
  if (cache_ && !known) cache_->store(key, score);
  if (has_history_) before_.pop_back();
  return score;
}

base::Score Evaluator::computed_value(std::span<const chess::Position> game) {
  const nn::Ensemble* ensemble = network_->ensemble();
  if (!ensemble) return network_->fresh_output(game).score;
  return ensemble->combined(game.back(), [&](std::size_t i) {
    const nn::Network& member = *ensemble->members()[i].network;
    return member.is_slow() ? member.fresh_output(game).score : accumulators_[i].output(game.back()).score;
  });
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
