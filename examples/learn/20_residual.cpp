// examples/learn/20_residual.cpp: why deep networks add what they computed to what they had, and how batch norm folds
// into weights. Page: docs/learn/20-residual.md
#include <algorithm>

#include "learn.h"

namespace {

constexpr std::size_t kN = 32;
using Vector = std::array<double, kN>;

struct Layer {
  std::vector<double> weights;  // kN x kN
};

Vector product(const Layer& layer, const Vector& x) {
  Vector z{};
  for (std::size_t o = 0; o < kN; ++o)
    for (std::size_t i = 0; i < kN; ++i) z[o] += layer.weights[o * kN + i] * x[i];
  return z;
}

// The slope by x of dot(slope, product(layer, x)).
Vector transposed_product(const Layer& layer, const Vector& slope) {
  Vector x{};
  for (std::size_t o = 0; o < kN; ++o)
    for (std::size_t i = 0; i < kN; ++i) x[i] += layer.weights[o * kN + i] * slope[o];
  return x;
}

double length(const Vector& v) {
  double sum = 0;
  for (const double x : v) sum += x * x;
  return std::sqrt(sum);
}

// tanh(W x), or with a skip x + tanh(W x), layer after layer; then the slope of the sum of the outputs by the inputs.
struct Chain {
  std::vector<Layer> layers;
  bool skip = false;

  double output(Vector x) const {
    for (const Layer& layer : layers) x = step(layer, x);
    double sum = 0;
    for (const double value : x) sum += value;
    return sum;
  }
  Vector input_slope(Vector x) const {
    std::vector<Vector> activated;
    for (const Layer& layer : layers) {
      Vector a = product(layer, x);
      for (double& value : a) value = std::tanh(value);
      activated.push_back(a);
      x = step(layer, x);
    }
    Vector slope;
    slope.fill(1);
    for (std::size_t k = layers.size(); k-- > 0;) {
      Vector inner = slope;
      for (std::size_t i = 0; i < kN; ++i) inner[i] *= 1 - activated[k][i] * activated[k][i];
      Vector back = transposed_product(layers[k], inner);
      if (skip)
        for (std::size_t i = 0; i < kN; ++i) back[i] += slope[i];
      slope = back;
    }
    return slope;
  }

 private:
  Vector step(const Layer& layer, const Vector& x) const {
    Vector z = product(layer, x);
    for (std::size_t i = 0; i < kN; ++i) z[i] = std::tanh(z[i]) + (skip ? x[i] : 0);
    return z;
  }
};

Chain random_chain(std::size_t depth, bool skip, std::uint64_t seed) {
  learn::Random random(seed);
  Chain chain;
  chain.skip = skip;
  // Weights a little smaller than they should be, as they are somewhere in every training run.
  const double reach = 0.6 * std::sqrt(3.0 / kN);
  for (std::size_t k = 0; k < depth; ++k) {
    Layer layer;
    for (std::size_t i = 0; i < kN * kN; ++i) layer.weights.push_back(random.uniform(-reach, reach));
    chain.layers.push_back(layer);
  }
  return chain;
}

// The largest difference between written and measured slopes, relative to the longest slope.
double slope_error(const Chain& chain, const Vector& x) {
  const Vector slope = chain.input_slope(x);
  double worst = 0;
  for (std::size_t i = 0; i < kN; ++i) {
    Vector up = x, down = x;
    up[i] += 1e-5, down[i] -= 1e-5;
    worst = std::fmax(worst, std::abs((chain.output(up) - chain.output(down)) / 2e-5 - slope[i]));
  }
  return worst / std::fmax(length(slope), 1e-3);
}

// Batch norm after a sum z = w x + b: gamma (z - mean) / sqrt(variance + eps) + beta. The same numbers as one sum.
double folding_error() {
  learn::Random random(5);
  double worst = 0;
  for (int round = 0; round < 1000; ++round) {
    const double w = random.uniform(-1, 1), b = random.uniform(-1, 1), x = random.uniform(-3, 3);
    const double gamma = random.uniform(0.5, 2), beta = random.uniform(-1, 1), mean = random.uniform(-1, 1);
    const double deviation = std::sqrt(random.uniform(0.1, 2) + 1e-5);
    const double normed = gamma * (w * x + b - mean) / deviation + beta;
    const double folded_w = w * gamma / deviation, folded_b = beta + gamma / deviation * (b - mean);
    worst = std::fmax(worst, std::abs(normed - (folded_w * x + folded_b)));
  }
  return worst;
}

}  // namespace

int main() {
  learn::Random random(20);
  Vector x{};
  for (double& value : x) value = random.uniform(-1, 1);

  std::printf("length of the slope by the input, that by the output being %.2f\n", std::sqrt(double{kN}));
  std::printf("layers        plain     with skips\n");
  double plain_last = 0, skip_least = 1e300, worst = 0;
  for (const std::size_t depth : {1u, 4u, 16u, 40u}) {
    const Chain plain = random_chain(depth, false, 7), skips = random_chain(depth, true, 7);
    plain_last = length(plain.input_slope(x));
    const double with_skips = length(skips.input_slope(x));
    skip_least = std::min(skip_least, with_skips);
    worst = std::fmax(worst, std::fmax(slope_error(plain, x), slope_error(skips, x)));
    std::printf("%6zu %12.2e %14.2e\n", depth, plain_last, with_skips);
  }
  std::printf("written slopes against measured: %.0e\n", worst);
  const double folding = folding_error();
  std::printf("a layer with its norm folded in: largest difference %.0e\n", folding);
  return learn::verdict(plain_last < 1e-5 && skip_least > 1 && worst < 1e-6 && folding < 1e-12,
                        "through 40 plain layers the slope vanishes, through 40 with skips it does not");
}
