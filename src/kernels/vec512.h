// kernels/vec512.h: a vector of 512 bits (AVX-512 F, BW, DQ, VL). See vec128.h.
#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "kernels/vec256.h"

namespace tabia::kernels {
namespace {

struct Vec512 {
  using Narrower = Vec256;
  using Int = __m512i;
  using Float = __m512;
  using Index = std::uint32_t;
  static constexpr std::size_t kBytes = 64;
  static constexpr std::size_t kTile = 16;
  static constexpr std::size_t kIndexStep = 16;
  static constexpr std::size_t kDenseSums = 8;

  // All-ones masks instead of none: with the plain intrinsics g++ 12 warns about an uninitialized variable in
  // its own header. The machine code is the same.
  static constexpr __mmask8 kAll8 = 0xFF;
  static __m256i lower_half(Int v) { return _mm512_maskz_extracti64x4_epi64(kAll8, v, 0); }
  static __m256i upper_half(Int v) { return _mm512_maskz_extracti64x4_epi64(kAll8, v, 1); }

  static Int load(const void* from) { return _mm512_loadu_si512(from); }
  static Int widened_bytes(const std::int8_t* from) {
    return _mm512_maskz_cvtepi8_epi16(0xFFFFFFFFu,
                                      _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from)));
  }
  static void store(void* to, Int v) { _mm512_storeu_si512(to, v); }
  static Int zero() { return _mm512_setzero_si512(); }

  static Int all16(int value) { return _mm512_set1_epi16(static_cast<short>(value)); }
  static Int add16(Int a, Int b) { return _mm512_add_epi16(a, b); }
  static Int sub16(Int a, Int b) { return _mm512_sub_epi16(a, b); }
  static Int min16(Int a, Int b) { return _mm512_min_epi16(a, b); }
  static Int max16(Int a, Int b) { return _mm512_max_epi16(a, b); }
  static Int low_product16(Int a, Int b) { return _mm512_mullo_epi16(a, b); }
  static Int high_product16(Int a, Int b) { return _mm512_mulhi_epi16(a, b); }
  static Int high_unsigned_product16(Int a, Int b) { return _mm512_mulhi_epu16(a, b); }
  static Int paired_products(Int a, Int b) { return _mm512_madd_epi16(a, b); }
  static Int packed_bytes(Int a, Int b) {
    return _mm512_maskz_permutexvar_epi64(kAll8, _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7),
                                          _mm512_packus_epi16(a, b));
  }

  static Int all32(std::int32_t value) { return _mm512_set1_epi32(value); }
  static Int add32(Int a, Int b) { return _mm512_add_epi32(a, b); }
  static Int sub32(Int a, Int b) { return _mm512_sub_epi32(a, b); }
  static Int add_dot4(Int sums, Int bytes, Int weights) {
    return _mm512_add_epi32(sums,
                            _mm512_madd_epi16(_mm512_maddubs_epi16(bytes, weights), _mm512_set1_epi16(1)));
  }
  static Int add_widened(Int sums, Int v) {
    const Int low = _mm512_maskz_cvtepi32_epi64(kAll8, lower_half(v));
    const Int high = _mm512_maskz_cvtepi32_epi64(kAll8, upper_half(v));
    return _mm512_add_epi64(sums, _mm512_add_epi64(low, high));
  }
  static std::int64_t sum64(Int v) { return Vec256::sum64(_mm256_add_epi64(lower_half(v), upper_half(v))); }

  static std::size_t append_nonzero(Index* out, const std::uint8_t* from, std::size_t base) {
    const Int groups = load(from);
    const __mmask16 nonzero = _mm512_test_epi32_mask(groups, groups);
    const Int numbers =
        _mm512_add_epi32(_mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                         all32(static_cast<std::int32_t>(base)));
    store(out, _mm512_maskz_compress_epi32(nonzero, numbers));
    return static_cast<std::size_t>(__builtin_popcount(nonzero));
  }

  static Float load_floats(const float* from) { return _mm512_loadu_ps(from); }
  static void store_floats(float* to, Float v) { _mm512_storeu_ps(to, v); }
  static Float zero_floats() { return _mm512_setzero_ps(); }
  static Float add_floats(Float a, Float b) { return _mm512_add_ps(a, b); }
  static Float multiply_floats(Float a, Float b) { return _mm512_mul_ps(a, b); }
  static float sum_of_halves(Float v) {
    return Vec256::sum_of_halves(
        _mm256_add_ps(_mm512_maskz_extractf32x8_ps(kAll8, v, 0), _mm512_maskz_extractf32x8_ps(kAll8, v, 1)));
  }
};

}  // namespace
}  // namespace tabia::kernels
