// eval/evaluator.h: the evaluation that the search uses: network, classical, or both.
//
//   network    the network's evaluation, unchanged
//   classical  the hand-written terms (eval/classical.h), then the rules of eval/endgames.h
//   hybrid     network and classical mixed by a weight, then the rules
//
// One Evaluator belongs to one search worker; it follows the moves by push and pop so that the network's
// first layer is updated instead of recomputed. Networks without such a layer (planes, ONNX) are computed
// once for each input: a cache of fixed size keeps results. Not thread-safe. Scores are for the mover, in the
// network's units (without a network, in hundredths of a pawn), never in the range of mates.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/score.h"
#include "chess/position.h"
#include "eval/cache.h"
#include "eval/endgames.h"
#include "eval/external.h"
#include "eval/win_model.h"
#include "nn/accumulator.h"
#include "nn/network.h"

namespace tabia::eval {

enum class EvaluationMode { Network, Classical, Hybrid };

[[nodiscard]] std::string_view name_of(EvaluationMode mode) noexcept;
[[nodiscard]] std::optional<EvaluationMode> parse_evaluation_mode(std::string_view name) noexcept;

struct EvaluatorOptions {
  EvaluationMode mode = EvaluationMode::Network;
  int network_weight = 75;  // in hybrids: percent of the network; the rest is classical
  HybridRules rules;
  std::shared_ptr<ExternalEvaluation> external = nullptr;  // used instead of the network; null: none
};

class Evaluator {
 public:
  // Without a network the mode is classical, whatever the options say.
  explicit Evaluator(std::shared_ptr<const nn::Network> network, const EvaluatorOptions& options = {});

  // Restarts at the last position of a game, which is not empty; networks with history also use the positions
  // before it.
  void reset(std::span<const chess::Position> game);
  // The same without a history.
  void reset(const chess::Position& position) { reset(std::span(&position, 1)); }
  // Records a move made in `before`, or (with an empty delta) a null move; see nn::AccumulatorStack.
  void push(const chess::Position& before, const chess::PieceDelta& delta);
  void pop() noexcept;

  // The value of the current position, which the caller must pass in.
  [[nodiscard]] base::Score evaluate(const chess::Position& position);

  [[nodiscard]] EvaluationMode mode() const noexcept { return options_.mode; }
  [[nodiscard]] const EvaluatorOptions& options() const noexcept { return options_; }
  // Null if there is none.
  [[nodiscard]] const std::shared_ptr<const nn::Network>& network() const noexcept { return network_; }
  [[nodiscard]] const WinModel& win_model() const noexcept { return win_model_; }
  // The classical value in the units of this evaluator.
  [[nodiscard]] base::Score classical(const chess::Position& position) const noexcept;

 private:
  // The output of the network or of the external evaluation that replaces it.
  [[nodiscard]] base::Score network_value(const chess::Position& position);
  // The value of a network that is computed from scratch, or of an ensemble.
  [[nodiscard]] base::Score fresh_value(const chess::Position& position);
  [[nodiscard]] base::Score computed_value(std::span<const chess::Position> game);

  std::shared_ptr<const nn::Network> network_;
  EvaluatorOptions options_;
  std::vector<nn::AccumulatorStack> accumulators_;  // one, or one for each member of an ensemble; or none
  bool is_fresh_ = false;                           // use fresh_value()
  bool has_history_ = false;                        // does the network see earlier positions?
  std::vector<chess::Position> before_;             // then: the positions before the current one
  std::shared_ptr<EvaluationCache> cache_;          // by Network::input_key; null unless the network is slow
  WinModel win_model_;
};

}  // namespace tabia::eval
