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
  // Added to the loss for each activated value of the first layer, times its size: makes them sparse.
  double activation_cost = 0;
};

class Gradient {
 public:
  // The model must outlive it. Arrays follow those of the model, without the factoriser.
  explicit Gradient(const Model& model,
                    const kernels::TrainingKernels& kernels = kernels::active_training_kernels());

  // Adds the gradient of the summed loss of these fragments. Returns the sum of the losses, without the cost of
  // activated values: it is to be compared with that of validation.
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
  // The values around one dense layer behind the first, position by position.
  struct Values {
    std::size_t stride =
        0;  // of `in` and `gradient`; the inputs of the first lie in slices instead, as the sums do
    FloatArray in;
    FloatArray gradient;  // with respect to `in`
    std::size_t out_stride = 0;
    FloatArray out;  // before the activation
    FloatArray out_gradient;
  };

  // Calls work() for the fragments, as many at a time as the buffers hold, made into chunk_.
  template <class Work>
  void in_chunks(std::span<const std::uint16_t* const> fragments, Work&& work);
  void forward();
  void forward_direct();
  void forward_layers();
  void backward(const Objective& objective);
  void backward_direct(std::size_t slice);
  void backward_layers(double activation_cost);
  void add_activation_cost(float cost);
  void activate_first();
  void first_gradient(std::size_t slice);
  void piece_square_gradient(std::size_t slice);
  void multiply_first();
  void multiply_first_back();
  void record_activity();
  [[nodiscard]] kernels::RowStream stream() const noexcept;
  // The sums of a slice; and the activated values, or their gradients, which lie alike.
  [[nodiscard]] std::size_t slice_size() const noexcept { return capacity_ * views() * shape_.slice; }
  [[nodiscard]] std::size_t views() const noexcept { return static_cast<std::size_t>(shape_.views); }
  [[nodiscard]] float* sums(std::size_t slice) noexcept { return sums_.data() + slice * slice_size(); }

  const Model& model_;
  const Shape& shape_;
  const kernels::TrainingKernels& kernels_;
  RunMaker maker_;
  std::size_t capacity_;  // positions of a chunk
  Chunk chunk_;
  FloatArray sums_;
  FloatArray partial_;
  std::vector<float> raw_;
  std::vector<float> slope_;
  std::vector<Values> values_;  // by layer, unless the shape is direct
  std::vector<FloatArray> arrays_;
  Activity* activity_ = nullptr;
};

}  // namespace tabia::train
