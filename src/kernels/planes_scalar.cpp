// kernels/planes_scalar.cpp: the specification of the kernels for networks over planes. Plain loops, written
// to be read; every other table is tested against it.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "kernels/tables.h"

namespace tabia::kernels {
namespace {

using std::size_t;

constexpr float kSeluScale = 1.05070098f;
constexpr float kSeluAlpha = 1.67326324f;

float sigmoid(float x) { return 1 / (1 + std::exp(-x)); }

float activated(float x, PlaneActivation activation) {
  switch (activation) {
    case PlaneActivation::Linear:
      return x;
    case PlaneActivation::Relu:
      return std::max(x, 0.0f);
    case PlaneActivation::Mish:
      return x * std::tanh(std::log1p(std::exp(std::min(x, 20.0f))));
    case PlaneActivation::Tanh:
      return std::tanh(x);
    case PlaneActivation::Sigmoid:
      return sigmoid(x);
    case PlaneActivation::Selu:
      return kSeluScale * (x > 0 ? x : kSeluAlpha * std::expm1(x));
    case PlaneActivation::Swish:
      return x * sigmoid(x);
    case PlaneActivation::ReluSquared:
      return x > 0 ? x * x : 0;
  }
  return x;
}

float derivative(float x, PlaneActivation activation) {
  switch (activation) {
    case PlaneActivation::Linear:
      return 1;
    case PlaneActivation::Relu:
      return x > 0 ? 1 : 0;
    case PlaneActivation::Mish: {
      const float t = std::tanh(std::log1p(std::exp(std::min(x, 20.0f))));
      return t + x * (1 - t * t) * sigmoid(x);
    }
    case PlaneActivation::Tanh:
      return 1 - std::tanh(x) * std::tanh(x);
    case PlaneActivation::Sigmoid:
      return sigmoid(x) * (1 - sigmoid(x));
    case PlaneActivation::Selu:
      return kSeluScale * (x > 0 ? 1 : kSeluAlpha * std::exp(x));
    case PlaneActivation::Swish:
      return sigmoid(x) * (1 + x * (1 - sigmoid(x)));
    case PlaneActivation::ReluSquared:
      return x > 0 ? 2 * x : 0;
  }
  return 1;
}

// `place`: where the sum is stored in the output, which a residual shares.
float finished(float sum, const Finish& finish, size_t output, size_t place) {
  if (finish.bias) sum += finish.bias[output];
  if (finish.residual) sum += finish.residual[place];
  return activated(sum, finish.activation);
}

// The square that lies below the given tap of a kernel whose center is at `square`, or kSquares if that is
// outside the board.
size_t square_below(size_t square, size_t tap) {
  const size_t row = square / 8 + tap / 3;  // both one too large
  const size_t column = square % 8 + tap % 3;
  if (row < 1 || row > 8 || column < 1 || column > 8) return kSquares;
  return (row - 1) * 8 + column - 1;
}

// ---- convolution ------------------------------------------------------------------------------------------

size_t conv3x3_size(size_t outputs, size_t inputs) { return outputs * inputs * kTaps; }
size_t conv3x3_scratch(size_t, size_t) { return 0; }

void pack_conv3x3(float* packed, const float* weights, size_t outputs, size_t inputs) {
  std::copy_n(weights, conv3x3_size(outputs, inputs), packed);
}

void pack_conv3x3_backward(float* packed, const float* weights, size_t outputs, size_t inputs) {
  for (size_t o = 0; o < outputs; ++o)
    for (size_t i = 0; i < inputs; ++i)
      for (size_t tap = 0; tap < kTaps; ++tap)
        packed[(i * outputs + o) * kTaps + tap] = weights[(o * inputs + i) * kTaps + kTaps - 1 - tap];
}

float conv3x3_sum(const float* board, const float* weights, size_t square, size_t inputs) {
  float sum = 0;
  for (size_t tap = 0; tap < kTaps; ++tap) {
    const size_t from = square_below(square, tap);
    if (from == kSquares) continue;
    for (size_t i = 0; i < inputs; ++i)
      sum += board[from * padded_channels(inputs) + i] * weights[i * kTaps + tap];
  }
  return sum;
}

void conv3x3(float* out, const float* in, const float* packed, const Finish& finish, size_t boards,
             size_t outputs, size_t inputs, float*) {
  for (size_t row = 0; row < boards * kSquares; ++row) {
    const float* board = in + row / kSquares * kSquares * padded_channels(inputs);
    for (size_t o = 0; o < padded_channels(outputs); ++o) {
      const size_t place = row * padded_channels(outputs) + o;
      out[place] = o < outputs
                       ? finished(conv3x3_sum(board, packed + o * inputs * kTaps, row % kSquares, inputs),
                                  finish, o, place)
                       : 0;
    }
  }
}

void conv3x3_weight_gradient(float* gradient, const float* in, const float* out_gradient, size_t boards,
                             size_t outputs, size_t inputs, float*) {
  for (size_t o = 0; o < outputs; ++o)
    for (size_t i = 0; i < inputs; ++i)
      for (size_t tap = 0; tap < kTaps; ++tap) {
        double sum = 0;
        for (size_t row = 0; row < boards * kSquares; ++row) {
          const size_t from = square_below(row % kSquares, tap);
          if (from == kSquares) continue;
          const size_t in_row = row / kSquares * kSquares + from;
          sum += static_cast<double>(in[in_row * padded_channels(inputs) + i]) *
                 static_cast<double>(out_gradient[row * padded_channels(outputs) + o]);
        }
        gradient[(o * inputs + i) * kTaps + tap] += static_cast<float>(sum);
      }
}

// ---- sparse convolution -----------------------------------------------------------------------------------

// Calls use(plane, square, value) for every number of the planes that isn't 0.
template <class Use>
void each_value(const SparseBoard& board, Use&& use) {
  for (size_t k = 0; k < board.one_count; ++k) use(board.ones[k] / kSquares, board.ones[k] % kSquares, 1.0f);
  for (size_t k = 0; k < board.full_count; ++k)
    for (size_t square = 0; square < kSquares; ++square)
      use(board.full[k].plane, square, board.full[k].value);
}

size_t sparse_conv3x3_scratch(size_t outputs, size_t) { return kSquares * outputs; }

void sparse_conv3x3(float* out, const SparseBoard* in, const float* packed, const Finish& finish,
                    size_t boards, size_t outputs, size_t planes, float* sums) {
  for (size_t b = 0; b < boards; ++b) {
    std::fill_n(sums, kSquares * outputs, 0.0f);
    each_value(in[b], [&](size_t plane, size_t square, float value) {
      for (size_t tap = 0; tap < kTaps; ++tap) {
        const size_t to = square_below(square, kTaps - 1 - tap);
        if (to == kSquares) continue;
        for (size_t o = 0; o < outputs; ++o)
          sums[to * outputs + o] += value * packed[(o * planes + plane) * kTaps + tap];
      }
    });
    for (size_t square = 0; square < kSquares; ++square)
      for (size_t o = 0; o < padded_channels(outputs); ++o) {
        const size_t place = (b * kSquares + square) * padded_channels(outputs) + o;
        out[place] = o < outputs ? finished(sums[square * outputs + o], finish, o, place) : 0;
      }
  }
}

void sparse_conv3x3_weight_gradient(float* gradient, const SparseBoard* in, const float* out_gradient,
                                    size_t boards, size_t outputs, size_t planes, float*) {
  for (size_t b = 0; b < boards; ++b)
    each_value(in[b], [&](size_t plane, size_t square, float value) {
      for (size_t tap = 0; tap < kTaps; ++tap) {
        const size_t to = square_below(square, kTaps - 1 - tap);
        if (to == kSquares) continue;
        const float* from = out_gradient + (b * kSquares + to) * padded_channels(outputs);
        for (size_t o = 0; o < outputs; ++o) gradient[(o * planes + plane) * kTaps + tap] += value * from[o];
      }
    });
}

// ---- dense ------------------------------------------------------------------------------------------------

size_t dense_size(size_t outputs, size_t inputs) { return outputs * inputs; }

void pack_dense(float* packed, const float* weights, size_t outputs, size_t inputs) {
  std::copy_n(weights, outputs * inputs, packed);
}

void pack_dense_backward(float* packed, const float* weights, size_t outputs, size_t inputs) {
  for (size_t o = 0; o < outputs; ++o)
    for (size_t i = 0; i < inputs; ++i) packed[i * outputs + o] = weights[o * inputs + i];
}

void dense(float* out, size_t out_stride, const float* in, size_t in_stride, const float* packed,
           const Finish& finish, size_t rows, size_t outputs, size_t inputs) {
  for (size_t r = 0; r < rows; ++r)
    for (size_t o = 0; o < padded_channels(outputs); ++o) {
      const size_t place = r * out_stride + o;
      float sum = 0;
      for (size_t i = 0; o < outputs && i < inputs; ++i)
        sum += in[r * in_stride + i] * packed[o * inputs + i];
      out[place] = o < outputs ? finished(sum, finish, o, place) : 0;
    }
}

size_t multiply_scratch() { return 0; }

void multiply(float* c, size_t c_stride, const MatrixView& a, const MatrixView& b, size_t m, size_t n,
              size_t k, bool add, float*) {
  for (size_t i = 0; i < m; ++i)
    for (size_t j = 0; j < n; ++j) {
      float sum = add ? c[i * c_stride + j] : 0;
      for (size_t l = 0; l < k; ++l)
        sum += a.data[i * a.row + l * a.column] * b.data[l * b.row + j * b.column];
      c[i * c_stride + j] = sum;
    }
}

// ---- rows -------------------------------------------------------------------------------------------------

void softmax(float* values, size_t stride, float scale, const float* added, size_t rows, size_t length) {
  for (size_t r = 0; r < rows; ++r) {
    float* row = values + r * stride;
    for (size_t j = 0; j < length; ++j) row[j] = row[j] * scale + (added ? added[r * length + j] : 0);
    const float largest = *std::max_element(row, row + length);
    float sum = 0;
    for (size_t j = 0; j < length; ++j) sum += row[j] = std::exp(row[j] - largest);
    for (size_t j = 0; j < length; ++j) row[j] /= sum;
  }
}

void softmax_gradient(float* gradient, const float* p, size_t stride, size_t rows, size_t length) {
  for (size_t r = 0; r < rows; ++r) {
    float dot = 0;
    for (size_t j = 0; j < length; ++j) dot += gradient[r * stride + j] * p[r * stride + j];
    for (size_t j = 0; j < length; ++j)
      gradient[r * stride + j] = p[r * stride + j] * (gradient[r * stride + j] - dot);
  }
}

struct Moments {
  float mean, inverse_deviation;
};

Moments moments_of(const float* row, size_t length, float epsilon) {
  float sum = 0;
  for (size_t j = 0; j < length; ++j) sum += row[j];
  const float mean = sum / static_cast<float>(length);
  float squares = 0;
  for (size_t j = 0; j < length; ++j) squares += (row[j] - mean) * (row[j] - mean);
  return {mean, 1 / std::sqrt(squares / static_cast<float>(length) + epsilon)};
}

void layer_norm(float* out, float* z, const float* x, const float* y, float factor, const float* gamma,
                const float* beta, float epsilon, size_t stride, size_t rows, size_t length) {
  for (size_t r = 0; r < rows; ++r) {
    float* row = out + r * stride;
    for (size_t j = 0; j < length; ++j) row[j] = x[r * stride + j] + (y ? factor * y[r * stride + j] : 0);
    if (z) std::copy_n(row, length, z + r * stride);
    const Moments moments = moments_of(row, length, epsilon);
    for (size_t j = 0; j < length; ++j)
      row[j] = (row[j] - moments.mean) * moments.inverse_deviation * gamma[j] + beta[j];
    for (size_t j = length; j < padded_channels(length); ++j) row[j] = 0;
  }
}

void layer_norm_gradient(float* gradient, const float* z, const float* gamma, float epsilon,
                         float* gamma_gradient, float* beta_gradient, size_t stride, size_t rows,
                         size_t length) {
  for (size_t r = 0; r < rows; ++r) {
    float* g = gradient + r * stride;
    const float* row = z + r * stride;
    const Moments moments = moments_of(row, length, epsilon);
    const auto normal = [&](size_t j) { return (row[j] - moments.mean) * moments.inverse_deviation; };
    float sum = 0;
    float dot = 0;
    for (size_t j = 0; j < length; ++j) {
      gamma_gradient[j] += g[j] * normal(j);
      beta_gradient[j] += g[j];
      sum += g[j] * gamma[j];
      dot += g[j] * gamma[j] * normal(j);
    }
    const auto count = static_cast<float>(length);
    for (size_t j = 0; j < length; ++j)
      g[j] = (g[j] * gamma[j] - sum / count - normal(j) * dot / count) * moments.inverse_deviation;
  }
}

// ---- elementwise, channels --------------------------------------------------------------------------------

void activate(float* out, const float* in, size_t length, PlaneActivation activation) {
  for (size_t i = 0; i < length; ++i) out[i] = activated(in[i], activation);
}

void activate_gradient(float* gradient, const float* in, size_t length, PlaneActivation activation) {
  for (size_t i = 0; i < length; ++i) gradient[i] *= derivative(in[i], activation);
}

void add_scaled(float* out, const float* in, float factor, size_t length) {
  for (size_t i = 0; i < length; ++i) out[i] += factor * in[i];
}

void average(float* averages, const float* in, size_t boards, size_t channels) {
  const size_t width = padded_channels(channels);
  for (size_t b = 0; b < boards; ++b)
    for (size_t c = 0; c < width; ++c) {
      float sum = 0;
      for (size_t s = 0; s < kSquares; ++s) sum += in[(b * kSquares + s) * width + c];
      averages[b * width + c] = sum / kSquares;
    }
}

void scale_channels(float* out, const float* a, const float* a_scale, const float* b, const float* b_scale,
                    const float* shift, size_t rows, size_t channels, PlaneActivation activation) {
  const size_t width = padded_channels(channels);
  for (size_t i = 0; i < rows * width; ++i) {
    const size_t c = i % width;
    float value = a[i] * a_scale[c];
    if (b) value += b[i] * (b_scale ? b_scale[c] : 1);
    if (shift) value += shift[c];
    out[i] = activated(value, activation);
  }
}

void channel_sums(double* sums, double* products, const float* a, const float* b, size_t rows,
                  size_t channels) {
  const size_t width = padded_channels(channels);
  for (size_t r = 0; r < rows; ++r)
    for (size_t c = 0; c < channels; ++c) {
      const double value = static_cast<double>(a[r * width + c]);
      sums[c] += value;
      if (products) products[c] += value * static_cast<double>(b[r * width + c]);
    }
}

// ---- bytes ------------------------------------------------------------------------------------------------

size_t byte_conv3x3_size(size_t outputs, size_t inputs) { return outputs * inputs * kTaps; }
size_t byte_dense_size(size_t outputs, size_t inputs) { return outputs * inputs; }
size_t byte_scratch(size_t) { return 0; }

void pack_byte_conv3x3(std::int8_t* packed, const std::int8_t* weights, size_t outputs, size_t inputs) {
  std::copy_n(weights, byte_conv3x3_size(outputs, inputs), packed);
}

void pack_byte_dense(std::int8_t* packed, const std::int8_t* weights, size_t outputs, size_t inputs) {
  std::copy_n(weights, byte_dense_size(outputs, inputs), packed);
}

std::int32_t byte_conv3x3_sum(const std::uint8_t* board, const std::int8_t* weights, std::uint8_t outside,
                              size_t square, size_t inputs) {
  std::int32_t sum = 0;
  for (size_t tap = 0; tap < kTaps; ++tap) {
    const size_t from = square_below(square, tap);
    for (size_t i = 0; i < inputs; ++i) {
      const std::uint8_t value = from == kSquares ? outside : board[from * padded_channels(inputs) + i];
      sum += value * weights[i * kTaps + tap];
    }
  }
  return sum;
}

void byte_conv3x3(std::int32_t* sums, const std::uint8_t* in, const std::int8_t* packed, std::uint8_t outside,
                  size_t boards, size_t outputs, size_t inputs, std::uint8_t*) {
  for (size_t row = 0; row < boards * kSquares; ++row) {
    const std::uint8_t* board = in + row / kSquares * kSquares * padded_channels(inputs);
    for (size_t o = 0; o < padded_channels(outputs); ++o)
      *sums++ = o < outputs
                    ? byte_conv3x3_sum(board, packed + o * inputs * kTaps, outside, row % kSquares, inputs)
                    : 0;
  }
}

void byte_dense(std::int32_t* sums, const std::uint8_t* in, size_t in_stride, const std::int8_t* packed,
                size_t rows, size_t outputs, size_t inputs) {
  for (size_t r = 0; r < rows; ++r)
    for (size_t o = 0; o < padded_channels(outputs); ++o) {
      std::int32_t sum = 0;
      for (size_t i = 0; o < outputs && i < inputs; ++i)
        sum += in[r * in_stride + i] * packed[o * inputs + i];
      *sums++ = sum;
    }
}

std::uint8_t byte_of(float value, float steps, std::uint8_t zero) {
  const float step = std::nearbyint(value * steps) + static_cast<float>(zero);
  return static_cast<std::uint8_t>(std::clamp(step, 0.0f, static_cast<float>(kMostPlaneByte)));
}

void finish_sums(float* floats, std::uint8_t* bytes, const std::int32_t* sums, const ByteFinish& finish,
                 size_t rows, size_t outputs) {
  const size_t width = padded_channels(outputs);
  for (size_t i = 0; i < rows * width; ++i) {
    float value = static_cast<float>(sums[i]) * finish.scale[i % width];
    if (finish.bias) value += finish.bias[i % width];
    if (finish.residual) value += finish.residual[i];
    value = activated(value, finish.activation);
    if (floats) floats[i] = value;
    if (bytes) bytes[i] = byte_of(value, finish.steps, finish.zero);
  }
}

void to_bytes(std::uint8_t* bytes, const float* values, float steps, std::uint8_t zero, size_t length) {
  for (size_t i = 0; i < length; ++i) bytes[i] = byte_of(values[i], steps, zero);
}

}  // namespace

constinit const PlanesKernels kPlanesScalar = {
    .name = "scalar",
    .conv3x3_size = conv3x3_size,
    .conv3x3_scratch = conv3x3_scratch,
    .pack_conv3x3 = pack_conv3x3,
    .pack_conv3x3_backward = pack_conv3x3_backward,
    .conv3x3 = conv3x3,
    .conv3x3_weight_gradient = conv3x3_weight_gradient,
    .sparse_conv3x3_size = conv3x3_size,
    .sparse_conv3x3_scratch = sparse_conv3x3_scratch,
    .pack_sparse_conv3x3 = pack_conv3x3,
    .sparse_conv3x3 = sparse_conv3x3,
    .sparse_conv3x3_weight_gradient = sparse_conv3x3_weight_gradient,
    .dense_size = dense_size,
    .pack_dense = pack_dense,
    .pack_dense_backward = pack_dense_backward,
    .dense = dense,
    .multiply_scratch = multiply_scratch,
    .multiply = multiply,
    .softmax = softmax,
    .softmax_gradient = softmax_gradient,
    .layer_norm = layer_norm,
    .layer_norm_gradient = layer_norm_gradient,
    .activate = activate,
    .activate_gradient = activate_gradient,
    .add_scaled = add_scaled,
    .average = average,
    .scale_channels = scale_channels,
    .channel_sums = channel_sums,
    .byte_conv3x3_size = byte_conv3x3_size,
    .byte_dense_size = byte_dense_size,
    .pack_byte_conv3x3 = pack_byte_conv3x3,
    .pack_byte_dense = pack_byte_dense,
    .byte_scratch = byte_scratch,
    .byte_conv3x3 = byte_conv3x3,
    .byte_dense = byte_dense,
    .finish_sums = finish_sums,
    .to_bytes = to_bytes,
};

}  // namespace tabia::kernels
