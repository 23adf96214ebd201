// kernels/vec128.h: a vector of 128 bits (SSE4.1 and popcnt), with the operations that vector_kernels.h uses.
//
// Included only by the files of instruction sets, after their target pragma; so it is in an anonymous
// namespace. vec256.h and vec512.h do the same with wider registers; they use this one for whatever doesn't
// fill them.
#pragma once

#if defined(__wasm_simd128__)
#include "kernels/vec128_wasm.h"
#elif defined(__aarch64__)
#include "kernels/vec128_neon.h"
#else

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "kernels/places_of_ones.h"

namespace tabia::kernels {
namespace {

// Appends base + position for each one of an 8-bit mask; writes 8 numbers, returns how many count.
inline std::size_t append_places(std::uint16_t* out, unsigned mask, std::size_t base) {
  const __m128i places = _mm_load_si128(reinterpret_cast<const __m128i*>(kPlacesOfOnes.places[mask]));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(out),
                   _mm_add_epi16(places, _mm_set1_epi16(static_cast<short>(base))));
  return static_cast<std::size_t>(__builtin_popcount(mask));
}

struct Vec128 {
  using Narrower = Vec128;
  using Int = __m128i;
  using Float = __m128;
  using Index = std::uint16_t;                  // a group of inputs of a dense layer
  static constexpr std::size_t kBytes = 16;     // in a register
  static constexpr std::size_t kTile = 8;       // registers that hold sums over rows
  static constexpr std::size_t kIndexStep = 8;  // groups that append_nonzero checks
  static constexpr std::size_t kDenseSums = 8;  // registers that hold sums of a dense layer

  static Int load(const void* from) { return _mm_loadu_si128(static_cast<const Int*>(from)); }
  // As many signed bytes as there are 16-bit lanes, widened.
  static Int widened_bytes(const std::int8_t* from) {
    return _mm_cvtepi8_epi16(_mm_loadl_epi64(reinterpret_cast<const Int*>(from)));
  }
  static void store(void* to, Int v) { _mm_storeu_si128(static_cast<Int*>(to), v); }
  static Int zero() { return _mm_setzero_si128(); }

  static Int all16(int value) { return _mm_set1_epi16(static_cast<short>(value)); }
  static Int add16(Int a, Int b) { return _mm_add_epi16(a, b); }
  static Int sub16(Int a, Int b) { return _mm_sub_epi16(a, b); }
  static Int min16(Int a, Int b) { return _mm_min_epi16(a, b); }
  static Int max16(Int a, Int b) { return _mm_max_epi16(a, b); }
  static Int low_product16(Int a, Int b) { return _mm_mullo_epi16(a, b); }
  static Int high_product16(Int a, Int b) { return _mm_mulhi_epi16(a, b); }
  static Int high_unsigned_product16(Int a, Int b) { return _mm_mulhi_epu16(a, b); }
  // Sums of two adjacent 16-bit products, in 32 bits.
  static Int paired_products(Int a, Int b) { return _mm_madd_epi16(a, b); }
  // The 16-bit numbers of a, then those of b, as bytes; clamped to 0..255.
  static Int packed_bytes(Int a, Int b) { return _mm_packus_epi16(a, b); }

  static Int all32(std::int32_t value) { return _mm_set1_epi32(value); }
  static Int add32(Int a, Int b) { return _mm_add_epi32(a, b); }
  static Int sub32(Int a, Int b) { return _mm_sub_epi32(a, b); }
  // sums + the sums of four adjacent products of an unsigned byte and a signed one.
  static Int add_dot4(Int sums, Int bytes, Int weights) {
    return _mm_add_epi32(sums, _mm_madd_epi16(_mm_maddubs_epi16(bytes, weights), _mm_set1_epi16(1)));
  }
  // sums (64-bit lanes) + the 32-bit numbers of v, in any lane.
  static Int add_widened(Int sums, Int v) {
    return _mm_add_epi64(sums,
                         _mm_add_epi64(_mm_cvtepi32_epi64(v), _mm_cvtepi32_epi64(_mm_srli_si128(v, 8))));
  }
  static std::int64_t sum64(Int v) { return _mm_cvtsi128_si64(_mm_add_epi64(v, _mm_srli_si128(v, 8))); }

  // Appends the indices of the groups of four bytes that are not all zero, among kIndexStep groups of which
  // the first has index `base`. Writes kIndexStep numbers, returns how many count.
  static std::size_t append_nonzero(Index* out, const std::uint8_t* from, std::size_t base) {
    const Int low = _mm_cmpeq_epi32(load(from), zero());
    const Int high = _mm_cmpeq_epi32(load(from + kBytes), zero());
    const int zeros = _mm_movemask_ps(_mm_castsi128_ps(low)) | _mm_movemask_ps(_mm_castsi128_ps(high)) << 4;
    return append_places(out, static_cast<unsigned>(zeros ^ 255), base);
  }

  static Float load_floats(const float* from) { return _mm_loadu_ps(from); }
  static void store_floats(float* to, Float v) { _mm_storeu_ps(to, v); }
  static Float zero_floats() { return _mm_setzero_ps(); }
  static Float add_floats(Float a, Float b) { return _mm_add_ps(a, b); }
  static Float multiply_floats(Float a, Float b) { return _mm_mul_ps(a, b); }
  // Adds lane l and l + half the lanes, and so on down to one.
  static float sum_of_halves(Float v) {
    const Float two = _mm_add_ps(v, _mm_movehl_ps(v, v));
    return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
  }
};

}  // namespace
}  // namespace tabia::kernels

#endif  // neither __wasm_simd128__ nor __aarch64__
