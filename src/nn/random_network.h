// nn/random_network.h: networks with random numbers of realistic size, for tests and benchmarks of any spec.
#pragma once

#include <cstdint>
#include <memory>

#include "nn/network.h"

namespace tabia::nn {

// The same numbers for the same spec and seed on every machine. Sums and activations have the size they have
// in trained networks: neither all clipped nor all zero. Requires a spec that check_spec accepts.
[[nodiscard]] std::shared_ptr<const Network> random_network(const ModelSpec& spec, std::uint64_t seed);

}  // namespace tabia::nn
