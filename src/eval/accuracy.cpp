#include "eval/accuracy.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "base/check.h"

namespace tabia::eval {
namespace {

using chess::Color;

// Win percent from which a player is winning, and below which the player no longer is.
constexpr double kWinning = 80;
constexpr double kNotWinning = 60;

// Plies over which the swings of a game are measured: a tenth of the game, within these bounds.
constexpr std::size_t kShortestWindow = 2;
constexpr std::size_t kLongestWindow = 8;
// Bounds of a move's weight, in win percent, like the standard deviation it comes from.
constexpr double kLeastWeight = 0.5;
constexpr double kMostWeight = 12;

Judgement judgement_of(double loss) noexcept {
  if (loss >= kBlunder) return Judgement::Blunder;
  if (loss >= kMistake) return Judgement::Mistake;
  return loss >= kInaccuracy ? Judgement::Inaccuracy : Judgement::Good;
}

double standard_deviation(std::span<const double> values) noexcept {
  const auto count = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / count);
}

// The window of a move ends with the position after it; the first moves share the first window.
std::vector<double> weights_of(const std::vector<double>& white_percent) {
  const std::size_t moves = white_percent.size() - 1;
  const std::size_t window =
      std::min(std::clamp(moves / 10, kShortestWindow, kLongestWindow), white_percent.size());
  std::vector<double> weights;
  for (std::size_t move = 0; move < moves; ++move) {
    const std::size_t begin = move + 2 > window ? move + 2 - window : 0;
    const double deviation = standard_deviation(std::span(white_percent).subspan(begin, window));
    weights.push_back(std::clamp(deviation, kLeastWeight, kMostWeight));
  }
  return weights;
}

}  // namespace

double win_percent(const Wdl& wdl) noexcept { return wdl.win / 10.0 + wdl.draw / 20.0; }

MoveReview review(const Standing& before, const Standing& after, bool played_best) {
  MoveReview out;
  if (played_best) return out;
  out.loss = std::max(0.0, before.win_percent - after.win_percent);
  out.judgement = judgement_of(out.loss);
  if (before.mate && *before.mate > 0 && (!after.mate || *after.mate < 0)) out.missed_mate = before.mate;
  if (after.mate && *after.mate < 0 && (!before.mate || *before.mate > 0)) out.allowed_mate = -*after.mate;
  out.missed_win = before.win_percent >= kWinning && after.win_percent < kNotWinning;
  // Throwing away a mate or walking into one is not good play, even if the game is as won or lost as before.
  if ((out.missed_mate || out.allowed_mate) && out.judgement == Judgement::Good)
    out.judgement = Judgement::Inaccuracy;
  return out;
}

double move_accuracy(double loss) noexcept {
  if (loss <= 0) return 100;
  return std::clamp(103.1668100711649 * std::exp(-0.04354415386753951 * loss) - 3.166924740191411, 0.0,
                    100.0);
}

chess::EnumArray<Color, std::optional<double>> game_accuracy(Color first_mover,
                                                             const std::vector<double>& losses,
                                                             const std::vector<double>& white_percent) {
  TABIA_CHECK(white_percent.size() == losses.size() + 1,
              "needs a win percent before each move and after the last");
  const std::vector<double> weights = weights_of(white_percent);
  chess::EnumArray<Color, std::optional<double>> out{};
  for (const Color player : {Color::White, Color::Black}) {
    double weight_sum = 0;
    double weighted = 0;
    double inverse_sum = 0;
    double moves = 0;
    for (std::size_t i = player == first_mover ? 0 : 1; i < losses.size(); i += 2) {
      const double accuracy = move_accuracy(losses[i]);
      weight_sum += weights[i];
      weighted += weights[i] * accuracy;
      inverse_sum += 1 / std::max(1.0, accuracy);
      ++moves;
    }
    if (moves > 0) out[player] = (weighted / weight_sum + moves / inverse_sum) / 2;
  }
  return out;
}

}  // namespace tabia::eval
