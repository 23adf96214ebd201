// train/trainable.h: what the trainer needs from a model and its gradient, for any family of networks.
//
// Two families implement it: networks with an accumulator (train/model.h, train/gradient.h) and networks over
// planes (train/planes_model.h, train/planes_gradient.h). Sampler, optimizer, validation, checkpoints and the
// loop of train/trainer.h know only what is here.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "nn/network.h"
#include "nn/tensor.h"
#include "train/fragment.h"
#include "train/loss.h"

namespace tabia::train {

// A zeroed array of floats, aligned.
class FloatArray {
 public:
  FloatArray() noexcept = default;
  explicit FloatArray(std::size_t size) : buffer_(size * sizeof(float)), size_(size) {}
  [[nodiscard]] float* data() noexcept { return reinterpret_cast<float*>(buffer_.data()); }
  [[nodiscard]] const float* data() const noexcept { return reinterpret_cast<const float*>(buffer_.data()); }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  float& operator[](std::size_t i) noexcept { return data()[i]; }
  float operator[](std::size_t i) const noexcept { return data()[i]; }

 private:
  nn::AlignedBuffer buffer_;
  std::size_t size_ = 0;
};

// A stretch of an array whose numbers have the same limit.
struct Region {
  std::string name;  // the name of the tensor
  std::size_t array = 0;
  std::size_t begin = 0;
  std::size_t end = 0;
  float limit = 0;  // the trained numbers stay within +-limit
  float grid = 0;   // stored value of 1.0 if the target is in integers; 0: not rounded
  bool is_bias = false;
  bool is_statistic = false;  // not trained, but measured (Trainable::absorb)
};

// What the loss of a position depends on besides its label.
struct Objective {
  Loss loss;
  double result_weight = 0;  // 0: train on the score, 1: train on the result
  // Added to the loss for each activated value of the first layer, times its magnitude: encourages sparsity.
  double activation_cost = 0;
  // For the heads other than the value, if the network has them.
  double policy_weight = 1;         // times the cross entropy of the played move over the legal moves
  double moves_left_weight = 0.01;  // times the squared error of the plies left, in units of ten plies
};

// What a model says about one position, for the side to move.
struct Evaluated {
  float raw = 0;    // the logit of the expected result, or its equivalent (train/loss.h)
  double loss = 0;  // of all heads, with their weights
  Label label;
  int pieces = 0;  // on the board
  // With a policy and a known move:
  bool has_policy = false;
  bool likeliest = false;  // the played move is the likeliest one
  double policy_loss = 0;  // cross entropy of the played move over the legal ones
};

// Sums of gradients, and the forward and backward pass that fill them. Belongs to one thread.
class GradientSums {
 public:
  virtual ~GradientSums() = default;

  // Adds the gradient of the summed loss of these fragments. Returns the sum of the losses without the
  // activation cost, so that it can be compared with the validation loss.
  virtual double add(std::span<const FragmentView> fragments, const Objective& objective) = 0;

  // Forward pass only: calls visit for each position, in no particular order.
  using Visit = std::function<void(const Evaluated&)>;
  virtual void evaluate(std::span<const FragmentView> fragments, const Objective& objective,
                        const Visit& visit) = 0;

  // What was measured besides gradients since the last call (batch norm), as sums that may be added to the
  // sums of other positions and put back; empty: nothing.
  [[nodiscard]] virtual std::vector<double> take_sums() { return {}; }
  virtual void put_sums(std::span<const double> /*sums*/) {}

  // Laid out like the model's; there are Trainable::gradient_arrays() of them.
  [[nodiscard]] std::vector<FloatArray>& arrays() noexcept { return arrays_; }
  [[nodiscard]] const std::vector<FloatArray>& arrays() const noexcept { return arrays_; }

  // Activity of the first layer: for each neuron of the accumulator, how often it was above 0 and how often
  // it was clipped at 1. Empty for networks over planes.
  struct Activity {
    std::uint64_t positions = 0;  // counted once per view
    std::vector<std::uint32_t> on;
    std::vector<std::uint32_t> full;
  };
  // If set, evaluate() counts activity.
  void count_activity(Activity* activity) noexcept { activity_ = activity; }

 protected:
  GradientSums() = default;
  GradientSums(GradientSums&&) = default;

  std::vector<FloatArray> arrays_;
  Activity* activity_ = nullptr;
};

using GradientList = std::vector<std::unique_ptr<GradientSums>>;
using GradientPointers = std::vector<GradientSums*>;
[[nodiscard]] inline GradientPointers pointers_to(GradientList& gradients) {
  GradientPointers pointers;
  for (const auto& gradient : gradients) pointers.push_back(gradient.get());
  return pointers;
}
// The same for a vector of gradients of one family.
template <class Sums>
[[nodiscard]] GradientPointers pointers_to(std::vector<Sums>& gradients) {
  GradientPointers pointers;
  for (Sums& gradient : gradients) pointers.push_back(&gradient);
  return pointers;
}

// The numbers being trained.
class Trainable {
 public:
  virtual ~Trainable() = default;

  [[nodiscard]] const nn::ModelSpec& spec() const noexcept {
    return spec_;
  }  // the target: integers or floats
  [[nodiscard]] const std::vector<Region>& regions() const noexcept { return regions_; }
  [[nodiscard]] std::vector<FloatArray>& trained() noexcept { return trained_; }
  [[nodiscard]] const std::vector<FloatArray>& trained() const noexcept { return trained_; }
  // How many arrays have gradients: the first ones.
  [[nodiscard]] virtual std::size_t gradient_arrays() const noexcept = 0;
  [[nodiscard]] virtual std::unique_ptr<GradientSums> make_gradient() const = 0;
  // Fragments of a batch are processed in the order of this number.
  [[nodiscard]] virtual std::uint64_t place_in_batch(FragmentView fragment) const noexcept = 0;

  // Computes everything that derives from `trained` after it changed.
  virtual void refresh(int threads) = 0;
  // Before each step: takes what else the gradients measured.
  virtual void absorb(std::span<GradientSums* const> /*gradients*/) {}

  // Factorizer: one more array whose gradient is the sum of others (train/model.h).
  [[nodiscard]] virtual bool has_factoriser() const noexcept { return false; }
  virtual void fold_gradient(const FloatArray& /*rows*/, FloatArray& /*factoriser*/) const {}
  [[nodiscard]] virtual bool is_quantisation_aware() const noexcept { return false; }
  virtual void set_quantisation_aware(bool /*aware*/) {}

  // The network in single precision.
  [[nodiscard]] virtual base::Result<std::shared_ptr<const nn::Network>> network(
      nn::Lineage lineage = {}) const = 0;
  // Copies the weights of a network of the same shape, or of one it can grow from. The error says how the
  // specs differ.
  [[nodiscard]] virtual base::Result<void> load(const nn::Network& network) = 0;

 protected:
  explicit Trainable(nn::ModelSpec spec) : spec_(std::move(spec)) {}

  nn::ModelSpec spec_;
  std::vector<Region> regions_;
  std::vector<FloatArray> trained_;
};

struct ModelOptions;
// An untrained model of the family that the spec belongs to. The error says why it can't be trained.
[[nodiscard]] base::Result<std::unique_ptr<Trainable>> make_trainable(const nn::ModelSpec& spec,
                                                                      const ModelOptions& options);

}  // namespace tabia::train
