// train/planes_loss.h: the losses of the heads of a network over planes, and their slopes.
//
// Everything is about one position and in double precision, which costs next to nothing compared with the
// network.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "deep/spec.h"
#include "train/trainable.h"

namespace tabia::train {

// What is known about a position, as the network sees it.
struct HeadTargets {
  Label label;                      // for the side to move
  bool turned = false;              // the value is White's but Black is to move
  std::span<const int> moves = {};  // the legal moves, as numbers of the policy
  int played = -1;                  // which of them was played; -1: unknown
  int plies_left = -1;              // -1: unknown
};

struct ValueLoss {
  double loss = 0;
  std::array<double, 3> slopes{};  // with respect to the outputs
  double raw = 0;                  // the output, or the logit of the expected result, for the side to move
};

// `outputs` are those of the last layer: one, or three for win, draw and loss. With three, the result is
// learned by their cross entropy, the score by the loss of the expected result.
[[nodiscard]] ValueLoss value_loss(deep::ValueSpec::Kind kind, const Objective& objective,
                                   std::span<const double> outputs, const HeadTargets& targets);

// Cross entropy of the played move over the legal ones. Requires a played move. Fills the slopes, one
// for each logit.
double policy_loss(std::span<const double> logits, int played, std::span<double> slopes);

struct PliesLoss {
  double loss = 0;
  double slope = 0;
};
// Squared error in units of ten plies. Requires known plies.
[[nodiscard]] PliesLoss moves_left_loss(double output, int plies_left);

}  // namespace tabia::train
