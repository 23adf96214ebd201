// examples/learn/02_luck.cpp: three ways to find weights, each with the same number of looks at the loss: keep the
// luckiest random weights, keep lucky mutations, follow the gradient. Page: docs/learn/02-not-luck.md
#include <functional>

#include "learn.h"

namespace {

using Weights = std::vector<double>;
using Loss = std::function<double(const Weights&)>;
using Gradient = std::function<Weights(const Weights&)>;

Weights random_weights(learn::Random& random, std::size_t count, double size) {
  Weights weights(count);
  for (double& w : weights) w = random.uniform(-size, size);
  return weights;
}

// Pure luck: new weights each time, the best are kept.
double luck(const Loss& loss, std::size_t count, double size, int looks) {
  learn::Random random(1);
  double best = 1e300;
  for (int i = 0; i < looks; ++i) best = std::fmin(best, loss(random_weights(random, count, size)));
  return best;
}

// Mutation: a random step from the best so far, kept if it is better. Steps grow after a success and shrink
// after a failure, so that about one in five succeeds.
double mutation(const Loss& loss, std::size_t count, double size, int looks) {
  learn::Random random(1);
  Weights best = random_weights(random, count, size);
  double best_loss = loss(best), step = size / 4;
  for (int i = 1; i < looks; ++i) {
    Weights tried = best;
    for (double& w : tried) w += random.uniform(-step, step);
    const double tried_loss = loss(tried);
    const bool better = tried_loss < best_loss;
    if (better) best = tried, best_loss = tried_loss;
    step *= better ? 1.5 : 0.9;
  }
  return best_loss;
}

// Gradient descent: all weights move at once, each against its own slope. A gradient costs `price` looks.
double descent(const Loss& loss, const Gradient& gradient, int price, std::size_t count, double size,
               int looks, double rate) {
  learn::Random random(1);
  Weights weights = random_weights(random, count, size);
  for (int left = looks - 1; left >= price; left -= price) {
    const Weights slope = gradient(weights);
    for (std::size_t i = 0; i < count; ++i) weights[i] -= rate * slope[i];
  }
  return loss(weights);
}

// XOR with 2 inputs, 4 hidden neurons (tanh), 1 output (sigmoid): 4 x 2 + 4 + 4 + 1 = 17 weights.
double xor_loss(const Weights& w) {
  double loss = 0;
  for (int example = 0; example < 4; ++example) {
    const double x0 = example & 1, x1 = example >> 1;
    double output = w[16];
    for (std::size_t n = 0; n < 4; ++n)
      output += w[12 + n] * std::tanh(w[2 * n] * x0 + w[2 * n + 1] * x1 + w[8 + n]);
    const double error = learn::sigmoid(output) - ((example & 1) ^ (example >> 1));
    loss += error * error / 4;
  }
  return loss;
}

// What happens if each weight is nudged: two looks a weight. (Page 05 gets all slopes for the price of about two.)
Weights nudged_gradient(const Loss& loss, Weights w) {
  Weights slope(w.size());
  for (std::size_t i = 0; i < w.size(); ++i) {
    const double here = w[i], nudge = 1e-5;
    w[i] = here + nudge;
    slope[i] = loss(w);
    w[i] = here - nudge;
    slope[i] = (slope[i] - loss(w)) / (2 * nudge);
    w[i] = here;
  }
  return slope;
}

struct Losses {
  double luck, mutation, descent;
};

void print(const char* task, int weights, int looks, const Losses& l) {
  std::printf("%-9s %4d weights %6d looks   luck %10.6f   mutation %10.6f   gradient %10.6f\n", task, weights,
              looks, l.luck, l.mutation, l.descent);
}

}  // namespace

int main() {
  constexpr int kXorLooks = 34000;
  const Losses on_xor = {luck(xor_loss, 17, 5, kXorLooks), mutation(xor_loss, 17, 1, kXorLooks),
                         descent(
                             xor_loss, [](const Weights& w) { return nudged_gradient(xor_loss, w); }, 34, 17,
                             1, kXorLooks, 2.0)};
  print("XOR", 17, kXorLooks, on_xor);

  // Material from 500 boards: 768 inputs, one linear output; the right answer is the count of pawns.
  learn::Random random(2);
  std::vector<std::vector<int>> inputs;
  std::vector<double> targets;
  for (int i = 0; i < 500; ++i) {
    const learn::Board board = learn::random_board(random);
    inputs.push_back(learn::active_inputs(board, board.side_to_move));
    targets.push_back(learn::material(board));
  }
  const auto errors = [&](const Weights& w) {
    Weights error(targets.size());
    for (std::size_t k = 0; k < error.size(); ++k) {
      error[k] = -targets[k];
      for (const int input : inputs[k]) error[k] += w[static_cast<std::size_t>(input)];
    }
    return error;
  };
  const auto loss = [&](const Weights& w) {
    double sum = 0;
    for (const double error : errors(w)) sum += error * error;
    return sum / static_cast<double>(targets.size());
  };
  const auto gradient = [&](const Weights& w) {  // one more pass over the same inputs: the price of two looks
    Weights slope(w.size());
    const Weights error = errors(w);
    for (std::size_t k = 0; k < error.size(); ++k)
      for (const int input : inputs[k])
        slope[static_cast<std::size_t>(input)] += 2 * error[k] / static_cast<double>(error.size());
    return slope;
  };
  constexpr int kLooks = 4000;
  const Losses on_material = {luck(loss, 768, 9, kLooks), mutation(loss, 768, 1, kLooks),
                              descent(loss, gradient, 2, 768, 1, kLooks, 0.5)};
  print("material", 768, kLooks, on_material);
  std::printf("material: who always says 0 has a loss of %.6f\n", loss(Weights(768)));
  return learn::verdict(on_xor.descent < 0.01 && on_xor.descent < on_xor.luck && on_material.descent < 0.1 &&
                            on_material.descent < on_material.mutation / 10 &&
                            on_material.mutation < on_material.luck,
                        "with equal looks the gradient beats luck, and by far where weights are many");
}
