// examples/learn/06_gradients.cpp: every slope of the network 768 -> N -> 1, derived and measured.
// Page: docs/learn/06-gradients.md
#include <algorithm>

#include "learn.h"

namespace {

constexpr std::size_t kN = 8;

// All parameters in one flat array.
constexpr std::size_t kW = 0;  // W  768 x N   W[f * N + n]: a row for each input
constexpr std::size_t kB = kW + std::size_t{learn::kInputs} * kN;  // b  N
constexpr std::size_t kV = kB + kN;                                // v  N
constexpr std::size_t kC = kV + kN;                                // c  1
constexpr std::size_t kCount = kC + 1;
using Numbers = std::vector<double>;  // kCount of them: parameters, or their slopes

struct Sample {
  std::vector<int> active;  // the inputs that are 1
  double target;            // expected result in [0, 1]
};

// g(z) and its slope. Between 0 and 1 only: outside the value is constant and the slope 0.
struct Activation {
  const char* name;
  bool squared;
  double value(double z) const {
    const double c = std::clamp(z, 0.0, 1.0);
    return squared ? c * c : c;
  }
  double slope(double z) const { return z <= 0 || z >= 1 ? 0 : squared ? 2 * z : 1; }
};

std::array<double, kN> hidden_sums(const Numbers& w, const Sample& sample) {  // z  N
  std::array<double, kN> z;
  for (std::size_t n = 0; n < kN; ++n) z[n] = w[kB + n];
  for (const int f : sample.active)
    for (std::size_t n = 0; n < kN; ++n) z[n] += w[kW + static_cast<std::size_t>(f) * kN + n];
  return z;
}

double output(const Numbers& w, const std::array<double, kN>& z, const Activation& g) {
  double y = w[kC];
  for (std::size_t n = 0; n < kN; ++n) y += w[kV + n] * g.value(z[n]);
  return y;
}

double loss(const Numbers& w, const std::vector<Sample>& batch, const Activation& g) {
  double sum = 0;
  for (const Sample& s : batch)
    sum += std::pow(learn::sigmoid(output(w, hidden_sums(w, s), g)) - s.target, 2);
  return sum / static_cast<double>(batch.size());
}

Numbers gradient(const Numbers& w, const std::vector<Sample>& batch, const Activation& g) {
  Numbers slope(kCount);
  for (const Sample& s : batch) {
    const auto z = hidden_sums(w, s);
    const double p = learn::sigmoid(output(w, z, g));
    const double dy = 2 * (p - s.target) * p * (1 - p) / static_cast<double>(batch.size());
    slope[kC] += dy;
    std::array<double, kN> dz;
    for (std::size_t n = 0; n < kN; ++n) {
      slope[kV + n] += dy * g.value(z[n]);
      dz[n] = dy * w[kV + n] * g.slope(z[n]);
      slope[kB + n] += dz[n];
    }
    for (const int f : s.active)  // the other rows were multiplied by 0
      for (std::size_t n = 0; n < kN; ++n) slope[kW + static_cast<std::size_t>(f) * kN + n] += dz[n];
  }
  return slope;
}

bool checked(const Activation& g) {
  learn::Random random(3);
  std::vector<Sample> batch;
  for (int k = 0; k < 16; ++k) {
    const learn::Board board = learn::random_board(random);
    const int white_ahead = board.side_to_move == 0 ? learn::material(board) : -learn::material(board);
    batch.push_back({learn::active_inputs(board, 0), learn::sigmoid(white_ahead / 4.0)});
  }
  Numbers w(kCount);
  for (double& number : w) number = random.uniform(-0.3, 0.3);
  for (std::size_t n = 0; n < kN; ++n) w[kB + n] += 0.5, w[kV + n] *= 4;

  // A kink within reach of the nudge would spoil the measurement, not the derivation.
  const double h = 1e-5;
  double nearest_kink = 1;
  for (const Sample& s : batch)
    for (const double z : hidden_sums(w, s))
      nearest_kink = std::min({nearest_kink, std::abs(z), std::abs(z - 1)});

  const Numbers slope = gradient(w, batch, g);
  double largest = 0, difference = 0;
  std::size_t zeros = 0;
  for (std::size_t i = 0; i < kCount; ++i) {
    const double here = w[i];
    w[i] = here + h;
    const double above = loss(w, batch, g);
    w[i] = here - h;
    const double below = loss(w, batch, g);
    w[i] = here;
    difference = std::max(difference, std::abs((above - below) / (2 * h) - slope[i]));
    largest = std::max(largest, std::abs(slope[i]));
    zeros += slope[i] == 0 ? 1 : 0;
  }
  std::printf(
      "%-7s %zu slopes, %zu of them 0; largest %.4f; derived against measured: %.0e (nearest kink %.0e)\n",
      g.name, kCount, zeros, largest, difference, nearest_kink);

  const double before = loss(w, batch, g);
  for (int step = 0; step < 500; ++step) {
    const Numbers down = gradient(w, batch, g);
    for (std::size_t i = 0; i < kCount; ++i) w[i] -= 0.5 * down[i];
  }
  const double after = loss(w, batch, g);
  std::printf("        500 steps down: loss %.5f -> %.5f\n", before, after);
  return difference < 1e-8 && nearest_kink > 2 * h && after < before / 10;
}

}  // namespace

int main() {
  const bool good = checked({"crelu", false}) && checked({"screlu", true});
  return learn::verdict(good, "every slope of 768 -> N -> 1 is the one derived");
}
