// kernels/planes_avx512.cpp: the kernels for networks over planes, for AVX-512 F, BW, VL, DQ.
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
#include "kernels/planes_float512.h"
#include "kernels/planes_kernels.h"

namespace tabia::kernels {

constinit const PlanesKernels kPlanesAvx512 = planes_kernels_of<Float512, Bytes512>("avx512");
constinit const PlanesKernels kPlanesAvx512Vnni =
    with_bytes(planes_kernels_of<Float512, Bytes512>("avx512"), "avx512-vnni", byte_conv3x3_avx512vnni,
               byte_dense_avx512vnni);

}  // namespace tabia::kernels

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif  // TABIA_X86_KERNELS
