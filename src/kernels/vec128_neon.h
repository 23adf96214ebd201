// kernels/vec128_neon.h: a vector of 128 bits for ARM64 (NEON, which every such processor has), with the
// operations that vector_kernels.h uses.
//
// The counterpart of vec128.h, which includes it if the target is ARM64.
#pragma once

#include <arm_neon.h>

#include <cstddef>
#include <cstdint>

#include "kernels/places_of_ones.h"

namespace tabia::kernels {
namespace {

struct Vec128 {
  using Narrower = Vec128;
  using Int = int16x8_t;
  using Float = float32x4_t;
  using Index = std::uint16_t;                   // a group of inputs of a dense layer
  static constexpr std::size_t kBytes = 16;      // in a register
  static constexpr std::size_t kTile = 16;       // registers that hold sums over rows
  static constexpr std::size_t kIndexStep = 8;   // groups that append_nonzero checks
  static constexpr std::size_t kDenseSums = 16;  // registers that hold sums of a dense layer

  // The same bits as other numbers.
  static int32x4_t words(Int v) { return vreinterpretq_s32_s16(v); }
  static int8x16_t bytes(Int v) { return vreinterpretq_s8_s16(v); }
  static Int of(int32x4_t v) { return vreinterpretq_s16_s32(v); }
  static Int of(uint16x8_t v) { return vreinterpretq_s16_u16(v); }

  static Int load(const void* from) {
    return vreinterpretq_s16_u8(vld1q_u8(static_cast<const std::uint8_t*>(from)));
  }
  // As many signed bytes as there are 16-bit lanes, widened.
  static Int widened_bytes(const std::int8_t* from) { return vmovl_s8(vld1_s8(from)); }
  static void store(void* to, Int v) { vst1q_u8(static_cast<std::uint8_t*>(to), vreinterpretq_u8_s16(v)); }
  static Int zero() { return vdupq_n_s16(0); }

  static Int all16(int value) { return vdupq_n_s16(static_cast<std::int16_t>(value)); }
  static Int add16(Int a, Int b) { return vaddq_s16(a, b); }
  static Int sub16(Int a, Int b) { return vsubq_s16(a, b); }
  static Int min16(Int a, Int b) { return vminq_s16(a, b); }
  static Int max16(Int a, Int b) { return vmaxq_s16(a, b); }
  static Int low_product16(Int a, Int b) { return vmulq_s16(a, b); }
  // Half of the upper half of the doubled product: right unless both are -32768, which no caller has.
  static Int high_product16(Int a, Int b) { return vshrq_n_s16(vqdmulhq_s16(a, b), 1); }
  static Int high_unsigned_product16(Int a, Int b) {
    const uint16x8_t x = vreinterpretq_u16_s16(a);
    const uint16x8_t y = vreinterpretq_u16_s16(b);
    const uint32x4_t low = vmull_u16(vget_low_u16(x), vget_low_u16(y));
    const uint32x4_t high = vmull_high_u16(x, y);
    return of(vuzp2q_u16(vreinterpretq_u16_u32(low), vreinterpretq_u16_u32(high)));
  }
  // Sums of two adjacent 16-bit products, in 32 bits.
  static Int paired_products(Int a, Int b) {
    return of(vpaddq_s32(vmull_s16(vget_low_s16(a), vget_low_s16(b)), vmull_high_s16(a, b)));
  }
  // The 16-bit numbers of a, then those of b, as bytes; clamped to 0..255.
  static Int packed_bytes(Int a, Int b) { return vreinterpretq_s16_u8(vqmovun_high_s16(vqmovun_s16(a), b)); }

  static Int all32(std::int32_t value) { return of(vdupq_n_s32(value)); }
  static Int add32(Int a, Int b) { return of(vaddq_s32(words(a), words(b))); }
  static Int sub32(Int a, Int b) { return of(vsubq_s32(words(a), words(b))); }
  // sums + the sums of four adjacent products of an unsigned byte and a signed one. A product fits in 16
  // bits, and so does the sum of two (the caller promises that).
  static Int add_dot4(Int sums, Int inputs, Int weights) {
    const uint8x16_t in = vreinterpretq_u8_s16(inputs);
    const int16x8_t low =
        vmulq_s16(vreinterpretq_s16_u16(vmovl_u8(vget_low_u8(in))), vmovl_s8(vget_low_s8(bytes(weights))));
    const int16x8_t high = vmulq_s16(vreinterpretq_s16_u16(vmovl_high_u8(in)), vmovl_high_s8(bytes(weights)));
    return of(vpadalq_s16(words(sums), vpaddq_s16(low, high)));
  }
  // sums (64-bit lanes) + the 32-bit numbers of v, in any lane.
  static Int add_widened(Int sums, Int v) {
    return vreinterpretq_s16_s64(vpadalq_s32(vreinterpretq_s64_s16(sums), words(v)));
  }
  static std::int64_t sum64(Int v) { return vaddvq_s64(vreinterpretq_s64_s16(v)); }

  // Appends the indices of the groups of four bytes that are not all zero, among kIndexStep groups of which
  // the first has index `base`. Writes kIndexStep numbers, returns how many count.
  static std::size_t append_nonzero(Index* out, const std::uint8_t* from, std::size_t base) {
    const uint32x4_t low = vreinterpretq_u32_s16(load(from));
    const uint32x4_t high = vreinterpretq_u32_s16(load(from + kBytes));
    const uint16x8_t found = vmovn_high_u32(vmovn_u32(vtstq_u32(low, low)), vtstq_u32(high, high));
    const uint16x8_t bits = {1, 2, 4, 8, 16, 32, 64, 128};
    const unsigned mask = vaddvq_u16(vandq_u16(found, bits));
    vst1q_u16(
        out, vaddq_u16(vld1q_u16(kPlacesOfOnes.places[mask]), vdupq_n_u16(static_cast<std::uint16_t>(base))));
    return vaddvq_u16(vshrq_n_u16(found, 15));
  }

  static Float load_floats(const float* from) { return vld1q_f32(from); }
  static void store_floats(float* to, Float v) { vst1q_f32(to, v); }
  static Float zero_floats() { return vdupq_n_f32(0); }
  static Float add_floats(Float a, Float b) { return vaddq_f32(a, b); }
  static Float multiply_floats(Float a, Float b) { return vmulq_f32(a, b); }
  // Adds lane l and l + half the lanes, and so on down to one.
  static float sum_of_halves(Float v) { return vpadds_f32(vadd_f32(vget_low_f32(v), vget_high_f32(v))); }
};

}  // namespace
}  // namespace tabia::kernels
