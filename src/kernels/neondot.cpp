// kernels/neondot.cpp: the table for ARM64 with dot products of signed bytes (asimddp): most processors
// since 2018.
#include "kernels/tables.h"

#if TABIA_NEON_DOT_KERNELS
#include <arm_neon.h>

// From here on, functions are compiled for this instruction set; the headers above are not. (clang has the
// intrinsics only if the whole file is compiled for them.)
#if !defined(__clang__)
#pragma GCC target("arch=armv8.2-a+dotprod")
#endif
#include "kernels/vec128.h"
#include "kernels/vector_kernels.h"

namespace tabia::kernels {
namespace {

struct VecNeonDot : Vec128 {
  // For inputs up to 127, so that their bytes may count as signed.
  static Int add_dot4(Int sums, Int inputs, Int weights) {
    return of(vdotq_s32(words(sums), bytes(inputs), bytes(weights)));
  }
};

bool has_large_bytes(const uint8_t* in, size_t length) {
  uint8x16_t all = vdupq_n_u8(0);
  size_t i = 0;
  for (; i + 16 <= length; i += 16) all = vorrq_u8(all, vld1q_u8(in + i));
  unsigned rest = vmaxvq_u8(all);
  for (; i < length; ++i) rest |= in[i];
  return rest > 127;
}

void dense_of_dots(int32_t* out, const int32_t* bias, const int8_t* packed, const uint8_t* in, size_t inputs,
                   size_t outputs) {
  if (has_large_bytes(in, inputs)) return dense<Vec128>(out, bias, packed, in, inputs, outputs);
  dense<VecNeonDot>(out, bias, packed, in, inputs, outputs);
}

constexpr Kernels with_dots(Kernels table) {
  table.dense = dense_of_dots;
  return table;
}

}  // namespace

constinit const Kernels kNeonDotKernels = with_dots(kernels_of<VecNeonDot>("neon-dot"));

}  // namespace tabia::kernels
#endif  // TABIA_NEON_DOT_KERNELS
