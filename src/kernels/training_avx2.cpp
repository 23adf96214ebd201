// kernels/training_avx2.cpp: the training kernels for AVX2 with fused multiply-add.
#include "kernels/tables.h"

#if TABIA_X86_KERNELS
#include <immintrin.h>

// From here on, functions are compiled for this instruction set; the headers above are not.
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma,popcnt"))), apply_to = function)
#else
#pragma GCC target("avx2,fma,popcnt")
#endif

namespace tabia::kernels {
namespace {

struct Lanes256 {
  static constexpr std::size_t kTileRows = 4;
  static constexpr std::size_t kTileWide = 1;

  __m256 a, b;

  static Lanes256 load(const float* from) { return {_mm256_loadu_ps(from), _mm256_loadu_ps(from + 8)}; }
  void store(float* to) const {
    _mm256_storeu_ps(to, a);
    _mm256_storeu_ps(to + 8, b);
  }
  static Lanes256 zero() { return {_mm256_setzero_ps(), _mm256_setzero_ps()}; }
  static Lanes256 all(float x) { return {_mm256_set1_ps(x), _mm256_set1_ps(x)}; }
  [[nodiscard]] float sum() const {
    const __m256 halves = _mm256_add_ps(a, b);
    const __m128 quarters = _mm_add_ps(_mm256_castps256_ps128(halves), _mm256_extractf128_ps(halves, 1));
    const __m128 pairs = _mm_add_ps(quarters, _mm_movehl_ps(quarters, quarters));
    return _mm_cvtss_f32(_mm_add_ss(pairs, _mm_shuffle_ps(pairs, pairs, 1)));
  }
};
inline Lanes256 add(Lanes256 x, Lanes256 y) { return {_mm256_add_ps(x.a, y.a), _mm256_add_ps(x.b, y.b)}; }
inline Lanes256 sub(Lanes256 x, Lanes256 y) { return {_mm256_sub_ps(x.a, y.a), _mm256_sub_ps(x.b, y.b)}; }
inline Lanes256 mul(Lanes256 x, Lanes256 y) { return {_mm256_mul_ps(x.a, y.a), _mm256_mul_ps(x.b, y.b)}; }
inline Lanes256 divide(Lanes256 x, Lanes256 y) { return {_mm256_div_ps(x.a, y.a), _mm256_div_ps(x.b, y.b)}; }
inline Lanes256 muladd(Lanes256 x, Lanes256 y, Lanes256 z) {
  return {_mm256_fmadd_ps(x.a, y.a, z.a), _mm256_fmadd_ps(x.b, y.b, z.b)};
}
inline Lanes256 larger(Lanes256 x, Lanes256 y) { return {_mm256_max_ps(x.a, y.a), _mm256_max_ps(x.b, y.b)}; }
inline Lanes256 lesser(Lanes256 x, Lanes256 y) { return {_mm256_min_ps(x.a, y.a), _mm256_min_ps(x.b, y.b)}; }
inline Lanes256 square_root(Lanes256 x) { return {_mm256_sqrt_ps(x.a), _mm256_sqrt_ps(x.b)}; }
inline Lanes256 whole_part(Lanes256 x) { return {_mm256_floor_ps(x.a), _mm256_floor_ps(x.b)}; }
inline __m256 between256(__m256 x, float low, float high) {
  return _mm256_and_ps(_mm256_cmp_ps(x, _mm256_set1_ps(low), _CMP_GT_OQ),
                       _mm256_cmp_ps(x, _mm256_set1_ps(high), _CMP_LT_OQ));
}
// y if low < x < high, else 0.
inline Lanes256 where_between(Lanes256 x, float low, float high, Lanes256 y) {
  return {_mm256_and_ps(between256(x.a, low, high), y.a), _mm256_and_ps(between256(x.b, low, high), y.b)};
}

}  // namespace
}  // namespace tabia::kernels

#include "kernels/training_kernels.h"

namespace tabia::kernels {

constinit const TrainingKernels kTrainingAvx2 = training_kernels_of<Lanes256>("avx2");

}  // namespace tabia::kernels

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif  // TABIA_X86_KERNELS
