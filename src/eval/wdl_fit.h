// eval/wdl_fit.h: fits a network's win model (nn::WdlModel) to positions of finished games.
//
// Data in, model out: no games, no files (play/fit_wdl.h makes the data). A maximum-likelihood fit
// over win, draw and loss: the chance to win is 1 / (1 + exp((a - score) / b)), the chance to lose is the
// same for -score, and the rest is a draw. a and b depend on material as far as the data supports it: if data
// is sparse, the fit stays near one a and one b for all material. The same samples give the same model, in
// any order.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "base/score.h"
#include "chess/position.h"
#include "nn/network.h"
#include "nn/win_curve.h"

namespace tabia::eval {

using nn::curve_of;
using nn::kLeastWdlMaterial;
using nn::kMostWdlMaterial;
using nn::kWdlMaterialUnit;
using nn::wdl_material;
using nn::WdlChances;
using nn::WdlCurve;

enum class Outcome : std::int8_t { Loss = -1, Draw = 0, Win = 1 };

// A position's search score and the outcome of its game, both for the side to move.
struct WdlSample {
  base::Score score = 0;  // in the network's units; not decisive
  int material = 0;       // as wdl_material
  Outcome outcome = Outcome::Draw;
};

struct WdlFitOptions {
  // How many samples come from one game: they share its outcome, so together they weigh about as much as one
  // independent sample when the fit decides how much a and b may vary with material. At least 1.
  double samples_per_game = 1;
};

// With fewer samples, or fewer wins and losses or draws among them, the fit is an error.
inline constexpr std::uint64_t kFewestWdlSamples = 200;
inline constexpr std::uint64_t kFewestWdlOutcomes = 10;

// The most likely model. a and b are at least 1 over the whole range of material, and within a factor of 8 of
// the best constant ones. The error says what is missing: samples, wins and losses, draws, or scores that
// distinguish them.
[[nodiscard]] base::Result<nn::WdlModel> fit_wdl(std::span<const WdlSample> samples,
                                                 const WdlFitOptions& options = {});

// Mean of -log of the chance that the model gave to what happened (in nats; chances below 1e-6 count as
// 1e-6). 0 without samples.
[[nodiscard]] double wdl_log_loss(std::span<const WdlSample> samples, const nn::WdlModel& model);

// How often positions with a score near `score` were won, and how often the model says they should have been.
struct WdlRate {
  double score = 0;
  double samples = 0;  // a position counts once for each side, with that side's score
  double predicted = 0;
  double observed = 0;  // 0 without samples
};

// Predictions and results for a range of material.
struct WdlRow {
  int from_material = 0;
  int to_material = 0;
  WdlCurve curve;  // at the middle of the range
  std::uint64_t samples = 0;
  std::array<WdlRate, 3> rates{};  // near 0, a / 2 and a, each within a / 4
};
[[nodiscard]] std::vector<WdlRow> wdl_table(std::span<const WdlSample> samples, const nn::WdlModel& model);

}  // namespace tabia::eval
