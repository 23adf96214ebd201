// kernels/planes_avxvnni.cpp: convolutions and dense layers of bytes, for AVX2 with dot products of bytes
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
#include "kernels/planes_bytes.h"
#include "kernels/planes_float256.h"

namespace tabia::kernels {

namespace {

struct BytesAvxVnni : Bytes256 {
  static Int add_dot4(Int sums, Int bytes, Int weights) {
    return _mm256_dpbusd_avx_epi32(sums, bytes, weights);
  }
};

}  // namespace

void byte_conv3x3_avxvnni(std::int32_t* sums, const std::uint8_t* in, const std::int8_t* packed,
                          std::uint8_t outside, std::size_t boards, std::size_t outputs, std::size_t inputs,
                          std::uint8_t* scratch) {
  byte_conv3x3<BytesAvxVnni>(sums, in, packed, outside, boards, outputs, inputs, scratch);
}

void byte_dense_avxvnni(std::int32_t* sums, const std::uint8_t* in, std::size_t in_stride,
                        const std::int8_t* packed, std::size_t rows, std::size_t outputs,
                        std::size_t inputs) {
  byte_dense<BytesAvxVnni>(sums, in, in_stride, packed, rows, outputs, inputs);
}

}  // namespace tabia::kernels

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif  // TABIA_X86_KERNELS
