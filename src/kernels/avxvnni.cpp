// kernels/avxvnni.cpp: the table for AVX2 with dot products of bytes (AVX-VNNI): desktop CPUs without
// AVX-512.
#include "kernels/tables.h"

#if TABIA_X86_KERNELS
#include <immintrin.h>

// From here on, functions are compiled for this instruction set; the headers above are not.
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,avxvnni,popcnt"))), apply_to = function)
#else
#pragma GCC target("avx2,avxvnni,popcnt")
#endif
#include "kernels/vec256.h"
#include "kernels/vector_kernels.h"

namespace tabia::kernels {

namespace {

struct VecAvxVnni : Vec256 {
  static Int add_dot4(Int sums, Int bytes, Int weights) {
    return _mm256_dpbusd_avx_epi32(sums, bytes, weights);
  }
};

}  // namespace

constinit const Kernels kAvxVnniKernels = kernels_of<VecAvxVnni>("avx-vnni");

}  // namespace tabia::kernels

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif  // TABIA_X86_KERNELS
