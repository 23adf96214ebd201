// examples/learn/03_layers.cpp: affine layers on flat arrays, activations and their slopes.
// Page: docs/learn/03-layers.md
#include <algorithm>

#include "learn.h"

namespace {

// out[o] = bias[o] + sum over i of weights[o * inputs + i] * in[i]      weights: outputs x inputs, row by row
std::vector<double> affine(const std::vector<double>& weights, const std::vector<double>& bias,
                           const std::vector<double>& in) {
  std::vector<double> out = bias;
  for (std::size_t o = 0; o < out.size(); ++o)
    for (std::size_t i = 0; i < in.size(); ++i) out[o] += weights[o * in.size() + i] * in[i];
  return out;
}

struct Activation {
  const char* name;
  double (*value)(double);
  double (*slope)(double);  // derivative, from the input of the activation
};

double clipped(double x) { return std::clamp(x, 0.0, 1.0); }
double inside(double x) { return x > 0 && x < 1 ? 1 : 0; }

constexpr Activation kActivations[] = {
    {"linear", [](double x) { return x; }, [](double) { return 1.0; }},
    {"relu", [](double x) { return x > 0 ? x : 0; }, [](double x) { return x > 0 ? 1.0 : 0.0; }},
    {"crelu", clipped, inside},
    {"screlu", [](double x) { return clipped(x) * clipped(x); },
     [](double x) { return 2 * clipped(x) * inside(x); }},
    {"sigmoid", learn::sigmoid, [](double x) { return learn::sigmoid(x) * (1 - learn::sigmoid(x)); }},
    {"tanh", [](double x) { return std::tanh(x); }, [](double x) { return 1 - std::tanh(x) * std::tanh(x); }},
};

// Largest difference between the slope as written and as measured, away from the kinks at 0 and 1.
double largest_slope_error(const Activation& activation) {
  double largest = 0;
  for (double x = -2.95; x < 3; x += 0.1) {
    const double h = 1e-5, measured = (activation.value(x + h) - activation.value(x - h)) / (2 * h);
    largest = std::max(largest, std::abs(measured - activation.slope(x)));
  }
  return largest;
}

// Two affine layers (5 -> 7 -> 3) with nothing between them against the one layer they amount to.
double collapse_error() {
  constexpr std::size_t kIn = 5, kHidden = 7, kOut = 3;
  learn::Random random(1);
  const auto numbers = [&](std::size_t count) {
    std::vector<double> v(count);
    for (double& x : v) x = random.uniform(-1, 1);
    return v;
  };
  const auto w1 = numbers(kHidden * kIn), b1 = numbers(kHidden), w2 = numbers(kOut * kHidden),
             b2 = numbers(kOut);
  std::vector<double> w(kOut * kIn);                 // w = w2 * w1        3 x 5
  const std::vector<double> b = affine(w2, b2, b1);  // b = w2 * b1 + b2   3
  for (std::size_t o = 0; o < kOut; ++o)
    for (std::size_t i = 0; i < kIn; ++i)
      for (std::size_t n = 0; n < kHidden; ++n) w[o * kIn + i] += w2[o * kHidden + n] * w1[n * kIn + i];
  double largest = 0;
  for (int trial = 0; trial < 100; ++trial) {
    const auto x = numbers(kIn), two = affine(w2, b2, affine(w1, b1, x)), one = affine(w, b, x);
    for (std::size_t o = 0; o < kOut; ++o) largest = std::max(largest, std::abs(two[o] - one[o]));
  }
  return largest;
}

// XOR by weights chosen by hand: hidden = relu(x0 + x1), relu(x0 + x1 - 1); output = hidden0 - 2 hidden1.
bool hand_made_xor() {
  bool right = true;
  for (int example = 0; example < 4; ++example) {
    std::vector<double> hidden = affine({1, 1, 1, 1}, {0, -1}, {double(example & 1), double(example >> 1)});
    for (double& h : hidden) h = std::max(h, 0.0);
    const double y = affine({1, -2}, {0}, hidden)[0];
    std::printf("  %d xor %d = %g\n", example & 1, example >> 1, y);
    right = right && y == ((example & 1) ^ (example >> 1));
  }
  return right;
}

}  // namespace

int main() {
  const double collapse = collapse_error();
  std::printf("5 -> 7 -> 3 without activation against one 5 -> 3 layer: largest difference %.0e\n", collapse);
  std::printf("2 -> 2 -> 1 with relu, weights by hand:\n");
  const bool is_xor = hand_made_xor();
  double slopes = 0;
  std::printf("%-8s", "x");
  for (const double x : {-2.0, -0.5, 0.25, 0.5, 0.75, 2.0}) std::printf("%8.2f", x);
  std::printf("   slope error\n");
  for (const Activation& activation : kActivations) {
    std::printf("%-8s", activation.name);
    for (const double x : {-2.0, -0.5, 0.25, 0.5, 0.75, 2.0}) std::printf("%8.4f", activation.value(x));
    const double error = largest_slope_error(activation);
    std::printf("   %11.0e\n", error);
    slopes = std::max(slopes, error);
  }
  return learn::verdict(
      collapse < 1e-12 && is_xor && slopes < 1e-8,
      "layers without activation collapse into one; with relu two layers do XOR; slopes are right");
}
