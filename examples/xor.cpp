// A network from nothing: layers of any sizes that learn XOR, print their loss, and are saved and loaded again.
//
//   g++ -O2 -std=c++20 examples/xor.cpp -o /tmp/xor && /tmp/xor           # 2 inputs, 4 hidden neurons, 1 output
//   /tmp/xor 8 8                                                          # two hidden layers of 8
//
// Plain C++, no library: this is all there is to a neural network. The pages that explain it begin with
// docs/learn/01-neuron.md; `tabia train xor` does the same with Tabia's own trainer.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

using Numbers = std::vector<double>;

// One layer: every output is the sigmoid of a weighted sum of all inputs plus a bias.
struct Layer {
  std::size_t inputs;
  std::size_t outputs;
  Numbers weights;        // outputs x inputs
  Numbers bias;           // outputs
  Numbers weight_change;  // the last step, part of which is repeated (momentum)
  Numbers bias_change;
};

class Network {
 public:
  // {2, 4, 1}: two inputs, a hidden layer of four neurons, one output.
  Network(const std::vector<std::size_t>& sizes, unsigned seed) {
    std::mt19937 random(seed);
    for (std::size_t k = 0; k + 1 < sizes.size(); ++k) {
      Layer layer{sizes[k], sizes[k + 1], {}, Numbers(sizes[k + 1]), {}, Numbers(sizes[k + 1])};
      // This size keeps sums of this many terms around 1. (std:: distributions differ between compilers.)
      const double size = std::sqrt(6.0 / static_cast<double>(layer.inputs + layer.outputs));
      for (std::size_t i = 0; i < layer.inputs * layer.outputs; ++i)
        layer.weights.push_back(size * (static_cast<double>(random()) / 2147483648.0 - 1));
      layer.weight_change.resize(layer.weights.size());
      layers_.push_back(layer);
    }
  }

  // The network's output. Keeps the values of all layers for learn().
  const Numbers& output(const Numbers& inputs) {
    values_ = {inputs};
    for (const Layer& layer : layers_) {
      Numbers out(layer.outputs);
      for (std::size_t o = 0; o < layer.outputs; ++o) {
        double sum = layer.bias[o];
        for (std::size_t i = 0; i < layer.inputs; ++i)
          sum += layer.weights[o * layer.inputs + i] * values_.back()[i];
        out[o] = 1 / (1 + std::exp(-sum));
      }
      values_.push_back(out);
    }
    return values_.back();
  }

  // Moves every weight a little downhill on (output - target)^2; returns that loss as it was before.
  double learn(const Numbers& inputs, const Numbers& targets, double rate, double momentum) {
    output(inputs);
    double loss = 0;
    Numbers slope;  // of the loss by the outputs of the layer that we are at, from the last to the first
    for (std::size_t o = 0; o < targets.size(); ++o) {
      const double error = values_.back()[o] - targets[o];
      loss += error * error;
      slope.push_back(2 * error);
    }
    for (std::size_t k = layers_.size(); k-- > 0;) {
      Layer& layer = layers_[k];
      const Numbers& in = values_[k];
      const Numbers& out = values_[k + 1];
      Numbers slope_in(layer.inputs);
      for (std::size_t o = 0; o < layer.outputs; ++o) {
        const double by_sum = slope[o] * out[o] * (1 - out[o]);  // the sigmoid's derivative
        for (std::size_t i = 0; i < layer.inputs; ++i) {
          const std::size_t at = o * layer.inputs + i;
          slope_in[i] += by_sum * layer.weights[at];  // before the weight moves
          layer.weight_change[at] = momentum * layer.weight_change[at] - rate * by_sum * in[i];
          layer.weights[at] += layer.weight_change[at];
        }
        layer.bias_change[o] = momentum * layer.bias_change[o] - rate * by_sum;
        layer.bias[o] += layer.bias_change[o];
      }
      slope = slope_in;
    }
    return loss;
  }

  // A text: for each layer its sizes, its weights and its biases. 17 digits give every double back exactly.
  bool save(const std::string& path) const {
    std::ofstream file(path);
    file.precision(17);
    for (const Layer& layer : layers_) {
      file << layer.inputs << ' ' << layer.outputs << '\n';
      for (const double weight : layer.weights) file << weight << ' ';
      for (const double bias : layer.bias) file << bias << ' ';
      file << '\n';
    }
    file.close();
    return file.good();
  }

  // False if the file is missing or of a network of other sizes.
  bool load(const std::string& path) {
    std::ifstream file(path);
    for (Layer& layer : layers_) {
      std::size_t inputs = 0;
      std::size_t outputs = 0;
      file >> inputs >> outputs;
      if (!file || inputs != layer.inputs || outputs != layer.outputs) return false;
      for (double& weight : layer.weights) file >> weight;
      for (double& bias : layer.bias) file >> bias;
    }
    return static_cast<bool>(file);
  }

 private:
  std::vector<Layer> layers_;
  std::vector<Numbers> values_;  // the inputs, then the outputs of each layer
};

int main(int argc, char** argv) {
  std::vector<std::size_t> sizes = {2};
  for (int i = 1; i < argc; ++i) sizes.push_back(std::strtoul(argv[i], nullptr, 10));
  if (argc == 1) sizes.push_back(4);
  sizes.push_back(1);
  for (const std::size_t size : sizes) {
    if (size == 0 || size > 1000) {
      std::fprintf(stderr, "usage: xor [sizes of the hidden layers, 1 to 1000]\n");
      return 2;
    }
  }

  const std::vector<Numbers> inputs = {{0, 0}, {0, 1}, {1, 0}, {1, 1}};
  const std::vector<Numbers> targets = {{0}, {1}, {1}, {0}};
  Network network(sizes, 1);
  double loss = 1;
  for (int round = 0; round <= 4000; ++round) {
    loss = 0;
    for (std::size_t e = 0; e < inputs.size(); ++e)
      loss += network.learn(inputs[e], targets[e], 0.1, 0.9) / static_cast<double>(inputs.size());
    if (round % 500 == 0) std::printf("round %4d: loss %.6f\n", round, loss);
  }
  for (const Numbers& input : inputs)
    std::printf("%g xor %g = %.4f\n", input[0], input[1], network.output(input)[0]);

  const std::string path = (std::filesystem::temp_directory_path() / "tabia_example_xor.txt").string();
  Network copy(sizes, 2);
  const bool kept = network.save(path) && copy.load(path);
  std::filesystem::remove(path);
  bool same = kept;
  for (const Numbers& input : inputs) same = same && network.output(input) == copy.output(input);
  std::printf("saved and loaded: %s\n", same ? "the same answers" : "DIFFERENT");
  return same && loss < 0.01 ? 0 : 1;
}
