// kernels/avx512vnni.cpp: the table for AVX-512 with dot products of bytes (VNNI).
#include "kernels/tables.h"

#if TABIA_X86_KERNELS
#include <immintrin.h>

// From here on, functions are compiled for this instruction set; the headers above are not.
#if defined(__clang__)
#pragma clang attribute push( \
    __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512vnni,popcnt"))), apply_to = function)
#else
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512dq,avx512vnni,popcnt")
#endif
#include "kernels/vec512.h"
#include "kernels/vector_kernels.h"

namespace tabia::kernels {

namespace {

struct VecAvx512Vnni : Vec512 {
  static Int add_dot4(Int sums, Int bytes, Int weights) { return _mm512_dpbusd_epi32(sums, bytes, weights); }
};

}  // namespace

constinit const Kernels kAvx512VnniKernels = kernels_of<VecAvx512Vnni>("avx512-vnni");

}  // namespace tabia::kernels

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif  // TABIA_X86_KERNELS
