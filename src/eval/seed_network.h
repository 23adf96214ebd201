// eval/seed_network.h: a network made from the classical evaluation, without any training.
//
// It knows material and piece squares only, tapered by the number of pieces through its eight heads. It is the
// default until a trained network exists, so that play is sane, and a start for experiments.
#pragma once

#include "nn/network_parts.h"

namespace tabia::eval {

[[nodiscard]] nn::NetworkParts seed_network();

}  // namespace tabia::eval
