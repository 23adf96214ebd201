// examples/learn/21_attention.cpp: squares that ask other squares: one head of attention, by hand.
// Page: docs/learn/21-attention.md
#include <algorithm>

#include "learn.h"

namespace {

constexpr std::size_t kSquares = 64;
using Row = std::vector<double>;
using Tokens = std::vector<Row>;  // one row of numbers for each square

Row softmax(Row logits) {
  const double highest = *std::max_element(logits.begin(), logits.end());
  double sum = 0;
  for (double& x : logits) sum += x = std::exp(x - highest);
  for (double& x : logits) x /= sum;
  return logits;
}

double dot(const Row& a, const Row& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// out[s] = sum over t of p(s, t) values[t], p(s, .) = softmax(queries[s] . keys[t] / sqrt(width))
Tokens attention(const Tokens& queries, const Tokens& keys, const Tokens& values) {
  Tokens out;
  const double scale = 1 / std::sqrt(static_cast<double>(queries[0].size()));
  for (const Row& query : queries) {
    Row logits;
    for (const Row& key : keys) logits.push_back(dot(query, key) * scale);
    const Row p = softmax(logits);
    Row sum(values[0].size());
    for (std::size_t t = 0; t < values.size(); ++t)
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += p[t] * values[t][i];
    out.push_back(sum);
  }
  return out;
}

Row one_hot(std::size_t index, double size) {
  Row row(8);
  row[index] = size;
  return row;
}

}  // namespace

int main() {
  // Every square asks for its own file: query and key are the file, in large numbers. The value is 1 where a pawn is.
  const std::vector<std::size_t> pawns = {8, 16, 11, 35, 51, 14};  // a2 a3 d2 d5 d7 g2
  Tokens queries, keys, values;
  for (std::size_t s = 0; s < kSquares; ++s) {
    queries.push_back(one_hot(s % 8, 10));
    keys.push_back(one_hot(s % 8, 10));
    const bool pawn = std::find(pawns.begin(), pawns.end(), s) != pawns.end();
    values.push_back({pawn ? 1.0 : 0.0});
  }
  const Tokens seen = attention(queries, keys, values);
  double difference = 0;
  std::printf("pawns on each file, as squares of the first rank see it:");
  for (std::size_t file = 0; file < 8; ++file) {
    const double counted = 8 * seen[file][0];  // the mean over the 8 squares of the file, times 8
    const auto truth =
        std::count_if(pawns.begin(), pawns.end(), [&](std::size_t s) { return s % 8 == file; });
    difference = std::max(difference, std::abs(counted - static_cast<double>(truth)));
    std::printf(" %.3f", counted);
  }
  std::printf("\n");

  // Without anything that tells squares apart, the order of the squares doesn't matter.
  learn::Random random(5);
  Tokens plain;
  for (std::size_t s = 0; s < kSquares; ++s) plain.push_back({random.uniform(-1, 1), random.uniform(-1, 1)});
  Tokens turned(plain.rbegin(), plain.rend());
  const Tokens a = attention(plain, plain, plain);
  const Tokens b = attention(turned, turned, turned);
  double order = 0;
  for (std::size_t s = 0; s < kSquares; ++s)
    for (std::size_t i = 0; i < 2; ++i) order = std::max(order, std::abs(a[s][i] - b[kSquares - 1 - s][i]));
  std::printf("squares in reverse order: outputs reversed, largest difference %.0e\n", order);

  std::printf("one layer connects squares at distance 7; 3x3 convolutions need 7 layers for it\n");
  return learn::verdict(difference < 1e-3 && order < 1e-12,
                        "a head finds the squares of a file by asking for it, and knows no order of its own");
}
