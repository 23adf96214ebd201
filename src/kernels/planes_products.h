// kernels/planes_products.h: products of matrices, the core of the kernels for networks over planes.
//
// Included by planes_kernels.h; see planes_rows.h.
//
// The right matrix is in panels of kPanel columns, each stored row by row. A tile of V::kTileRows rows and a
// few panels of the result stays in registers while the depth runs. Every number of the result is one chain
// of fused products in the order of the depth, whatever tile it is part of: this is why results don't depend
// on the number of rows.
#pragma once

#include <cstddef>

#include "kernels/planes_rows.h"

#define TABIA_UNROLLED _Pragma("GCC unroll 32") for

namespace tabia::kernels {
namespace {

constexpr size_t kPanel = kChannelStep;
constexpr size_t kDepthBlock = 256;  // rows of a panel that are used again and again: 16 KiB
constexpr size_t kRowBlock = 192;    // rows of the left matrix for one block of depth: 192 KiB

// ---- the left matrix: element (i, l), and the matrix from row `row` on ----

struct RowMajor {
  const float* data;
  size_t stride;
  [[nodiscard]] float at(size_t i, size_t l) const { return data[i * stride + l]; }
  [[nodiscard]] RowMajor from(size_t row) const { return {data + row * stride, stride}; }
};

struct ColumnMajor {
  const float* data;
  size_t stride;
  [[nodiscard]] float at(size_t i, size_t l) const { return data[l * stride + i]; }
  [[nodiscard]] ColumnMajor from(size_t row) const { return {data + row, stride}; }
};

// Groups of kTileRows rows, each column by column. `row` of from() is a multiple of kTileRows.
template <size_t kTileRows>
struct PackedRows {
  const float* data;
  size_t depth;
  [[nodiscard]] float at(size_t i, size_t l) const { return data[l * kTileRows + i]; }
  [[nodiscard]] PackedRows from(size_t row) const { return {data + row * depth, depth}; }
};

// ---- the result: where a tile's sums begin and what happens at the end ----

struct TileOut {
  float* data;
  size_t stride;
  bool first = true;                // begin with bias + residual instead of what is stored
  const float* bias = nullptr;      // null: 0
  const float* residual = nullptr;  // null: 0
  float floor = kNoFloor;           // smaller values are stored as this (0: ReLU)

