// kernels/planes_convolution.h: convolutions 3x3 over 8x8 boards, by Winograd's F(4x4,3x3) or from a list of
// ones.
//
// Included by planes_kernels.h; see planes_products.h. Winograd: a board is four overlapping tiles of 6x6
// inputs that give 4x4 outputs each. Inputs, weights and outputs are transformed by small fixed matrices
// (B, G, A of Lavin and Gray, points 0, 1, -1, 2, -2, infinity), so that the 144 products of a tile become
// 36, one for each position of the transformed tile: 36 products of matrices over the channels. Boards are
// processed in blocks whose transformed inputs stay in the second-level cache; the products are made panel by
// panel of the outputs, so that their results stay in the first.
#pragma once

#include <cstddef>

#include "kernels/planes_products.h"

namespace tabia::kernels {
namespace {

constexpr size_t kTileSide = 6;
constexpr size_t kPositions = kTileSide * kTileSide;
constexpr size_t kBoardTiles = 4;
constexpr size_t kGradientBoards = 32;  // boards of a block of conv3x3_weight_gradient
constexpr size_t kSkew = 16;            // floats between positions, so that they fall on different cache sets

// ---- the transformations, one dimension -------------------------------------------------------------------

// B^T: 6 inputs to 6.
template <class V>
inline void transform_inputs(V* out, size_t step, V d0, V d1, V d2, V d3, V d4, V d5) {
  const V four = V::all(4);
  const V two = V::all(2);
  const V five = V::all(5);
  const V even = negmuladd(four, d2, d4);
  const V odd = negmuladd(four, d1, d3);
  const V even2 = sub(d4, d2);
  const V odd2 = sub(d3, d1);
  out[0 * step] = muladd(four, d0, negmuladd(five, d2, d4));
  out[1 * step] = add(even, odd);
  out[2 * step] = sub(even, odd);
  out[3 * step] = muladd(two, odd2, even2);
  out[4 * step] = negmuladd(two, odd2, even2);
  out[5 * step] = muladd(four, d1, negmuladd(five, d3, d5));
}

// A^T: 6 to 4 outputs.
template <class V>
inline void transform_outputs(V* out, size_t step, V m0, V m1, V m2, V m3, V m4, V m5) {
  const V sum1 = add(m1, m2);
  const V difference1 = sub(m1, m2);
  const V sum2 = add(m3, m4);
  const V difference2 = sub(m3, m4);
  out[0 * step] = add(add(m0, sum1), sum2);
  out[1 * step] = muladd(V::all(2), difference2, difference1);
  out[2 * step] = muladd(V::all(4), sum2, sum1);
  out[3 * step] = add(muladd(V::all(8), difference2, difference1), m5);
}

// A: 4 gradients of outputs to 6.
template <class V>
inline void transform_gradients(V* out, size_t step, V y0, V y1, V y2, V y3) {
  const V even = add(y0, y2);
  const V odd = add(y1, y3);
  const V even2 = muladd(V::all(4), y2, y0);
  const V odd2 = muladd(V::all(8), y3, add(y1, y1));
  out[0 * step] = y0;
  out[1 * step] = add(even, odd);
  out[2 * step] = sub(even, odd);
  out[3 * step] = add(even2, odd2);
  out[4 * step] = sub(even2, odd2);
  out[5 * step] = y3;
}

// G: 3 weights to 6.
template <class V>
inline void transform_weights(V* out, size_t step, V w0, V w1, V w2) {
  const V ends = mul(V::all(-1.0f / 6), add(w0, w2));
  const V middle = mul(V::all(1.0f / 6), w1);
  const V ends2 = muladd(V::all(1.0f / 24), w0, mul(V::all(1.0f / 6), w2));
  const V middle2 = mul(V::all(1.0f / 12), w1);
  out[0 * step] = mul(V::all(0.25f), w0);
  out[1 * step] = sub(ends, middle);
  out[2 * step] = add(ends, middle);
  out[3 * step] = add(ends2, middle2);
  out[4 * step] = sub(ends2, middle2);
  out[5 * step] = w2;
}

// G^T: 6 gradients to those of 3 weights.
template <class V>
inline void transform_weight_gradients(V* out, size_t step, V u0, V u1, V u2, V u3, V u4, V u5) {
  const V sixth = V::all(1.0f / 6);
  const V sum1 = mul(sixth, add(u1, u2));
  const V sum2 = add(u3, u4);
  out[0 * step] = add(muladd(V::all(0.25f), u0, mul(V::all(1.0f / 24), sum2)), sub(V::zero(), sum1));
  out[1 * step] = muladd(V::all(1.0f / 12), sub(u3, u4), mul(sixth, sub(u2, u1)));
  out[2 * step] = add(negmuladd(V::all(1), sum1, mul(sixth, sum2)), u5);
}

// ---- the transformations, tiles ---------------------------------------------------------------------------

// One tile and V::kWidth channels: rows kFirstRow..kLastRow and columns of `in` exist, the others are 0.
// `in`: the square of row 0 and column 0 of the 4x4 outputs.
template <class V, bool kLower, bool kRight>
inline void transform_input_tile(float* out, size_t position_stride, const float* in, size_t channels) {
  // The upper left tile begins one row above the board, the lower one ends one row below it.
  constexpr size_t kFirstRow = kLower ? 0 : 1;
  constexpr size_t kFirstColumn = kRight ? 0 : 1;
  constexpr size_t kRows = kTileSide - 1;
  V half[kTileSide][kTileSide];
  TABIA_UNROLLED(size_t x = 0; x < kTileSide; ++x) {
    if (x < kFirstColumn || x >= kFirstColumn + kRows) {
      TABIA_UNROLLED(size_t y = 0; y < kTileSide; ++y) half[y][x] = V::zero();
      continue;
    }
    V d[kTileSide];
    TABIA_UNROLLED(size_t y = 0; y < kTileSide; ++y)
    d[y] = y < kFirstRow || y >= kFirstRow + kRows
               ? V::zero()
               : V::load(in + (8 * (y - kFirstRow) + x - kFirstColumn) * channels);
    transform_inputs(&half[0][x], kTileSide, d[0], d[1], d[2], d[3], d[4], d[5]);
  }
  TABIA_UNROLLED(size_t y = 0; y < kTileSide; ++y) {
    V done[kTileSide];
    const V* h = half[y];
    transform_inputs(done, 1, h[0], h[1], h[2], h[3], h[4], h[5]);
    TABIA_UNROLLED(size_t x = 0; x < kTileSide; ++x)
    done[x].store(out + (y * kTileSide + x) * position_stride);
  }
}

// [position][tile][channel] of `boards` boards.
template <class V>
inline void transform_input_boards(float* out, size_t position_stride, const float* in, size_t boards,
                                   size_t channels) {
  for (size_t b = 0; b < boards; ++b) {
    const float* board = in + b * kSquares * channels;
    float* to = out + b * kBoardTiles * channels;
    for (size_t c = 0; c < channels; c += V::kWidth) {
      // Squares a1 (the tile's own first square is outside), c1, a3 and c3 in chess terms: row and column
      // of the first input that exists.
      transform_input_tile<V, false, false>(to + c, position_stride, board + c, channels);
      transform_input_tile<V, false, true>(to + channels + c, position_stride, board + 3 * channels + c,
                                           channels);
      transform_input_tile<V, true, false>(to + 2 * channels + c, position_stride,
                                           board + 3 * 8 * channels + c, channels);
      transform_input_tile<V, true, true>(to + 3 * channels + c, position_stride,
                                          board + (3 * 8 + 3) * channels + c, channels);
    }
  }
}

// The first square of a tile's 4x4 outputs.
inline size_t first_square(size_t tile) { return tile / 2 * 32 + tile % 2 * 4; }

// From `in` [position] to the 4x4 outputs of a tile from `out` on.
template <class V>
inline void transform_output_tile(float* out, const float* residual, size_t channels, const float* in,
                                  size_t position_stride, V bias, V floor) {
  constexpr size_t kSide = 4;
  V half[kSide][kTileSide];
  TABIA_UNROLLED(size_t x = 0; x < kTileSide; ++x) {
    V m[kTileSide];
    TABIA_UNROLLED(size_t y = 0; y < kTileSide; ++y)
    m[y] = V::load(in + (y * kTileSide + x) * position_stride);
    transform_outputs(&half[0][x], kTileSide, m[0], m[1], m[2], m[3], m[4], m[5]);
  }
  TABIA_UNROLLED(size_t y = 0; y < kSide; ++y) {
    V done[kSide];
    const V* h = half[y];
    transform_outputs(done, 1, h[0], h[1], h[2], h[3], h[4], h[5]);
    TABIA_UNROLLED(size_t x = 0; x < kSide; ++x) {
      const size_t place = (8 * y + x) * channels;
      V value = add(done[x], bias);
      if (residual) value = add(value, V::load(residual + place));
      larger(floor, value).store(out + place);
    }
  }
}

// ---- packed weights: [panel of outputs][position][input][kPanel] ------------------------------------------

template <class V>
size_t conv3x3_size(size_t outputs, size_t inputs) {
  return padded_channels(outputs) * inputs * kPositions;
}

// Where the weights of a convolution are: w[o][i][tap] at data[o * output + i * input + (tap or 8 - tap)].
struct WeightView {
  const float* data;
  size_t output, input;
  bool turned;
};

template <class V>
inline void pack_winograd(float* packed, const WeightView& weights, size_t outputs, size_t inputs) {
  for (size_t p = 0; p < outputs; p += kPanel, packed += kPositions * inputs * kPanel)
    for (size_t i = 0; i < inputs; ++i)
      for (size_t w = 0; w < kPanel; w += V::kWidth) {
        alignas(kAlignment) float taps[kTaps][V::kWidth] = {};
        for (size_t o = 0; o < V::kWidth && p + w + o < outputs; ++o) {
          const float* from = weights.data + (p + w + o) * weights.output + i * weights.input;
          for (size_t tap = 0; tap < kTaps; ++tap)
            taps[tap][o] = from[weights.turned ? kTaps - 1 - tap : tap];
        }
        V half[kTileSide][3];
        TABIA_UNROLLED(size_t x = 0; x < 3; ++x)
        transform_weights(&half[0][x], 3, V::load(taps[x]), V::load(taps[3 + x]), V::load(taps[6 + x]));
        TABIA_UNROLLED(size_t y = 0; y < kTileSide; ++y) {
          V done[kTileSide];
          transform_weights(done, 1, half[y][0], half[y][1], half[y][2]);
          TABIA_UNROLLED(size_t x = 0; x < kTileSide; ++x)
          done[x].store(packed + ((y * kTileSide + x) * inputs + i) * kPanel + w);
        }
      }
}

template <class V>
void pack_conv3x3(float* packed, const float* weights, size_t outputs, size_t inputs) {
  pack_winograd<V>(packed, {weights, inputs * kTaps, kTaps, false}, outputs, inputs);
}

template <class V>
void pack_conv3x3_backward(float* packed, const float* weights, size_t outputs, size_t inputs) {
  pack_winograd<V>(packed, {weights, kTaps, inputs * kTaps, true}, inputs, outputs);
}

// ---- convolution ------------------------------------------------------------------------------------------

// Floats from position to position of a block of tiles.
inline size_t position_stride_of(size_t tiles, size_t channels) { return tiles * channels + kSkew; }

template <class V>
size_t conv3x3_scratch(size_t outputs, size_t inputs) {
  const size_t in = padded_channels(inputs);
  const size_t out = padded_channels(outputs);
  const size_t tiles = V::kBoards * kBoardTiles;
  const size_t gradient_tiles = kGradientBoards * kBoardTiles;
  const size_t forward = position_stride_of(tiles, in) + position_stride_of(tiles, V::kTilePanels * kPanel);
  const size_t gradient =
      position_stride_of(gradient_tiles, in) + position_stride_of(gradient_tiles, out) + in * out;
  return kPositions * larger_of(forward, gradient);
}

// kPanels panels of the outputs of a block: products into `sums`, then the transformation.
template <class V, size_t kPanels>
inline void conv3x3_panels(float* out, const Finish& finish, size_t channels, const float* transformed,
                           size_t in_channels, const float* packed, size_t inputs, size_t boards,
                           float* sums) {
  constexpr size_t kColumns = kPanels * kPanel;
  const size_t tiles = boards * kBoardTiles;
  const size_t in_stride = position_stride_of(tiles, in_channels);
  const size_t sum_stride = position_stride_of(tiles, kColumns);
  for (size_t position = 0; position < kPositions; ++position) {
    const float* const weights = packed + position * inputs * kPanel;
    multiply_rows<V, kPanels>(tiles, RowMajor{transformed + position * in_stride, in_channels}, weights,
                              kPositions * inputs * kPanel, inputs,
                              TileOut{sums + position * sum_stride, kColumns},
                              position + 1 < kPositions ? weights + inputs * kPanel : nullptr);
  }
  const V floor = V::all(floor_of(finish.activation));
  for (size_t tile = 0; tile < tiles; ++tile) {
    const size_t place = (tile / kBoardTiles * kSquares + first_square(tile % kBoardTiles)) * channels;
    for (size_t w = 0; w < kColumns; w += V::kWidth)
      transform_output_tile<V>(out + place + w, finish.residual ? finish.residual + place + w : nullptr,
                               channels, sums + tile * kColumns + w, sum_stride,
                               finish.bias ? V::load(finish.bias + w) : V::zero(), floor);
  }
}

inline Finish from_column(const Finish& finish, size_t column) {
  return {finish.bias ? finish.bias + column : nullptr, finish.residual ? finish.residual + column : nullptr,
          finish.activation};
}

template <class V>
inline void conv3x3_block(float* out, const float* in, const float* packed, const Finish& finish,
                          size_t boards, size_t outputs, size_t inputs, float* scratch) {
  const size_t in_channels = padded_channels(inputs);
  const size_t channels = padded_channels(outputs);
  const size_t panel_size = kPositions * inputs * kPanel;
  const size_t in_stride = position_stride_of(boards * kBoardTiles, in_channels);
  float* const sums = scratch + kPositions * in_stride;
  transform_input_boards<V>(scratch, in_stride, in, boards, in_channels);
  size_t p = 0;
  for (; p + V::kTilePanels * kPanel <= channels; p += V::kTilePanels * kPanel)
    conv3x3_panels<V, V::kTilePanels>(out + p, from_column(finish, p), channels, scratch, in_channels,
                                      packed + p / kPanel * panel_size, inputs, boards, sums);
  for (; p < channels; p += kPanel)
    conv3x3_panels<V, 1>(out + p, from_column(finish, p), channels, scratch, in_channels,
                         packed + p / kPanel * panel_size, inputs, boards, sums);
  if (!is_floor(finish.activation)) activate<V>(out, out, boards * kSquares * channels, finish.activation);
}

template <class V>
void conv3x3(float* out, const float* in, const float* packed, const Finish& finish, size_t boards,
             size_t outputs, size_t inputs, float* scratch) {
  const size_t out_board = kSquares * padded_channels(outputs);
  for (size_t b = 0; b < boards; b += V::kBoards) {
    Finish block = finish;
    if (finish.residual) block.residual += b * out_board;
    conv3x3_block<V>(out + b * out_board, in + b * kSquares * padded_channels(inputs), packed, block,
                     lesser_of(V::kBoards, boards - b), outputs, inputs, scratch);
  }
}

// ---- gradient of the weights: the sums of the products of transformed inputs and gradients ----------------

// Gradients of a tile's 4x4 outputs, transformed, V::kWidth channels.
template <class V>
inline void transform_gradient_tile(float* out, size_t position_stride, const float* in, size_t channels) {
  constexpr size_t kSide = 4;
  V half[kTileSide][kSide];
  TABIA_UNROLLED(size_t x = 0; x < kSide; ++x)
  transform_gradients(&half[0][x], kSide, V::load(in + x * channels), V::load(in + (8 + x) * channels),
                      V::load(in + (16 + x) * channels), V::load(in + (24 + x) * channels));
  TABIA_UNROLLED(size_t y = 0; y < kTileSide; ++y) {
    V done[kTileSide];
    transform_gradients(done, 1, half[y][0], half[y][1], half[y][2], half[y][3]);
    TABIA_UNROLLED(size_t x = 0; x < kTileSide; ++x)
    done[x].store(out + (y * kTileSide + x) * position_stride);
  }
}

// [position][panel][tile][kPanel] of `boards` boards.
template <class V>
inline void transform_gradient_boards(float* out, size_t position_stride, const float* in, size_t boards,
                                      size_t channels) {
  const size_t tiles = boards * kBoardTiles;
  for (size_t tile = 0; tile < tiles; ++tile) {
    const float* from = in + (tile / kBoardTiles * kSquares + first_square(tile % kBoardTiles)) * channels;
    for (size_t c = 0; c < channels; c += V::kWidth)
      transform_gradient_tile<V>(out + (c / kPanel * tiles + tile) * kPanel + c % kPanel, position_stride,
                                 from + c, channels);
  }
}

// gradient [outputs][inputs][9] += the transformed `sums` [position][input][output].
template <class V>
inline void add_weight_gradients(float* gradient, const float* sums, size_t outputs, size_t inputs) {
  const size_t channels = padded_channels(outputs);
  const size_t stride = padded_channels(inputs) * channels;
  for (size_t i = 0; i < inputs; ++i)
    for (size_t c = 0; c < outputs; c += V::kWidth) {
      V half[3][kTileSide];
      TABIA_UNROLLED(size_t x = 0; x < kTileSide; ++x) {
        V u[kTileSide];
        TABIA_UNROLLED(size_t y = 0; y < kTileSide; ++y)
        u[y] = V::load(sums + (y * kTileSide + x) * stride + i * channels + c);
        transform_weight_gradients(&half[0][x], kTileSide, u[0], u[1], u[2], u[3], u[4], u[5]);
      }
      alignas(kAlignment) float taps[kTaps][V::kWidth];
      TABIA_UNROLLED(size_t y = 0; y < 3; ++y) {
        V done[3];
        const V* h = half[y];
        transform_weight_gradients(done, 1, h[0], h[1], h[2], h[3], h[4], h[5]);
        TABIA_UNROLLED(size_t x = 0; x < 3; ++x) done[x].store(taps[3 * y + x]);
      }
      for (size_t o = 0; o < V::kWidth && c + o < outputs; ++o)
        for (size_t tap = 0; tap < kTaps; ++tap)
          gradient[((c + o) * inputs + i) * kTaps + tap] += taps[tap][o];
    }
}

template <class V>
void conv3x3_weight_gradient(float* gradient, const float* in, const float* out_gradient, size_t boards,
                             size_t outputs, size_t inputs, float* scratch) {
  const size_t in_channels = padded_channels(inputs);
  const size_t channels = padded_channels(outputs);
  constexpr size_t kMost = kGradientBoards * kBoardTiles;
  float* const sums =
      scratch + kPositions * (position_stride_of(kMost, in_channels) + position_stride_of(kMost, channels));
  for (size_t b = 0; b < boards; b += kGradientBoards) {
    const size_t count = lesser_of(kGradientBoards, boards - b);
    const size_t tiles = count * kBoardTiles;
    const size_t in_stride = position_stride_of(tiles, in_channels);
    const size_t out_stride = position_stride_of(tiles, channels);
    float* const right = scratch + kPositions * in_stride;
    transform_input_boards<V>(scratch, in_stride, in + b * kSquares * in_channels, count, in_channels);
    transform_gradient_boards<V>(right, out_stride, out_gradient + b * kSquares * channels, count, channels);
    for (size_t position = 0; position < kPositions; ++position)
      multiply_panels<V>(inputs, channels / kPanel, ColumnMajor{scratch + position * in_stride, in_channels},
                         right + position * out_stride, tiles * kPanel, tiles,
                         TileOut{sums + position * in_channels * channels, channels, b == 0});
  }
  if (boards > 0) add_weight_gradients<V>(gradient, sums, outputs, inputs);
}

// ---- from a list of ones ----------------------------------------------------------------------------------
//
// Packed weights: [plane][tap][output], then [plane][region][output]: what a plane of ones adds to a square.
// That depends on which taps are outside the board there, so there are nine regions: 3 * (first row, inner
// rows, last row) + (first column, inner columns, last column).

inline size_t region_of(size_t square) {
  const size_t row = square / 8;
  const size_t column = square % 8;
  return 3 * (row == 0 ? 0 : row == 7 ? 2 : 1) + (column == 0 ? 0 : column == 7 ? 2 : 1);
}
// Is there a square of the board below this tap?
inline bool is_inside(size_t region, size_t tap) {
  const bool row = region / 3 == 1 || region / 3 != tap / 3;
  const bool column = region % 3 == 1 || region % 3 != tap % 3;
  return row && column;
}

template <class V>
size_t sparse_conv3x3_size(size_t outputs, size_t planes) {
  return 2 * kTaps * planes * padded_channels(outputs);
}

template <class V>
size_t sparse_conv3x3_scratch(size_t outputs, size_t planes) {
  return larger_of((planes + 2) * kTaps, kTaps + kSquares) * padded_channels(outputs);
}

template <class V>
void pack_sparse_conv3x3(float* packed, const float* weights, size_t outputs, size_t planes) {
  const size_t channels = padded_channels(outputs);
  float* const regions = packed + planes * kTaps * channels;
  for (size_t i = 0; i < 2 * planes * kTaps * channels; ++i) packed[i] = 0;
  for (size_t plane = 0; plane < planes; ++plane)
    for (size_t tap = 0; tap < kTaps; ++tap)
      for (size_t o = 0; o < outputs; ++o) {
        const float weight = weights[(o * planes + plane) * kTaps + tap];
        packed[(plane * kTaps + tap) * channels + o] = weight;
        for (size_t region = 0; region < kTaps; ++region)
          if (is_inside(region, tap)) regions[(plane * kTaps + region) * channels + o] += weight;
      }
}

// The square whose tap `tap` lies on `square`, or kSquares if it is outside the board.
inline size_t square_above(size_t square, size_t tap) {
  const size_t row = square / 8 + 2 - tap / 3;  // both one too large
  const size_t column = square % 8 + 2 - tap % 3;
  return row < 1 || row > 8 || column < 1 || column > 8 ? kSquares : (row - 1) * 8 + column - 1;
}

template <class V>
inline void add_row(float* to, const float* from, size_t length) {
  for (size_t c = 0; c < length; c += V::kWidth) add(V::load(to + c), V::load(from + c)).store(to + c);
}

template <class V>
inline void add_scaled_row(float* to, const float* from, float factor, size_t length) {
  const V times = V::all(factor);
  for (size_t c = 0; c < length; c += V::kWidth)
    muladd(times, V::load(from + c), V::load(to + c)).store(to + c);
}

template <class V>
inline void copy_row(float* to, const float* from, size_t length) {
  for (size_t c = 0; c < length; c += V::kWidth) (from ? V::load(from + c) : V::zero()).store(to + c);
}

template <class V>
inline void sparse_conv3x3_board(float* out, const SparseBoard& in, const float* packed, const float* bias,
                                 size_t channels, size_t planes, float* regions) {
  const float* const full = packed + planes * kTaps * channels;
  for (size_t region = 0; region < kTaps; ++region) {
    copy_row<V>(regions + region * channels, bias, channels);
    for (size_t k = 0; k < in.full_count; ++k)
      add_scaled_row<V>(regions + region * channels, full + (in.full[k].plane * kTaps + region) * channels,
                        in.full[k].value, channels);
  }
  for (size_t square = 0; square < kSquares; ++square)
    copy_row<V>(out + square * channels, regions + region_of(square) * channels, channels);
  for (size_t k = 0; k < in.one_count; ++k) {
    const size_t plane = in.ones[k] / kSquares;
    for (size_t tap = 0; tap < kTaps; ++tap) {
      const size_t to = square_above(in.ones[k] % kSquares, tap);
      if (to != kSquares)
        add_row<V>(out + to * channels, packed + (plane * kTaps + tap) * channels, channels);
    }
  }
}

template <class V>
void sparse_conv3x3(float* out, const SparseBoard* in, const float* packed, const Finish& finish,
                    size_t boards, size_t outputs, size_t planes, float* scratch) {
  const size_t channels = padded_channels(outputs);
  const size_t length = kSquares * channels;
  float* const sums = scratch + kTaps * channels;
  for (size_t b = 0; b < boards; ++b) {
    float* board = out + b * length;
    // The residual may be the output itself.
    const bool in_place = finish.residual == out;
    if (in_place) copy_row<V>(sums, board, length);
    sparse_conv3x3_board<V>(board, in[b], packed, finish.bias, channels, planes, scratch);
    if (finish.residual) add_row<V>(board, in_place ? sums : finish.residual + b * length, length);
    if (finish.activation != PlaneActivation::Linear) activate<V>(board, board, length, finish.activation);
  }
}

// The gradient of each tap of a plane of ones: [tap][output], from the gradients of a board's outputs.
// `regions`: scratch of the same size.
template <class V>
inline void sums_of_taps(float* taps, const float* gradients, size_t channels, float* regions) {
  copy_row<V>(regions, nullptr, kTaps * channels);
  copy_row<V>(taps, nullptr, kTaps * channels);
  for (size_t square = 0; square < kSquares; ++square)
    add_row<V>(regions + region_of(square) * channels, gradients + square * channels, channels);
  for (size_t tap = 0; tap < kTaps; ++tap)
    for (size_t region = 0; region < kTaps; ++region)
      if (is_inside(region, tap)) add_row<V>(taps + tap * channels, regions + region * channels, channels);
}

template <class V>
inline void sparse_gradient_board(float* sums, const SparseBoard& in, const float* gradients, size_t channels,
                                  float* taps) {
  for (size_t k = 0; k < in.one_count; ++k) {
    const size_t plane = in.ones[k] / kSquares;
    for (size_t tap = 0; tap < kTaps; ++tap) {
      const size_t to = square_above(in.ones[k] % kSquares, tap);
      if (to != kSquares)
        add_row<V>(sums + (plane * kTaps + tap) * channels, gradients + to * channels, channels);
    }
  }
  if (in.full_count == 0) return;
  sums_of_taps<V>(taps, gradients, channels, taps + kTaps * channels);
  for (size_t k = 0; k < in.full_count; ++k)
    add_scaled_row<V>(sums + in.full[k].plane * kTaps * channels, taps, in.full[k].value, kTaps * channels);
}

template <class V>
void sparse_conv3x3_weight_gradient(float* gradient, const SparseBoard* in, const float* out_gradient,
                                    size_t boards, size_t outputs, size_t planes, float* scratch) {
  const size_t channels = padded_channels(outputs);
  float* const sums = scratch + 2 * kTaps * channels;
  copy_row<V>(sums, nullptr, planes * kTaps * channels);
  for (size_t b = 0; b < boards; ++b)
    sparse_gradient_board<V>(sums, in[b], out_gradient + b * kSquares * channels, channels, scratch);
  for (size_t row = 0; row < planes * kTaps; ++row)
    for (size_t o = 0; o < outputs; ++o) gradient[o * planes * kTaps + row] += sums[row * channels + o];
}

}  // namespace
}  // namespace tabia::kernels
