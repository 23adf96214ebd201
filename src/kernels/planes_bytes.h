// kernels/planes_bytes.h: convolutions and dense layers of bytes, with sums of 32 bits.
//
// Included by planes_kernels.h; see planes_products.h. B::Int is a register of B::kWidth sums;
// B::add_dot4(sums, bytes, weights) adds to each the products of four bytes. Packed weights:
// [panel of outputs][tap][four inputs][kPanel][4].
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/planes_products.h"

namespace tabia::kernels {
namespace {

using std::int32_t;
using std::int8_t;
using std::uint8_t;

constexpr size_t kDot = 4;          // bytes of a dot product
constexpr size_t kFramedSide = 10;  // a board with a frame of squares around it

template <class V>
size_t byte_size(size_t taps, size_t outputs, size_t inputs) {
  return padded_channels(outputs) * padded_channels(inputs) * taps;
}
template <class V>
size_t byte_conv3x3_size(size_t outputs, size_t inputs) {
  return byte_size<V>(kTaps, outputs, inputs);
}
template <class V>
size_t byte_dense_size(size_t outputs, size_t inputs) {
  return byte_size<V>(1, outputs, inputs);
}

// From weights [outputs][inputs][taps].
inline void pack_bytes(int8_t* packed, const int8_t* weights, size_t taps, size_t outputs, size_t inputs) {
  for (size_t p = 0; p < outputs; p += kPanel)
    for (size_t tap = 0; tap < taps; ++tap)
      for (size_t i = 0; i < padded_channels(inputs); i += kDot)
        for (size_t o = p; o < p + kPanel; ++o)
          for (size_t j = i; j < i + kDot; ++j)
            *packed++ =
                o < outputs && j < inputs ? weights[(o * inputs + j) * taps + tap] : static_cast<int8_t>(0);
}

template <class V>
void pack_byte_conv3x3(int8_t* packed, const int8_t* weights, size_t outputs, size_t inputs) {
  pack_bytes(packed, weights, kTaps, outputs, inputs);
}
template <class V>
void pack_byte_dense(int8_t* packed, const int8_t* weights, size_t outputs, size_t inputs) {
  pack_bytes(packed, weights, 1, outputs, inputs);
}

template <class V>
size_t byte_scratch(size_t inputs) {
  return kFramedSide * kFramedSide * padded_channels(inputs);
}

// kRows rows of sums for kPanels panels. Row i of the inputs begins at in + i * row_stride; tap t of it is
// `taps[t]` bytes further on and has `channels` bytes.
template <class B, size_t kRows, size_t kPanels>
inline void byte_tile(int32_t* sums, size_t sum_stride, const uint8_t* in, size_t row_stride,
                      const size_t* taps, size_t tap_count, size_t channels, const int8_t* packed,
                      size_t panel_stride) {
  constexpr size_t kPer = kPanel / B::kWidth;
  constexpr size_t kWide = kPanels * kPer;
  typename B::Int total[kRows][kWide];
  TABIA_UNROLLED(size_t i = 0; i < kRows; ++i)
  TABIA_UNROLLED(size_t w = 0; w < kWide; ++w) total[i][w] = B::zero();
  for (size_t tap = 0; tap < tap_count; ++tap) {
    const uint8_t* from = in + taps[tap];
    for (size_t c = 0; c < channels; c += kDot, packed += kDot * kPanel) {
      typename B::Int weights[kWide];
      TABIA_UNROLLED(size_t w = 0; w < kWide; ++w)
      weights[w] = B::load(packed + w / kPer * panel_stride + w % kPer * B::kWidth * kDot);
      TABIA_UNROLLED(size_t i = 0; i < kRows; ++i) {
        const typename B::Int bytes = B::all(from + i * row_stride + c);
        TABIA_UNROLLED(size_t w = 0; w < kWide; ++w)
        total[i][w] = B::add_dot4(total[i][w], bytes, weights[w]);
      }
    }
  }
  TABIA_UNROLLED(size_t i = 0; i < kRows; ++i)
  TABIA_UNROLLED(size_t w = 0; w < kWide; ++w)
  B::store(sums + i * sum_stride + w * B::kWidth, total[i][w]);
}

// A board with a frame of `outside` around it.
inline void frame_board(uint8_t* framed, const uint8_t* board, uint8_t outside, size_t channels) {
  for (size_t i = 0; i < kFramedSide * kFramedSide * channels; ++i) framed[i] = outside;
  for (size_t row = 0; row < 8; ++row)
    __builtin_memcpy(framed + ((row + 1) * kFramedSide + 1) * channels, board + row * 8 * channels,
                     8 * channels);
}

template <class B, size_t kPanels>
inline void byte_conv3x3_panels(int32_t* sums, size_t sum_stride, const uint8_t* framed, size_t channels,
                                const int8_t* packed, size_t panel_stride) {
  size_t taps[kTaps];
  for (size_t tap = 0; tap < kTaps; ++tap) taps[tap] = (tap / 3 * kFramedSide + tap % 3) * channels;
  for (size_t square = 0; square < kSquares; square += B::kTileRows)
    byte_tile<B, B::kTileRows, kPanels>(sums + square * sum_stride, sum_stride,
                                        framed + (square / 8 * kFramedSide + square % 8) * channels, channels,
                                        taps, kTaps, channels, packed, panel_stride);
}

template <class B>
void byte_conv3x3(int32_t* sums, const uint8_t* in, const int8_t* packed, uint8_t outside, size_t boards,
                  size_t outputs, size_t inputs, uint8_t* scratch) {
  const size_t channels = padded_channels(inputs);
  const size_t width = padded_channels(outputs);
  const size_t panel_stride = kTaps * channels * kPanel;
  for (size_t b = 0; b < boards; ++b, sums += kSquares * width) {
    frame_board(scratch, in + b * kSquares * channels, outside, channels);
    size_t p = 0;
    for (; p + B::kTilePanels * kPanel <= width; p += B::kTilePanels * kPanel)
      byte_conv3x3_panels<B, B::kTilePanels>(sums + p, width, scratch, channels,
                                             packed + p / kPanel * panel_stride, panel_stride);
    for (; p < width; p += kPanel)
      byte_conv3x3_panels<B, 1>(sums + p, width, scratch, channels, packed + p / kPanel * panel_stride,
                                panel_stride);
  }
}

// kPanels panels of all rows. One row alone needs more panels to keep the multipliers busy.
template <class B, size_t kPanels>
inline void byte_dense_panels(int32_t* sums, size_t width, const uint8_t* in, size_t in_stride,
                              const int8_t* packed, size_t rows, size_t channels) {
  const size_t here[1] = {0};
  const size_t panel_stride = channels * kPanel;
  size_t r = 0;
  if constexpr (kPanels <= B::kTilePanels)
    for (; r + B::kTileRows <= rows; r += B::kTileRows)
      byte_tile<B, B::kTileRows, kPanels>(sums + r * width, width, in + r * in_stride, in_stride, here, 1,
                                          channels, packed, panel_stride);
  for (; r < rows; ++r)
    byte_tile<B, 1, kPanels>(sums + r * width, width, in + r * in_stride, in_stride, here, 1, channels,
                             packed, panel_stride);
}

template <class B>
void byte_dense(int32_t* sums, const uint8_t* in, size_t in_stride, const int8_t* packed, size_t rows,
                size_t outputs, size_t inputs) {
  constexpr size_t kForOneRow = 4;
  const size_t channels = padded_channels(inputs);
  const size_t width = padded_channels(outputs);
  size_t p = 0;
  if (rows < B::kTileRows)
    for (; p + kForOneRow * kPanel <= width; p += kForOneRow * kPanel)
      byte_dense_panels<B, kForOneRow>(sums + p, width, in, in_stride, packed + p * channels, rows, channels);
  for (; p + B::kTilePanels * kPanel <= width; p += B::kTilePanels * kPanel)
    byte_dense_panels<B, B::kTilePanels>(sums + p, width, in, in_stride, packed + p * channels, rows,
                                         channels);
  for (; p < width; p += kPanel)
    byte_dense_panels<B, 1>(sums + p, width, in, in_stride, packed + p * channels, rows, channels);
}

// ---- from sums to values ----------------------------------------------------------------------------------

template <class V>
inline V steps_of(V value, float steps, uint8_t zero) {
  const V step = add(nearest(mul(value, V::all(steps))), V::all(static_cast<float>(zero)));
  return lesser(larger(step, V::zero()), V::all(static_cast<float>(kMostPlaneByte)));
}

template <class V>
void finish_sums(float* floats, uint8_t* bytes, const int32_t* sums, const ByteFinish& finish, size_t rows,
                 size_t outputs) {
  const size_t width = padded_channels(outputs);
  const V floor = V::all(floor_of(finish.activation));
  const bool simple = is_floor(finish.activation);
  for (size_t r = 0; r < rows; ++r)
    for (size_t c = 0; c < width; c += V::kWidth) {
      const size_t i = r * width + c;
      V value = mul(V::floats_of(sums + i), V::load(finish.scale + c));
      if (finish.bias) value = add(value, V::load(finish.bias + c));
      if (finish.residual) value = add(value, V::load(finish.residual + i));
      if (simple) {
        value = larger(floor, value);
      } else {
        float part[V::kWidth];
        value.store(part);
        activate<V>(part, part, V::kWidth, finish.activation);
        value = V::load(part);
      }
      if (floats) value.store(floats + i);
      if (bytes) steps_of(value, finish.steps, finish.zero).store_bytes(bytes + i);
    }
}

template <class V>
void to_bytes(uint8_t* bytes, const float* values, float steps, uint8_t zero, size_t length) {
  size_t i = 0;
  for (; i + V::kWidth <= length; i += V::kWidth)
    steps_of(V::load(values + i), steps, zero).store_bytes(bytes + i);
  if (i == length) return;
  uint8_t last[V::kWidth];
  steps_of(load_part<V>(values + i, length - i), steps, zero).store_bytes(last);
  for (size_t j = 0; i + j < length; ++j) bytes[i + j] = last[j];
}

}  // namespace
}  // namespace tabia::kernels
