// kernels/planes_avx2.cpp: the kernels for networks over planes, for AVX2 with fused multiply-add.
#include "kernels/tables.h"

#if TABIA_X86_KERNELS
#include <immintrin.h>

// From here on, functions are compiled for this instruction set; the headers above are not.
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma,popcnt"))), apply_to = function)
#else
#pragma GCC target("avx2,fma,popcnt")
#endif
#include "kernels/planes_float256.h"
#include "kernels/planes_kernels.h"

namespace tabia::kernels {

constinit const PlanesKernels kPlanesAvx2 = planes_kernels_of<Float256, Bytes256>("avx2");
constinit const PlanesKernels kPlanesAvxVnni = with_bytes(
    planes_kernels_of<Float256, Bytes256>("avx2"), "avx-vnni", byte_conv3x3_avxvnni, byte_dense_avxvnni);

}  // namespace tabia::kernels

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif  // TABIA_X86_KERNELS
