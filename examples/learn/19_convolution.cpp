// examples/learn/19_convolution.cpp: one small set of weights for all squares, its slopes, and the same result with a
// quarter of the products. Page: docs/learn/19-convolution.md
#include "learn.h"

namespace {

using Plane = std::array<double, 64>;  // square = 8 * rank + file
using Kernel = std::array<double, 9>;  // [rank step + 1][file step + 1]

// z[s] = sum over steps of kernel[step] * in[s + step]; squares off the board count as 0.
Plane convolved(const Plane& in, const Kernel& kernel) {
  Plane out{};
  for (int rank = 0; rank < 8; ++rank)
    for (int file = 0; file < 8; ++file)
      for (int i = -1; i <= 1; ++i)
        for (int j = -1; j <= 1; ++j) {
          const int r = rank + i, f = file + j;
          if (r < 0 || r > 7 || f < 0 || f > 7) continue;
          out[static_cast<std::size_t>(8 * rank + file)] +=
              kernel[static_cast<std::size_t>(3 * (i + 1) + j + 1)] * in[static_cast<std::size_t>(8 * r + f)];
        }
  return out;
}

Kernel flipped(const Kernel& kernel) {
  Kernel result{};
  for (std::size_t i = 0; i < 9; ++i) result[i] = kernel[8 - i];
  return result;
}

double dot(const Plane& a, const Plane& b) {
  double sum = 0;
  for (std::size_t s = 0; s < 64; ++s) sum += a[s] * b[s];
  return sum;
}

// The slope of L = dot(weights, convolved(in, kernel)) by every weight of the kernel: how the input, shifted by that
// step, agrees with the slope at the output.
Kernel kernel_slopes(const Plane& in, const Plane& slope) {
  Kernel result{};
  for (std::size_t k = 0; k < 9; ++k) {
    Kernel one{};
    one[k] = 1;
    result[k] = dot(slope, convolved(in, one));
  }
  return result;
}

// ---- the same convolution with fewer products, in one dimension: F(4, 3) of Winograd.

// A row of eight squares, three weights. Each half of the row is four outputs from six inputs: six products instead
// of twelve. In two dimensions the same is done to the columns: 36 products for 4 x 4 outputs instead of 144.
constexpr double kInput[6][6] = {{4, 0, -5, 0, 1, 0},  {0, -4, -4, 1, 1, 0}, {0, 4, -4, -1, 1, 0},
                                 {0, -2, -1, 2, 1, 0}, {0, 2, -1, -2, 1, 0}, {0, 4, 0, -5, 0, 1}};
constexpr double kWeights[6][3] = {{1 / 4.0, 0, 0},
                                   {-1 / 6.0, -1 / 6.0, -1 / 6.0},
                                   {-1 / 6.0, 1 / 6.0, -1 / 6.0},
                                   {1 / 24.0, 1 / 12.0, 1 / 6.0},
                                   {1 / 24.0, -1 / 12.0, 1 / 6.0},
                                   {0, 0, 1}};
constexpr double kOutput[4][6] = {
    {1, 1, 1, 1, 1, 0}, {0, 1, -1, 2, -2, 0}, {0, 1, 1, 4, 4, 0}, {0, 1, -1, 8, -8, 1}};

std::array<double, 8> direct_row(const std::array<double, 8>& in, const std::array<double, 3>& w) {
  std::array<double, 8> out{};
  for (int s = 0; s < 8; ++s)
    for (int k = -1; k <= 1; ++k)
      if (s + k >= 0 && s + k < 8)
        out[static_cast<std::size_t>(s)] +=
            w[static_cast<std::size_t>(k + 1)] * in[static_cast<std::size_t>(s + k)];
  return out;
}

std::array<double, 8> winograd_row(const std::array<double, 8>& in, const std::array<double, 3>& w,
                                   int& products) {
  double u[6];  // depends on the weights only: computed once, when a network is loaded
  for (int i = 0; i < 6; ++i) u[i] = kWeights[i][0] * w[0] + kWeights[i][1] * w[1] + kWeights[i][2] * w[2];
  std::array<double, 8> out{};
  for (int half = 0; half < 2; ++half) {
    double m[6];
    for (int i = 0; i < 6; ++i) {
      double v = 0;  // additions and small constants
      for (int j = 0; j < 6; ++j) {
        const int s = 4 * half + j - 1;
        if (s >= 0 && s < 8) v += kInput[i][j] * in[static_cast<std::size_t>(s)];
      }
      m[i] = u[i] * v;
      ++products;
    }
    for (int o = 0; o < 4; ++o)
      for (int i = 0; i < 6; ++i) out[static_cast<std::size_t>(4 * half + o)] += kOutput[o][i] * m[i];
  }
  return out;
}

}  // namespace

