// examples/learn/09_sparse_inputs.cpp: what one evaluation costs, and the first layer as a sum of a few rows.
// Page: docs/learn/09-sparse-inputs.md
#include <algorithm>

#include "learn.h"

namespace {

constexpr std::size_t kN = 256;

struct FirstLayer {
  std::vector<float> weights;  // 768 x N, a row for each input
  std::vector<float> bias;     // N
};
using Sums = std::array<float, kN>;

// As every guide starts: 768 numbers, most of them 0, times a matrix. Returns how many multiplications it took.
long dense(const FirstLayer& layer, const std::vector<float>& in, Sums& out) {
  Sums sums;  // a local array: the compiler sees that nothing else points at it, and keeps it in registers
  std::copy(layer.bias.begin(), layer.bias.end(), sums.begin());
  for (std::size_t f = 0; f < learn::kInputs; ++f) {
    const float* row = layer.weights.data() + f * kN;
    const float x = in[f];
    for (std::size_t n = 0; n < kN; ++n) sums[n] += row[n] * x;
  }
  out = sums;
  return learn::kInputs * long{kN};
}

// Only the rows of the inputs that are 1; a product with 1 is no product. Returns how many additions it took.
long sparse(const FirstLayer& layer, const std::vector<int>& active, Sums& out) {
  Sums sums;
  std::copy(layer.bias.begin(), layer.bias.end(), sums.begin());
  for (const int f : active) {
    const float* row = layer.weights.data() + static_cast<std::size_t>(f) * kN;
    for (std::size_t n = 0; n < kN; ++n) sums[n] += row[n];
  }
  out = sums;
  return static_cast<long>(active.size()) * long{kN};
}

// Multiplications of a whole network, first layer dense and not counted.
void print_cost(const char* name, const std::vector<long>& widths, long views) {
  const long first = views * widths[0] * widths[1], rows = views * learn::kMaxPieces * widths[1];
  long rest = 0;
  for (std::size_t l = 1; l + 1 < widths.size(); ++l)
    rest += (l == 1 ? views : 1) * widths[l] * widths[l + 1];
  std::printf("%-28s %9ld %15ld %14ld\n", name, first, rows, rest);
}

}  // namespace

int main() {
  std::printf("network                      dense 1st   rows (32 men)    other layers\n");
  print_cost("769-128-64-1", {769, 128, 64, 1}, 1);
  print_cost("768-256-32-1", {768, 256, 32, 1}, 1);
  print_cost("768-512-512-256-1", {768, 512, 512, 256, 1}, 1);
  print_cost("(768-512)x2-1", {768, 512, 1}, 2);

  learn::Random random(1);
  FirstLayer layer{std::vector<float>(learn::kInputs * kN), std::vector<float>(kN, 0.1f)};
  for (float& w : layer.weights) w = static_cast<float>(random.uniform(-0.1, 0.1));
  Sums a, b;
  float difference = 0;
  long products = 0, additions = 0;
  std::vector<float> in(learn::kInputs);
  std::vector<int> active;
  constexpr int kBoards = 1000;
  for (int trial = 0; trial < kBoards; ++trial) {
    active = learn::active_inputs(learn::random_board(random), 0);
    std::fill(in.begin(), in.end(), 0.0f);
    for (const int f : active) in[static_cast<std::size_t>(f)] = 1;
    products += dense(layer, in, a);
    additions += sparse(layer, active, b);
    for (std::size_t n = 0; n < kN; ++n) difference = std::max(difference, std::abs(a[n] - b[n]));
  }
  std::printf("first layer 768 -> %zu on %d boards: largest difference %.0e\n", kN, kBoards,
              double(difference));
  std::printf("dense %ld products a board, sparse %ld additions: %.1f times fewer\n", products / kBoards,
              additions / kBoards, double(products) / double(additions));

  while (active.size() != 24) active = learn::active_inputs(learn::random_board(random), 0);
  std::fill(in.begin(), in.end(), 0.0f);
  for (const int f : active) in[static_cast<std::size_t>(f)] = 1;
  const double t0 = learn::nanoseconds([&] { return dense(layer, in, a), a[7]; });
  const double t1 = learn::nanoseconds([&] { return sparse(layer, active, b), b[7]; });
  std::printf("24 pieces: dense %.0f ns, sparse %.0f ns (%.1f x)\n", t0, t1, t0 / t1);
  return learn::verdict(difference < 1e-5f && additions * 20 < products,
                        "the sum of the active rows is the dense product, with over 20 times less work");
}
