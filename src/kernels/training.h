// kernels/training.h: the inner loops of training, in single precision, one table of functions for each
// instruction set.
//
// The kernels know arrays, not chess. Unlike the kernels of play (kernels/kernels.h), whose
// results are the same everywhere, these may differ between tables in the last digits: products are fused
// into sums if the machine can, and sums are computed in whatever order is fast. With one table the same
// input gives the same bits. train/reference.h says plainly what they compute, and tests compare the two.
//
// The first layer of a network is processed in slices of 16, 32 or 64 columns, so that the data in use stays
// in the nearer caches. Its table is stored slice by slice, and row by row in each slice; its sums slice by
// slice, and position by position in each slice. Other matrices are row-major with a stride. Lengths and
// strides are multiples of kLanes; pointers are aligned to kAlignment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace tabia::kernels {

inline constexpr std::size_t kLanes = 16;  // floats that are processed together

// Which rows of the first layer each position of a batch switches on, for one or two perspectives ("views")
// of the board.
//
// A run is a position followed by others that differ from it in a few rows each:
//   n, n rows of the first view, n rows of the second view
//   count of positions
//   place of the first position
//   for each further one: a, r, a added and r removed rows of the first view, the same of the second, place
//   if there is more than one position: m, then the m rows of each view that are on at the end
// A place is 2 * position + h: the first view goes to half h of the position's sums, the second to the other.
// With one view the lists of the second are omitted and h is 0. A slice of sums has views * slice floats for
// each position.
struct RowStream {
  const std::uint16_t* begin = nullptr;
  const std::uint16_t* end = nullptr;
  std::size_t views = 2;
  std::size_t slice = kLanes;  // columns of a slice: 16, 32 or 64
};

enum class FloatActivation { Linear, Relu, Clipped, ClippedSquared };

// One step of an optimizer for an array of numbers: with g the sum of the gradients times `gradient_scale`,
//   m = momentum * m + momentum_gain * g
//   v = variance * v + (1 - variance) * g * g                          (only if adaptive)
//   w = w * keep - rate * m / (sqrt(v * variance_scale) + epsilon)  (if adaptive; else w * keep - rate * m)
//   w = clamp(w, -limit, limit)
// and the gradients are then zero.
struct UpdateStep {
  bool adaptive = true;
  float gradient_scale = 1;
  float momentum = 0.9f;
  float momentum_gain = 0.1f;
  float variance = 0.999f;
  float variance_scale = 1;
  float epsilon = 1e-8f;
  float rate = 0;
  float keep = 1;
  float limit = 0;
};

// How play stores an activated value between byte layers. Quantization-aware training computes with the same
// values.
struct ByteRounding {
  float limit = 1;  // a factor of a product is clipped here
  float steps = 0;  // the activated value 1.0 in bytes, before it is rounded down
  float one = 1;    // the byte b stands for b / one
};
inline constexpr float kMostByte = 127;

struct TrainingKernels {
  std::string_view name;

  // --- first layer, one slice

  // sums[place] = bias + the rows that are on, for every position of the stream and each view.
  void (*gather)(const RowStream& stream, const float* slice, const float* bias, float* sums);
  // The transpose: adds the gradient of each position's sums to the rows that were on there, and all of them
  // to bias_gradient. Along a run it keeps the sum S of the gradients so far: a row that is switched off gets
  // + S, one that is switched on - S, and those that are on at the end + S. This gives the same result with a
  // few rows per position instead of all.
  void (*scatter)(const RowStream& stream, const float* gradients, float* slice_gradient,
                  float* bias_gradient);

  // --- a single output directly on the activated sums, one slice and one view. The sums of consecutive
  // positions are `stride` apart.

  // partial[p] (kLanes floats) += activation(sums) * weights, lane by lane.
  void (*output)(float* partial, const float* sums, std::size_t stride, const float* weights,
                 std::size_t slice, std::size_t positions, FloatActivation activation);
  // out[p] += the sum of the lanes of partial[p].
  void (*add_lanes)(float* out, const float* partial, std::size_t positions);
  // For gradients slopes[p] of the output: weight_gradients += slope * activation(sums), and the sums are
  // replaced by their own gradient, slope * weights * activation'(sums).
  void (*output_gradient)(float* sums, std::size_t stride, const float* weights, float* weight_gradients,
                          std::size_t slice, const float* slopes, std::size_t positions,
                          FloatActivation activation);

  // --- elementwise

  void (*activate)(float* out, const float* in, std::size_t length, FloatActivation activation);
  // gradient[i] *= activation'(in[i])
  void (*activate_gradient)(float* gradient, const float* in, std::size_t length, FloatActivation activation);
  // out[i] = clamp(a[i], 0, 1) * clamp(b[i], 0, 1)
  void (*pairwise)(float* out, const float* a, const float* b, std::size_t length);
  // The same as play stores it: clipped at rounding.limit instead of 1, then rounded down to a byte.
  void (*pairwise_bytes)(float* out, const float* a, const float* b, std::size_t length,
                         const ByteRounding& rounding);
  // values[i], which must not be negative, as play stores it: rounded down to a byte, at most 127.
  void (*round_to_bytes)(float* values, std::size_t length, const ByteRounding& rounding);
  // Replaces a[i] and b[i] by their gradients, given the gradient of the product.
  void (*pairwise_gradient)(float* a, float* b, const float* gradient, std::size_t length);

  // --- dense layers

  // c[i][j] += sum over l < k of a(i, l) * b[l][j] for i < m, j < n, where a(i, l) = a[i * a_row + l *
  // a_column]. n is a multiple of kLanes; m and k are arbitrary.
  void (*multiply_add)(float* c, std::size_t c_stride, const float* a, std::size_t a_row,
                       std::size_t a_column, const float* b, std::size_t b_stride, std::size_t m,
                       std::size_t n, std::size_t k);

  // --- optimizer

  // `gradients`: `count` arrays, one for each thread. momentum and variance may be null if the step does not
  // use them (momentum: plain gradient descent).
  void (*update)(const UpdateStep& step, float* weights, float* momentum, float* variance,
                 float* const* gradients, std::size_t count, std::size_t length);
  // Sum of the squares of the sum of the arrays.
  double (*squared_norm)(float* const* gradients, std::size_t count, std::size_t length);
  // a += share * (b - a)
  void (*approach)(float* a, const float* b, float share, std::size_t length);
};

// The best table for this machine, or the nearest one below the table named by TABIA_KERNELS (sse4.1 and
// scalar: the portable one). Chosen at the first call.
[[nodiscard]] const TrainingKernels& active_training_kernels();
// All tables this machine can run, the portable one first.
[[nodiscard]] std::vector<const TrainingKernels*> runnable_training_kernels();

}  // namespace tabia::kernels
