// kernels/training_avx512.cpp: the training kernels for AVX-512 F, BW, VL, DQ.
#include "kernels/tables.h"

#if TABIA_X86_KERNELS
#include <immintrin.h>

// From here on, functions are compiled for this instruction set; the headers above are not.
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,fma,popcnt"))), \
                             apply_to = function)
#else
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512dq,fma,popcnt")
#endif

namespace tabia::kernels {
namespace {

struct Lanes512 {
  static constexpr std::size_t kTileRows = 8;
  static constexpr std::size_t kTileWide = 2;
  static constexpr __mmask16 kAll = 0xFFFF;  // see vec512.h

  __m512 v;

  static Lanes512 load(const float* from) { return {_mm512_loadu_ps(from)}; }
  void store(float* to) const { _mm512_storeu_ps(to, v); }
  static Lanes512 zero() { return {_mm512_setzero_ps()}; }
  static Lanes512 all(float x) { return {_mm512_set1_ps(x)}; }
  [[nodiscard]] float sum() const {
    const __m256 halves =
        _mm256_add_ps(_mm512_maskz_extractf32x8_ps(0xFF, v, 0), _mm512_maskz_extractf32x8_ps(0xFF, v, 1));
    const __m128 quarters = _mm_add_ps(_mm256_castps256_ps128(halves), _mm256_extractf128_ps(halves, 1));
    const __m128 pairs = _mm_add_ps(quarters, _mm_movehl_ps(quarters, quarters));
    return _mm_cvtss_f32(_mm_add_ss(pairs, _mm_shuffle_ps(pairs, pairs, 1)));
  }
};
inline Lanes512 add(Lanes512 a, Lanes512 b) { return {_mm512_add_ps(a.v, b.v)}; }
inline Lanes512 sub(Lanes512 a, Lanes512 b) { return {_mm512_sub_ps(a.v, b.v)}; }
inline Lanes512 mul(Lanes512 a, Lanes512 b) { return {_mm512_mul_ps(a.v, b.v)}; }
inline Lanes512 divide(Lanes512 a, Lanes512 b) { return {_mm512_div_ps(a.v, b.v)}; }
inline Lanes512 muladd(Lanes512 a, Lanes512 b, Lanes512 c) { return {_mm512_fmadd_ps(a.v, b.v, c.v)}; }
inline Lanes512 larger(Lanes512 a, Lanes512 b) { return {_mm512_maskz_max_ps(Lanes512::kAll, a.v, b.v)}; }
inline Lanes512 lesser(Lanes512 a, Lanes512 b) { return {_mm512_maskz_min_ps(Lanes512::kAll, a.v, b.v)}; }
inline Lanes512 square_root(Lanes512 a) { return {_mm512_maskz_sqrt_ps(Lanes512::kAll, a.v)}; }
inline Lanes512 whole_part(Lanes512 a) {
  return {_mm512_maskz_roundscale_ps(Lanes512::kAll, a.v, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC)};
}
// y if low < x < high, else 0.
inline Lanes512 where_between(Lanes512 x, float low, float high, Lanes512 y) {
  const __mmask16 above = _mm512_cmp_ps_mask(x.v, _mm512_set1_ps(low), _CMP_GT_OQ);
  return {_mm512_maskz_mov_ps(_mm512_mask_cmp_ps_mask(above, x.v, _mm512_set1_ps(high), _CMP_LT_OQ), y.v)};
}

}  // namespace
}  // namespace tabia::kernels

#include "kernels/training_kernels.h"

namespace tabia::kernels {

constinit const TrainingKernels kTrainingAvx512 = training_kernels_of<Lanes512>("avx512");

}  // namespace tabia::kernels

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif  // TABIA_X86_KERNELS
