// kernels/training_neon.cpp: the training kernels for ARM64, with fused multiply-add.
#include "kernels/tables.h"

#if TABIA_NEON_KERNELS
#include <arm_neon.h>

// Every operation on the four registers of the lanes.
#define TABIA_REGISTERS _Pragma("GCC unroll 4") for (std::size_t r = 0; r < 4; ++r)

namespace tabia::kernels {
namespace {

struct LanesNeon {
  static constexpr std::size_t kTileRows = 6;
  static constexpr std::size_t kTileWide = 1;

  float32x4_t v[4];

  static LanesNeon load(const float* from) {
    LanesNeon lanes;
    TABIA_REGISTERS lanes.v[r] = vld1q_f32(from + 4 * r);
    return lanes;
  }
  void store(float* to) const { TABIA_REGISTERS vst1q_f32(to + 4 * r, v[r]); }
  static LanesNeon zero() { return all(0); }
  static LanesNeon all(float x) {
    LanesNeon lanes;
    TABIA_REGISTERS lanes.v[r] = vdupq_n_f32(x);
    return lanes;
  }
  [[nodiscard]] float sum() const {
    return vaddvq_f32(vaddq_f32(vaddq_f32(v[0], v[1]), vaddq_f32(v[2], v[3])));
  }
};
inline LanesNeon add(LanesNeon x, LanesNeon y) {
  TABIA_REGISTERS x.v[r] = vaddq_f32(x.v[r], y.v[r]);
  return x;
}
inline LanesNeon sub(LanesNeon x, LanesNeon y) {
  TABIA_REGISTERS x.v[r] = vsubq_f32(x.v[r], y.v[r]);
  return x;
}
inline LanesNeon mul(LanesNeon x, LanesNeon y) {
  TABIA_REGISTERS x.v[r] = vmulq_f32(x.v[r], y.v[r]);
  return x;
}
inline LanesNeon divide(LanesNeon x, LanesNeon y) {
  TABIA_REGISTERS x.v[r] = vdivq_f32(x.v[r], y.v[r]);
  return x;
}
inline LanesNeon muladd(LanesNeon x, LanesNeon y, LanesNeon z) {
  TABIA_REGISTERS z.v[r] = vfmaq_f32(z.v[r], x.v[r], y.v[r]);
  return z;
}
// The second operand if one is NaN, as on other machines.
inline LanesNeon larger(LanesNeon x, LanesNeon y) {
  TABIA_REGISTERS x.v[r] = vbslq_f32(vcgtq_f32(x.v[r], y.v[r]), x.v[r], y.v[r]);
  return x;
}
inline LanesNeon lesser(LanesNeon x, LanesNeon y) {
  TABIA_REGISTERS x.v[r] = vbslq_f32(vcltq_f32(x.v[r], y.v[r]), x.v[r], y.v[r]);
  return x;
}
inline LanesNeon square_root(LanesNeon x) {
  TABIA_REGISTERS x.v[r] = vsqrtq_f32(x.v[r]);
  return x;
}
inline LanesNeon whole_part(LanesNeon x) {
  TABIA_REGISTERS x.v[r] = vrndmq_f32(x.v[r]);
  return x;
}
// y if low < x < high, else 0.
inline LanesNeon where_between(LanesNeon x, float low, float high, LanesNeon y) {
  TABIA_REGISTERS {
    const uint32x4_t inside =
        vandq_u32(vcgtq_f32(x.v[r], vdupq_n_f32(low)), vcltq_f32(x.v[r], vdupq_n_f32(high)));
    y.v[r] = vreinterpretq_f32_u32(vandq_u32(inside, vreinterpretq_u32_f32(y.v[r])));
  }
  return y;
}

}  // namespace
}  // namespace tabia::kernels

#include "kernels/training_kernels.h"

namespace tabia::kernels {

constinit const TrainingKernels kTrainingNeon = training_kernels_of<LanesNeon>("neon");

}  // namespace tabia::kernels
#endif  // TABIA_NEON_KERNELS
