// kernels/planes_float512.h: a register of 16 floats, or of 16 sums of bytes (AVX-512 F, BW, DQ, VL). See
// planes_kernels.h.
#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

namespace tabia::kernels {
namespace {

struct Float512 {
  static constexpr std::size_t kWidth = 16;
  static constexpr std::size_t kTileRows = 12;
  static constexpr std::size_t kTilePanels = 2;
  static constexpr std::size_t kBoards = 16;
  static constexpr __mmask16 kAll = 0xFFFF;  // see vec512.h

  __m512 v;

  static Float512 load(const float* from) { return {_mm512_loadu_ps(from)}; }
  void store(float* to) const { _mm512_storeu_ps(to, v); }
  static Float512 zero() { return {_mm512_setzero_ps()}; }
  static Float512 all(float x) { return {_mm512_set1_ps(x)}; }
  [[nodiscard]] __m256 half(bool upper) const {
    return upper ? _mm512_maskz_extractf32x8_ps(0xFF, v, 1) : _mm512_maskz_extractf32x8_ps(0xFF, v, 0);
  }
  [[nodiscard]] float sum() const {
    const __m256 halves = _mm256_add_ps(half(false), half(true));
    const __m128 quarters = _mm_add_ps(_mm256_castps256_ps128(halves), _mm256_extractf128_ps(halves, 1));
    const __m128 pairs = _mm_add_ps(quarters, _mm_movehl_ps(quarters, quarters));
    return _mm_cvtss_f32(_mm_add_ss(pairs, _mm_shuffle_ps(pairs, pairs, 1)));
  }
  [[nodiscard]] float largest() const {
    const __m256 halves = _mm256_max_ps(half(false), half(true));
    const __m128 quarters = _mm_max_ps(_mm256_castps256_ps128(halves), _mm256_extractf128_ps(halves, 1));
    const __m128 pairs = _mm_max_ps(quarters, _mm_movehl_ps(quarters, quarters));
    return _mm_cvtss_f32(_mm_max_ss(pairs, _mm_shuffle_ps(pairs, pairs, 1)));
  }
  static Float512 floats_of(const std::int32_t* from) {
    return {_mm512_maskz_cvtepi32_ps(kAll, _mm512_loadu_si512(from))};
  }
  // Whole numbers 0..255.
  void store_bytes(std::uint8_t* to) const {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to),
                     _mm512_maskz_cvtepi32_epi8(kAll, _mm512_maskz_cvtps_epi32(kAll, v)));
  }
};
inline Float512 add(Float512 a, Float512 b) { return {_mm512_add_ps(a.v, b.v)}; }
inline Float512 sub(Float512 a, Float512 b) { return {_mm512_sub_ps(a.v, b.v)}; }
inline Float512 mul(Float512 a, Float512 b) { return {_mm512_mul_ps(a.v, b.v)}; }
inline Float512 divide(Float512 a, Float512 b) { return {_mm512_div_ps(a.v, b.v)}; }
inline Float512 muladd(Float512 a, Float512 b, Float512 c) { return {_mm512_fmadd_ps(a.v, b.v, c.v)}; }
inline Float512 negmuladd(Float512 a, Float512 b, Float512 c) { return {_mm512_fnmadd_ps(a.v, b.v, c.v)}; }
inline Float512 larger(Float512 a, Float512 b) { return {_mm512_maskz_max_ps(Float512::kAll, a.v, b.v)}; }
inline Float512 lesser(Float512 a, Float512 b) { return {_mm512_maskz_min_ps(Float512::kAll, a.v, b.v)}; }
inline Float512 nearest(Float512 a) {
  return {_mm512_maskz_roundscale_ps(Float512::kAll, a.v, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)};
}
inline Float512 times_power_of_two(Float512 a, Float512 n) {
  const __m512i exponent =
      _mm512_maskz_slli_epi32(Float512::kAll, _mm512_maskz_cvtps_epi32(Float512::kAll, n.v), 23);
  return {_mm512_castsi512_ps(_mm512_add_epi32(_mm512_castps_si512(a.v), exponent))};
}
inline Float512 if_positive(Float512 x, Float512 a, Float512 b) {
  return {_mm512_mask_blend_ps(_mm512_cmp_ps_mask(x.v, _mm512_setzero_ps(), _CMP_GT_OQ), b.v, a.v)};
}

struct Bytes512 {
  using Int = __m512i;
  static constexpr std::size_t kWidth = 16;
  static constexpr std::size_t kTileRows = 8;
  static constexpr std::size_t kTilePanels = 2;

  static Int zero() { return _mm512_setzero_si512(); }
  static Int load(const std::int8_t* from) { return _mm512_loadu_si512(from); }
  // The same four bytes for every sum.
  static Int all(const std::uint8_t* four) {
    std::int32_t bits = 0;
    __builtin_memcpy(&bits, four, sizeof bits);
    return _mm512_set1_epi32(bits);
  }
  // Pairs of products fit in 16 bits, because bytes are 127 at most.
  static Int add_dot4(Int sums, Int bytes, Int weights) {
    return _mm512_add_epi32(sums,
                            _mm512_madd_epi16(_mm512_maddubs_epi16(bytes, weights), _mm512_set1_epi16(1)));
  }
  static void store(std::int32_t* to, Int v) { _mm512_storeu_si512(to, v); }
};

}  // namespace
}  // namespace tabia::kernels
