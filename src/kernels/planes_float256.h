// kernels/planes_float256.h: a register of 8 floats, or of 8 sums of bytes (AVX2, FMA). See planes_kernels.h.
#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

namespace tabia::kernels {
namespace {

struct Float256 {
  static constexpr std::size_t kWidth = 8;
  static constexpr std::size_t kTileRows = 6;
  static constexpr std::size_t kTilePanels = 1;
  static constexpr std::size_t kBoards = 6;

  __m256 v;

  static Float256 load(const float* from) { return {_mm256_loadu_ps(from)}; }
  void store(float* to) const { _mm256_storeu_ps(to, v); }
  static Float256 zero() { return {_mm256_setzero_ps()}; }
  static Float256 all(float x) { return {_mm256_set1_ps(x)}; }
  [[nodiscard]] float sum() const {
    const __m128 quarters = _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
    const __m128 pairs = _mm_add_ps(quarters, _mm_movehl_ps(quarters, quarters));
    return _mm_cvtss_f32(_mm_add_ss(pairs, _mm_shuffle_ps(pairs, pairs, 1)));
  }
  [[nodiscard]] float largest() const {
    const __m128 quarters = _mm_max_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
    const __m128 pairs = _mm_max_ps(quarters, _mm_movehl_ps(quarters, quarters));
    return _mm_cvtss_f32(_mm_max_ss(pairs, _mm_shuffle_ps(pairs, pairs, 1)));
  }
  // Whole numbers 0..255.
  void store_bytes(std::uint8_t* to) const {
    const __m256i ints = _mm256_cvtps_epi32(v);
    const __m128i shorts = _mm_packs_epi32(_mm256_castsi256_si128(ints), _mm256_extracti128_si256(ints, 1));
    _mm_storel_epi64(reinterpret_cast<__m128i*>(to), _mm_packus_epi16(shorts, shorts));
  }

  static Float256 floats_of(const std::int32_t* from) {
    return {_mm256_cvtepi32_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from)))};
  }
};
inline Float256 add(Float256 x, Float256 y) { return {_mm256_add_ps(x.v, y.v)}; }
inline Float256 sub(Float256 x, Float256 y) { return {_mm256_sub_ps(x.v, y.v)}; }
inline Float256 mul(Float256 x, Float256 y) { return {_mm256_mul_ps(x.v, y.v)}; }
inline Float256 divide(Float256 x, Float256 y) { return {_mm256_div_ps(x.v, y.v)}; }
inline Float256 muladd(Float256 x, Float256 y, Float256 z) { return {_mm256_fmadd_ps(x.v, y.v, z.v)}; }
inline Float256 negmuladd(Float256 x, Float256 y, Float256 z) { return {_mm256_fnmadd_ps(x.v, y.v, z.v)}; }
inline Float256 larger(Float256 x, Float256 y) { return {_mm256_max_ps(x.v, y.v)}; }
inline Float256 lesser(Float256 x, Float256 y) { return {_mm256_min_ps(x.v, y.v)}; }
inline Float256 nearest(Float256 x) {
  return {_mm256_round_ps(x.v, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)};
}
inline Float256 times_power_of_two(Float256 x, Float256 n) {
  const __m256i exponent = _mm256_slli_epi32(_mm256_cvtps_epi32(n.v), 23);
  return {_mm256_castsi256_ps(_mm256_add_epi32(_mm256_castps_si256(x.v), exponent))};
}
inline Float256 if_positive(Float256 x, Float256 a, Float256 b) {
  return {_mm256_blendv_ps(b.v, a.v, _mm256_cmp_ps(x.v, _mm256_setzero_ps(), _CMP_GT_OQ))};
}

struct Bytes256 {
  using Int = __m256i;
  static constexpr std::size_t kWidth = 8;
  static constexpr std::size_t kTileRows = 4;
  static constexpr std::size_t kTilePanels = 1;

  static Int zero() { return _mm256_setzero_si256(); }
  static Int load(const std::int8_t* from) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
  }
  // The same four bytes for every sum.
  static Int all(const std::uint8_t* four) {
    std::int32_t bits = 0;
    __builtin_memcpy(&bits, four, sizeof bits);
    return _mm256_set1_epi32(bits);
  }
  // Pairs of products fit in 16 bits, because bytes are 127 at most.
  static Int add_dot4(Int sums, Int bytes, Int weights) {
    return _mm256_add_epi32(sums,
                            _mm256_madd_epi16(_mm256_maddubs_epi16(bytes, weights), _mm256_set1_epi16(1)));
  }
  static void store(std::int32_t* to, Int v) { _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), v); }
};

}  // namespace
}  // namespace tabia::kernels
