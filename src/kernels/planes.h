// kernels/planes.h: the inner loops of networks over planes (convolutions over 8x8 boards, dense layers,
// attention), for evaluation and for training, one table of functions for each instruction set.
//
// The kernels know arrays, not chess or networks. The table "scalar" is the specification: plain loops,
// direct convolution. The other tables compute convolutions by Winograd's F(4x4,3x3) and fuse products into
// sums: their floats are within 1e-4 of the specification, relative to the largest output. With one table,
// the results for a board are the same bits in every batch, no matter how large the batch is and which thread
// computes it. Results in integers (the functions of bytes) are equal in all tables.
//
// Layout. Activations are floats [board][square 0..63][channel]: square = 8 * row + column, channels
// contiguous and padded: there are padded_channels(channels) of them. Arrays with one number per channel
// (bias, scale, gamma ...) have the padded length too, padding 0. A kernel that writes activations writes the
// padding as well; what it writes there is finite and otherwise unspecified, and no kernel lets the padding
// of an input have an effect. So zero the padding of your own inputs once; you can ignore it after that.
// A dense layer is a convolution with a kernel of 1x1: rows of numbers in, rows of numbers out.
//
// Weights in files are canonical, [output][input][3][3] and [output][input], not padded; a kernel needs them
// packed. Packed weights belong to the table that packed them.
//
// Threads: all functions work in the calling thread. To use several, give each one its own boards, scratch
// and gradients. Scratch is memory whose content means nothing before and after the call.
// Pointers need the alignment of their type only; kAlignment is faster. Outputs must not overlap inputs
// unless the function says that they may be the same array.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "kernels/kernels.h"

namespace tabia::kernels {

inline constexpr std::size_t kSquares = 64;
inline constexpr std::size_t kChannelStep = 16;
inline constexpr std::size_t kTaps = 9;  // of a 3x3 kernel: 3 * (row + 1) + column + 1

// Number of channels as stored: the next multiple of kChannelStep.
[[nodiscard]] constexpr std::size_t padded_channels(std::size_t channels) {
  return (channels + kChannelStep - 1) / kChannelStep * kChannelStep;
}

// Mish: x * tanh(ln(1 + e^x)). Selu: 1.0507... * (x > 0 ? x : 1.6732... * (e^x - 1)). Swish: x * sigmoid(x).
enum class PlaneActivation { Linear, Relu, Mish, Tanh, Sigmoid, Selu, Swish, ReluSquared };

// How the sums of a convolution or a dense layer are processed before they are stored:
// activation(sum + bias[output] + residual[row][output]).
struct Finish {
  const float* bias = nullptr;      // null: 0
  const float* residual = nullptr;  // null: 0; laid out like the output. May be the output itself.
  PlaneActivation activation = PlaneActivation::Linear;
};

// A plane that has the same value on all 64 squares.
struct FullPlane {
  std::uint16_t plane = 0;
  float value = 1;
};

// The planes of one board, if nearly all of their numbers are 0.
struct SparseBoard {
  const std::uint16_t* ones = nullptr;  // plane * 64 + square of every 1, each at most once
  std::size_t one_count = 0;
  const FullPlane* full = nullptr;  // planes that are not in `ones`
  std::size_t full_count = 0;
};

// A matrix whose element (i, j) is at data[i * row + j * column]; to transpose it, exchange the two strides.
struct MatrixView {
  const float* data = nullptr;
  std::size_t row = 0;
  std::size_t column = 1;
};

inline constexpr std::uint8_t kMostPlaneByte = 127;

// How sums of bytes are processed: value = activation(sum * scale[output] + bias[output] + residual). The
// product and the sums are rounded one by one, never fused.
struct ByteFinish {
  const float* scale = nullptr;     // one per output
  const float* bias = nullptr;      // one per output; null: 0
  const float* residual = nullptr;  // floats, laid out like the output; null: 0
  PlaneActivation activation = PlaneActivation::Linear;
  // bytes[i] = clamp(round to nearest even(value * steps) + zero, 0, kMostPlaneByte)
  float steps = 1;
  std::uint8_t zero = 0;
};

struct PlanesKernels {
  std::string_view name;

  // --- convolution 3x3 with zeros around the board

  // Floats of packed weights, and of the scratch of conv3x3 and conv3x3_weight_gradient.
  std::size_t (*conv3x3_size)(std::size_t outputs, std::size_t inputs);
  std::size_t (*conv3x3_scratch)(std::size_t outputs, std::size_t inputs);
  // From weights [outputs][inputs][3][3].
  void (*pack_conv3x3)(float* packed, const float* weights, std::size_t outputs, std::size_t inputs);
  // From the same weights (of a convolution from `inputs` to `outputs`), the convolution that turns gradients
  // of its outputs into gradients of its inputs. Its size, scratch and call have the two numbers exchanged:
  //   pack_conv3x3_backward(packed, weights, outputs, inputs)      packed: conv3x3_size(inputs, outputs)
  //   conv3x3(input_gradient, output_gradient, packed, {}, boards, inputs, outputs, scratch)
  void (*pack_conv3x3_backward)(float* packed, const float* weights, std::size_t outputs, std::size_t inputs);
  // out[b][s][o] = finish(sum over i, row, column of in[b][s + 8 * row + column][i] * w[o][i][row][column]),
  // rows and columns from -1 to 1, squares outside the board 0.
  void (*conv3x3)(float* out, const float* in, const float* packed, const Finish& finish, std::size_t boards,
                  std::size_t outputs, std::size_t inputs, float* scratch);
  // gradient [outputs][inputs][3][3] += the gradient of the weights, given the inputs and the gradient of the
  // sums. The more boards in one call, the cheaper a board; the bits depend on how boards are distributed to
  // calls.
  void (*conv3x3_weight_gradient)(float* gradient, const float* in, const float* out_gradient,
                                  std::size_t boards, std::size_t outputs, std::size_t inputs,
                                  float* scratch);

