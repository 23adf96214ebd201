// deep/policy.h: the 1858 moves of a policy, numbered as in lc0.
//
// First every queen or knight move (1792), by origin a1 ... h8 and then target a1 ... h8; then the promotions
// to queen, rook and bishop. Moves are from the side to move's point of view; a knight promotion is the plain
// move, castling is king takes own rook.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "chess/move.h"
#include "chess/position.h"
#include "deep/spec.h"

namespace tabia::deep {

// One of the 1858 moves, from the side to move's point of view.
struct PolicyMove {
  std::uint8_t from = 0;
  std::uint8_t to = 0;
  std::int8_t promotion = -1;  // 0 queen, 1 rook, 2 bishop; -1: none, or a knight
  // The place of its logit in the convolution policy: plane * 64 + from.
  std::uint16_t convolution = 0;
};
[[nodiscard]] const std::array<PolicyMove, kPolicyMoves>& policy_moves();

// The index of a legal move. `transform` is that of the planes (deep/planes.h).
[[nodiscard]] int policy_index(chess::Move move, chess::Color mover, int transform = 0);

struct MoveProbability {
  chess::Move move;
  int index = 0;  // of the 1858
  float logit = 0;
  float probability = 0;
};
// All legal moves, most likely first: the softmax of logit / temperature over them.
[[nodiscard]] std::vector<MoveProbability> move_probabilities(const chess::Position& position,
                                                              std::span<const float> logits,
                                                              int transform = 0, double temperature = 1);

}  // namespace tabia::deep
