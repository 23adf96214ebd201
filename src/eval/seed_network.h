// eval/seed_network.h: a network built from the classical evaluation, without training.
//
// It only knows material and piece squares, tapered by the number of pieces through its eight heads. It gives
// sane play until a trained network exists, and a start for experiments.
#pragma once

#include "nn/network_parts.h"

namespace tabia::eval {

[[nodiscard]] nn::NetworkParts seed_network();

}  // namespace tabia::eval
