// train/planes_stages.h: blocks and heads of a network over planes, forward and backward, many boards at
// a time.
//
// A stage belongs to one thread: it keeps what its forward pass computed until the backward pass needs it.
// Activations and their gradients are laid out as in kernels/planes.h: [board][square][padded channel].
// train/planes_reference.h says plainly what they compute; tests compare the two by finite differences.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "deep/policy.h"
#include "deep/spec.h"
#include "kernels/planes.h"
#include "train/planes_model.h"

namespace tabia::train {

// What the stages of one thread share.
struct StageTools {
  const PlanesModel& model;
  const kernels::PlanesKernels& kernels;
  std::vector<FloatArray>& gradients;  // by array of the model
  std::size_t capacity;                // boards at a time
  bool training = true;                // batch norm measures the batch; else it uses what was measured before
  std::vector<kernels::SparseBoard> sparse = {};  // the input, if the first stage is a sparse convolution
  std::vector<std::vector<double>> means = {};    // by norm: sums over the calls of forward
  std::vector<std::vector<double>> variances = {};
  double measured = 0;  // the number of these calls
  FloatArray scratch = {};

  // Memory for any of the kernels' scratch.
  [[nodiscard]] float* scratch_of(std::size_t floats) {
    if (scratch.size() < floats) scratch = FloatArray(floats);
    return scratch.data();
  }
};

// Where a backward pass puts the gradient of its inputs; nowhere if `to` is null.
struct InputGradient {
  float* to = nullptr;
  bool add = false;
};

class BoardStage {
 public:
  virtual ~BoardStage() = default;
  // `in` must stay as it is until backward() is done. The result is the stage's own memory.
  virtual const float* forward(const float* in, std::size_t boards) = 0;
  // Adds to the gradients of the weights. `gradient`, that of the outputs, is overwritten.
  virtual void backward(float* gradient, InputGradient in, std::size_t boards) = 0;
};

// The body: its blocks, one after another. `in` of forward() is the planes as numbers, or unused if
// starts_sparse().
class BodyStages {
 public:
  explicit BodyStages(StageTools& tools);
  [[nodiscard]] bool starts_sparse() const noexcept { return sparse_; }
  [[nodiscard]] std::size_t channels() const noexcept { return channels_; }  // of the output
  const float* forward(const float* in, std::size_t boards);
  void backward(float* gradient, std::size_t boards);

 private:
  StageTools& tools_;
  std::vector<std::unique_ptr<BoardStage>> blocks_;
  std::vector<FloatArray> gradients_;  // of the input of each block; that of the first is empty
  bool sparse_ = false;
  std::size_t channels_ = 0;
};

// A head with a few numbers per board: value, moves left. Rows of padded_channels(outputs) numbers.
[[nodiscard]] std::unique_ptr<BoardStage> make_scalar_head(StageTools& tools, const std::string& name,
                                                           int planes, std::size_t widths,
                                                           deep::Activation last);

// A policy: logits of some of the 1858 moves, and their gradients.
class PolicyStage {
 public:
  virtual ~PolicyStage() = default;
  virtual void forward(const float* in, std::size_t boards) = 0;
  // After forward(): the logits of these moves of one board.
  virtual void logits(std::size_t board, std::span<const int> moves, std::span<float> to) const = 0;
  // After forward(): clears the gradients of logits, ...
  virtual void begin_backward(std::size_t boards) = 0;
  // ... takes some, ...
  virtual void set_gradient(std::size_t board, std::span<const int> moves,
                            std::span<const float> gradients) = 0;
  // ... and propagates them back through the layers.
  virtual void backward(InputGradient in, std::size_t boards) = 0;
};
[[nodiscard]] std::unique_ptr<PolicyStage> make_policy_stage(StageTools& tools);

}  // namespace tabia::train
