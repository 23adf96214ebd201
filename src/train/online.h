// train/online.h: learning from single positions, for programs that train a network while doing their own
// work.
//
// Plain stochastic gradient descent on the squared error of the expected result. A step touches only the rows
// of the pieces on the board and the layers after them, so learning from a position costs a few times as much
// as evaluating it, no matter how many rows the network has. For whole datasets train/trainer.h is many times
// faster. Not thread-safe.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/result.h"
#include "chess/position.h"
#include "nn/network.h"
#include "train/reference.h"

namespace tabia::train {

// A position and its expected result, 0 to 1 for the side to move.
struct Lesson {
  chess::Position position;
  double target = 0.5;
};

class OnlineTrainer {
 public:
  // A network of this shape with random weights. The error says why the spec can't be trained.
  [[nodiscard]] static base::Result<std::unique_ptr<OnlineTrainer>> make(const nn::ModelSpec& spec,
                                                                         std::uint64_t seed);

  // One step on the mean loss of the lessons; returns the loss before the step. Requires at least one lesson.
  double train(std::span<const Lesson> lessons, double rate);

  // The network's prediction, for the side to move.
  struct Opinion {
    double expected = 0.5;  // result, 0 to 1
    double score = 0;       // in evaluation units (the spec's eval_scale), neither rounded nor clamped
  };
  [[nodiscard]] Opinion opinion(const chess::Position& position);

  [[nodiscard]] const nn::ModelSpec& spec() const noexcept { return model_.spec(); }
  // The network in single precision, unrounded (nn::float_twin of the spec).
  [[nodiscard]] base::Result<std::shared_ptr<const nn::Network>> network(nn::Lineage lineage) const;
  // Copies the weights of a network whose spec, or whose float twin, is that of this one. The error says how
  // the specs differ; then nothing is changed.
  [[nodiscard]] base::Result<void> load(const nn::Network& network);

 private:
  OnlineTrainer(const nn::ModelSpec& spec, nn::FeatureSet features);
  // For White or for the side to move, depending on the network's views.
  [[nodiscard]] bool is_turned(const chess::Position& position) const noexcept;
  // Moves some numbers of a tensor against their gradient, and clears the gradient.
  void move(std::size_t tensor, std::size_t begin, std::size_t count, float rate);
  void move_touched(float rate);

  nn::FeatureSet features_;
  Loss loss_;
  ReferenceModel<float> model_;
  Numbers<float> gradient_;    // zero between steps
  std::vector<float> limits_;  // by tensor: what its storage can hold
  std::vector<std::uint32_t> touched_rows_;
  std::vector<bool> touched_heads_;
};

}  // namespace tabia::train
