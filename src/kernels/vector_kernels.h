// kernels/vector_kernels.h: all kernels over a vector type, for every instruction set. scalar.cpp says what
// they compute.
//
// Included by the file of an instruction set, after its target pragma and its vector type; everything is in
// an anonymous namespace, so that each of those files has its own copy, compiled for its own CPU. For the
// same reason there are no lambdas (clang's pragma doesn't apply to them) and no functions of the standard
// library (the linker would keep one copy for all).
//
// A kernel processes its arrays with its vector, then with narrower ones, down to Vec128, which every allowed
// length fills.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/kernels.h"
#include "kernels/vec128.h"

// Before loops over registers: arrays of vectors only become registers if the loops are unrolled early.
#define TABIA_UNROLL _Pragma("GCC unroll 16")

namespace tabia::kernels {
namespace {

using std::int16_t;
using std::int32_t;
using std::int64_t;
using std::int8_t;
using std::size_t;
using std::uint32_t;
using std::uint8_t;

constexpr size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

// ---- accumulators ----------------------------------------------------------------------------------------

// How rows are added and subtracted: 16-bit numbers, 32-bit numbers, floats.
template <class Vec>
struct Words {
  using Number = int16_t;
  using Register = typename Vec::Int;
  static constexpr size_t kLanes = Vec::kBytes / sizeof(Number);
  static Register load(const Number* from) { return Vec::load(from); }
  static void store(Number* to, Register v) { Vec::store(to, v); }
  static Register plus(Register a, Register b) { return Vec::add16(a, b); }
  static Register minus(Register a, Register b) { return Vec::sub16(a, b); }
};

template <class Vec>
struct Doublewords {
  using Number = int32_t;
  using Register = typename Vec::Int;
  static constexpr size_t kLanes = Vec::kBytes / sizeof(Number);
  static Register load(const Number* from) { return Vec::load(from); }
  static void store(Number* to, Register v) { Vec::store(to, v); }
  static Register plus(Register a, Register b) { return Vec::add32(a, b); }
  static Register minus(Register a, Register b) { return Vec::sub32(a, b); }
};

template <class Vec>
struct Floats {
  using Number = float;
  using Register = typename Vec::Float;
  static constexpr size_t kLanes = Vec::kBytes / sizeof(Number);
  static Register load(const Number* from) { return Vec::load_floats(from); }
  static void store(Number* to, Register v) { Vec::store_floats(to, v); }
  static Register plus(Register a, Register b) { return Vec::add_floats(a, b); }
  static Register minus(Register a, Register) { return a; }  // unused: no rows are removed
};

// The last few numbers if the length isn't a multiple of four. Integers wrap around.
inline int32_t plus(int32_t a, int32_t b) {
  return static_cast<int32_t>(static_cast<uint32_t>(a) + static_cast<uint32_t>(b));
}
inline int32_t minus(int32_t a, int32_t b) {
  return static_cast<int32_t>(static_cast<uint32_t>(a) - static_cast<uint32_t>(b));
}
inline float plus(float a, float b) { return a + b; }
inline float minus(float a, float) { return a; }

// out = in + added0 (+ added1) - removed0 (- removed1) from `begin` on, kUnrolled registers at a time, as
// long as they are full; returns where it stopped. A null pointer means no row; the callers know at compile
// time which.
template <class Vec, size_t kUnrolled, bool kTwoAdded, bool kTwoRemoved>
inline size_t update_span(int16_t* out, const int16_t* in, const int16_t* added0, const int16_t* added1,
                          const int16_t* removed0, const int16_t* removed1, size_t begin, size_t length) {
  using W = Words<Vec>;
  constexpr size_t kStep = W::kLanes * kUnrolled;
  size_t i = begin;
  for (; i + kStep <= length; i += kStep) {
    typename W::Register sums[kUnrolled];
    TABIA_UNROLL
    for (size_t r = 0; r < kUnrolled; ++r) {
      const size_t at = i + r * W::kLanes;
      sums[r] = W::minus(W::plus(W::load(in + at), W::load(added0 + at)), W::load(removed0 + at));
      if constexpr (kTwoAdded) sums[r] = W::plus(sums[r], W::load(added1 + at));
      if constexpr (kTwoRemoved) sums[r] = W::minus(sums[r], W::load(removed1 + at));
    }
    TABIA_UNROLL
    for (size_t r = 0; r < kUnrolled; ++r) W::store(out + i + r * W::kLanes, sums[r]);
  }
  return i;
}

template <class Vec, bool kTwoAdded, bool kTwoRemoved>
inline void update(int16_t* out, const int16_t* in, const int16_t* added0, const int16_t* added1,
                   const int16_t* removed0, const int16_t* removed1, size_t length) {
  size_t i =
      update_span<Vec, 4, kTwoAdded, kTwoRemoved>(out, in, added0, added1, removed0, removed1, 0, length);
  i = update_span<Vec, 1, kTwoAdded, kTwoRemoved>(out, in, added0, added1, removed0, removed1, i, length);
  update_span<typename Vec::Narrower, 1, kTwoAdded, kTwoRemoved>(out, in, added0, added1, removed0, removed1,
                                                                 i, length);
}

template <class Vec>
void add_sub(int16_t* out, const int16_t* in, const int16_t* added, const int16_t* removed, size_t length) {
  update<Vec, false, false>(out, in, added, nullptr, removed, nullptr, length);
}

template <class Vec>
void add_sub_sub(int16_t* out, const int16_t* in, const int16_t* added, const int16_t* removed0,
                 const int16_t* removed1, size_t length) {
  update<Vec, false, true>(out, in, added, nullptr, removed0, removed1, length);
}

template <class Vec>
void add_add_sub_sub(int16_t* out, const int16_t* in, const int16_t* added0, const int16_t* added1,
                     const int16_t* removed0, const int16_t* removed1, size_t length) {
  update<Vec, true, true>(out, in, added0, added1, removed0, removed1, length);
}

// The arguments of add_rows.
template <class Number>
struct RowSums {
  Number* out;
  const Number* in;
  const Number* table;
  const uint32_t* added;
  size_t added_count;
  const uint32_t* removed;
  size_t removed_count;
  size_t length;
};

// Tiles of kRegisters from `begin` on, as long as they are full; returns where it stopped. The sums of a tile
// stay in registers while all rows are added. (Prefetching the next rows was measured: a third slower from
// the caches, no faster from memory, since the loads of many rows overlap anyway.)
template <class Lanes, size_t kRegisters>
inline size_t add_rows_span(const RowSums<typename Lanes::Number>& sums, size_t begin) {
  constexpr size_t kStep = Lanes::kLanes * kRegisters;
  size_t i = begin;
  for (; i + kStep <= sums.length; i += kStep) {
    typename Lanes::Register tile[kRegisters];
    TABIA_UNROLL
    for (size_t r = 0; r < kRegisters; ++r) tile[r] = Lanes::load(sums.in + i + r * Lanes::kLanes);
    for (size_t k = 0; k < sums.added_count; ++k) {
      const auto* row = sums.table + sums.added[k] * sums.length + i;
      TABIA_UNROLL
      for (size_t r = 0; r < kRegisters; ++r)
        tile[r] = Lanes::plus(tile[r], Lanes::load(row + r * Lanes::kLanes));
    }
    for (size_t k = 0; k < sums.removed_count; ++k) {
      const auto* row = sums.table + sums.removed[k] * sums.length + i;
      TABIA_UNROLL
      for (size_t r = 0; r < kRegisters; ++r)
        tile[r] = Lanes::minus(tile[r], Lanes::load(row + r * Lanes::kLanes));
    }
    TABIA_UNROLL
    for (size_t r = 0; r < kRegisters; ++r) Lanes::store(sums.out + i + r * Lanes::kLanes, tile[r]);
  }
  return i;
}

template <class Number>
inline void add_rows_one_by_one(const RowSums<Number>& sums, size_t begin) {
  for (size_t i = begin; i < sums.length; ++i) {
    Number sum = sums.in[i];
    for (size_t k = 0; k < sums.added_count; ++k)
      sum = plus(sum, sums.table[sums.added[k] * sums.length + i]);
    for (size_t k = 0; k < sums.removed_count; ++k)
      sum = minus(sum, sums.table[sums.removed[k] * sums.length + i]);
    sums.out[i] = sum;
  }
}

template <class Vec>
void add_rows(int16_t* out, const int16_t* in, const int16_t* table, const uint32_t* added,
              size_t added_count, const uint32_t* removed, size_t removed_count, size_t length) {
  const RowSums<int16_t> sums = {out, in, table, added, added_count, removed, removed_count, length};
  size_t i = add_rows_span<Words<Vec>, Vec::kTile>(sums, 0);
  if constexpr (Vec::kTile > 8) i = add_rows_span<Words<Vec>, 8>(sums, i);
  i = add_rows_span<Words<Vec>, 4>(sums, i);
  i = add_rows_span<Words<Vec>, 1>(sums, i);
  add_rows_span<Words<typename Vec::Narrower>, 1>(sums, i);
}

template <class Vec>
inline typename Vec::Int row_of_words(const int16_t* from) {
  return Vec::load(from);
}
template <class Vec>
inline typename Vec::Int row_of_words(const int8_t* from) {
  return Vec::widened_bytes(from);
}

// Adds the rows of one table, from column `begin` on, to a tile of sums.
template <class Vec, size_t kRegisters, class Row>
[[gnu::always_inline]] inline void add_to_tile(typename Vec::Int (&tile)[kRegisters], const Row* table,
                                               const RowLists& lists, size_t begin, size_t length) {
  constexpr size_t kLanes = Words<Vec>::kLanes;
  for (size_t k = 0; k < lists.added_count; ++k) {
    const Row* row = table + lists.added[k] * length + begin;
    TABIA_UNROLL
    for (size_t r = 0; r < kRegisters; ++r)
      tile[r] = Vec::add16(tile[r], row_of_words<Vec>(row + r * kLanes));
  }
  for (size_t k = 0; k < lists.removed_count; ++k) {
    const Row* row = table + lists.removed[k] * length + begin;
    TABIA_UNROLL
    for (size_t r = 0; r < kRegisters; ++r)
      tile[r] = Vec::sub16(tile[r], row_of_words<Vec>(row + r * kLanes));
  }
}

// The arguments of add_mixed_rows.
struct MixedRows {
  int16_t* out;
  const int16_t* in;
  const int16_t* words;
  const RowLists& of_words;
  const int8_t* bytes;
  const RowLists& of_bytes;
  size_t length;
};

// Like add_rows_span.
template <class Vec, size_t kRegisters>
inline size_t add_mixed_rows_span(const MixedRows& sums, size_t begin) {
  constexpr size_t kLanes = Words<Vec>::kLanes;
  constexpr size_t kStep = kLanes * kRegisters;
  size_t i = begin;
  for (; i + kStep <= sums.length; i += kStep) {
    typename Vec::Int tile[kRegisters];
    TABIA_UNROLL
    for (size_t r = 0; r < kRegisters; ++r) tile[r] = Vec::load(sums.in + i + r * kLanes);
    add_to_tile<Vec>(tile, sums.words, sums.of_words, i, sums.length);
    add_to_tile<Vec>(tile, sums.bytes, sums.of_bytes, i, sums.length);
    TABIA_UNROLL
    for (size_t r = 0; r < kRegisters; ++r) Vec::store(sums.out + i + r * kLanes, tile[r]);
  }
  return i;
}

template <class Vec>
void add_mixed_rows(int16_t* out, const int16_t* in, const int16_t* words, const RowLists& of_words,
                    const int8_t* bytes, const RowLists& of_bytes, size_t length) {
  const MixedRows sums = {out, in, words, of_words, bytes, of_bytes, length};
  size_t i = add_mixed_rows_span<Vec, Vec::kTile>(sums, 0);
  i = add_mixed_rows_span<Vec, 4>(sums, i);
  i = add_mixed_rows_span<Vec, 1>(sums, i);
  add_mixed_rows_span<typename Vec::Narrower, 1>(sums, i);
}

// Rows are short: no tiles.
template <class Vec>
void add_rows_i32(int32_t* out, const int32_t* in, const int32_t* table, const uint32_t* added,
                  size_t added_count, const uint32_t* removed, size_t removed_count, size_t length) {
  const RowSums<int32_t> sums = {out, in, table, added, added_count, removed, removed_count, length};
  size_t i = add_rows_span<Doublewords<Vec>, 1>(sums, 0);
  i = add_rows_span<Doublewords<typename Vec::Narrower>, 1>(sums, i);
  i = add_rows_span<Doublewords<Vec128>, 1>(sums, i);
  add_rows_one_by_one(sums, i);
}

template <class Vec>
void add_rows_f32(float* out, const float* in, const float* table, const uint32_t* added, size_t added_count,
                  size_t length) {
  const RowSums<float> sums = {out, in, table, added, added_count, nullptr, 0, length};
  size_t i = add_rows_span<Floats<Vec>, Vec::kTile>(sums, 0);
  i = add_rows_span<Floats<Vec>, 1>(sums, i);
  i = add_rows_span<Floats<Vec128>, 1>(sums, i);
  add_rows_one_by_one(sums, i);
}

// ---- to bytes --------------------------------------------------------------------------------------------

template <class Vec>
inline typename Vec::Int clamped(const int16_t* from, typename Vec::Int limit) {
  return Vec::min16(Vec::max16(Vec::load(from), Vec::zero()), limit);
}

enum class Bytes {
  Clipped,
  Squared,
  Product,
  // The same as Product in fewer steps, if limit << (16 - shift) fits in 15 bits: with the first factor
  // shifted up, the upper half of the product is the result. The second factor need not be clamped at zero,
  // since a negative product becomes zero when packed.
  ProductByUpperHalf,
};

// 16-bit results, to be packed. `scale` is 1 << (16 - shift): a right shift is the upper half of the product
// with it, because a multiplication is cheaper than a shift by a count that the compiler doesn't know.
template <class Vec, Bytes kBytes, bool kShifted>
inline typename Vec::Int unpacked_bytes(const int16_t* in, size_t length, typename Vec::Int limit,
                                        typename Vec::Int scale) {
  auto value = clamped<Vec>(in, limit);
  if constexpr (kBytes == Bytes::ProductByUpperHalf)
    return Vec::high_product16(Vec::low_product16(value, scale), Vec::min16(Vec::load(in + length), limit));
  if constexpr (kBytes == Bytes::Squared) value = Vec::low_product16(value, value);
  if constexpr (kBytes == Bytes::Product) value = Vec::low_product16(value, clamped<Vec>(in + length, limit));
  return kShifted ? Vec::high_unsigned_product16(value, scale) : value;
}

template <class Vec, Bytes kBytes, bool kShifted>
inline size_t bytes_span(uint8_t* out, const int16_t* in, size_t length, int limit, int scale, size_t begin) {
  const auto limits = Vec::all16(limit);
  const auto scales = Vec::all16(scale);
  size_t i = begin;
  for (; i + Vec::kBytes <= length; i += Vec::kBytes) {
    const auto low = unpacked_bytes<Vec, kBytes, kShifted>(in + i, length, limits, scales);
    const auto high = unpacked_bytes<Vec, kBytes, kShifted>(in + i + Vec::kBytes / 2, length, limits, scales);
    Vec::store(out + i, Vec::packed_bytes(low, high));
  }
  return i;
}

template <class Vec, Bytes kBytes, bool kShifted>
inline void to_bytes(uint8_t* out, const int16_t* in, size_t length, int limit, int shift) {
  const int scale = kShifted && shift <= 16 ? 1 << (16 - shift) : 0;
  size_t i = bytes_span<Vec, kBytes, kShifted>(out, in, length, limit, scale, 0);
  i = bytes_span<typename Vec::Narrower, kBytes, kShifted>(out, in, length, limit, scale, i);
  bytes_span<Vec128, kBytes, kShifted>(out, in, length, limit, scale, i);
}

template <class Vec>
void clipped(uint8_t* out, const int16_t* in, size_t length, int limit, int shift) {
  if (shift == 0) return to_bytes<Vec, Bytes::Clipped, false>(out, in, length, limit, shift);
  to_bytes<Vec, Bytes::Clipped, true>(out, in, length, limit, shift);
}

template <class Vec>
void clipped_squared(uint8_t* out, const int16_t* in, size_t length, int limit, int shift) {
  if (shift == 0) return to_bytes<Vec, Bytes::Squared, false>(out, in, length, limit, shift);
  to_bytes<Vec, Bytes::Squared, true>(out, in, length, limit, shift);
}

template <class Vec>
void clipped_product(uint8_t* out, const int16_t* in, size_t length, int limit, int shift) {
  if (shift == 0) return to_bytes<Vec, Bytes::Product, false>(out, in, length, limit, shift);
  if (shift <= 16 && limit << (16 - shift) <= INT16_MAX)
    return to_bytes<Vec, Bytes::ProductByUpperHalf, true>(out, in, length, limit, shift);
  to_bytes<Vec, Bytes::Product, true>(out, in, length, limit, shift);
}

// ---- to one output ---------------------------------------------------------------------------------------

enum class Dot { Plain, Squared, Product };

// Two terms of the sum in each 32-bit lane. For Squared and Product each |weight| * limit must fit in 16
// bits: weight times value is multiplied by the value again, without widening.
template <class Vec, Dot kDot>
inline typename Vec::Int dot_terms(const int16_t* in, const int16_t* weights, size_t length,
                                   typename Vec::Int limit) {
  const auto value = clamped<Vec>(in, limit);
  const auto weight = Vec::load(weights);
  if constexpr (kDot == Dot::Plain) return Vec::paired_products(value, weight);
  const auto weighted = Vec::low_product16(value, weight);
  if constexpr (kDot == Dot::Squared) return Vec::paired_products(weighted, value);
  return Vec::paired_products(weighted, clamped<Vec>(in + length, limit));
}

// The sum over [begin, end), which vectors fill. Sums of 32 bits are widened before they can overflow.
template <class Vec, Dot kDot>
inline int64_t dot_span(const int16_t* in, const int16_t* weights, size_t length, int limit, size_t begin,
                        size_t end) {
  constexpr size_t kLanes = Vec::kBytes / sizeof(int16_t);
  constexpr size_t kSums = 4;
  // A lane of dot_terms is at most 2 * 32768 * limit.
  const uint32_t largest = 65536u * static_cast<uint32_t>(limit);
  const size_t safe_terms = limit > 0 ? uint32_t{INT32_MAX} / largest : length;
  const auto limits = Vec::all16(limit);
  auto total = Vec::zero();
  size_t i = begin;
  while (i < end) {
    const size_t stop = smaller(end, i + safe_terms * kLanes);
    typename Vec::Int sums[kSums] = {Vec::zero(), Vec::zero(), Vec::zero(), Vec::zero()};
    for (; i + kSums * kLanes <= stop; i += kSums * kLanes) TABIA_UNROLL
    for (size_t s = 0; s < kSums; ++s)
      sums[s] = Vec::add32(
          sums[s], dot_terms<Vec, kDot>(in + i + s * kLanes, weights + i + s * kLanes, length, limits));
    for (; i < stop; i += kLanes)
      sums[0] = Vec::add32(sums[0], dot_terms<Vec, kDot>(in + i, weights + i, length, limits));
    total = Vec::add_widened(total, Vec::add32(Vec::add32(sums[0], sums[1]), Vec::add32(sums[2], sums[3])));
  }
  return Vec::sum64(total);
}

template <class Vec, Dot kDot>
inline int64_t dot(const int16_t* in, const int16_t* weights, size_t length, int limit) {
  const size_t wide = length - length % (Vec::kBytes / sizeof(int16_t));
  int64_t sum = dot_span<Vec, kDot>(in, weights, length, limit, 0, wide);
  if (wide < length) sum += dot_span<typename Vec::Narrower, kDot>(in, weights, length, limit, wide, length);
  return sum;
}

// For any weights; each term fits in 32 bits. The compiler vectorizes it.
inline int64_t dot_of_products(const int16_t* in, const int16_t* other, const int16_t* weights, size_t length,
                               int limit) {
  int64_t sum = 0;
  for (size_t i = 0; i < length; ++i) {
    const int value = in[i] < 0 ? 0 : in[i] > limit ? limit : in[i];
    const int factor = other[i] < 0 ? 0 : other[i] > limit ? limit : other[i];
    sum += value * factor * weights[i];
  }
  return sum;
}

template <class Vec>
int64_t dot_clipped(const int16_t* in, const int16_t* weights, size_t length, int limit) {
  return dot<Vec, Dot::Plain>(in, weights, length, limit);
}

template <class Vec>
int64_t dot_clipped_squared(const int16_t* in, const int16_t* weights, size_t length, int limit,
                            bool small_weights) {
  return small_weights ? dot<Vec, Dot::Squared>(in, weights, length, limit)
                       : dot_of_products(in, in, weights, length, limit);
}

template <class Vec>
int64_t dot_clipped_product(const int16_t* in, const int16_t* weights, size_t length, int limit,
                            bool small_weights) {
  return small_weights ? dot<Vec, Dot::Product>(in, weights, length, limit)
                       : dot_of_products(in, in + length, weights, length, limit);
}

// ---- dense layer of bytes --------------------------------------------------------------------------------

constexpr size_t kMostSets = 4;  // sets of sums used in turn; 8 measured no better, 3 worse

inline int32_t group_at(const uint8_t* in, size_t group) {
  int32_t bytes;
  __builtin_memcpy(&bytes, in + group * kInputGroup, sizeof(bytes));
  return bytes;
}

template <class Vec, size_t kRegisters>
inline void add_group(typename Vec::Int (&sums)[kRegisters], int32_t bytes, const int8_t* weights) {
  const auto inputs = Vec::all32(bytes);
  TABIA_UNROLL
  for (size_t r = 0; r < kRegisters; ++r)
    sums[r] = Vec::add_dot4(sums[r], inputs, Vec::load(weights + r * Vec::kBytes));
}

// Adds `count` groups of inputs into kOutputs outputs: those listed in `groups`, or the first ones if kAll.
// Several sets of sums take turns, because each product would otherwise have to wait for the previous one of
// its sum.
template <class Vec, size_t kOutputs, bool kAll>
inline void dense_tile(int32_t* out, const int32_t* start, const int8_t* packed, size_t bytes_per_group,
                       const uint8_t* in, const typename Vec::Index* groups, size_t count) {
  constexpr size_t kRegisters = kOutputs * sizeof(int32_t) / Vec::kBytes;
  constexpr size_t kSets = smaller(kMostSets, Vec::kDenseSums / kRegisters);
  constexpr size_t kLanes = Vec::kBytes / sizeof(int32_t);
  typename Vec::Int sums[kSets][kRegisters];
  TABIA_UNROLL
  for (size_t r = 0; r < kRegisters; ++r) {
    sums[0][r] = Vec::load(start + r * kLanes);
    TABIA_UNROLL
    for (size_t s = 1; s < kSets; ++s) sums[s][r] = Vec::zero();
  }
  size_t k = 0;
  for (; k + kSets <= count; k += kSets) {
    TABIA_UNROLL
    for (size_t s = 0; s < kSets; ++s) {
      const size_t group = kAll ? k + s : groups[k + s];
      add_group<Vec, kRegisters>(sums[s], group_at(in, group), packed + group * bytes_per_group);
    }
  }
  for (; k < count; ++k) {
    const size_t group = kAll ? k : groups[k];
    add_group<Vec, kRegisters>(sums[0], group_at(in, group), packed + group * bytes_per_group);
  }
  TABIA_UNROLL
  for (size_t r = 0; r < kRegisters; ++r) {
    TABIA_UNROLL
    for (size_t s = 1; s < kSets; ++s) sums[0][r] = Vec::add32(sums[0][r], sums[s][r]);
    Vec::store(out + r * kLanes, sums[0][r]);
  }
}

template <class Vec, bool kAll>
inline void dense_tiles(int32_t* out, const int32_t* start, const int8_t* packed, const uint8_t* in,
                        const typename Vec::Index* groups, size_t count, size_t outputs) {
  // Known widths let the compiler address the weights with a shift.
  if (outputs == 16)
    return dense_tile<Vec, 16, kAll>(out, start, packed, 16 * kInputGroup, in, groups, count);
  if (outputs == 32)
    return dense_tile<Vec, 32, kAll>(out, start, packed, 32 * kInputGroup, in, groups, count);
  const size_t bytes_per_group = outputs * kInputGroup;
  size_t o = 0;
  for (; o + 32 <= outputs; o += 32)
    dense_tile<Vec, 32, kAll>(out + o, start + o, packed + o * kInputGroup, bytes_per_group, in, groups,
                              count);
  for (; o < outputs; o += 16)
    dense_tile<Vec, 16, kAll>(out + o, start + o, packed + o * kInputGroup, bytes_per_group, in, groups,
                              count);
}

// The indices of the groups that are not all zero.
template <class Vec>
inline size_t find_nonzero_groups(typename Vec::Index* found, const uint8_t* in, size_t groups) {
  size_t count = 0;
  size_t group = 0;
  for (; group + Vec::kIndexStep <= groups; group += Vec::kIndexStep)
    count += Vec::append_nonzero(found + count, in + group * kInputGroup, group);
  for (; group < groups; ++group) {
    found[count] = static_cast<typename Vec::Index>(group);
    count += group_at(in, group) != 0;
  }
  return count;
}

template <class Vec>
void dense(int32_t* out, const int32_t* bias, const int8_t* packed, const uint8_t* in, size_t inputs,
           size_t outputs) {
  constexpr size_t kSparseFrom = 128;  // inputs; with fewer, looking for zeros costs more than it saves
  constexpr size_t kSlice = 1024;      // groups checked per pass
  const size_t groups = inputs / kInputGroup;
  if (inputs < kSparseFrom) return dense_tiles<Vec, true>(out, bias, packed, in, nullptr, groups, outputs);

  typename Vec::Index found[kSlice + Vec::kIndexStep];
  for (size_t first = 0; first < groups; first += kSlice) {
    const uint8_t* slice = in + first * kInputGroup;
    const size_t count = find_nonzero_groups<Vec>(found, slice, smaller(kSlice, groups - first));
    dense_tiles<Vec, false>(out, first == 0 ? bias : out, packed + first * outputs * kInputGroup, slice,
                            found, count, outputs);
  }
}

// ---- single precision ------------------------------------------------------------------------------------

// The sixteen lanes of the specification are in one, two or four registers.
template <class Vec>
float dot_f32(const float* a, const float* b, size_t length) {
  constexpr size_t kAllLanes = 16;
  constexpr size_t kLanes = Vec::kBytes / sizeof(float);
  constexpr size_t kRegisters = kAllLanes / kLanes;
  typename Vec::Float sums[kRegisters];
  TABIA_UNROLL
  for (size_t r = 0; r < kRegisters; ++r) sums[r] = Vec::zero_floats();
  size_t i = 0;
  for (; i + kAllLanes <= length; i += kAllLanes) TABIA_UNROLL
  for (size_t r = 0; r < kRegisters; ++r) {
    const size_t at = i + r * kLanes;
    sums[r] =
        Vec::add_floats(sums[r], Vec::multiply_floats(Vec::load_floats(a + at), Vec::load_floats(b + at)));
  }
  if (i < length) {
    float last_a[kAllLanes] = {}, last_b[kAllLanes] = {};
    for (size_t l = 0; i + l < length; ++l) {
      last_a[l] = a[i + l];
      last_b[l] = b[i + l];
    }
    TABIA_UNROLL
    for (size_t r = 0; r < kRegisters; ++r) {
      const auto product =
          Vec::multiply_floats(Vec::load_floats(last_a + r * kLanes), Vec::load_floats(last_b + r * kLanes));
      sums[r] = Vec::add_floats(sums[r], product);
    }
  }
  for (size_t half = kRegisters / 2; half > 0; half /= 2)
    for (size_t r = 0; r < half; ++r) sums[r] = Vec::add_floats(sums[r], sums[r + half]);
  return Vec::sum_of_halves(sums[0]);
}

template <class Vec>
constexpr Kernels kernels_of(std::string_view name) {
  return {
      .name = name,
      .add_sub = add_sub<Vec>,
      .add_sub_sub = add_sub_sub<Vec>,
      .add_add_sub_sub = add_add_sub_sub<Vec>,
      .add_rows = add_rows<Vec>,
      .add_mixed_rows = add_mixed_rows<Vec>,
      .add_rows_i32 = add_rows_i32<Vec>,
      .clipped = clipped<Vec>,
      .clipped_squared = clipped_squared<Vec>,
      .clipped_product = clipped_product<Vec>,
      .dot_clipped = dot_clipped<Vec>,
      .dot_clipped_squared = dot_clipped_squared<Vec>,
      .dot_clipped_product = dot_clipped_product<Vec>,
      .dense = dense<Vec>,
      .add_rows_f32 = add_rows_f32<Vec>,
      .dot_f32 = dot_f32<Vec>,
  };
}

}  // namespace
}  // namespace tabia::kernels
