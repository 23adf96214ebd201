// train/exchange.h: how the members of a team bring together what each has learned.
//
// Every member has all weights. For one step, each computes the gradient of its own positions; sum() adds
// these up, so that all make the same step. Only what a batch touched is sent, if that is less: arrays are
// cut into blocks, and blocks that are zero everywhere stay at home (rows of features that no position of the
// batch has).
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
  // What has passed so far, for this member: the bytes that it brought, and the time in which it waited and
  // sent.
  struct Traffic {
    std::uint64_t exchanges = 0;
    std::uint64_t bytes = 0;
    double seconds = 0;
  };

  explicit Exchange(team::Team& team) : team_(team) {}

  // Afterwards the first gradient has the sums of all gradients of all members, and the others are zero.
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
