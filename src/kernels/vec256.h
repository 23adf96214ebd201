// kernels/vec256.h: a vector of 256 bits (AVX2). See vec128.h.
#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "kernels/vec128.h"

namespace tabia::kernels {
namespace {

struct Vec256 {
  using Narrower = Vec128;
  using Int = __m256i;
  using Float = __m256;
  using Index = std::uint16_t;
  static constexpr std::size_t kBytes = 32;
  static constexpr std::size_t kTile = 8;
  static constexpr std::size_t kIndexStep = 8;
  static constexpr std::size_t kDenseSums = 8;

  static Int load(const void* from) { return _mm256_loadu_si256(static_cast<const Int*>(from)); }
  static Int widened_bytes(const std::int8_t* from) {
    return _mm256_cvtepi8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from)));
  }
  static void store(void* to, Int v) { _mm256_storeu_si256(static_cast<Int*>(to), v); }
  static Int zero() { return _mm256_setzero_si256(); }

  static Int all16(int value) { return _mm256_set1_epi16(static_cast<short>(value)); }
  static Int add16(Int a, Int b) { return _mm256_add_epi16(a, b); }
  static Int sub16(Int a, Int b) { return _mm256_sub_epi16(a, b); }
  static Int min16(Int a, Int b) { return _mm256_min_epi16(a, b); }
  static Int max16(Int a, Int b) { return _mm256_max_epi16(a, b); }
  static Int low_product16(Int a, Int b) { return _mm256_mullo_epi16(a, b); }
  static Int high_product16(Int a, Int b) { return _mm256_mulhi_epi16(a, b); }
  static Int high_unsigned_product16(Int a, Int b) { return _mm256_mulhi_epu16(a, b); }
  static Int paired_products(Int a, Int b) { return _mm256_madd_epi16(a, b); }
  static Int packed_bytes(Int a, Int b) {
    return _mm256_permute4x64_epi64(_mm256_packus_epi16(a, b), _MM_SHUFFLE(3, 1, 2, 0));
  }

  static Int all32(std::int32_t value) { return _mm256_set1_epi32(value); }
  static Int add32(Int a, Int b) { return _mm256_add_epi32(a, b); }
  static Int sub32(Int a, Int b) { return _mm256_sub_epi32(a, b); }
  static Int add_dot4(Int sums, Int bytes, Int weights) {
    return _mm256_add_epi32(sums,
                            _mm256_madd_epi16(_mm256_maddubs_epi16(bytes, weights), _mm256_set1_epi16(1)));
  }
  static Int add_widened(Int sums, Int v) {
    const Int low = _mm256_cvtepi32_epi64(_mm256_castsi256_si128(v));
    const Int high = _mm256_cvtepi32_epi64(_mm256_extracti128_si256(v, 1));
    return _mm256_add_epi64(sums, _mm256_add_epi64(low, high));
  }
  static std::int64_t sum64(Int v) {
    return Vec128::sum64(_mm_add_epi64(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1)));
  }

  static std::size_t append_nonzero(Index* out, const std::uint8_t* from, std::size_t base) {
    const Int zeros = _mm256_cmpeq_epi32(load(from), zero());
    return append_places(out, static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(zeros))) ^ 255u,
                         base);
  }

  static Float load_floats(const float* from) { return _mm256_loadu_ps(from); }
  static void store_floats(float* to, Float v) { _mm256_storeu_ps(to, v); }
  static Float zero_floats() { return _mm256_setzero_ps(); }
  static Float add_floats(Float a, Float b) { return _mm256_add_ps(a, b); }
  static Float multiply_floats(Float a, Float b) { return _mm256_mul_ps(a, b); }
  static float sum_of_halves(Float v) {
    return Vec128::sum_of_halves(_mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1)));
  }
};

}  // namespace
}  // namespace tabia::kernels
