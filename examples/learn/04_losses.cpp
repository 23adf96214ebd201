// examples/learn/04_losses.cpp: what a loss asks for, why evaluations go through a sigmoid first, and the slope
// that each loss hands to backpropagation. Page: docs/learn/04-losses.md
#include "learn.h"

namespace {

constexpr double kScale = 400;  // evaluation units of an output of 1.0

// All losses as functions of the network's output y (no unit) and the target t in [0, 1].
struct LossKind {
  const char* name;
  double (*value)(double y, double t);
  double (*slope)(double y, double t);  // derivative by y
};

double squared(double y, double t) { return std::pow(learn::sigmoid(y) - t, 2); }
double squared_slope(double y, double t) {
  const double p = learn::sigmoid(y);
  return 2 * (p - t) * p * (1 - p);
}

double power(double y, double t) { return std::pow(std::abs(learn::sigmoid(y) - t), 2.5); }
double power_slope(double y, double t) {
  const double p = learn::sigmoid(y), distance = std::abs(p - t);
  return 2.5 * std::pow(distance, 1.5) * (p > t ? 1 : -1) * p * (1 - p);
}

double cross_entropy(double y, double t) {
  const double p = learn::sigmoid(y);
  return -t * std::log(p) - (1 - t) * std::log(1 - p);
}
double cross_entropy_slope(double y, double t) { return learn::sigmoid(y) - t; }

constexpr LossKind kLosses[] = {{"(p-t)^2", squared, squared_slope},
                                {"|p-t|^2.5", power, power_slope},
                                {"cross-entropy", cross_entropy, cross_entropy_slope}};

double largest_slope_error(const LossKind& loss) {
  double largest = 0;
  for (double y = -4; y <= 4; y += 0.25)
    for (double t = 0.05; t < 1; t += 0.1) {
      const double h = 1e-5, measured = (loss.value(y + h, t) - loss.value(y - h, t)) / (2 * h);
      largest = std::fmax(largest, std::abs(measured - loss.slope(y, t)));
    }
  return largest;
}

// The one answer p that is best for all outcomes together, on a grid of thousandths.
template <class Loss>
double best_answer(const std::vector<double>& outcomes, const Loss& loss) {
  double best = 0, best_loss = 1e300;
  for (int i = 1; i < 1000; ++i) {
    double sum = 0;
    for (const double outcome : outcomes) sum += loss(i / 1000.0, outcome);
    if (sum < best_loss) best_loss = sum, best = i / 1000.0;
  }
  return best;
}

}  // namespace

int main() {
  std::printf("evaluation    said   truth   error^2 in units   error^2 in winning chance\n");
  const double pairs[][2] = {{0, 100}, {900, 1000}, {100, -100}, {2000, 3000}};
  for (const auto& [said, truth] : pairs) {
    const double distance = learn::sigmoid(said / kScale) - learn::sigmoid(truth / kScale);
    std::printf("           %7.0f %7.0f %18.0f %27.6f\n", said, truth, std::pow(said - truth, 2),
                distance * distance);
  }

  double slopes = 0;
  for (const LossKind& loss : kLosses) {
    const double error = largest_slope_error(loss);
    slopes = std::fmax(slopes, error);
    std::printf("%-14s slope at y = 0, 1, 3 for t = 0: %6.4f %6.4f %6.4f   against measured: %.0e\n",
                loss.name, loss.slope(0, 0), loss.slope(1, 0), loss.slope(3, 0), error);
  }

  // Ten games from one position: 4 wins, 3 draws, 3 losses. Mean 0.55, median 0.5.
  const std::vector<double> outcomes = {1, 1, 1, 1, 0.5, 0.5, 0.5, 0, 0, 0};
  const double by_square = best_answer(outcomes, [](double p, double t) { return (p - t) * (p - t); });
  const double by_entropy =
      best_answer(outcomes, [](double p, double t) { return -t * std::log(p) - (1 - t) * std::log(1 - p); });
  const double by_distance = best_answer(outcomes, [](double p, double t) { return std::abs(p - t); });
  std::printf(
      "4 wins, 3 draws, 3 losses: best answer by square %.3f, by cross-entropy %.3f, by distance %.3f\n",
      by_square, by_entropy, by_distance);
  return learn::verdict(slopes < 1e-8 && std::abs(by_square - 0.55) < 1e-9 &&
                            std::abs(by_entropy - 0.55) < 1e-9 && std::abs(by_distance - 0.5) < 1e-9,
                        "the written slopes are right; square and cross-entropy learn the mean result");
}
