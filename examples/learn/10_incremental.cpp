// examples/learn/10_incremental.cpp: an accumulator that follows moves and take-backs,
// compared with one computed from scratch.
// Page: docs/learn/10-incremental-updates.md
#include <algorithm>

#include "learn.h"

namespace {

constexpr std::size_t kN = 256;

// First-layer sums of both perspectives: 2 x N.
template <class Number>
using Accumulator = std::array<std::array<Number, kN>, 2>;

template <class Number>
struct FirstLayer {
  std::vector<Number> weights;  // 768 x N
  std::vector<Number> bias;     // N
  const Number* row(int perspective, int piece, int square) const {
    return weights.data() + static_cast<std::size_t>(learn::input_of(perspective, piece, square)) * kN;
  }
};

long rows_fresh = 0, rows_incremental = 0;  // rows read

template <class Number>
Accumulator<Number> fresh(const FirstLayer<Number>& layer, const learn::Board& board) {
  Accumulator<Number> sums;
  for (int side = 0; side < 2; ++side) {
    auto& out = sums[static_cast<std::size_t>(side)];
    std::copy(layer.bias.begin(), layer.bias.end(), out.begin());
    for (int square = 0; square < 64; ++square) {
      const int piece = board.piece[static_cast<std::size_t>(square)];
      if (piece < 0) continue;
      const Number* row = layer.row(side, piece, square);
      for (std::size_t n = 0; n < kN; ++n) out[n] = static_cast<Number>(out[n] + row[n]);
      ++rows_fresh;
    }
  }
  return sums;
}

struct Move {
  int piece, from, to, captured;  // captured: -1 for none
};

// The sums after a move from those before it: one row in, one or two out, for each side.
template <class Number>
Accumulator<Number> updated(const FirstLayer<Number>& layer, const Accumulator<Number>& before,
                            const Move& move) {
  Accumulator<Number> after = before;
  for (int side = 0; side < 2; ++side) {
    auto& out = after[static_cast<std::size_t>(side)];
    const Number* added = layer.row(side, move.piece, move.to);
    const Number* removed = layer.row(side, move.piece, move.from);
    for (std::size_t n = 0; n < kN; ++n) out[n] = static_cast<Number>(out[n] + added[n] - removed[n]);
    rows_incremental += 2;
    if (move.captured < 0) continue;
    const Number* taken = layer.row(side, move.captured, move.to);
    for (std::size_t n = 0; n < kN; ++n) out[n] = static_cast<Number>(out[n] - taken[n]);
    ++rows_incremental;
  }
  return after;
}

// Any piece to any square; kings aren't captured.
Move random_move(learn::Random& random, const learn::Board& board) {
  for (;;) {
    const int from = random.below(64), to = random.below(64);
    const int piece = board.piece[static_cast<std::size_t>(from)],
              target = board.piece[static_cast<std::size_t>(to)];
    const bool wanted = random.below(4) == 0;  // captures are rarer than quiet moves
    if (piece >= 0 && from != to && target % 6 != 5 && (target < 0 || wanted))
      return {piece, from, to, target};
  }
}

}  // namespace

int main() {
  learn::Random random(1);
  FirstLayer<std::int16_t> whole{std::vector<std::int16_t>(learn::kInputs * kN),
                                 std::vector<std::int16_t>(kN, 50)};
  FirstLayer<float> real{std::vector<float>(learn::kInputs * kN), std::vector<float>(kN, 0.2f)};
  for (std::size_t i = 0; i < whole.weights.size(); ++i) {
    real.weights[i] = static_cast<float>(random.uniform(-0.5, 0.5));
    whole.weights[i] = static_cast<std::int16_t>(std::lround(255 * real.weights[i]));
  }

  // A walk as a search makes it: down by a move, or back by one. The stack keeps the sums of every ply, so going
  // back costs nothing. The floats follow the same walk with one accumulator that is updated back and forth.
  learn::Board board = learn::random_board(random);
  while (std::count(board.piece.begin(), board.piece.end(), -1) > 34) board = learn::random_board(random);
  std::vector<Accumulator<std::int16_t>> stack = {fresh(whole, board)};
  std::vector<Move> moves;
  Accumulator<float> floats = fresh(real, board);
  rows_fresh = 0;
  constexpr int kSteps = 20000;
  int made = 0, wrong = 0;
  for (int step = 0; step < kSteps; ++step) {
    if (moves.size() < 12 && (moves.empty() || random.below(2) == 0)) {
      const Move move = random_move(random, board);
      board.piece[static_cast<std::size_t>(move.from)] = -1;
      board.piece[static_cast<std::size_t>(move.to)] = move.piece;
      moves.push_back(move);
      stack.push_back(updated(whole, stack.back(), move));
      const long rows = rows_incremental;
      floats = updated(real, floats, move);
      rows_incremental = rows;
      ++made;
      wrong += stack.back() == fresh(whole, board) ? 0 : 1;
    } else {
      const Move move = moves.back();
      board.piece[static_cast<std::size_t>(move.from)] = move.piece;
      board.piece[static_cast<std::size_t>(move.to)] = move.captured;
      moves.pop_back();
      stack.pop_back();
      for (std::size_t side = 0; side < 2; ++side)
        for (std::size_t n = 0; n < kN; ++n) {
          const int view = static_cast<int>(side);
          float& sum = floats[side][n];
          sum = sum - real.row(view, move.piece, move.to)[n] + real.row(view, move.piece, move.from)[n];
          if (move.captured >= 0) sum += real.row(view, move.captured, move.to)[n];
        }
    }
  }
  std::printf("%d moves made, %d taken back; 16-bit sums that differ from fresh ones: %d\n", made,
              kSteps - made, wrong);
  std::printf("rows read a move, both sides: fresh %.1f, incremental %.2f (%.1f times fewer)\n",
              double(rows_fresh) / made, double(rows_incremental) / made,
              double(rows_fresh) / double(rows_incremental));
  const bool fewer = rows_fresh > 5 * rows_incremental;
  const Accumulator<float> right = fresh(real, board);
  float drift = 0;
  for (std::size_t side = 0; side < 2; ++side)
    for (std::size_t n = 0; n < kN; ++n) drift = std::max(drift, std::abs(floats[side][n] - right[side][n]));
  std::printf("floats updated back and forth have drifted by %.1e\n", double(drift));
  const Move move = random_move(random, board);
  const double t0 = learn::nanoseconds([&] { return fresh(whole, board)[1][3]; });
  const double t1 = learn::nanoseconds([&] { return updated(whole, stack.back(), move)[1][3]; });
  std::printf("one move: fresh %.0f ns, incremental %.0f ns (%.1f x)\n", t0, t1, t0 / t1);
  return learn::verdict(wrong == 0 && fewer,
                        "incremental equals fresh in whole numbers, with a fraction of the rows");
}
