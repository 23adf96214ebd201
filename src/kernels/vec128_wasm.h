// kernels/vec128_wasm.h: a vector of 128 bits for WebAssembly, with the operations that vector_kernels.h
// uses.
//
// The counterpart of vec128.h, which includes it if the target is WebAssembly with SIMD.
#pragma once

#include <wasm_simd128.h>

#include <cstddef>
#include <cstdint>

namespace tabia::kernels {
namespace {

struct Vec128 {
  using Narrower = Vec128;
  using Int = v128_t;
  using Float = v128_t;
  using Index = std::uint16_t;                  // a group of inputs of a dense layer
  static constexpr std::size_t kBytes = 16;     // in a register
  static constexpr std::size_t kTile = 8;       // registers that hold sums over rows
  static constexpr std::size_t kIndexStep = 4;  // groups that append_nonzero checks
  static constexpr std::size_t kDenseSums = 8;  // registers that hold sums of a dense layer

  static Int load(const void* from) { return wasm_v128_load(from); }
  // As many signed bytes as there are 16-bit lanes, widened.
  static Int widened_bytes(const std::int8_t* from) { return wasm_i16x8_load8x8(from); }
  static void store(void* to, Int v) { wasm_v128_store(to, v); }
  static Int zero() { return wasm_i64x2_splat(0); }

  static Int all16(int value) { return wasm_i16x8_splat(static_cast<std::int16_t>(value)); }
  static Int add16(Int a, Int b) { return wasm_i16x8_add(a, b); }
  static Int sub16(Int a, Int b) { return wasm_i16x8_sub(a, b); }
  static Int min16(Int a, Int b) { return wasm_i16x8_min(a, b); }
  static Int max16(Int a, Int b) { return wasm_i16x8_max(a, b); }
  static Int low_product16(Int a, Int b) { return wasm_i16x8_mul(a, b); }
  static Int high_product16(Int a, Int b) {
    return wasm_i16x8_shuffle(wasm_i32x4_extmul_low_i16x8(a, b), wasm_i32x4_extmul_high_i16x8(a, b), 1, 3, 5,
                              7, 9, 11, 13, 15);
  }
  static Int high_unsigned_product16(Int a, Int b) {
    return wasm_i16x8_shuffle(wasm_u32x4_extmul_low_u16x8(a, b), wasm_u32x4_extmul_high_u16x8(a, b), 1, 3, 5,
                              7, 9, 11, 13, 15);
  }
  // Sums of two adjacent 16-bit products, in 32 bits.
  static Int paired_products(Int a, Int b) { return wasm_i32x4_dot_i16x8(a, b); }
  // The 16-bit numbers of a, then those of b, as bytes; clamped to 0..255.
  static Int packed_bytes(Int a, Int b) { return wasm_u8x16_narrow_i16x8(a, b); }

  static Int all32(std::int32_t value) { return wasm_i32x4_splat(value); }
  static Int add32(Int a, Int b) { return wasm_i32x4_add(a, b); }
  static Int sub32(Int a, Int b) { return wasm_i32x4_sub(a, b); }
  // sums + the sums of four adjacent products of an unsigned byte and a signed one.
  static Int add_dot4(Int sums, Int bytes, Int weights) {
    const Int low =
        wasm_i32x4_dot_i16x8(wasm_u16x8_extend_low_u8x16(bytes), wasm_i16x8_extend_low_i8x16(weights));
    const Int high =
        wasm_i32x4_dot_i16x8(wasm_u16x8_extend_high_u8x16(bytes), wasm_i16x8_extend_high_i8x16(weights));
    return wasm_i32x4_add(sums, wasm_i32x4_add(wasm_i32x4_shuffle(low, high, 0, 2, 4, 6),
                                               wasm_i32x4_shuffle(low, high, 1, 3, 5, 7)));
  }
  // sums (64-bit lanes) + the 32-bit numbers of v, in any lane.
  static Int add_widened(Int sums, Int v) {
    return wasm_i64x2_add(sums,
                          wasm_i64x2_add(wasm_i64x2_extend_low_i32x4(v), wasm_i64x2_extend_high_i32x4(v)));
  }
  static std::int64_t sum64(Int v) { return wasm_i64x2_extract_lane(v, 0) + wasm_i64x2_extract_lane(v, 1); }

  // Appends the indices of the groups of four bytes that are not all zero, among kIndexStep groups of which
  // the first has index `base`. Writes kIndexStep numbers, returns how many count.
  static std::size_t append_nonzero(Index* out, const std::uint8_t* from, std::size_t base) {
    const auto zeros = static_cast<unsigned>(wasm_i32x4_bitmask(wasm_i32x4_eq(load(from), zero())));
    std::size_t count = 0;
    for (unsigned place = 0; place < kIndexStep; ++place) {
      out[count] = static_cast<Index>(base + place);
      count += ~zeros >> place & 1;
    }
    return count;
  }

  static Float load_floats(const float* from) { return wasm_v128_load(from); }
  static void store_floats(float* to, Float v) { wasm_v128_store(to, v); }
  static Float zero_floats() { return wasm_f32x4_splat(0); }
  static Float add_floats(Float a, Float b) { return wasm_f32x4_add(a, b); }
  static Float multiply_floats(Float a, Float b) { return wasm_f32x4_mul(a, b); }
  // Adds lane l and l + half the lanes, and so on down to one.
  static float sum_of_halves(Float v) {
    const Float two = wasm_f32x4_add(v, wasm_i32x4_shuffle(v, v, 2, 3, 0, 1));
    return wasm_f32x4_extract_lane(two, 0) + wasm_f32x4_extract_lane(two, 1);
  }
};

}  // namespace
}  // namespace tabia::kernels
