// kernels/planes_neon128.h: a register of 4 floats, or of 4 sums of bytes (NEON). See planes_kernels.h.
#pragma once

#include <arm_neon.h>

#include <cstddef>
#include <cstdint>

namespace tabia::kernels {
namespace {

struct FloatNeon {
  static constexpr std::size_t kWidth = 4;
  static constexpr std::size_t kTileRows =
      6;  // by four registers of a panel: 24 of the 32 registers are sums
  static constexpr std::size_t kTilePanels = 1;
  static constexpr std::size_t kBoards = 6;

  float32x4_t v;

  static FloatNeon load(const float* from) { return {vld1q_f32(from)}; }
  void store(float* to) const { vst1q_f32(to, v); }
  static FloatNeon zero() { return {vdupq_n_f32(0)}; }
  static FloatNeon all(float x) { return {vdupq_n_f32(x)}; }
  [[nodiscard]] float sum() const { return vaddvq_f32(v); }
  [[nodiscard]] float largest() const { return vmaxvq_f32(v); }
  // Whole numbers 0..255.
  void store_bytes(std::uint8_t* to) const {
    const uint16x4_t shorts = vmovn_u32(vcvtq_u32_f32(v));
    const std::uint32_t four = vget_lane_u32(vreinterpret_u32_u8(vmovn_u16(vcombine_u16(shorts, shorts))), 0);
    __builtin_memcpy(to, &four, sizeof four);
  }
  static FloatNeon floats_of(const std::int32_t* from) { return {vcvtq_f32_s32(vld1q_s32(from))}; }
};
inline FloatNeon add(FloatNeon x, FloatNeon y) { return {vaddq_f32(x.v, y.v)}; }
inline FloatNeon sub(FloatNeon x, FloatNeon y) { return {vsubq_f32(x.v, y.v)}; }
inline FloatNeon mul(FloatNeon x, FloatNeon y) { return {vmulq_f32(x.v, y.v)}; }
inline FloatNeon divide(FloatNeon x, FloatNeon y) { return {vdivq_f32(x.v, y.v)}; }
inline FloatNeon muladd(FloatNeon x, FloatNeon y, FloatNeon z) { return {vfmaq_f32(z.v, x.v, y.v)}; }
inline FloatNeon negmuladd(FloatNeon x, FloatNeon y, FloatNeon z) { return {vfmsq_f32(z.v, x.v, y.v)}; }
inline FloatNeon larger(FloatNeon x, FloatNeon y) { return {vbslq_f32(vcgtq_f32(x.v, y.v), x.v, y.v)}; }
inline FloatNeon lesser(FloatNeon x, FloatNeon y) { return {vbslq_f32(vcltq_f32(x.v, y.v), x.v, y.v)}; }
inline FloatNeon nearest(FloatNeon x) { return {vrndnq_f32(x.v)}; }
inline FloatNeon times_power_of_two(FloatNeon x, FloatNeon n) {
  const int32x4_t exponent = vshlq_n_s32(vcvtq_s32_f32(n.v), 23);
  return {vreinterpretq_f32_s32(vaddq_s32(vreinterpretq_s32_f32(x.v), exponent))};
}
inline FloatNeon if_positive(FloatNeon x, FloatNeon a, FloatNeon b) {
  return {vbslq_f32(vcgtzq_f32(x.v), a.v, b.v)};
}

// Bytes are 127 at most, so they may count as signed.
struct BytesNeon {
  using Int = int32x4_t;
  static constexpr std::size_t kWidth = 4;
  static constexpr std::size_t kTileRows = 4;
  static constexpr std::size_t kTilePanels = 1;

  static Int zero() { return vdupq_n_s32(0); }
  static Int load(const std::int8_t* from) { return vreinterpretq_s32_s8(vld1q_s8(from)); }
  // The same four bytes for every sum.
  static Int all(const std::uint8_t* four) {
    std::int32_t bits = 0;
    __builtin_memcpy(&bits, four, sizeof bits);
    return vdupq_n_s32(bits);
  }
  // Pairs of products fit 16 bits.
  static Int add_dot4(Int sums, Int bytes, Int weights) {
    const int8x16_t in = vreinterpretq_s8_s32(bytes);
    const int8x16_t by = vreinterpretq_s8_s32(weights);
    const int16x8_t low = vmull_s8(vget_low_s8(in), vget_low_s8(by));
    return vpadalq_s16(sums, vpaddq_s16(low, vmull_high_s8(in, by)));
  }
  static void store(std::int32_t* to, Int v) { vst1q_s32(to, v); }
};

}  // namespace
}  // namespace tabia::kernels
