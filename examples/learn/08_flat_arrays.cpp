// examples/learn/08_flat_arrays.cpp: the same network as objects that point at each other and as flat arrays.
// Page: docs/learn/08-flat-arrays.md
#include <algorithm>
#include <memory>

#include "learn.h"

namespace {

constexpr std::size_t kIn = 768, kN1 = 128, kN2 = 32;
constexpr std::size_t kWidth[] = {kIn, kN1, kN2, 1};

// One affine layer: weights row by row (outputs x inputs), and the same numbers by columns (inputs x outputs).
struct Layer {
  std::vector<float> rows, columns, bias;
};

// ---- objects: a neuron knows its inputs

struct Neuron {
  struct Link {
    const Neuron* from;
    float weight;
  };
  std::vector<Link> links;
  float bias = 0;
  bool is_output = false;
  float value = 0;

  void fire() {
    float sum = bias;
    for (const Link& link : links) sum += link.weight * link.from->value;
    value = is_output ? sum : std::max(sum, 0.0f);
  }
};

class Graph {
 public:
  explicit Graph(const std::array<Layer, 3>& layers, learn::Random& random) {
    // Made in random order, as objects of a living program are scattered over memory.
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < kIn + kN1 + kN2 + 1; ++i) order.push_back(i);
    for (std::size_t i = order.size(); i > 1; --i)
      std::swap(order[i - 1], order[static_cast<std::size_t>(random.below(static_cast<int>(i)))]);
    neurons_.resize(order.size());
    for (const std::size_t i : order) neurons_[i] = std::make_unique<Neuron>();
    std::size_t first = 0;
    for (std::size_t l = 0; l < 3; ++l) {
      const std::size_t next = first + kWidth[l];
      for (std::size_t o = 0; o < kWidth[l + 1]; ++o) {
        Neuron& neuron = *neurons_[next + o];
        neuron.bias = layers[l].bias[o];
        neuron.is_output = l == 2;
        for (std::size_t i = 0; i < kWidth[l]; ++i)
          neuron.links.push_back({neurons_[first + i].get(), layers[l].rows[o * kWidth[l] + i]});
      }
      first = next;
    }
  }
  float output(const std::vector<float>& in) {
    for (std::size_t i = 0; i < kIn; ++i) neurons_[i]->value = in[i];
    for (std::size_t i = kIn; i < neurons_.size(); ++i) neurons_[i]->fire();
    return neurons_.back()->value;
  }

 private:
  std::vector<std::unique_ptr<Neuron>> neurons_;
};

// ---- flat arrays

// Row by row: each output is a separate sum, one addition after another.
template <std::size_t kInputs, std::size_t kOutputs>
void by_rows(const Layer& layer, const float* in, float* out) {
  for (std::size_t o = 0; o < kOutputs; ++o) {
    float sum = layer.bias[o];
    for (std::size_t i = 0; i < kInputs; ++i) sum += layer.rows[o * kInputs + i] * in[i];
    out[o] = kOutputs == 1 ? sum : std::max(sum, 0.0f);
  }
}

// Column by column: input i is multiplied into all outputs, which are independent of each other.
template <std::size_t kInputs, std::size_t kOutputs>
void by_columns(const Layer& layer, const float* in, float* out) {
  float sums[kOutputs];
  for (std::size_t o = 0; o < kOutputs; ++o) sums[o] = layer.bias[o];
  for (std::size_t i = 0; i < kInputs; ++i) {
    const float* column = layer.columns.data() + i * kOutputs;
    for (std::size_t o = 0; o < kOutputs; ++o) sums[o] += column[o] * in[i];
  }
  for (std::size_t o = 0; o < kOutputs; ++o) out[o] = kOutputs == 1 ? sums[o] : std::max(sums[o], 0.0f);
}

}  // namespace

int main() {
  learn::Random random(1);
  std::array<Layer, 3> layers;
  for (std::size_t l = 0; l < 3; ++l) {
    const std::size_t inputs = kWidth[l], outputs = kWidth[l + 1];
    layers[l] = {std::vector<float>(inputs * outputs), std::vector<float>(inputs * outputs),
                 std::vector<float>(outputs, 0.1f)};
    for (std::size_t o = 0; o < outputs; ++o)
      for (std::size_t i = 0; i < inputs; ++i)
        layers[l].columns[i * outputs + o] = layers[l].rows[o * inputs + i] =
            static_cast<float>(random.uniform(-0.1, 0.1));
  }
  Graph graph(layers, random);
  std::array<float, kN1> h1;
  std::array<float, kN2> h2;
  float y = 0;
  const auto rows = [&](const std::vector<float>& in) {
    by_rows<kIn, kN1>(layers[0], in.data(), h1.data());
    by_rows<kN1, kN2>(layers[1], h1.data(), h2.data());
    by_rows<kN2, 1>(layers[2], h2.data(), &y);
    return y;
  };
  const auto columns = [&](const std::vector<float>& in) {
    by_columns<kIn, kN1>(layers[0], in.data(), h1.data());
    by_columns<kN1, kN2>(layers[1], h1.data(), h2.data());
    by_columns<kN2, 1>(layers[2], h2.data(), &y);
    return y;
  };

  std::vector<float> in(kIn);
  float largest = 0;
  for (int trial = 0; trial < 100; ++trial) {
    for (float& x : in) x = static_cast<float>(random.uniform(0, 1));
    const float a = graph.output(in), b = rows(in), c = columns(in);
    largest = std::max({largest, std::abs(a - b), std::abs(a - c)});
  }
  std::printf("768 -> 128 -> 32 -> 1, 100 inputs: largest difference of the three %g\n", double(largest));
  std::printf("bytes of a weight: %zu as a link, %zu in a flat array\n", sizeof(Neuron::Link), sizeof(float));
  const double t0 = learn::nanoseconds([&] { return graph.output(in); });
  const double t1 = learn::nanoseconds([&] { return rows(in); });
  const double t2 = learn::nanoseconds([&] { return columns(in); });
  std::printf("objects %.0f ns, flat by rows %.0f ns (%.1f x), flat by columns %.0f ns (%.1f x)\n", t0, t1,
              t0 / t1, t2, t0 / t2);
  return learn::verdict(largest < 1e-5f, "objects and flat arrays compute the same");
}
