// base/random.h: small, fast random numbers that are the same on every machine for the same seed.
//
// Not for secrets. std:: engines are portable too, but std:: distributions are not.
#pragma once

#include <cstdint>

namespace tabia::base {

// SplitMix64: one 64-bit state, full period; also good for making seeds and constant tables.
class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) noexcept : state_(seed) {}

  constexpr std::uint64_t next() noexcept {
    state_ += 0x9E3779B97F4A7C15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }

  // A number in [0, bound), without bias that matters for bound < 2^32. Requires bound > 0.
  constexpr std::uint32_t below(std::uint32_t bound) noexcept {
    return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32);
  }

 private:
  std::uint64_t state_;
};

}  // namespace tabia::base
