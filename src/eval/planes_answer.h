// eval/planes_answer.h: what a network over planes says besides its value: chances, plies left, likely moves.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "chess/position.h"
#include "deep/policy.h"
#include "eval/win_model.h"
#include "nn/network.h"

namespace tabia::eval {

// Everything is for the side to move. Fields that the network has no head for are empty.
struct PlanesAnswer {
  std::optional<Wdl> wdl;
  std::optional<double> moves_left;           // plies
  std::vector<deep::MoveProbability> policy;  // all legal moves, the likeliest first
};

// From outputs of Network::deep_outputs for this position. Requires a network over planes.
[[nodiscard]] PlanesAnswer planes_answer(const nn::Network& network, const chess::Position& position,
                                         const deep::Outputs& outputs);

}  // namespace tabia::eval