  // --- the same for a first layer whose inputs are nearly all 0. Numbers equal those of conv3x3 on the
  // planes written out (within rounding).

  // Floats of packed weights, and of the scratch of both functions.
  std::size_t (*sparse_conv3x3_size)(std::size_t outputs, std::size_t planes);
  std::size_t (*sparse_conv3x3_scratch)(std::size_t outputs, std::size_t planes);
  void (*pack_sparse_conv3x3)(float* packed, const float* weights, std::size_t outputs, std::size_t planes);
  void (*sparse_conv3x3)(float* out, const SparseBoard* in, const float* packed, const Finish& finish,
                         std::size_t boards, std::size_t outputs, std::size_t planes, float* scratch);
  // gradient [outputs][planes][3][3] += the gradient of the weights. channel_sums computes the gradient of
  // the bias.
  void (*sparse_conv3x3_weight_gradient)(float* gradient, const SparseBoard* in, const float* out_gradient,
                                         std::size_t boards, std::size_t outputs, std::size_t planes,
                                         float* scratch);

  // --- dense layers, convolutions 1x1

  std::size_t (*dense_size)(std::size_t outputs, std::size_t inputs);
  // From weights [outputs][inputs].
  void (*pack_dense)(float* packed, const float* weights, std::size_t outputs, std::size_t inputs);
  // The transposed matrix of the same weights, so that `dense` from `outputs` to `inputs` turns gradients of
  // outputs into gradients of inputs. packed: dense_size(inputs, outputs).
  void (*pack_dense_backward)(float* packed, const float* weights, std::size_t outputs, std::size_t inputs);
  // out[r][o] = finish(sum over i < inputs of in[r][i] * w[o][i]) for o < padded_channels(outputs). Rows are
  // `in_stride` and `out_stride` floats apart (out_stride >= padded_channels(outputs); a residual has it
  // too). `inputs` is arbitrary; nothing after in[r][inputs - 1] is read. To flatten a board of padded
  // channels, let inputs = 64 * padded_channels(channels), with weights of 0 for the padding.
  void (*dense)(float* out, std::size_t out_stride, const float* in, std::size_t in_stride,
                const float* packed, const Finish& finish, std::size_t rows, std::size_t outputs,
                std::size_t inputs);

  // --- products of matrices that aren't packed: attention, gradients of dense layers

  // Floats of scratch, whatever the sizes.
  std::size_t (*multiply_scratch)();
  // c[i][j] = (add ? c[i][j] : 0) + sum over l < k of a(i, l) * b(l, j) for i < m, j < n; any sizes, any
  // strides; rows of c are c_stride floats apart, and nothing after c[i][n - 1] is written.
  //   gradient of weights    dW[o][i] += dY^T X    {dY, 1, stride}, {X, stride, 1}, m = outputs, k = rows
  //   gradient of inputs     dX[r][i]  = dY W      {dY, stride, 1}, {W, inputs, 1}, k = outputs
  //   attention of a head    S[i][j]   = Q K^T     {Q, stride, 1}, {K, 1, stride},  m = n = 64, k = depth
  //                          O[i][d]   = P V       {P, 64, 1}, {V, stride, 1},      m = k = 64, n = depth
  void (*multiply)(float* c, std::size_t c_stride, const MatrixView& a, const MatrixView& b, std::size_t m,
                   std::size_t n, std::size_t k, bool add, float* scratch);

  // --- rows of numbers: softmax and layer norm; `stride` floats from row to row

  // values[r] = softmax(values[r][j] * scale + added[r][j]), j < length; `added` (stride: length) may be
  // null.
  void (*softmax)(float* values, std::size_t stride, float scale, const float* added, std::size_t rows,
                  std::size_t length);
  // Turns gradient[r][j], with respect to the softmax, into the gradient with respect to its argument x =
  // values * scale + added, before the scale: p * (gradient - sum of p * gradient).
  void (*softmax_gradient)(float* gradient, const float* p, std::size_t stride, std::size_t rows,
                           std::size_t length);
  // z = x + factor * y (y may be null); out = (z - mean) / sqrt(variance + epsilon) * gamma + beta, mean and
  // variance of a row over j < length. out may be x or y. Columns from length to padded_channels(length) are
  // written as 0 (so stride >= that). If `z` isn't null, z is stored there: layer_norm_gradient needs it.
  void (*layer_norm)(float* out, float* z, const float* x, const float* y, float factor, const float* gamma,
                     const float* beta, float epsilon, std::size_t stride, std::size_t rows,
                     std::size_t length);
  // Turns gradient[r], with respect to the output, into the gradient with respect to z; adds to
  // gamma_gradient and beta_gradient.
  void (*layer_norm_gradient)(float* gradient, const float* z, const float* gamma, float epsilon,
                              float* gamma_gradient, float* beta_gradient, std::size_t stride,
                              std::size_t rows, std::size_t length);