int main() {
  // A kernel that finds pawns protected by a pawn: 1 for the square itself, 1 for each square diagonally behind.
  const Kernel chain = {1, 0, 1, 0, 2, 0, 0, 0, 0};
  Plane pawns{};
  for (const std::size_t square : {9u, 18u, 27u, 14u, 52u}) pawns[square] = 1;  // b2 c3 d4 g2 e7
  const Plane answer = convolved(pawns, chain);
  std::printf("protected pawns:");
  int found = 0;
  for (std::size_t s = 0; s < 64; ++s)
    if (answer[s] >= 3) ++found, std::printf(" %c%c", "abcdefgh"[s % 8], "12345678"[s / 8]);
  std::printf("\n");

  // Wherever the chain stands, the same nine weights find it.
  Plane shifted{};
  for (const std::size_t square : {9u, 18u, 27u}) shifted[square + 17] = 1;  // one file and two ranks on
  const Plane there = convolved(shifted, chain);
  Plane alone{};
  for (const std::size_t square : {9u, 18u, 27u}) alone[square] = 1;
  const Plane here = convolved(alone, chain);
  double moved = 0;
  for (std::size_t s = 0; s + 17 < 64; ++s)
    if (s % 8 < 7) moved = std::fmax(moved, std::abs(there[s + 17] - here[s]));
  std::printf("the chain moved by one file and two ranks: the answer moves along, difference %.0f\n", moved);

  // Slopes: by the input it is a convolution with the flipped kernel, by the weights a sum over all squares.
  learn::Random random(19);
  Plane in{}, slope{};
  Kernel kernel{};
  for (double& x : in) x = random.uniform(-1, 1);
  for (double& x : slope) x = random.uniform(-1, 1);
  for (double& x : kernel) x = random.uniform(-1, 1);
  const Plane by_input = convolved(slope, flipped(kernel));
  const Kernel by_kernel = kernel_slopes(in, slope);
  const double h = 1e-6;
  double worst = 0;
  for (std::size_t s = 0; s < 64; ++s) {
    Plane up = in, down = in;
    up[s] += h, down[s] -= h;
    const double measured =
        (dot(slope, convolved(up, kernel)) - dot(slope, convolved(down, kernel))) / (2 * h);
    worst = std::fmax(worst, std::abs(measured - by_input[s]));
  }
  for (std::size_t k = 0; k < 9; ++k) {
    Kernel up = kernel, down = kernel;
    up[k] += h, down[k] -= h;
    const double measured = (dot(slope, convolved(in, up)) - dot(slope, convolved(in, down))) / (2 * h);
    worst = std::fmax(worst, std::abs(measured - by_kernel[k]));
  }
  std::printf("slopes by input and by kernel against measured: %.0e\n", worst);

  int products = 0;
  double difference = 0;
  for (int round = 0; round < 1000; ++round) {
    std::array<double, 8> row{};
    std::array<double, 3> w{};
    for (double& x : row) x = random.uniform(-1, 1);
    for (double& x : w) x = random.uniform(-1, 1);
    const auto plain = direct_row(row, w), quick = winograd_row(row, w, products);
    for (std::size_t s = 0; s < 8; ++s) difference = std::fmax(difference, std::abs(plain[s] - quick[s]));
  }
  std::printf("a row of eight: %d products instead of 24, largest difference %.0e\n", products / 1000,
              difference);

  std::printf("layer                        weights      products a board\n");
  std::printf("dense 768 -> 4096     %14d %21d\n", 768 * 4096, 768 * 4096);
  std::printf("3x3, 12 -> 64 planes  %14d %21d\n", 12 * 64 * 9, 12 * 64 * 9 * 64);
  std::printf("  by Winograd         %14d %21d\n", 12 * 64 * 36, 12 * 64 * 36 * 4);
  return learn::verdict(
      found == 2 && moved == 0 && worst < 1e-8 && products == 12 * 1000 && difference < 1e-12,
      "the same weights serve every square, and half the products give the same row");
}
