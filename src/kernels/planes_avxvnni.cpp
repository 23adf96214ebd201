// kernels/planes_avxvnni.cpp: the kernels for networks over planes, for AVX2 with dot products of bytes
// (AVX-VNNI).
#include "kernels/tables.h"

#if TABIA_X86_KERNELS
#include <immintrin.h>

// From here on, functions are compiled for this instruction set; the headers above are not.
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,avxvnni,fma,popcnt"))), apply_to = function)
#else
#pragma GCC target("avx2,avxvnni,fma,popcnt")
#endif
#include "kernels/planes_float256.h"
#include "kernels/planes_kernels.h"

namespace tabia::kernels {

namespace {

struct BytesAvxVnni : Bytes256 {
  static Int add_dot4(Int sums, Int bytes, Int weights) {
    return _mm256_dpbusd_avx_epi32(sums, bytes, weights);
  }
};

}  // namespace

constinit const PlanesKernels kPlanesAvxVnni = planes_kernels_of<Float256, BytesAvxVnni>("avx-vnni");

}  // namespace tabia::kernels

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif  // TABIA_X86_KERNELS
