// kernels/avx512.cpp: the table for AVX-512 F, BW, VL, DQ.
#include "kernels/tables.h"

#if TABIA_X86_KERNELS
#include <immintrin.h>

// From here on, functions are compiled for this instruction set; the headers above are not.
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,popcnt"))), \
                             apply_to = function)
#else
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512dq,popcnt")
#endif
#include "kernels/vec512.h"
#include "kernels/vector_kernels.h"

namespace tabia::kernels {

constinit const Kernels kAvx512Kernels = kernels_of<Vec512>("avx512");

}  // namespace tabia::kernels

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif  // TABIA_X86_KERNELS
