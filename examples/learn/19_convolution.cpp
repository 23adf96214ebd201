// examples/learn/19_convolution.cpp: one small set of weights for every square of the board, and how to compute it
// with fewer products.
// Page: docs/learn/19-convolution.md
#include <algorithm>

#include "learn.h"

namespace {

using Plane = std::array<double, 64>;  // one number for each square
using Kernel = std::array<double, 9>;  // 3 x 3, row by row from the lower left

// out[s] = sum over the 3 x 3 squares around s of weight * in; outside the board is 0.
Plane convolved(const Plane& in, const Kernel& kernel) {
  Plane out{};
  for (int rank = 0; rank < 8; ++rank)
    for (int file = 0; file < 8; ++file)
      for (int r = -1; r <= 1; ++r)
        for (int f = -1; f <= 1; ++f) {
          const bool inside = rank + r >= 0 && rank + r < 8 && file + f >= 0 && file + f < 8;
          if (inside) out[rank * 8 + file] += kernel[(r + 1) * 3 + f + 1] * in[(rank + r) * 8 + file + f];
        }
  return out;
}

Plane shifted_right(const Plane& in) {
  Plane out{};
  for (int s = 0; s < 64; ++s)
    if (s % 8 > 0) out[s] = in[s - 1];
  return out;
}

// Two neighboring outputs of a row of three weights: 4 products instead of 6 (Winograd's F(2,3)).
std::array<double, 2> winograd(const std::array<double, 4>& d, const std::array<double, 3>& g) {
  const double m1 = (d[0] - d[2]) * g[0];
  const double m2 = (d[1] + d[2]) * ((g[0] + g[1] + g[2]) / 2);
  const double m3 = (d[2] - d[1]) * ((g[0] - g[1] + g[2]) / 2);
  const double m4 = (d[1] - d[3]) * g[2];
  return {m1 + m2 + m3, m2 - m3 - m4};
}

}  // namespace

int main() {
  // A kernel that finds protected pawns: a pawn here, minus what can't be, plus pawns diagonally below.
  const Kernel protected_pawn = {1, 0, 1, 0, 2, 0, 0, 0, 0};
  Plane pawns{};
  for (const int square : {9, 18, 27, 37}) pawns[static_cast<std::size_t>(square)] = 1;  // b2 c3 d4 f5
  const Plane found = convolved(pawns, protected_pawn);
  std::printf("protected pawns (found > 2):");
  int protected_count = 0;
  for (int s = 0; s < 64; ++s)
    if (found[static_cast<std::size_t>(s)] > 2) {
      std::printf(" %c%d", 'a' + s % 8, s / 8 + 1);
      ++protected_count;
    }
  std::printf("\n");

  // The same pawns one file to the right give the same answers one file to the right.
  const Plane moved = convolved(shifted_right(pawns), protected_pawn);
  const bool follows = moved == shifted_right(found);

  // What a square can know after n layers: one square that is 1 spreads.
  Plane lit{};
  lit[27] = 1;
  const Kernel all = {1, 1, 1, 1, 1, 1, 1, 1, 1};
  std::printf("squares that feel d4 after n layers:");
  for (int layer = 1; layer <= 4; ++layer) {
    lit = convolved(lit, all);
    std::printf(" %ld",
                static_cast<long>(std::count_if(lit.begin(), lit.end(), [](double x) { return x != 0; })));
  }
  std::printf("\n");
  std::printf("weights from 12 planes to 64: dense %d, convolution %d\n", 12 * 64 * 64 * 64, 12 * 64 * 9);

  learn::Random random(1);
  double difference = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    std::array<double, 4> d;
    std::array<double, 3> g;
    for (double& x : d) x = random.uniform(-1, 1);
    for (double& x : g) x = random.uniform(-1, 1);
    const auto fast = winograd(d, g);
    for (std::size_t i = 0; i < 2; ++i)
      difference =
          std::max(difference, std::abs(fast[i] - (d[i] * g[0] + d[i + 1] * g[1] + d[i + 2] * g[2])));
  }
  std::printf("Winograd, 1000 trials: largest difference %.0e with 4 products instead of 6\n", difference);
  return learn::verdict(
      protected_count == 2 && follows && difference < 1e-12,
      "a convolution follows its input across the board, and two outputs take four products");
}
