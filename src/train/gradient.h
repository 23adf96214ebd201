// train/gradient.h: forward and backward through the whole network, many positions at a time.
//
// One Gradient belongs to one thread: it owns the gradient sums and the intermediate matrices.
// If the model rounds activated values as play does (Model::rounding()), the forward pass rounds them; in the
// backward pass the gradient ignores the rounding. train/reference.h specifies what is computed, plainly and
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

class Gradient final : public GradientSums {
 public:
  // The model must outlive it. The arrays are those of the model, without the factorizer.
  explicit Gradient(const Model& model,
                    const kernels::TrainingKernels& kernels = kernels::active_training_kernels());

  double add(std::span<const FragmentView> fragments, const Objective& objective) override;
  void evaluate(std::span<const FragmentView> fragments, const Objective& objective,
                const Visit& visit) override;

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
};

}  // namespace tabia::train
