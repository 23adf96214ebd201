// examples/learn/21_attention.cpp: squares that ask and answer each other. A head that counts the pawns on a file,
// which a 3x3 convolution can't see in one step; the slopes of softmax and attention. Page: docs/learn/21-attention.md
#include <algorithm>

#include "learn.h"

namespace {

constexpr std::size_t kTokens = 64;

// A matrix with a row for each token.
struct Rows {
  std::size_t width = 0;
  std::vector<double> numbers;
  explicit Rows(std::size_t columns) : width(columns), numbers(kTokens * columns) {}
  double* operator[](std::size_t row) { return numbers.data() + row * width; }
  const double* operator[](std::size_t row) const { return numbers.data() + row * width; }
};

double dot(const double* a, const double* b, std::size_t n) {
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

// p[i][j]: how much token i listens to token j. Row i is the softmax of q_i . k_j / sqrt(d).
Rows listening(const Rows& q, const Rows& k) {
  Rows p(kTokens);
  const double scale = 1 / std::sqrt(static_cast<double>(q.width));
  for (std::size_t i = 0; i < kTokens; ++i) {
    double largest = -1e300, sum = 0;
    for (std::size_t j = 0; j < kTokens; ++j) {
      p[i][j] = dot(q[i], k[j], q.width) * scale;
      largest = std::max(largest, p[i][j]);
    }
    for (std::size_t j = 0; j < kTokens; ++j) sum += p[i][j] = std::exp(p[i][j] - largest);
    for (std::size_t j = 0; j < kTokens; ++j) p[i][j] /= sum;
  }
  return p;
}

// o_i = sum over j of p[i][j] v_j
Rows answers(const Rows& p, const Rows& v) {
  Rows o(v.width);
  for (std::size_t i = 0; i < kTokens; ++i)
    for (std::size_t j = 0; j < kTokens; ++j)
      for (std::size_t c = 0; c < v.width; ++c) o[i][c] += p[i][j] * v[j][c];
  return o;
}

// Slopes of L = sum of slope * answers by q, k and v.
struct Slopes {
  Rows q, k, v;
};
Slopes slopes_of(const Rows& q, const Rows& k, const Rows& v, const Rows& slope) {
  const Rows p = listening(q, k);
  const double scale = 1 / std::sqrt(static_cast<double>(q.width));
  Slopes result{Rows(q.width), Rows(k.width), Rows(v.width)};
  for (std::size_t i = 0; i < kTokens; ++i) {
    std::vector<double> by_p(kTokens);
    double mean = 0;
    for (std::size_t j = 0; j < kTokens; ++j) {
      by_p[j] = dot(slope[i], v[j], v.width);
      mean += p[i][j] * by_p[j];
      for (std::size_t c = 0; c < v.width; ++c) result.v[j][c] += p[i][j] * slope[i][c];
    }
    for (std::size_t j = 0; j < kTokens; ++j) {
      const double by_logit = p[i][j] * (by_p[j] - mean) * scale;
      for (std::size_t c = 0; c < q.width; ++c) {
        result.q[i][c] += by_logit * k[j][c];
        result.k[j][c] += by_logit * q[i][c];
      }
    }
  }
  return result;
}

double loss(const Rows& q, const Rows& k, const Rows& v, const Rows& slope) {
  const Rows o = answers(listening(q, k), v);
  double sum = 0;
  for (std::size_t i = 0; i < o.numbers.size(); ++i) sum += o.numbers[i] * slope.numbers[i];
  return sum;
}

// The largest difference between the written slopes of `varied` (one of q, k, v) and measured ones.
template <class Loss>
double slope_error(Rows& varied, const Rows& written, const Loss& value) {
  double worst = 0;
  for (std::size_t i = 0; i < varied.numbers.size(); i += 7) {
    const double kept = varied.numbers[i], h = 1e-5;
    varied.numbers[i] = kept + h;
    const double up = value();
    varied.numbers[i] = kept - h;
    const double down = value();
    varied.numbers[i] = kept;
    worst = std::fmax(worst, std::abs((up - down) / (2 * h) - written.numbers[i]));
  }
  return worst;
}

Rows random_rows(std::size_t width, learn::Random& random) {
  Rows rows(width);
  for (double& x : rows.numbers) x = random.uniform(-1, 1);
  return rows;
}

// How many white pawns are on the file of each square, by one head: a square asks for its own file (q), every square
// says which file it is on (k) and whether a pawn is on it (v). Eight squares answer, each with weight 1/8.
double file_count_error(learn::Random& random) {
  double worst = 0;
  for (int round = 0; round < 20; ++round) {
    const learn::Board board = learn::random_board(random);
    Rows q(8), k(8), v(1);
    std::array<int, 8> pawns{};
    for (std::size_t s = 0; s < kTokens; ++s) {
      q[s][s % 8] = 100;  // large: squares of other files get nothing
      k[s][s % 8] = 1;
      v[s][0] = board.piece[s] == 0 ? 1 : 0;
      pawns[s % 8] += board.piece[s] == 0;
    }
    const Rows o = answers(listening(q, k), v);
    for (std::size_t s = 0; s < kTokens; ++s) worst = std::fmax(worst, std::abs(8 * o[s][0] - pawns[s % 8]));
  }
  return worst;
}

}  // namespace

int main() {
  learn::Random random(21);
  const double counting = file_count_error(random);
  std::printf("pawns of a file by one head, 20 boards: largest error %.0e\n", counting);

  Rows q = random_rows(4, random), k = random_rows(4, random), v = random_rows(3, random);
  const Rows slope = random_rows(3, random);
  const Slopes written = slopes_of(q, k, v, slope);
  const auto value = [&] { return loss(q, k, v, slope); };
  const double by_q = slope_error(q, written.q, value), by_k = slope_error(k, written.k, value);
  const double by_v = slope_error(v, written.v, value);
  std::printf("slopes against measured: queries %.0e, keys %.0e, values %.0e\n", by_q, by_k, by_v);

  // Who listens to whom does not depend on how the squares are numbered: exchange a1 and h8 everywhere.
  const Rows before = answers(listening(q, k), v);
  for (Rows* rows : {&q, &k, &v}) std::swap_ranges((*rows)[0], (*rows)[0] + rows->width, (*rows)[63]);
  const Rows after = answers(listening(q, k), v);
  double renumbered = 0;
  for (std::size_t c = 0; c < 3; ++c)
    renumbered = std::fmax(
        renumbered, std::fmax(std::abs(before[0][c] - after[63][c]), std::abs(before[5][c] - after[5][c])));
  std::printf("two squares renumbered: the answers go along, difference %.0e\n", renumbered);
  return learn::verdict(counting < 1e-9 && by_q < 1e-7 && by_k < 1e-7 && by_v < 1e-7 && renumbered < 1e-12,
                        "one head sees a whole file, and its slopes are as derived");
}
