// kernels/planes_avx512vnni.cpp: the kernels for networks over planes, for AVX-512 with dot products of
// bytes (VNNI).
#include "kernels/tables.h"

#if TABIA_X86_KERNELS
#include <immintrin.h>

// From here on, functions are compiled for this instruction set; the headers above are not.
#if defined(__clang__)
#pragma clang attribute push(                                                            \
    __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512vnni,fma,popcnt"))), \
    apply_to = function)
#else
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512dq,avx512vnni,fma,popcnt")
#endif
#include "kernels/planes_float512.h"
#include "kernels/planes_kernels.h"

namespace tabia::kernels {

namespace {

struct BytesAvx512Vnni : Bytes512 {
  static Int add_dot4(Int sums, Int bytes, Int weights) { return _mm512_dpbusd_epi32(sums, bytes, weights); }
};

}  // namespace

constinit const PlanesKernels kPlanesAvx512Vnni = planes_kernels_of<Float512, BytesAvx512Vnni>("avx512-vnni");

}  // namespace tabia::kernels

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif  // TABIA_X86_KERNELS
