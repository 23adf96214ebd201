#include "train/validation.h"

#include <algorithm>
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

  void add(const Evaluated& found);
  void add(const Sums& part);
};

constexpr double Sums::*kNumbers[] = {&Sums::decided, &Sums::named,     &Sums::n,          &Sums::x,
                                      &Sums::y,       &Sums::xx,        &Sums::yy,         &Sums::xy,
                                      &Sums::moves,   &Sums::likeliest, &Sums::policy_loss};

void Sums::add(const Evaluated& found) {
  const Label& label = found.label;
  const float raw = found.raw;
  const std::size_t phase = data::phase_of(found.pieces);
  loss[phase] += found.loss;
  count[phase] += 1;
  if (label.outcome == data::Outcome::Win || label.outcome == data::Outcome::Loss) {
    decided += 1;
    named += (raw > 0) == (label.outcome == data::Outcome::Win) ? 1 : 0;
  }
  if (label.has_score()) {
    const double expected = logistic(static_cast<double>(raw));
    const double target = logistic(static_cast<double>(label.score));
    n += 1;
    x += expected;
    y += target;
    xx += expected * expected;
    yy += target * target;
    xy += expected * target;
  }
  if (found.has_policy) {
    moves += 1;
    likeliest += found.likeliest ? 1 : 0;
    policy_loss += found.policy_loss;
  }
}

void Sums::add(const Sums& part) {
  for (std::size_t i = 0; i < loss.size(); ++i) {
    loss[i] += part.loss[i];
    count[i] += part.count[i];
  }
  for (double Sums::*member : kNumbers) this->*member += part.*member;
  activity.positions += part.activity.positions;
  activity.on.resize(std::max(activity.on.size(), part.activity.on.size()));
  activity.full.resize(activity.on.size());
  for (std::size_t i = 0; i < part.activity.on.size(); ++i) {
    activity.on[i] += part.activity.on[i];
    activity.full[i] += part.activity.full[i];
  }
}

// Sums over all members. Counts stay exact: doubles hold whole numbers up to 2^53.
base::Result<void> sum_of_team(Sums& sums, team::Team& team) {
  if (team.is_alone()) return {};
  // A member without any position doesn't know the width.
  std::uint64_t width = sums.activity.on.size();
  TABIA_TRY_VOID(team.unite(std::span(&width, 1)));
  sums.activity.on.resize(width);
  sums.activity.full.resize(width);
  std::vector<double> numbers(sums.loss.begin(), sums.loss.end());
  numbers.insert(numbers.end(), sums.count.begin(), sums.count.end());
  for (double Sums::*member : kNumbers) numbers.push_back(sums.*member);
  numbers.push_back(static_cast<double>(sums.activity.positions));
  numbers.insert(numbers.end(), sums.activity.on.begin(), sums.activity.on.end());
  numbers.insert(numbers.end(), sums.activity.full.begin(), sums.activity.full.end());
  TABIA_TRY_VOID(team.sum(numbers));
  std::size_t at = 0;
  for (auto* part : {&sums.loss, &sums.count})
    for (double& number : *part) number = numbers[at++];
  for (double Sums::*member : kNumbers) sums.*member = numbers[at++];
  sums.activity.positions = static_cast<std::uint64_t>(numbers[at++]);
  for (auto* part : {&sums.activity.on, &sums.activity.full})
    for (std::uint32_t& number : *part) number = static_cast<std::uint32_t>(numbers[at++]);
  return {};
}

}  // namespace

base::Result<ValidationResult> validate(std::span<GradientSums* const> gradients, const Fragments& fragments,
                                        const Objective& objective, int threads, team::Team& team) {
  std::vector<Sums> parts(gradients.size());
  const auto rank = static_cast<std::size_t>(team.rank());
  const std::size_t stride = gradients.size() * static_cast<std::size_t>(team.size());
  base::parallel_for(gradients.size(), threads, [&](std::size_t t) {
    Sums& sums = parts[t];
    std::vector<FragmentView> own;
    for (std::size_t i = rank * gradients.size() + t; i < fragments.size(); i += stride)
      own.push_back(fragments[i]);
    gradients[t]->count_activity(&sums.activity);
    gradients[t]->evaluate(own, objective, [&](const Evaluated& found) { sums.add(found); });
    gradients[t]->count_activity(nullptr);
  });

  Sums all;
  for (const Sums& part : parts) all.add(part);
  TABIA_TRY_VOID(sum_of_team(all, team));
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
