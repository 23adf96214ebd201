// examples/learn/01_neuron.cpp: one neuron learns AND and OR, and can't learn XOR. Page: docs/learn/01-neuron.md
#include "learn.h"

namespace {

struct Example {
  int x0, x1, target;
};
using Task = std::array<Example, 4>;

constexpr Task kAnd = {{{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {1, 1, 1}}};
constexpr Task kOr = {{{0, 0, 0}, {0, 1, 1}, {1, 0, 1}, {1, 1, 1}}};
constexpr Task kXor = {{{0, 0, 0}, {0, 1, 1}, {1, 0, 1}, {1, 1, 0}}};

// Two weights and a bias. It fires when the weighted sum is above zero.
struct Neuron {
  int w0 = 0, w1 = 0, bias = 0;
  int output(const Example& e) const { return w0 * e.x0 + w1 * e.x1 + bias > 0 ? 1 : 0; }
};

int right_answers(const Neuron& neuron, const Task& task) {
  int right = 0;
  for (const Example& e : task) right += neuron.output(e) == e.target ? 1 : 0;
  return right;
}

// The perceptron rule of 1958: after a wrong answer move each weight by its input, toward the right answer.
// Returns the most examples that were right at once.
int learned(const char* name, const Task& task) {
  Neuron neuron;
  int best = right_answers(neuron, task);
  int round = 0;
  for (; round < 1000 && right_answers(neuron, task) < 4; ++round) {
    for (const Example& e : task) {
      const int error = e.target - neuron.output(e);  // -1, 0 or 1
      neuron.w0 += error * e.x0;
      neuron.w1 += error * e.x1;
      neuron.bias += error;
    }
    const int right = right_answers(neuron, task);
    best = right > best ? right : best;
  }
  std::printf("%-4s %4d rounds   w = (%2d, %2d)  bias = %2d   at best %d of 4 right\n", name, round,
              neuron.w0, neuron.w1, neuron.bias, best);
  return best;
}

// No learning at all: every neuron with whole weights from -20 to 20.
int best_of_all_neurons(const Task& task) {
  int best = 0;
  for (int w0 = -20; w0 <= 20; ++w0)
    for (int w1 = -20; w1 <= 20; ++w1)
      for (int bias = -20; bias <= 20; ++bias) {
        const int right = right_answers({w0, w1, bias}, task);
        best = right > best ? right : best;
      }
  return best;
}

}  // namespace

int main() {
  const int and_right = learned("AND", kAnd);
  const int or_right = learned("OR", kOr);
  const int xor_right = learned("XOR", kXor);
  const int xor_limit = best_of_all_neurons(kXor);
  std::printf("XOR  all 41 x 41 x 41 neurons tried: the best has %d of 4 right\n", xor_limit);
  return learn::verdict(and_right == 4 && or_right == 4 && xor_right < 4 && xor_limit == 3,
                        "one neuron learns AND and OR; no neuron does XOR");
}
