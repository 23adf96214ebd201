// tests/kernels/planes_support.h: random activations for tests of kernels and layers of networks over planes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/random.h"
#include "kernels/planes.h"

namespace tabia::kernels {

inline std::vector<float> random_floats(std::size_t count, std::uint64_t seed) {
  base::Random random(seed);
  std::vector<float> values(count);
  for (float& value : values) value = static_cast<float>(base::bell(random));
  return values;
}

// Activations [rows][padded channels] whose padding is not 0: it must not matter.
inline std::vector<float> random_rows(std::size_t rows, std::size_t channels, std::uint64_t seed) {
  std::vector<float> values = random_floats(rows * padded_channels(channels), seed);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (i % padded_channels(channels) >= channels) values[i] = 7.5f;
  return values;
}

}  // namespace tabia::kernels
