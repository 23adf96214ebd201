// examples/learn/20_residual.cpp: why deep networks are built from blocks that add to what they were given.
// Page: docs/learn/20-residual-blocks.md
#include <algorithm>

#include "learn.h"

namespace {

constexpr std::size_t kWidth = 32;
constexpr int kDepth = 40;
using Vector = std::array<double, kWidth>;
using Matrix = std::vector<double>;  // kWidth x kWidth

Matrix random_matrix(learn::Random& random, double size) {
  Matrix matrix(kWidth * kWidth);
  const double limit = size * std::sqrt(6.0 / kWidth);  // He's rule for rectified layers, times `size`
  for (double& w : matrix) w = random.uniform(-limit, limit);
  return matrix;
}

Vector product(const Matrix& matrix, const Vector& x) {
  Vector y{};
  for (std::size_t o = 0; o < kWidth; ++o)
    for (std::size_t i = 0; i < kWidth; ++i) y[o] += matrix[o * kWidth + i] * x[i];
  return y;
}

Vector rectified(Vector x) {
  for (double& value : x) value = std::max(value, 0.0);
  return x;
}

// Two layers: B relu(A x), and with a shortcut x + B relu(A x).
struct Block {
  Matrix a, b;
};
Vector block(const Block& weights, const Vector& x, bool shortcut) {
  Vector y = product(weights.b, rectified(product(weights.a, x)));
  if (shortcut)
    for (std::size_t i = 0; i < kWidth; ++i) y[i] += x[i];
  return y;
}

// The first `depth` blocks, one after the other; without shortcuts rectified in between.
Vector through(const std::vector<Block>& blocks, int depth, Vector x, bool shortcut) {
  for (int i = 0; i < depth; ++i) {
    x = block(blocks[static_cast<std::size_t>(i)], x, shortcut);
    if (!shortcut) x = rectified(x);
  }
  return x;
}

double likeness(const Vector& a, const Vector& b) {
  double ab = 0, aa = 0, bb = 0;
  for (std::size_t i = 0; i < kWidth; ++i) {
    ab += a[i] * b[i];
    aa += a[i] * a[i];
    bb += b[i] * b[i];
  }
  return ab / std::sqrt(aa * bb);
}

}  // namespace

int main() {
  learn::Random random(3);
  Vector first, second;
  for (double& x : first) x = random.uniform(-1, 1);
  for (double& x : second) x = random.uniform(-1, 1);

  // A stack of plain layers forgets which of two inputs it was given; shortcuts remember.
  std::vector<Block> blocks;
  for (int i = 0; i < kDepth; ++i) blocks.push_back({random_matrix(random, 1), random_matrix(random, 1)});
  std::vector<Block> gentle = blocks;  // what a block adds is small at the start of training
  for (Block& one : gentle)
    for (double& w : one.b) w *= 0.2;
  const double before = likeness(first, second);
  std::printf("blocks    likeness, plain   likeness, with shortcuts\n");
  std::printf("%6d %18.3f %26.3f\n", 0, before, before);
  double last_plain = 0, last_shortcut = 0;
  for (const int depth : {1, 5, 10, 20, kDepth}) {
    last_plain = likeness(through(blocks, depth, first, false), through(blocks, depth, second, false));
    last_shortcut = likeness(through(gentle, depth, first, true), through(gentle, depth, second, true));
    std::printf("%6d %18.3f %26.3f\n", depth, last_plain, last_shortcut);
  }

  // A block whose weights are 0 is the identity: it can only learn to be better than nothing.
  const Matrix zeros(kWidth * kWidth);
  const bool identity = block({blocks[0].a, zeros}, first, true) == first;

  // Its slope contains the identity: dy/dx = 1 + dF/dx, here along one direction by differences.
  const double h = 1e-6;
  Vector nudged = first;
  nudged[0] += h;
  const double slope = (block(gentle[0], nudged, true)[0] - block(gentle[0], first, true)[0]) / h;
  const double inner = (block(gentle[0], nudged, false)[0] - block(gentle[0], first, false)[0]) / h;
  std::printf("slope of a block %.6f = 1 + %.6f, that of its inner part\n", slope, inner);
  return learn::verdict(
      last_plain > 0.99 && last_shortcut < 0.9 && identity && std::abs(slope - 1 - inner) < 1e-6,
      "forty plain blocks make all inputs look alike, forty blocks with shortcuts don't");
}
