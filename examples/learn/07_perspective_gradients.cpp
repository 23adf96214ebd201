// examples/learn/07_perspective_gradients.cpp: every slope of the network 768 -> N x 2 -> 1, whose two halves share
// one matrix. Page: docs/learn/07-perspective-gradients.md
#include <algorithm>

#include "learn.h"

namespace {

constexpr std::size_t kN = 8;

constexpr std::size_t kW = 0;                                      // W  768 x N   one matrix for both sides
constexpr std::size_t kB = kW + std::size_t{learn::kInputs} * kN;  // b  N         one bias for both sides
constexpr std::size_t kV = kB + kN;      // v  2 x N     v[h * N + n]; h = 0: side to move
constexpr std::size_t kC = kV + 2 * kN;  // c  1
constexpr std::size_t kCount = kC + 1;
using Numbers = std::vector<double>;

struct Sample {
  std::array<std::vector<int>, 2> active;  // as the side to move sees the board, and as the other does
  double target;                           // expected result of the side to move
};

Sample sample_of(const learn::Board& board) {
  const int us = board.side_to_move;
  return {{learn::active_inputs(board, us), learn::active_inputs(board, 1 - us)},
          learn::sigmoid(learn::material(board) / 4.0)};
}

struct Activation {
  const char* name;
  bool squared;
  double value(double z) const {
    const double c = std::clamp(z, 0.0, 1.0);
    return squared ? c * c : c;
  }
  double slope(double z) const { return z <= 0 || z >= 1 ? 0 : squared ? 2 * z : 1; }
};

using Sums = std::array<std::array<double, kN>, 2>;  // z  2 x N

Sums hidden_sums(const Numbers& w, const Sample& sample) {
  Sums z;
  for (std::size_t h = 0; h < 2; ++h) {
    for (std::size_t n = 0; n < kN; ++n) z[h][n] = w[kB + n];
    for (const int f : sample.active[h])
      for (std::size_t n = 0; n < kN; ++n) z[h][n] += w[kW + static_cast<std::size_t>(f) * kN + n];
  }
  return z;
}

double output(const Numbers& w, const Sums& z, const Activation& g) {
  double y = w[kC];
  for (std::size_t h = 0; h < 2; ++h)
    for (std::size_t n = 0; n < kN; ++n) y += w[kV + h * kN + n] * g.value(z[h][n]);
  return y;
}

double loss(const Numbers& w, const std::vector<Sample>& batch, const Activation& g) {
  double sum = 0;
  for (const Sample& s : batch)
    sum += std::pow(learn::sigmoid(output(w, hidden_sums(w, s), g)) - s.target, 2);
  return sum / static_cast<double>(batch.size());
}

// `halves` says through which half the loss may reach W and b: bit 0 the side to move's, bit 1 the other's.
Numbers gradient(const Numbers& w, const std::vector<Sample>& batch, const Activation& g,
                 unsigned halves = 3) {
  Numbers slope(kCount);
  for (const Sample& s : batch) {
    const Sums z = hidden_sums(w, s);
    const double p = learn::sigmoid(output(w, z, g));
    const double dy = 2 * (p - s.target) * p * (1 - p) / static_cast<double>(batch.size());
    slope[kC] += dy;
    for (std::size_t h = 0; h < 2; ++h) {
      for (std::size_t n = 0; n < kN; ++n) slope[kV + h * kN + n] += dy * g.value(z[h][n]);
      if ((halves >> h & 1) == 0) continue;
      std::array<double, kN> dz;
      for (std::size_t n = 0; n < kN; ++n) {
        dz[n] = dy * w[kV + h * kN + n] * g.slope(z[h][n]);
        slope[kB + n] += dz[n];  // added to, never set: both halves come by here
      }
      for (const int f : s.active[h])
        for (std::size_t n = 0; n < kN; ++n) slope[kW + static_cast<std::size_t>(f) * kN + n] += dz[n];
    }
  }
  return slope;
}

bool checked(const Activation& g) {
  learn::Random random(6);
  std::vector<Sample> batch;
  for (int k = 0; k < 16; ++k) batch.push_back(sample_of(learn::random_board(random)));
  Numbers w(kCount);
  for (double& number : w) number = random.uniform(-0.3, 0.3);
  for (std::size_t n = 0; n < kN; ++n) w[kB + n] += 0.5;
  for (std::size_t n = 0; n < 2 * kN; ++n) w[kV + n] *= 4;

  const double h = 1e-5;
  double nearest_kink = 1;
  for (const Sample& s : batch)
    for (const auto& half : hidden_sums(w, s))
      for (const double z : half) nearest_kink = std::min({nearest_kink, std::abs(z), std::abs(z - 1)});

  const Numbers slope = gradient(w, batch, g), ours = gradient(w, batch, g, 1),
                theirs = gradient(w, batch, g, 2);
  double difference = 0, one_half_only = 0, sum_error = 0;
  int from_both = 0;
  for (std::size_t i = 0; i < kCount; ++i) {
    const double here = w[i];
    w[i] = here + h;
    const double above = loss(w, batch, g);
    w[i] = here - h;
    const double measured = (above - loss(w, batch, g)) / (2 * h);
    w[i] = here;
    difference = std::max(difference, std::abs(measured - slope[i]));
    if (i >= kV) continue;
    one_half_only = std::max(one_half_only, std::abs(measured - ours[i]));
    sum_error = std::max(sum_error, std::abs(slope[i] - ours[i] - theirs[i]));
    from_both += ours[i] != 0 && theirs[i] != 0 ? 1 : 0;
  }
  std::printf("%-7s %zu slopes; derived against measured: %.0e (nearest kink %.0e)\n", g.name, kCount,
              difference, nearest_kink);
  std::printf(
      "        %d numbers of W and b get slope from both halves; with one half forgotten the error is %.4f\n",
      from_both, one_half_only);
  const double before = loss(w, batch, g);
  for (int step = 0; step < 500; ++step) {
    const Numbers down = gradient(w, batch, g);
    for (std::size_t i = 0; i < kCount; ++i) w[i] -= 0.5 * down[i];
  }
  std::printf("        500 steps down: loss %.5f -> %.5f\n", before, loss(w, batch, g));
  return difference < 1e-8 && nearest_kink > 2 * h && sum_error < 1e-12 && one_half_only > 1e-3;
}

}  // namespace

int main() {
  const bool good = checked({"crelu", false}) && checked({"screlu", true});
  return learn::verdict(good,
                        "every slope of 768 -> N x 2 -> 1 is the sum over both perspectives, as derived");
}
