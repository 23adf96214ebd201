// kernels/planes_neondot.cpp: convolutions and dense layers of bytes, for ARM64 with dot products of bytes
// (asimddp).
#include "kernels/tables.h"

#if TABIA_NEON_DOT_KERNELS
#include <arm_neon.h>

// From here on, functions are compiled for this instruction set; the headers above are not.
#if !defined(__clang__)
#pragma GCC target("arch=armv8.2-a+dotprod")
#endif
#include "kernels/planes_bytes.h"
#include "kernels/planes_neon128.h"

namespace tabia::kernels {

namespace {

struct BytesNeonDot : BytesNeon {
  static Int add_dot4(Int sums, Int bytes, Int weights) {
    return vdotq_s32(sums, vreinterpretq_s8_s32(bytes), vreinterpretq_s8_s32(weights));
  }
};

}  // namespace

void byte_conv3x3_neondot(std::int32_t* sums, const std::uint8_t* in, const std::int8_t* packed,
                          std::uint8_t outside, std::size_t boards, std::size_t outputs, std::size_t inputs,
                          std::uint8_t* scratch) {
  byte_conv3x3<BytesNeonDot>(sums, in, packed, outside, boards, outputs, inputs, scratch);
}

void byte_dense_neondot(std::int32_t* sums, const std::uint8_t* in, std::size_t in_stride,
                        const std::int8_t* packed, std::size_t rows, std::size_t outputs,
                        std::size_t inputs) {
  byte_dense<BytesNeonDot>(sums, in, in_stride, packed, rows, outputs, inputs);
}

}  // namespace tabia::kernels
#endif  // TABIA_NEON_DOT_KERNELS
