// train/exchange.h: how the members of a team combine what each has learned.
//
// Every member has all weights. For one step, each computes the gradient of its own positions; sum() adds
// these up, so that all make the same step. If it saves bytes, only what a batch touched is sent: arrays are
// divided into blocks, and blocks that are zero at every member are not sent (rows of features that no
// position of the batch has).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "team/team.h"
#include "train/trainable.h"

namespace tabia::train {

class Exchange {
 public:
  // The exchanges of this member so far: the bytes that it contributed, and the time that it spent waiting
  // and sending.
  struct Traffic {
    std::uint64_t exchanges = 0;
    std::uint64_t bytes = 0;
    double seconds = 0;
  };

  explicit Exchange(team::Team& team) : team_(team) {}

  // Puts the sums of all gradients of all members into the first gradient and clears the others.
  [[nodiscard]] base::Result<void> sum(GradientList& gradients, int threads);
  // Replaces the arrays by their means over all members.
  [[nodiscard]] base::Result<void> average(const std::vector<FloatArray*>& arrays);

  [[nodiscard]] const Traffic& traffic() const noexcept { return traffic_; }

 private:
  void find_touched(const std::vector<FloatArray>& arrays, int threads);
  [[nodiscard]] base::Result<void> sum_touched(std::vector<FloatArray>& arrays);
  [[nodiscard]] base::Result<void> sum_measured(GradientList& gradients);

  team::Team& team_;
  std::vector<std::uint64_t> touched_;  // a bit for each block; every array starts with a new word
  std::vector<float> packed_;
  Traffic traffic_;
};

// "245 exchanges of 1.6 MB, 0.9 ms each".
[[nodiscard]] std::string text_of(const Exchange::Traffic& traffic);

// Adds all gradients to the first and clears the others.
void merge(GradientList& gradients, int threads);

}  // namespace tabia::train
