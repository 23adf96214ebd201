// base/half.h: 16-bit floating-point numbers (IEEE half precision), as stored in files.
#pragma once

#include <bit>
#include <cstdint>

namespace tabia::base {

inline constexpr double kLargestHalf = 65504;

[[nodiscard]] constexpr bool is_finite_half(std::uint16_t half) noexcept { return (half & 0x7c00) != 0x7c00; }

[[nodiscard]] constexpr float float_of_half(std::uint16_t half) noexcept {
  const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000) << 16;
  std::uint32_t exponent = half >> 10 & 0x1f;
  std::uint32_t fraction = half & 0x3ff;
  if (exponent == 0x1f) return std::bit_cast<float>(sign | 0x7f800000 | fraction << 13);
  if (exponent == 0) {
    if (fraction == 0) return std::bit_cast<float>(sign);
    exponent = 1;
    for (; (fraction & 0x400) == 0; fraction <<= 1) --exponent;  // may wrap below 0; the sum below is right
    fraction &= 0x3ff;
  }
  return std::bit_cast<float>(sign | (exponent + 112) << 23 | fraction << 13);
}

// Rounded to nearest, ties to even; too large becomes infinite.
[[nodiscard]] constexpr std::uint16_t half_of(float value) noexcept {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const auto sign = static_cast<std::uint16_t>(bits >> 16 & 0x8000);
  const std::uint32_t magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000) return sign | 0x7e00;   // NaN
  if (magnitude >= 0x47800000) return sign | 0x7c00;  // 65536 and more
  if (magnitude < 0x33000000) return sign;            // below half the smallest
  const auto rounded = [](std::uint32_t number, unsigned shift) {
    const std::uint32_t half = std::uint32_t{1} << (shift - 1);
    const std::uint32_t rest = number & ((half << 1) - 1);
    const std::uint32_t kept = number >> shift;
    return kept + ((rest > half || (rest == half && (kept & 1) != 0)) ? 1 : 0);
  };
  if (magnitude >= 0x38800000)  // a normal half
    return static_cast<std::uint16_t>(sign | rounded(magnitude - (112u << 23), 13));
  const std::uint32_t fraction = (magnitude & 0x7fffff) | 0x800000;
  return static_cast<std::uint16_t>(sign | rounded(fraction, 126 - (magnitude >> 23)));
}

// The upper half of a 32-bit number ("bfloat16").
[[nodiscard]] constexpr float float_of_bfloat(std::uint16_t bits) noexcept {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

}  // namespace tabia::base
