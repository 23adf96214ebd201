// examples/learn/05_backpropagation.cpp: a 2 -> 4 -> 1 network learns XOR. All slopes come from one pass back.
// Page: docs/learn/05-backpropagation.md
#include "learn.h"

namespace {

constexpr std::size_t kIn = 2, kHidden = 4, kExamples = 4;

// All numbers of the network in one flat array, and the names of its parts.
constexpr std::size_t kW = 0;                   // W  kHidden x kIn   W[n * kIn + i]
constexpr std::size_t kB = kW + kHidden * kIn;  // b  kHidden
constexpr std::size_t kV = kB + kHidden;        // v  kHidden
constexpr std::size_t kC = kV + kHidden;        // c  1
constexpr std::size_t kCount = kC + 1;
using Numbers = std::array<double, kCount>;  // of parameters, or of their slopes

constexpr double kX[kExamples][kIn] = {{0, 0}, {0, 1}, {1, 0}, {1, 1}};
constexpr double kT[kExamples] = {0, 1, 1, 0};

// What the way forward leaves behind for the way back.
struct Activity {
  double a[kHidden];  // tanh of the hidden sums
  double p;           // sigmoid of the output
};

Activity forward(const Numbers& w, const double* x) {
  Activity activity{};
  double y = w[kC];
  for (std::size_t n = 0; n < kHidden; ++n) {
    double z = w[kB + n];
    for (std::size_t i = 0; i < kIn; ++i) z += w[kW + n * kIn + i] * x[i];
    activity.a[n] = std::tanh(z);
    y += w[kV + n] * activity.a[n];
  }
  activity.p = learn::sigmoid(y);
  return activity;
}

double loss(const Numbers& w) {
  double sum = 0;
  for (std::size_t k = 0; k < kExamples; ++k) sum += std::pow(forward(w, kX[k]).p - kT[k], 2) / kExamples;
  return sum;
}

Numbers gradient(const Numbers& w) {
  Numbers slope{};
  for (std::size_t k = 0; k < kExamples; ++k) {
    const Activity s = forward(w, kX[k]);
    const double dy = 2 * (s.p - kT[k]) * s.p * (1 - s.p) / kExamples;  // loss by y
    slope[kC] += dy;
    for (std::size_t n = 0; n < kHidden; ++n) {
      slope[kV + n] += dy * s.a[n];
      const double dz = dy * w[kV + n] * (1 - s.a[n] * s.a[n]);  // loss by z[n]; tanh' = 1 - tanh^2
      slope[kB + n] += dz;
      for (std::size_t i = 0; i < kIn; ++i) slope[kW + n * kIn + i] += dz * kX[k][i];
    }
  }
  return slope;
}

double largest_gradient_error(Numbers w) {
  const Numbers slope = gradient(w);
  double largest = 0;
  for (std::size_t i = 0; i < kCount; ++i) {
    const double here = w[i], h = 1e-5;
    w[i] = here + h;
    const double above = loss(w);
    w[i] = here - h;
    const double below = loss(w);
    w[i] = here;
    largest = std::fmax(largest, std::abs((above - below) / (2 * h) - slope[i]));
  }
  return largest;
}

}  // namespace

int main() {
  learn::Random random(1);
  Numbers w;
  for (double& number : w) number = random.uniform(-1, 1);
  const double error = largest_gradient_error(w);
  std::printf("%zu parameters; largest difference between slope as derived and as measured: %.0e\n", kCount,
              error);

  for (int step = 0; step <= 4000; ++step) {
    if (step % 500 == 0) std::printf("step %4d   loss %.6f\n", step, loss(w));
    const Numbers slope = gradient(w);
    for (std::size_t i = 0; i < kCount; ++i) w[i] -= 2.0 * slope[i];
  }
  bool right = true;
  for (std::size_t k = 0; k < kExamples; ++k) {
    const double p = forward(w, kX[k]).p;
    std::printf("%g xor %g: %.3f\n", kX[k][0], kX[k][1], p);
    right = right && std::abs(p - kT[k]) < 0.1;
  }
  return learn::verdict(error < 1e-9 && right && loss(w) < 0.001,
                        "the derived slopes are those measured, and descending them learns XOR");
}
