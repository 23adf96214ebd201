// kernels/planes_avx512vnni.cpp: convolutions and dense layers of bytes, for AVX-512 with dot products of
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
#include "kernels/planes_bytes.h"
#include "kernels/planes_float512.h"

namespace tabia::kernels {

namespace {

struct BytesAvx512Vnni : Bytes512 {
  static Int add_dot4(Int sums, Int bytes, Int weights) { return _mm512_dpbusd_epi32(sums, bytes, weights); }
};

}  // namespace

void byte_conv3x3_avx512vnni(std::int32_t* sums, const std::uint8_t* in, const std::int8_t* packed,
                             std::uint8_t outside, std::size_t boards, std::size_t outputs,
                             std::size_t inputs, std::uint8_t* scratch) {
  byte_conv3x3<BytesAvx512Vnni>(sums, in, packed, outside, boards, outputs, inputs, scratch);
}

void byte_dense_avx512vnni(std::int32_t* sums, const std::uint8_t* in, std::size_t in_stride,
                           const std::int8_t* packed, std::size_t rows, std::size_t outputs,
                           std::size_t inputs) {
  byte_dense<BytesAvx512Vnni>(sums, in, in_stride, packed, rows, outputs, inputs);
}

}  // namespace tabia::kernels

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif  // TABIA_X86_KERNELS
