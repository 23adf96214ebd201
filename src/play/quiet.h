// play/quiet.h: is a position quiet? For filtering training data: an evaluation can't judge a position in the
// middle of an exchange, and a network trained on it learns noise.
//
// A small search of captures and promotions (and of evasions, when in check), without any memory: the answer
// depends on the position and the evaluation alone.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/fields.h"
#include "base/score.h"
#include "chess/position.h"
#include "eval/evaluator.h"

namespace tabia::play {

// As a setting of jobs that keep or score only quiet positions.
struct QuietRule {
  static constexpr int kMarginCp = 50;

  bool wanted = false;
  std::optional<int> given_margin_cp = {};

  // A position counts as quiet if captures gain at most this much.
  [[nodiscard]] int margin_cp() const noexcept { return given_margin_cp.value_or(kMarginCp); }
};
// `meaning` says what the job does with quiet positions.
[[nodiscard]] base::Fields<QuietRule> quiet_fields(std::string meaning);

// Not thread-safe.
class QuietJudge {
 public:
  QuietJudge(std::shared_ptr<const nn::Network> network, const eval::EvaluatorOptions& options,
             int margin_cp);

  // True if the side to move isn't in check and no series of captures gains it more than the margin.
  [[nodiscard]] bool is_quiet(const chess::Position& position);

 private:
  [[nodiscard]] base::Score search(const chess::Position& position, base::Score alpha, base::Score beta,
                                   int ply);

  eval::Evaluator evaluator_;
  int margin_cp_;
};

}  // namespace tabia::play
