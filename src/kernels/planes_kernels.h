// kernels/planes_kernels.h: all kernels for networks over planes, for every instruction set except the
// specification. kernels/planes.h says what they compute.
//
// Like kernels/training_kernels.h: included after the target pragma of its file, everything in an anonymous
// namespace, without functions of the standard library. The file that includes it defines a register of
// floats `V` before:
//   V::kWidth                     floats of a register; divides kChannelStep
//   V::kTileRows, V::kTilePanels  a tile of a product, as large as the registers allow; kTileRows divides
//                                 kRowBlock
//   V::kBoards                    boards of a block of convolution, as many as fit the second-level cache
//   load store zero all sum largest, add sub mul divide muladd (a * b + c) negmuladd (c - a * b), lesser and
//   larger (the second operand if one is NaN), nearest (to even), times_power_of_two, if_positive (x > 0 ?
//   a : b), floats_of, store_bytes
// and a register `B` of sums of bytes, of the same width:
//   B::kTileRows, B::kTilePanels  a tile of a product of bytes; kTileRows divides 8
//   Int zero load all add_dot4 store
#pragma once

#include "kernels/planes_bytes.h"
#include "kernels/planes_convolution.h"
#include "kernels/planes_products.h"
#include "kernels/planes_rows.h"
#include "kernels/tables.h"

namespace tabia::kernels {
namespace {

template <class V, class B>
constexpr PlanesKernels planes_kernels_of(std::string_view name) {
  static_assert(kRowBlock % V::kTileRows == 0 && kChannelStep % V::kWidth == 0 && 8 % B::kTileRows == 0 &&
                V::kWidth == B::kWidth);
  return {
      .name = name,
      .conv3x3_size = conv3x3_size<V>,
      .conv3x3_scratch = conv3x3_scratch<V>,
      .pack_conv3x3 = pack_conv3x3<V>,
      .pack_conv3x3_backward = pack_conv3x3_backward<V>,
      .conv3x3 = conv3x3<V>,
      .conv3x3_weight_gradient = conv3x3_weight_gradient<V>,
      .sparse_conv3x3_size = sparse_conv3x3_size<V>,
      .sparse_conv3x3_scratch = sparse_conv3x3_scratch<V>,
      .pack_sparse_conv3x3 = pack_sparse_conv3x3<V>,
      .sparse_conv3x3 = sparse_conv3x3<V>,
      .sparse_conv3x3_weight_gradient = sparse_conv3x3_weight_gradient<V>,
      .dense_size = dense_size<V>,
      .pack_dense = pack_dense<V>,
      .pack_dense_backward = pack_dense_backward<V>,
      .dense = dense<V>,
      .multiply_scratch = multiply_scratch<V>,
      .multiply = multiply<V>,
      .softmax = softmax<V>,
      .softmax_gradient = softmax_gradient<V>,
      .layer_norm = layer_norm<V>,
      .layer_norm_gradient = layer_norm_gradient<V>,
      .activate = activate<V>,
      .activate_gradient = activate_gradient<V>,
      .add_scaled = add_scaled<V>,
      .average = average<V>,
      .scale_channels = scale_channels<V>,
      .channel_sums = channel_sums<V>,
      .byte_conv3x3_size = byte_conv3x3_size<V>,
      .byte_dense_size = byte_dense_size<V>,
      .pack_byte_conv3x3 = pack_byte_conv3x3<V>,
      .pack_byte_dense = pack_byte_dense<V>,
      .byte_scratch = byte_scratch<V>,
      .byte_conv3x3 = byte_conv3x3<B>,
      .byte_dense = byte_dense<B>,
      .finish_sums = finish_sums<V>,
      .to_bytes = to_bytes<V>,
  };
}

// The table with other functions for bytes.
constexpr PlanesKernels with_bytes(PlanesKernels table, std::string_view name, ByteConvolution* convolution,
                                   ByteDense* dense_layer) {
  table.name = name;
  table.byte_conv3x3 = convolution;
  table.byte_dense = dense_layer;
  return table;
}

}  // namespace
}  // namespace tabia::kernels