  // --- elementwise, arrays of any length

  // out may be in.
  void (*activate)(float* out, const float* in, std::size_t length, PlaneActivation activation);
  // gradient[i] *= activation'(in[i]), `in` being the activation's argument. (For Relu its output does too.)
  void (*activate_gradient)(float* gradient, const float* in, std::size_t length, PlaneActivation activation);
  // out += factor * in
  void (*add_scaled)(float* out, const float* in, float factor, std::size_t length);

  // --- per channel: batch norm, squeeze and excitation. A row is padded_channels(channels) floats; a board
  // has 64 rows.

  // averages[b][c] = mean over the 64 squares of in[b][s][c]; rows of averages are padded.
  void (*average)(float* averages, const float* in, std::size_t boards, std::size_t channels);
  // out[r][c] = activation(a[r][c] * a_scale[c] + b[r][c] * b_scale[c] + shift[c]). b, b_scale (1) and shift
  // (0) may be null. out may be a or b. Batch norm folded or not, its gradient, and (board by board) the end
  // of squeeze and excitation: a_scale = sigmoid of the first half, shift = second half, b = the residual.
  void (*scale_channels)(float* out, const float* a, const float* a_scale, const float* b,
                         const float* b_scale, const float* shift, std::size_t rows, std::size_t channels,
                         PlaneActivation activation);
  // sums[c] += sum over rows of a[r][c], products[c] += sum of a[r][c] * b[r][c]. products and b may be null.
  // With a = b: for mean and variance. With a gradient as a: for the gradient of a bias, and for those of
  // batch norm and of the factors of squeeze and excitation.
  void (*channel_sums)(double* sums, double* products, const float* a, const float* b, std::size_t rows,
                       std::size_t channels);

  // --- bytes: activations are whole numbers 0..127 (so that pairs of products fit 16 bits), padded like
  // floats, padding 0; weights -127..127; sums 32 bits. Call them board by board, or for a few boards, so
  // that the sums stay in the cache.

  std::size_t (*byte_conv3x3_size)(std::size_t outputs, std::size_t inputs);  // bytes of packed weights
  std::size_t (*byte_dense_size)(std::size_t outputs, std::size_t inputs);
  void (*pack_byte_conv3x3)(std::int8_t* packed, const std::int8_t* weights, std::size_t outputs,
                            std::size_t inputs);
  void (*pack_byte_dense)(std::int8_t* packed, const std::int8_t* weights, std::size_t outputs,
                          std::size_t inputs);
  std::size_t (*byte_scratch)(std::size_t inputs);  // bytes of scratch of byte_conv3x3
  // sums[b][s][o] as conv3x3, without a finish. Squares outside the board count as `outside` in each of the
  // inputs: 0, or the byte that stands for zero.
  void (*byte_conv3x3)(std::int32_t* sums, const std::uint8_t* in, const std::int8_t* packed,
                       std::uint8_t outside, std::size_t boards, std::size_t outputs, std::size_t inputs,
                       std::uint8_t* scratch);
  // sums[r][o] for o < padded_channels(outputs); rows of `in` are in_stride bytes apart, in_stride >=
  // padded_channels(inputs), and bytes up to there are read.
  void (*byte_dense)(std::int32_t* sums, const std::uint8_t* in, std::size_t in_stride,
                     const std::int8_t* packed, std::size_t rows, std::size_t outputs, std::size_t inputs);
  // Stores the values as floats or as bytes or both; either may be null. Rows of padded_channels(outputs).
  // Bytes are equal in all tables for Linear and Relu; others may differ by one step.
  void (*finish_sums)(float* floats, std::uint8_t* bytes, const std::int32_t* sums, const ByteFinish& finish,
                      std::size_t rows, std::size_t outputs);
  // bytes[i] = clamp(round to nearest even(values[i] * steps) + zero, 0, kMostPlaneByte)
  void (*to_bytes)(std::uint8_t* bytes, const float* values, float steps, std::uint8_t zero,
                   std::size_t length);
};

// The best table for this machine that is not above the kernels of play named by TABIA_KERNELS: portable (for
// sse4.1, wasm and other machines), avx2, avx-vnni, avx512, avx512-vnni, neon, neon-dot; the specification
// only if TABIA_KERNELS=scalar. Chosen at the first call.
[[nodiscard]] const PlanesKernels& active_planes_kernels();
// All tables this machine can run, the specification first, the best last.
[[nodiscard]] std::vector<const PlanesKernels*> runnable_planes_kernels();

}  // namespace tabia::kernels
