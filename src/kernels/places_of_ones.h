// kernels/places_of_ones.h: which bits of a mask are set, as a table: for lists of groups that
// are not zero.
//
// Included only by the vector types (see vec128.h).
#pragma once

#include <cstdint>

namespace tabia::kernels {
namespace {

// For each 8-bit mask the positions of its ones; the rest is unused.
struct PlacesOfOnes {
  constexpr PlacesOfOnes() {
    for (unsigned mask = 0; mask < 256; ++mask) {
      unsigned count = 0;
      for (unsigned place = 0; place < 8; ++place)
        if ((mask >> place & 1) != 0) places[mask][count++] = static_cast<std::uint16_t>(place);
    }
  }
  alignas(16) std::uint16_t places[256][8] = {};
};
constexpr PlacesOfOnes kPlacesOfOnes;

}  // namespace
}  // namespace tabia::kernels
