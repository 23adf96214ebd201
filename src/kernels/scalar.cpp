// kernels/scalar.cpp: what the kernels compute, in plain loops. The other tables must give the same numbers.
#include "base/block.h"
#include "kernels/kernels.h"
#include "kernels/tables.h"

namespace tabia::kernels {
namespace {

using std::int16_t;
using std::int32_t;
using std::int64_t;
using std::int8_t;
using std::size_t;
using std::uint32_t;
using std::uint8_t;

// Conversion to a narrower type keeps the low bits: this is where sums wrap around.
int16_t wrapped16(int value) { return static_cast<int16_t>(value); }
int32_t wrapped32(uint32_t value) { return static_cast<int32_t>(value); }

int clamped(int16_t value, int limit) { return value < 0 ? 0 : value > limit ? limit : value; }

// ---- accumulators ----------------------------------------------------------------------------------------

void add_sub(int16_t* out, const int16_t* in, const int16_t* added, const int16_t* removed, size_t length) {
  for (size_t i = 0; i < length; ++i) out[i] = wrapped16(in[i] + added[i] - removed[i]);
}

void add_sub_sub(int16_t* out, const int16_t* in, const int16_t* added, const int16_t* removed0,
                 const int16_t* removed1, size_t length) {
  for (size_t i = 0; i < length; ++i) out[i] = wrapped16(in[i] + added[i] - removed0[i] - removed1[i]);
}

void add_add_sub_sub(int16_t* out, const int16_t* in, const int16_t* added0, const int16_t* added1,
                     const int16_t* removed0, const int16_t* removed1, size_t length) {
  for (size_t i = 0; i < length; ++i)
    out[i] = wrapped16(in[i] + added0[i] + added1[i] - removed0[i] - removed1[i]);
}

void add_rows(int16_t* out, const int16_t* in, const int16_t* table, const uint32_t* added,
              size_t added_count, const uint32_t* removed, size_t removed_count, size_t length) {
  for (size_t i = 0; i < length; ++i) {
    int16_t sum = in[i];
    for (size_t k = 0; k < added_count; ++k) sum = wrapped16(sum + table[added[k] * length + i]);
    for (size_t k = 0; k < removed_count; ++k) sum = wrapped16(sum - table[removed[k] * length + i]);
    out[i] = sum;
  }
}

template <class Row>
int16_t with_rows(int16_t sum, const Row* column, const RowLists& lists, size_t length) {
  for (size_t k = 0; k < lists.added_count; ++k) sum = wrapped16(sum + column[lists.added[k] * length]);
  for (size_t k = 0; k < lists.removed_count; ++k) sum = wrapped16(sum - column[lists.removed[k] * length]);
  return sum;
}

void add_mixed_rows(int16_t* out, const int16_t* in, const int16_t* words, const RowLists& of_words,
                    const int8_t* bytes, const RowLists& of_bytes, size_t length) {
  for (size_t i = 0; i < length; ++i) {
    const int16_t sum = with_rows(in[i], words + i, of_words, length);
    out[i] = with_rows(sum, bytes + i, of_bytes, length);
  }
}

void add_rows_i32(int32_t* out, const int32_t* in, const int32_t* table, const uint32_t* added,
                  size_t added_count, const uint32_t* removed, size_t removed_count, size_t length) {
  for (size_t i = 0; i < length; ++i) {
    auto sum = static_cast<uint32_t>(in[i]);
    for (size_t k = 0; k < added_count; ++k) sum += static_cast<uint32_t>(table[added[k] * length + i]);
    for (size_t k = 0; k < removed_count; ++k) sum -= static_cast<uint32_t>(table[removed[k] * length + i]);
    out[i] = wrapped32(sum);
  }
}

// ---- to bytes --------------------------------------------------------------------------------------------

void clipped(uint8_t* out, const int16_t* in, size_t length, int limit, int shift) {
  for (size_t i = 0; i < length; ++i) out[i] = static_cast<uint8_t>(clamped(in[i], limit) >> shift);
}

void clipped_squared(uint8_t* out, const int16_t* in, size_t length, int limit, int shift) {
  for (size_t i = 0; i < length; ++i) {
    const int value = clamped(in[i], limit);
    out[i] = static_cast<uint8_t>(value * value >> shift);
  }
}

void clipped_product(uint8_t* out, const int16_t* in, size_t length, int limit, int shift) {
  for (size_t i = 0; i < length; ++i)
    out[i] = static_cast<uint8_t>(clamped(in[i], limit) * clamped(in[i + length], limit) >> shift);
}

// ---- to one output ---------------------------------------------------------------------------------------

int64_t dot_clipped(const int16_t* in, const int16_t* weights, size_t length, int limit) {
  int64_t sum = 0;
  for (size_t i = 0; i < length; ++i) sum += int64_t{clamped(in[i], limit)} * weights[i];
  return sum;
}

int64_t dot_clipped_squared(const int16_t* in, const int16_t* weights, size_t length, int limit,
                            bool /*small_weights*/) {
  int64_t sum = 0;
  for (size_t i = 0; i < length; ++i) {
    const int64_t value = clamped(in[i], limit);
    sum += value * value * weights[i];
  }
  return sum;
}

int64_t dot_clipped_product(const int16_t* in, const int16_t* weights, size_t length, int limit,
                            bool /*small_weights*/) {
  int64_t sum = 0;
  for (size_t i = 0; i < length; ++i)
    sum += int64_t{clamped(in[i], limit)} * clamped(in[i + length], limit) * weights[i];
  return sum;
}

// ---- dense layer of bytes --------------------------------------------------------------------------------

// Where the weight from input i to output o is: the weights of one group of inputs are together, output after
// output, so that one vector register multiplies one group into several outputs.
size_t packed_index(size_t output, size_t input, size_t padded_outputs) {
  return input / kInputGroup * padded_outputs * kInputGroup + output * kInputGroup + input % kInputGroup;
}

void dense(int32_t* out, const int32_t* bias, const int8_t* packed, const uint8_t* in, size_t inputs,
           size_t outputs) {
  for (size_t o = 0; o < outputs; ++o) out[o] = bias[o];
  for (size_t i = 0; i < inputs; ++i) {
    if (in[i] == 0) continue;
    const int8_t* weights = packed + packed_index(0, i, outputs);
    for (size_t o = 0; o < outputs; ++o)
      out[o] =
          wrapped32(static_cast<uint32_t>(out[o]) + static_cast<uint32_t>(in[i] * weights[o * kInputGroup]));
  }
}

// ---- single precision ------------------------------------------------------------------------------------

void add_rows_f32(float* out, const float* in, const float* table, const uint32_t* added, size_t added_count,
                  size_t length) {
  for (size_t i = 0; i < length; ++i) {
    float sum = in[i];
    for (size_t k = 0; k < added_count; ++k) sum += table[added[k] * length + i];
    out[i] = sum;
  }
}

float dot_f32(const float* a, const float* b, size_t length) {
  constexpr size_t kLanes = 16;
  float lanes[kLanes] = {};
  for (size_t i = 0; i < length; ++i) lanes[i % kLanes] += a[i] * b[i];
  for (size_t half = kLanes / 2; half > 0; half /= 2)
    for (size_t lane = 0; lane < half; ++lane) lanes[lane] += lanes[lane + half];
  return lanes[0];
}

}  // namespace

constinit const Kernels kScalarKernels = {
    .name = "scalar",
    .add_sub = add_sub,
    .add_sub_sub = add_sub_sub,
    .add_add_sub_sub = add_add_sub_sub,
    .add_rows = add_rows,
    .add_mixed_rows = add_mixed_rows,
    .add_rows_i32 = add_rows_i32,
    .clipped = clipped,
    .clipped_squared = clipped_squared,
    .clipped_product = clipped_product,
    .dot_clipped = dot_clipped,
    .dot_clipped_squared = dot_clipped_squared,
    .dot_clipped_product = dot_clipped_product,
    .dense = dense,
    .add_rows_f32 = add_rows_f32,
    .dot_f32 = dot_f32,
};

std::size_t packed_dense_size(std::size_t inputs, std::size_t outputs) noexcept {
  return base::rounded_up(inputs, kInputGroup) * base::rounded_up(outputs, kOutputStep);
}

void pack_dense(std::int8_t* packed, const std::int8_t* weights, std::size_t inputs,
                std::size_t outputs) noexcept {
  const size_t padded_inputs = base::rounded_up(inputs, kInputGroup);
  const size_t padded_outputs = base::rounded_up(outputs, kOutputStep);
  for (size_t o = 0; o < padded_outputs; ++o)
    for (size_t i = 0; i < padded_inputs; ++i)
      packed[packed_index(o, i, padded_outputs)] =
          o < outputs && i < inputs ? weights[o * inputs + i] : int8_t{0};
}

}  // namespace tabia::kernels
