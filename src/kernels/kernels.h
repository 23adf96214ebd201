// kernels/kernels.h: the inner loops of networks, one table of functions for each instruction set.
//
// The kernels know arrays, not chess. scalar.cpp is the specification: every other table must give exactly
// the same numbers, including floating point (tests/kernels). dispatch.cpp picks the best table for the
// machine once; TABIA_KERNELS=scalar (or another name) in the environment forces one. SIMD intrinsics are
// used nowhere else.
//
// Arrays of a kernel do not overlap unless its comment says so. Lengths are multiples of kLengthStep unless
// stated otherwise. Every kernel accepts pointers of any alignment (rows whose length is an odd multiple of
// kLengthStep can't all be aligned); arrays aligned to kAlignment are faster.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace tabia::kernels {

inline constexpr std::size_t kAlignment = 64;   // bytes
inline constexpr std::size_t kLengthStep = 16;  // elements
inline constexpr std::size_t kOutputStep = 16;  // packed dense layers pad their outputs to this
inline constexpr std::size_t kInputGroup = 4;   // packed dense layers take inputs in groups of this

// Which rows of a table are added and which are subtracted.
struct RowLists {
  const std::uint32_t* added = nullptr;
  std::size_t added_count = 0;
  const std::uint32_t* removed = nullptr;
  std::size_t removed_count = 0;
};

struct Kernels {
  std::string_view name;

  // --- accumulators: sums of 16-bit rows; overflow wraps around

  // out = in + added - removed. `out` may be `in`.
  void (*add_sub)(std::int16_t* out, const std::int16_t* in, const std::int16_t* added,
                  const std::int16_t* removed, std::size_t length);
  // out = in + added - removed0 - removed1.
  void (*add_sub_sub)(std::int16_t* out, const std::int16_t* in, const std::int16_t* added,
                      const std::int16_t* removed0, const std::int16_t* removed1, std::size_t length);
  // out = in + added0 + added1 - removed0 - removed1.
  void (*add_add_sub_sub)(std::int16_t* out, const std::int16_t* in, const std::int16_t* added0,
                          const std::int16_t* added1, const std::int16_t* removed0,
                          const std::int16_t* removed1, std::size_t length);
  // out = in + the rows of `table` (each `length` long) listed in added - those listed in removed. `out` may
  // be `in`. Any number of rows, in register tiles: for refreshes.
  void (*add_rows)(std::int16_t* out, const std::int16_t* in, const std::int16_t* table,
                   const std::uint32_t* added, std::size_t added_count, const std::uint32_t* removed,
                   std::size_t removed_count, std::size_t length);
  // The same from two tables at the same time, one of 16-bit rows and one of rows of signed bytes, which are
  // widened.
  void (*add_mixed_rows)(std::int16_t* out, const std::int16_t* in, const std::int16_t* words,
                         const RowLists& of_words, const std::int8_t* bytes, const RowLists& of_bytes,
                         std::size_t length);
  // The same for 32-bit rows, of any length and alignment (piece-square parts, up to 8 buckets).
  void (*add_rows_i32)(std::int32_t* out, const std::int32_t* in, const std::int32_t* table,
                       const std::uint32_t* added, std::size_t added_count, const std::uint32_t* removed,
                       std::size_t removed_count, std::size_t length);

  // --- from the accumulator to the unsigned bytes that a dense layer of bytes takes

  // (Limits and shifts are never negative.)

  // out[i] = clamp(in[i], 0, limit) >> shift. Requires limit <= 255 << shift and limit <= 32767.
  void (*clipped)(std::uint8_t* out, const std::int16_t* in, std::size_t length, int limit, int shift);
  // out[i] = (clamp(in[i], 0, limit)^2) >> shift. Requires limit <= 255 and limit^2 >> shift <= 255.
  void (*clipped_squared)(std::uint8_t* out, const std::int16_t* in, std::size_t length, int limit,
                          int shift);
  // out[i] = (clamp(in[i], 0, limit) * clamp(in[i + length], 0, limit)) >> shift for i < length; `in` has
  // 2 * length elements. Requires limit <= 255 and limit^2 >> shift <= 255.
  void (*clipped_product)(std::uint8_t* out, const std::int16_t* in, std::size_t length, int limit,
                          int shift);

  // --- from the accumulator directly to one output with 16-bit weights. Exact in 64 bits.

  // Sum of clamp(in[i], 0, limit) * weights[i]. Requires limit <= 32767.
  std::int64_t (*dot_clipped)(const std::int16_t* in, const std::int16_t* weights, std::size_t length,
                              int limit);
  // Sum of clamp(in[i], 0, limit)^2 * weights[i]. Requires limit <= 255. `small_weights` promises that every
  // weight * limit fits in a signed 16-bit number, which is several times as fast. Without it, correct for
  // any weights.
  std::int64_t (*dot_clipped_squared)(const std::int16_t* in, const std::int16_t* weights, std::size_t length,
                                      int limit, bool small_weights);
  // Sum over i < length of clamp(in[i], 0, limit) * clamp(in[i + length], 0, limit) * weights[i]. As above.
  std::int64_t (*dot_clipped_product)(const std::int16_t* in, const std::int16_t* weights, std::size_t length,
                                      int limit, bool small_weights);

  // --- dense layer of bytes: out[o] = bias[o] + sum of in[i] * weight(o, i), exact in 32 bits.
  // Weights are packed by pack_dense. Inputs are at most 127 unless every |weight| is so small that no sum of
  // two products exceeds 16 bits. Groups of inputs that are all zero cost almost nothing. `inputs` is a
  // multiple of kInputGroup, `outputs` of kOutputStep; `bias` and `out` have `outputs` elements.
  void (*dense)(std::int32_t* out, const std::int32_t* bias, const std::int8_t* packed,
                const std::uint8_t* in, std::size_t inputs, std::size_t outputs);

  // --- single precision. The order of additions is part of the specification, so that results are the same
  // everywhere; products are rounded before they are added (no fused multiply-add).

  // out = in + the rows of `table` listed in added, one after another. `out` may be `in`. Any length and
  // alignment.
  void (*add_rows_f32)(float* out, const float* in, const float* table, const std::uint32_t* added,
                       std::size_t added_count, std::size_t length);
  // Dot product in 16 lanes: lane l sums a[l]*b[l] + a[l+16]*b[l+16] + ... from zero; then lane l and l+8 are
  // added, l and l+4, l and l+2, l and l+1. Any length (missing elements count as zero) and alignment.
  float (*dot_f32)(const float* a, const float* b, std::size_t length);
};

// The best table for this machine, or the one named by TABIA_KERNELS. A name that is unknown or that the
// machine can't run is ignored with a line on standard error. Chosen at the first call.
[[nodiscard]] const Kernels& active_kernels();

// All tables that this machine can run, the scalar one first.
[[nodiscard]] std::vector<const Kernels*> runnable_kernels();
// The names of all tables that were compiled in, runnable or not, the scalar one first.
[[nodiscard]] std::vector<std::string_view> compiled_kernel_names();

// Size in bytes of a packed dense layer, and the packing: row-major weights (output o, input i at o * inputs
// + i) are rearranged into the layout that `dense` reads. Inputs and outputs are padded with zeros.
[[nodiscard]] std::size_t packed_dense_size(std::size_t inputs, std::size_t outputs) noexcept;
void pack_dense(std::int8_t* packed, const std::int8_t* weights, std::size_t inputs,
                std::size_t outputs) noexcept;

}  // namespace tabia::kernels
