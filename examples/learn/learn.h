// examples/learn/learn.h: what the programs of docs/learn share: random numbers, a toy board, a stopwatch, the
// last line. Everything else is in the program of the page, so that you can read it on its own.
#pragma once

#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace learn {

// SplitMix64: the same numbers on every machine (std:: distributions don't promise that).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  // A whole number in [0, bound).
  int below(int bound) { return static_cast<int>(next() >> 33) % bound; }
  // A real number in [low, high).
  double uniform(double low, double high) {
    return low + (high - low) * static_cast<double>(next() >> 11) / 9007199254740992.0;
  }

 private:
  std::uint64_t state_;
};

// A board without rules: enough to have inputs for a network. Squares count from a1 = 0 to h8 = 63; pieces are
// 6 * color + type with White = 0 and P N B R Q K = 0..5, -1 is an empty square.
struct Board {
  std::array<int, 64> piece;
  int side_to_move = 0;
};
constexpr int kInputs = 768;  // 2 colors x 6 types x 64 squares
constexpr int kMaxPieces = 32;

// The input that a piece on a square switches on, as `perspective` (0 White, 1 Black) sees it: own pieces first,
// own side at the bottom. It is the set "768" of src/nn/features.h. In [0, kInputs).
inline int input_of(int perspective, int piece, int square) {
  const int enemy = piece / 6 == perspective ? 0 : 1;
  return 384 * enemy + 64 * (piece % 6) + (square ^ (perspective == 0 ? 0 : 56));
}

// The inputs that are 1, in ascending order of squares; all others are 0.
inline std::vector<int> active_inputs(const Board& board, int perspective) {
  std::vector<int> active;
  for (int square = 0; square < 64; ++square) {
    const int piece = board.piece[static_cast<std::size_t>(square)];
    if (piece >= 0) active.push_back(input_of(perspective, piece, square));
  }
  return active;
}

// Two kings and up to 30 other pieces anywhere, pawns more often than the rest.
inline Board random_board(Random& random) {
  Board board;
  board.piece.fill(-1);
  board.side_to_move = random.below(2);
  const int count = 2 + random.below(kMaxPieces - 1);
  for (int placed = 0; placed < count;) {
    int& piece = board.piece[static_cast<std::size_t>(random.below(64))];
    if (piece >= 0) continue;
    const int type = random.below(9) - 4;
    piece = placed < 2 ? 6 * placed + 5 : 6 * random.below(2) + (type < 0 ? 0 : type);
    ++placed;
  }
  return board;
}

// Pawns that the side to move is ahead, by the count that beginners learn. A target to learn from.
inline int material(const Board& board) {
  constexpr int kWorth[6] = {1, 3, 3, 5, 9, 0};
  int sum = 0;
  for (const int piece : board.piece)
    if (piece >= 0) sum += piece / 6 == board.side_to_move ? kWorth[piece % 6] : -kWorth[piece % 6];
  return sum;
}

inline double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

// Results go here, so that the compiler can't leave out the work that made them.
inline volatile double sink = 0;

// Nanoseconds of one call, the best of many short rounds: other work on the machine disturbs some, not all. For
// reading, never for checking.
template <class Work>
double nanoseconds(const Work& work) {
  using Clock = std::chrono::steady_clock;
  double best = 1e300;
  for (int round = 0; round < 150; ++round) {
    int calls = 0;
    const auto begin = Clock::now();
    std::chrono::duration<double, std::nano> elapsed{};
    do {
      for (int i = 0; i < 4; ++i) sink = static_cast<double>(work());
      calls += 4;
      elapsed = Clock::now() - begin;
    } while (elapsed.count() < 5e5);
    const double time = elapsed.count() / calls;
    if (time < best) best = time;
  }
  return best;
}

// The last line of every program, and its exit status.
inline int verdict(bool holds, const char* fact) {
  std::printf("%s: %s\n", holds ? "checked" : "WRONG", fact);
  return holds ? 0 : 1;
}

}  // namespace learn
