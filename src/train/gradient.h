// train/gradient.h: forward and backward through the whole network, many positions at a time.
//
// One Gradient belongs to one thread: it owns the sums of gradients and the matrices in between. What it computes is
// written down plainly, position by position, in train/reference.h; tests hold the two together.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "train/loss.h"
#include "train/model.h"
#include "train/runs.h"

namespace tabia::train {

// What the loss of a position is made of, besides its label.
struct Objective {
  Loss loss;
  double result_weight = 0;  // 0: learn the score, 1: learn the result
  double activation_cost =
      0;  // added to the loss for each activated value, times the value: makes them sparse
};

class Gradient {
 public:
  // The model must outlive it. Arrays follow those of the model, without the factoriser.
  explicit Gradient(const Model& model);

  // Adds the gradient of the summed loss of these fragments. Returns the sum of the losses.
  double add(std::span<const std::uint16_t* const> fragments, const Objective& objective);

  // Only forward: calls visit(raw output, label for the side to move, pieces) for each position, in no particular order.
  using Visit = std::function<void(float raw, const Label& label, int pieces)>;
  void evaluate(std::span<const std::uint16_t* const> fragments, const Visit& visit);

  [[nodiscard]] std::vector<FloatArray>& arrays() noexcept { return arrays_; }
  [[nodiscard]] const std::vector<FloatArray>& arrays() const noexcept { return arrays_; }

  // How the first layer is doing, over the positions since the last clear_activity(): by neuron of the accumulator, how
  // often it was above 0 and how often it was clipped at 1.
  struct Activity {
    std::uint64_t positions = 0;  // times views
    std::vector<std::uint32_t> on;
    std::vector<std::uint32_t> full;
  };
  // Counts in evaluate() if asked to.
  void count_activity(Activity* activity) noexcept { activity_ = activity; }

 private:
  // The values of one dense layer, position by position.
  struct Values {
    std::size_t stride = 0;
    FloatArray in;        // inputs of the layer
    FloatArray out;       // before the activation
    FloatArray gradient;  // with respect to `in`
    std::size_t out_stride = 0;
    FloatArray out_gradient;
  };

  // Calls work(chunk) for the fragments, as many at a time as the buffers hold.
  template <class Work>
  void in_chunks(std::span<const std::uint16_t* const> fragments, Work&& work);
  void gather();
  void forward();
  void forward_direct();
  void forward_layers();
  void backward_direct();
  void backward_layers(double activation_cost);
  void activate_first();
  void activate_first_gradient();
  [[nodiscard]] float piece_square(std::size_t position, std::size_t head) const noexcept;
  void piece_square_gradient(std::size_t position, std::size_t head, float slope) noexcept;
  [[nodiscard]] float* sums_of(std::size_t position) noexcept {
    return sums_.data() + position * shape_.stride;
  }
  void record_activity();

  const Model& model_;
  const Shape& shape_;
  const kernels::TrainingKernels& kernels_;
  RunMaker maker_;
  std::size_t capacity_;  // positions of a chunk
  Chunk chunk_;
  FloatArray sums_;
  std::vector<float> raw_;
  std::vector<float> slope_;
  std::vector<Values> values_;  // by layer, unless the shape is direct
  std::vector<FloatArray> arrays_;
  Activity* activity_ = nullptr;
};

}  // namespace tabia::train