  [[nodiscard]] TileOut at(size_t row, size_t column) const {
    TileOut out = *this;
    out.data += row * stride + column;
    if (bias) out.bias += column;
    if (residual) out.residual += row * stride + column;
    return out;
  }
};

// The initial value of the sum at a place of the first row.
template <class V>
inline V first_sum(const TileOut& out, size_t column) {
  if (!out.first) return V::load(out.data + column);
  const V start = out.bias ? V::load(out.bias + column) : V::zero();
  return out.residual ? add(start, V::load(out.residual + column)) : start;
}

// kRows rows and kPanels panels of out = (the initial value of out) + a * b. With kFetches, the panels at
// `next`, of the same shape, are fetched into the second-level cache at the same time.
template <class V, size_t kRows, size_t kPanels, bool kFetches = false, class Left>
inline void multiply_tile(const Left& a, const float* b, size_t panel_stride, size_t depth,
                          const TileOut& out, [[maybe_unused]] const float* next = nullptr) {
  constexpr size_t kPer = kPanel / V::kWidth;  // registers of a panel's row
  constexpr size_t kWide = kPanels * kPer;
  V sums[kRows][kWide];
  TABIA_UNROLLED(size_t i = 0; i < kRows; ++i) {
    const TileOut row = out.at(i, 0);
    TABIA_UNROLLED(size_t w = 0; w < kWide; ++w) sums[i][w] = first_sum<V>(row, w * V::kWidth);
  }
  for (size_t l = 0; l < depth; ++l) {
    V row[kWide];
    TABIA_UNROLLED(size_t w = 0; w < kWide; ++w)
    row[w] = V::load(b + w / kPer * panel_stride + l * kPanel + w % kPer * V::kWidth);
    if constexpr (kFetches) {
      TABIA_UNROLLED(size_t p = 0; p < kPanels; ++p)
      __builtin_prefetch(next + p * panel_stride + l * kPanel, 0, 2);
    }
    TABIA_UNROLLED(size_t i = 0; i < kRows; ++i) {
      const V factor = V::all(a.at(i, l));
      TABIA_UNROLLED(size_t w = 0; w < kWide; ++w) sums[i][w] = muladd(factor, row[w], sums[i][w]);
    }
  }
  const V floor = V::all(out.floor);
  TABIA_UNROLLED(size_t i = 0; i < kRows; ++i)
  TABIA_UNROLLED(size_t w = 0; w < kWide; ++w)
  larger(floor, sums[i][w]).store(out.data + i * out.stride + w * V::kWidth);
}

// The same for 1 to kRows rows.
template <class V, size_t kRows, size_t kPanels, class Left>
inline void multiply_some(size_t rows, const Left& a, const float* b, size_t panel_stride, size_t depth,
                          const TileOut& out) {
  if constexpr (kRows > 0) {
    if (rows == kRows)
      multiply_tile<V, kRows, kPanels>(a, b, panel_stride, depth, out);
    else
      multiply_some<V, kRows - 1, kPanels>(rows, a, b, panel_stride, depth, out);
  }
}

// All rows of kPanels panels. `next`: the panels that are used after these, or null.
template <class V, size_t kPanels, class Left>
inline void multiply_rows(size_t rows, const Left& a, const float* b, size_t panel_stride, size_t depth,
                          const TileOut& out, const float* next = nullptr) {
  size_t i = 0;
  if (next && rows >= V::kTileRows) {
    multiply_tile<V, V::kTileRows, kPanels, true>(a, b, panel_stride, depth, out, next);
    i = V::kTileRows;
  }
  for (; i + V::kTileRows <= rows; i += V::kTileRows)
    multiply_tile<V, V::kTileRows, kPanels>(a.from(i), b, panel_stride, depth, out.at(i, 0));
  multiply_some<V, V::kTileRows - 1, kPanels>(rows - i, a.from(i), b, panel_stride, depth, out.at(i, 0));
}

// All rows of `panels` panels, as many at a time as make good use of the registers. `after`: the panels that
// are used after these, or null.
template <class V, class Left>
inline void multiply_panels(size_t rows, size_t panels, const Left& a, const float* b, size_t panel_stride,
                            size_t depth, const TileOut& out, const float* after = nullptr) {
  constexpr size_t kAtOnce = V::kTilePanels;
  constexpr size_t kForOneRow = 4;
  size_t p = 0;
  if (rows == 1)
    for (; p + kForOneRow <= panels; p += kForOneRow)
      multiply_tile<V, 1, kForOneRow>(a, b + p * panel_stride, panel_stride, depth, out.at(0, p * kPanel));
  for (; p + kAtOnce <= panels; p += kAtOnce)
    multiply_rows<V, kAtOnce>(rows, a, b + p * panel_stride, panel_stride, depth, out.at(0, p * kPanel),
                              p + 2 * kAtOnce <= panels ? b + (p + kAtOnce) * panel_stride : after);
  for (; p < panels; ++p)
    multiply_rows<V, 1>(rows, a, b + p * panel_stride, panel_stride, depth, out.at(0, p * kPanel));
}

// ---- dense layers -----------------------------------------------------------------------------------------

template <class V>
size_t dense_size(size_t outputs, size_t inputs) {
  return padded_channels(outputs) * inputs;
}

// b(l, j) of an n columns wide matrix as panels, columns that don't exist 0.
inline void pack_panels(float* packed, const MatrixView& b, size_t n, size_t depth) {
  for (size_t p = 0; p < n; p += kPanel)
    for (size_t l = 0; l < depth; ++l)
      for (size_t j = p; j < p + kPanel; ++j) *packed++ = j < n ? b.data[l * b.row + j * b.column] : 0.0f;
}

template <class V>
void pack_dense(float* packed, const float* weights, size_t outputs, size_t inputs) {
  pack_panels(packed, {weights, 1, inputs}, outputs, inputs);
}

template <class V>
void pack_dense_backward(float* packed, const float* weights, size_t outputs, size_t inputs) {
  pack_panels(packed, {weights, inputs, 1}, inputs, outputs);
}

template <class V>
void dense_block(const TileOut& out, const RowMajor& in, const float* packed, size_t rows, size_t outputs,
                 size_t inputs) {
  for (size_t l = 0; l < inputs || l == 0; l += kDepthBlock) {
    TileOut block = out;
    block.first = l == 0;
    block.floor = l + kDepthBlock >= inputs ? out.floor : kNoFloor;
    multiply_panels<V>(rows, padded_channels(outputs) / kPanel, RowMajor{in.data + l, in.stride},
                       packed + l * kPanel, inputs * kPanel, lesser_of(kDepthBlock, inputs - l), block,
                       l + 2 * kDepthBlock <= inputs ? packed + (l + kDepthBlock) * kPanel : nullptr);
  }
}

template <class V>
void dense(float* out, size_t out_stride, const float* in, size_t in_stride, const float* packed,
           const Finish& finish, size_t rows, size_t outputs, size_t inputs) {
  const TileOut all{out, out_stride, true, finish.bias, finish.residual, floor_of(finish.activation)};
  for (size_t r = 0; r < rows; r += kRowBlock) {
    const size_t count = lesser_of(kRowBlock, rows - r);
    dense_block<V>(all.at(r, 0), {in + r * in_stride, in_stride}, packed, count, outputs, inputs);
    if (is_floor(finish.activation)) continue;
    for (size_t i = r; i < r + count; ++i)
      activate<V>(out + i * out_stride, out + i * out_stride, padded_channels(outputs), finish.activation);
  }
}

// ---- products of matrices that aren't packed --------------------------------------------------------------

template <class V>
size_t multiply_scratch() {
  return kRowBlock * kDepthBlock + kDepthBlock * kPanel + V::kTileRows * kPanel;
}

// Rows of a in groups of kTileRows; the last group may have rows whose content means nothing.
template <size_t kTileRows>
inline void pack_rows(float* packed, const MatrixView& a, size_t rows, size_t depth) {
  for (size_t i = 0; i < rows; i += kTileRows, packed += kTileRows * depth) {
    const size_t count = lesser_of(kTileRows, rows - i);
    for (size_t l = 0; l < depth; ++l)
      for (size_t r = 0; r < count; ++r) packed[l * kTileRows + r] = a.data[(i + r) * a.row + l * a.column];
  }
}

template <class V>
inline void pack_panel(float* packed, const MatrixView& b, size_t columns, size_t depth) {
  if (b.column != 1 || columns < kPanel) return pack_panels(packed, b, columns, depth);
  for (size_t l = 0; l < depth; ++l)
    for (size_t w = 0; w < kPanel; w += V::kWidth)
      V::load(b.data + l * b.row + w).store(packed + l * kPanel + w);
}

// One panel of the result that has fewer columns than a panel, by way of `buffer`.
template <class V, class Left>
inline void multiply_narrow(float* c, size_t c_stride, size_t columns, size_t rows, const Left& a,
                            const float* b, size_t depth, bool first, float* buffer) {
  for (size_t i = 0; i < rows; i += V::kTileRows) {
    const size_t count = lesser_of(V::kTileRows, rows - i);
    for (size_t r = 0; r < count; ++r)
      for (size_t j = 0; j < kPanel; ++j)
        buffer[r * kPanel + j] = first || j >= columns ? 0.0f : c[(i + r) * c_stride + j];
    multiply_rows<V, 1>(count, a.from(i), b, 0, depth, TileOut{buffer, kPanel, false});
    for (size_t r = 0; r < count; ++r)
      for (size_t j = 0; j < columns; ++j) c[(i + r) * c_stride + j] = buffer[r * kPanel + j];
  }
}

// All columns of a block of rows and of depth. `panel`: scratch for a panel and for multiply_narrow.
template <class V, class Left>
inline void multiply_block(float* c, size_t c_stride, const Left& a, const MatrixView& b, size_t rows,
                           size_t n, size_t depth, bool first, float* panel) {
  for (size_t j = 0; j < n; j += kPanel) {
    const size_t columns = lesser_of(kPanel, n - j);
    pack_panel<V>(panel, {b.data + j * b.column, b.row, b.column}, columns, depth);
    if (columns == kPanel)
      multiply_rows<V, 1>(rows, a, panel, 0, depth, TileOut{c + j, c_stride, first});
    else
      multiply_narrow<V>(c + j, c_stride, columns, rows, a, panel, depth, first,
                         panel + kDepthBlock * kPanel);
  }
}

template <class V>
void multiply(float* c, size_t c_stride, const MatrixView& a, const MatrixView& b, size_t m, size_t n,
              size_t k, bool add, float* scratch) {
  float* const panel = scratch + kRowBlock * kDepthBlock;
  for (size_t l = 0; l < k || l == 0; l += kDepthBlock) {
    const size_t depth = lesser_of(kDepthBlock, k - l);
    const MatrixView right{b.data + l * b.row, b.row, b.column};
    const bool first = l == 0 && !add;
    for (size_t i = 0; i < m; i += kRowBlock) {
      const size_t rows = lesser_of(kRowBlock, m - i);
      const MatrixView left{a.data + i * a.row + l * a.column, a.row, a.column};
      float* out = c + i * c_stride;
      if (a.column == 1) {
        multiply_block<V>(out, c_stride, RowMajor{left.data, left.row}, right, rows, n, depth, first, panel);
      } else {
        pack_rows<V::kTileRows>(scratch, left, rows, depth);
        multiply_block<V>(out, c_stride, PackedRows<V::kTileRows>{scratch, depth}, right, rows, n, depth,
                          first, panel);
      }
    }
  }
}

}  // namespace
}  // namespace tabia::kernels
