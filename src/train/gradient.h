// train/gradient.h: forward and backward through the whole network, many positions at a time.
//
// One Gradient belongs to one thread: it owns the gradient sums and the intermediate matrices.
// If the model rounds activated values as play does (Model::rounding()), they are rounded forward; backward,
// the gradient passes the rounding unchanged. train/reference.h specifies what it computes, plainly and
// position by position; tests check that the two agree.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "train/loss.h"
#include "train/model.h"
#include "train/row_stream.h"

namespace tabia::train {

// What the loss of a position depends on besides its label.
struct Objective {
  Loss loss;
  double result_weight = 0;  // 0: train on the score, 1: train on the result
  // Added to the loss for each activated value of the first layer, times its magnitude: encourages sparsity.
  double activation_cost = 0;
};

class Gradient {
 public:
  // The model must outlive it. The arrays are those of the model, without the factorizer.
  explicit Gradient(const Model& model,
                    const kernels::TrainingKernels& kernels = kernels::active_training_kernels());

  // Adds the gradient of the summed loss of these fragments. Returns the sum of the losses without the
  // activation cost, so that it can be compared with the validation loss.
  double add(std::span<const FragmentView> fragments, const Objective& objective);

  // Forward pass only: calls visit(raw output, label for the side to move, pieces) for each position, in no
  // particular order.
  using Visit = std::function<void(float raw, const Label& label, int pieces)>;
  void evaluate(std::span<const FragmentView> fragments, const Visit& visit);

  [[nodiscard]] std::vector<FloatArray>& arrays() noexcept { return arrays_; }
  [[nodiscard]] const std::vector<FloatArray>& arrays() const noexcept { return arrays_; }

  // Activity of the first layer since the last clear_activity(): for each neuron of the accumulator, how
  // often it was above 0 and how often it was clipped at 1.
  struct Activity {
    std::uint64_t positions = 0;  // counted once per view
    std::vector<std::uint32_t> on;
    std::vector<std::uint32_t> full;
  };
  // If set, evaluate() counts activity.
  void count_activity(Activity* activity) noexcept { activity_ = activity; }

 private:
  // The values around one dense layer after the first, position by position.
  struct Values {
    std::size_t stride =
        0;  // of `in` and `gradient`; the inputs of the first layer are in slices, like the sums
    FloatArray in;
    FloatArray gradient;  // with respect to `in`
    std::size_t out_stride = 0;
    FloatArray out;  // before the activation
    FloatArray out_gradient;
  };

  // Calls work() for the fragments, in chunks (chunk_) that fit in the buffers.
  template <class Work>
  void in_chunks(std::span<const FragmentView> fragments, Work&& work);
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
  // The sums of a slice; and the activated values or their gradients, in the same layout.
  [[nodiscard]] std::size_t slice_size() const noexcept { return capacity_ * views() * shape_.slice; }
  [[nodiscard]] std::size_t views() const noexcept { return static_cast<std::size_t>(shape_.views); }
  [[nodiscard]] float* sums(std::size_t slice) noexcept { return sums_.data() + slice * slice_size(); }

  const Model& model_;
  const Shape& shape_;
  const kernels::TrainingKernels& kernels_;
  RowStreamMaker maker_;
  std::size_t capacity_;  // positions per chunk
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
