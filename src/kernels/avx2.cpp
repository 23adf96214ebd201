// kernels/avx2.cpp: the table for AVX2.
#include "kernels/tables.h"

#if TABIA_X86_KERNELS
#include <immintrin.h>

// From here on, functions are compiled for this instruction set; the headers above are not.
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,popcnt"))), apply_to = function)
#else
#pragma GCC target("avx2,popcnt")
#endif
#include "kernels/vec256.h"
#include "kernels/vector_kernels.h"

namespace tabia::kernels {

constinit const Kernels kAvx2Kernels = kernels_of<Vec256>("avx2");

}  // namespace tabia::kernels

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif  // TABIA_X86_KERNELS
