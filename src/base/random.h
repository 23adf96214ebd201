// base/random.h: small, fast random numbers that are the same on every machine for a given seed.
//
// Not for cryptography. std:: engines are portable too, but std:: distributions are not.
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

  // A number in [0, bound); the bias is negligible for bound < 2^32. Requires bound > 0.
  constexpr std::uint32_t below(std::uint32_t bound) noexcept {
    return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32);
  }

  // A number in [0, 1), a multiple of 2^-53.
  constexpr double uniform() noexcept { return static_cast<double>(next() >> 11) * 0x1p-53; }

 private:
  std::uint64_t state_;
};

// Roughly normal with mean 0 and standard deviation 1: the sum of four uniform numbers. Uses no function
// whose last digit depends on the machine.
[[nodiscard]] constexpr double bell(Random& random) noexcept {
  constexpr double kDeviationOfSum = 37837.0;  // of four numbers from 0 to 65535: 65536 / sqrt(3)
  const std::uint64_t bits = random.next();
  double sum = -2 * 65535.0;
  for (int shift = 0; shift < 64; shift += 16) sum += static_cast<double>(bits >> shift & 0xFFFF);
  return sum / kDeviationOfSum;
}

}  // namespace tabia::base
