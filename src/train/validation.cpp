#include "train/validation.h"

#include <cmath>

#include "base/threads.h"

namespace tabia::train {
namespace {

struct Sums {
  std::array<double, 3> loss{};
  std::array<double, 3> count{};
  double decided = 0;
  double named = 0;
  // of the expected results from network (x) and score (y)
  double n = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0;
  double moves = 0, likeliest = 0, policy_loss = 0;
  GradientSums::Activity activity;
};

}  // namespace

ValidationResult validate(std::span<GradientSums* const> gradients, const Fragments& fragments,
                          const Objective& objective, int threads) {
  std::vector<Sums> parts(gradients.size());
  base::parallel_for(gradients.size(), threads, [&](std::size_t t) {
    Sums& sums = parts[t];
    std::vector<FragmentView> own;
    for (std::size_t i = t; i < fragments.size(); i += gradients.size()) own.push_back(fragments[i]);
    gradients[t]->count_activity(&sums.activity);
    gradients[t]->evaluate(own, objective, [&](const Evaluated& found) {
      const Label& label = found.label;
      const float raw = found.raw;
      const std::size_t phase = data::phase_of(found.pieces);
      sums.loss[phase] += found.loss;
      sums.count[phase] += 1;
      if (label.outcome == data::Outcome::Win || label.outcome == data::Outcome::Loss) {
        sums.decided += 1;
        sums.named += (raw > 0) == (label.outcome == data::Outcome::Win) ? 1 : 0;
      }
      if (label.has_score()) {
        const double x = logistic(static_cast<double>(raw));
        const double y = logistic(static_cast<double>(label.score));
        sums.n += 1;
        sums.x += x;
        sums.y += y;
        sums.xx += x * x;
        sums.yy += y * y;
        sums.xy += x * y;
      }
      if (found.has_policy) {
        sums.moves += 1;
        sums.likeliest += found.likeliest ? 1 : 0;
        sums.policy_loss += found.policy_loss;
      }
    });
    gradients[t]->count_activity(nullptr);
  });

  Sums all;
  for (const Sums& part : parts) {
    for (std::size_t i = 0; i < all.loss.size(); ++i) {
      all.loss[i] += part.loss[i];
      all.count[i] += part.count[i];
    }
    all.decided += part.decided;
    all.named += part.named;
    all.n += part.n;
    all.x += part.x;
    all.y += part.y;
    all.xx += part.xx;
    all.yy += part.yy;
    all.xy += part.xy;
    all.moves += part.moves;
    all.likeliest += part.likeliest;
    all.policy_loss += part.policy_loss;
    all.activity.positions += part.activity.positions;
    all.activity.on.resize(std::max(all.activity.on.size(), part.activity.on.size()));
    all.activity.full.resize(all.activity.on.size());
    for (std::size_t i = 0; i < part.activity.on.size(); ++i) {
      all.activity.on[i] += part.activity.on[i];
      all.activity.full[i] += part.activity.full[i];
    }
  }
  ValidationResult result;
  double loss = 0;
  double count = 0;
  for (std::size_t i = 0; i < all.loss.size(); ++i) {
    loss += all.loss[i];
    count += all.count[i];
    result.by_phase[i] = all.count[i] > 0 ? all.loss[i] / all.count[i] : 0;
  }
  result.positions = static_cast<std::uint64_t>(count);
  result.loss = count > 0 ? loss / count : 0;
  result.accuracy = all.decided > 0 ? all.named / all.decided : 0;
  const double spread = (all.n * all.xx - all.x * all.x) * (all.n * all.yy - all.y * all.y);
  result.correlation = spread > 0 ? (all.n * all.xy - all.x * all.y) / std::sqrt(spread) : 0;
  if (all.moves > 0) {
    result.policy_loss = all.policy_loss / all.moves;
    result.policy_accuracy = all.likeliest / all.moves;
  }
  const auto width = static_cast<double>(all.activity.on.size());
  for (std::size_t i = 0; i < all.activity.on.size(); ++i) {
    result.dead += all.activity.on[i] == 0 ? 1 / width : 0;
    result.saturated += all.activity.full[i] == all.activity.positions ? 1 / width : 0;
  }
  return result;
}

}  // namespace tabia::train
