// kernels/sse41.cpp: the table for SSE4.1: any x86-64 since 2008.
#include "kernels/tables.h"

#if TABIA_X86_KERNELS
#include <immintrin.h>

// From here on, functions are compiled for this instruction set; the headers above are not.
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("sse4.1,popcnt"))), apply_to = function)
#else
#pragma GCC target("sse4.1,popcnt")
#endif
#include "kernels/vec128.h"
#include "kernels/vector_kernels.h"

namespace tabia::kernels {

constinit const Kernels kSse41Kernels = kernels_of<Vec128>("sse4.1");

}  // namespace tabia::kernels

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif  // TABIA_X86_KERNELS
