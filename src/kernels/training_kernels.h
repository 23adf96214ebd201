// kernels/training_kernels.h: all kernels of training over a type of 16 floats, for every instruction set.
// kernels/training.h says what they compute.
//
// As kernels/vector_kernels.h: included after the target pragma of its file, in an anonymous namespace, without lambdas
// and without functions of the standard library. `Lanes` is kSlice floats in as many registers as they need.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/training.h"

namespace tabia::kernels {
namespace {

using std::size_t;
using std::uint16_t;

// ---- first layer -------------------------------------------------------------------------------------------

// Walks over a stream: what a run consists of is known here only.
struct StreamReader {
  const uint16_t* at;
  size_t views;

  size_t count() { return *at++; }
  // `number` rows of each view; returns where those of the first are, those of view v follow at v * number.
  const uint16_t* rows(size_t number) {
    const uint16_t* here = at;
    at += views * number;
    return here;
  }
};

template <class Lanes>
inline Lanes plus_rows(Lanes sum, const float* slice, const uint16_t* rows, size_t count) {
  Lanes second = Lanes::zero();
  size_t i = 0;
  for (; i + 2 <= count; i += 2) {
    sum = add(sum, Lanes::load(slice + rows[i] * kSlice));
    second = add(second, Lanes::load(slice + rows[i + 1] * kSlice));
  }
  if (i < count) sum = add(sum, Lanes::load(slice + rows[i] * kSlice));
  return add(sum, second);
}

template <class Lanes>
inline void add_to_rows(Lanes gradient, float* slice, const uint16_t* rows, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    float* row = slice + rows[i] * kSlice;
    add(Lanes::load(row), gradient).store(row);
  }
}

template <class Lanes>
inline void subtract_from_rows(Lanes gradient, float* slice, const uint16_t* rows, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    float* row = slice + rows[i] * kSlice;
    sub(Lanes::load(row), gradient).store(row);
  }
}

template <class Lanes, size_t kViews>
inline void gather_slice(const RowStream& stream, const RowTable& table, const float* slice,
                         const float* bias, float* sums) {
  StreamReader reader{stream.begin, kViews};
  while (reader.at < stream.end) {
    Lanes sum[kViews];
    const size_t first = reader.count();
    const uint16_t* rows = reader.rows(first);
    for (size_t v = 0; v < kViews; ++v)
      sum[v] = plus_rows<Lanes>(Lanes::load(bias), slice, rows + v * first, first);
    const size_t positions = reader.count();
    for (size_t position = 0;;) {
      const size_t place = reader.count();
      float* row = sums + (place >> 1) * table.stride;
      for (size_t v = 0; v < kViews; ++v) sum[v].store(row + ((place & 1) ^ v) * table.columns);
      if (++position == positions) break;
      const size_t added = reader.count();
      const size_t removed = reader.count();
      const uint16_t* on = reader.rows(added);
      const uint16_t* off = reader.rows(removed);
      for (size_t v = 0; v < kViews; ++v) {
        for (size_t i = 0; i < added; ++i)
          sum[v] = add(sum[v], Lanes::load(slice + on[v * added + i] * kSlice));
        for (size_t i = 0; i < removed; ++i)
          sum[v] = sub(sum[v], Lanes::load(slice + off[v * removed + i] * kSlice));
      }
    }
    if (positions > 1) reader.rows(reader.count());
  }
}

template <class Lanes>
void gather(const RowStream& stream, const RowTable& table, const float* weights, const float* bias,
            float* sums) {
  for (size_t column = 0; column < table.columns; column += kSlice) {
    const float* slice = weights + column * table.rows;
    if (stream.views == 2)
      gather_slice<Lanes, 2>(stream, table, slice, bias + column, sums + column);
    else
      gather_slice<Lanes, 1>(stream, table, slice, bias + column, sums + column);
  }
}

template <class Lanes, size_t kViews>
inline void scatter_slice(const RowStream& stream, const RowTable& table, const float* gradients,
                          float* slice, float* bias_gradient) {
  StreamReader reader{stream.begin, kViews};
  Lanes all = Lanes::load(bias_gradient);
  while (reader.at < stream.end) {
    Lanes sum[kViews];
    for (size_t v = 0; v < kViews; ++v) sum[v] = Lanes::zero();
    size_t last = reader.count();
    const uint16_t* last_rows = reader.rows(last);
    const size_t positions = reader.count();
    for (size_t position = 0;;) {
      const size_t place = reader.count();
      const float* row = gradients + (place >> 1) * table.stride;
      for (size_t v = 0; v < kViews; ++v)
        sum[v] = add(sum[v], Lanes::load(row + ((place & 1) ^ v) * table.columns));
      if (++position == positions) break;
      const size_t added = reader.count();
      const size_t removed = reader.count();
      const uint16_t* on = reader.rows(added);
      const uint16_t* off = reader.rows(removed);
      for (size_t v = 0; v < kViews; ++v) {
        subtract_from_rows<Lanes>(sum[v], slice, on + v * added, added);
        add_to_rows<Lanes>(sum[v], slice, off + v * removed, removed);
      }
    }
    if (positions > 1) {
      last = reader.count();
      last_rows = reader.rows(last);
    }
    for (size_t v = 0; v < kViews; ++v) {
      add_to_rows<Lanes>(sum[v], slice, last_rows + v * last, last);
      all = add(all, sum[v]);
    }
  }
  all.store(bias_gradient);
}

template <class Lanes>
void scatter(const RowStream& stream, const RowTable& table, const float* gradients, float* row_gradients,
             float* bias_gradient) {
  for (size_t column = 0; column < table.columns; column += kSlice) {
    float* slice = row_gradients + column * table.rows;
    if (stream.views == 2)
      scatter_slice<Lanes, 2>(stream, table, gradients + column, slice, bias_gradient + column);
    else
      scatter_slice<Lanes, 1>(stream, table, gradients + column, slice, bias_gradient + column);
  }
}

// ---- activations -------------------------------------------------------------------------------------------

template <class Lanes, FloatActivation kind>
inline Lanes activated(Lanes x) {
  if constexpr (kind == FloatActivation::Linear) {
    return x;
  } else if constexpr (kind == FloatActivation::Relu) {
    return larger(x, Lanes::zero());
  } else {
    const Lanes clipped = lesser(larger(x, Lanes::zero()), Lanes::all(1));
    if constexpr (kind == FloatActivation::Clipped) return clipped;
    return mul(clipped, clipped);
  }
}

// `g` times the derivative at x; 0 at the corners.
template <class Lanes, FloatActivation kind>
inline Lanes times_derivative(Lanes g, Lanes x) {
  if constexpr (kind == FloatActivation::Linear) {
    return g;
  } else if constexpr (kind == FloatActivation::Relu) {
    return where_between(x, 0, 3e38f, g);
  } else if constexpr (kind == FloatActivation::Clipped) {
    return where_between(x, 0, 1, g);
  } else {
    return where_between(x, 0, 1, mul(g, add(x, x)));
  }
}

template <class Lanes, FloatActivation kind>
inline float output_as(const float* sums, const float* weights, size_t length) {
  Lanes sum[2] = {Lanes::zero(), Lanes::zero()};
  size_t i = 0;
  for (; i + 2 * kSlice <= length; i += 2 * kSlice) {
    sum[0] = muladd(activated<Lanes, kind>(Lanes::load(sums + i)), Lanes::load(weights + i), sum[0]);
    sum[1] = muladd(activated<Lanes, kind>(Lanes::load(sums + i + kSlice)), Lanes::load(weights + i + kSlice),
                    sum[1]);
  }
  if (i < length)
    sum[0] = muladd(activated<Lanes, kind>(Lanes::load(sums + i)), Lanes::load(weights + i), sum[0]);
  return add(sum[0], sum[1]).sum();
}

template <class Lanes, FloatActivation kind>
inline void output_gradient_as(float* sums, const float* weights, float* weight_gradients, float g,
                               size_t length) {
  const Lanes gradient = Lanes::all(g);
  for (size_t i = 0; i < length; i += kSlice) {
    const Lanes x = Lanes::load(sums + i);
    muladd(activated<Lanes, kind>(x), gradient, Lanes::load(weight_gradients + i))
        .store(weight_gradients + i);
    times_derivative<Lanes, kind>(mul(gradient, Lanes::load(weights + i)), x).store(sums + i);
  }
}

template <class Lanes, FloatActivation kind>
inline void activate_as(float* out, const float* in, size_t length) {
  for (size_t i = 0; i < length; i += kSlice) activated<Lanes, kind>(Lanes::load(in + i)).store(out + i);
}

template <class Lanes, FloatActivation kind>
inline void activate_gradient_as(float* gradient, const float* in, size_t length) {
  for (size_t i = 0; i < length; i += kSlice)
    times_derivative<Lanes, kind>(Lanes::load(gradient + i), Lanes::load(in + i)).store(gradient + i);
}

template <class Lanes>
float output(const float* sums, const float* weights, size_t length, FloatActivation activation) {
  switch (activation) {
    case FloatActivation::Linear:
      return output_as<Lanes, FloatActivation::Linear>(sums, weights, length);
    case FloatActivation::Relu:
      return output_as<Lanes, FloatActivation::Relu>(sums, weights, length);
    case FloatActivation::Clipped:
      return output_as<Lanes, FloatActivation::Clipped>(sums, weights, length);
    case FloatActivation::ClippedSquared:
      break;
  }
  return output_as<Lanes, FloatActivation::ClippedSquared>(sums, weights, length);
}

template <class Lanes>
void output_gradient(float* sums, const float* weights, float* weight_gradients, float g, size_t length,
                     FloatActivation activation) {
  switch (activation) {
    case FloatActivation::Linear:
      return output_gradient_as<Lanes, FloatActivation::Linear>(sums, weights, weight_gradients, g, length);
    case FloatActivation::Relu:
      return output_gradient_as<Lanes, FloatActivation::Relu>(sums, weights, weight_gradients, g, length);
    case FloatActivation::Clipped:
      return output_gradient_as<Lanes, FloatActivation::Clipped>(sums, weights, weight_gradients, g, length);
    case FloatActivation::ClippedSquared:
      return output_gradient_as<Lanes, FloatActivation::ClippedSquared>(sums, weights, weight_gradients, g,
                                                                        length);
  }
}

template <class Lanes>
void activate(float* out, const float* in, size_t length, FloatActivation activation) {
  switch (activation) {
    case FloatActivation::Linear:
      return activate_as<Lanes, FloatActivation::Linear>(out, in, length);
    case FloatActivation::Relu:
      return activate_as<Lanes, FloatActivation::Relu>(out, in, length);
    case FloatActivation::Clipped:
      return activate_as<Lanes, FloatActivation::Clipped>(out, in, length);
    case FloatActivation::ClippedSquared:
      return activate_as<Lanes, FloatActivation::ClippedSquared>(out, in, length);
  }
}

template <class Lanes>
void activate_gradient(float* gradient, const float* in, size_t length, FloatActivation activation) {
  switch (activation) {
    case FloatActivation::Linear:
      return;
    case FloatActivation::Relu:
      return activate_gradient_as<Lanes, FloatActivation::Relu>(gradient, in, length);
    case FloatActivation::Clipped:
      return activate_gradient_as<Lanes, FloatActivation::Clipped>(gradient, in, length);
    case FloatActivation::ClippedSquared:
      return activate_gradient_as<Lanes, FloatActivation::ClippedSquared>(gradient, in, length);
  }
}

template <class Lanes>
void pairwise(float* out, const float* in, size_t length) {
  for (size_t i = 0; i < length; i += kSlice) {
    mul(activated<Lanes, FloatActivation::Clipped>(Lanes::load(in + i)),
        activated<Lanes, FloatActivation::Clipped>(Lanes::load(in + i + length)))
        .store(out + i);
  }
}

template <class Lanes>
void pairwise_gradient(float* in, const float* gradient, size_t length) {
  for (size_t i = 0; i < length; i += kSlice) {
    const Lanes first = Lanes::load(in + i);
    const Lanes second = Lanes::load(in + i + length);
    const Lanes g = Lanes::load(gradient + i);
    times_derivative<Lanes, FloatActivation::Clipped>(
        mul(g, activated<Lanes, FloatActivation::Clipped>(second)), first)
        .store(in + i);
    times_derivative<Lanes, FloatActivation::Clipped>(
        mul(g, activated<Lanes, FloatActivation::Clipped>(first)), second)
        .store(in + i + length);
  }
}

// ---- dense layers ------------------------------------------------------------------------------------------

// kRows x (kWide * kSlice) numbers of c, kept in registers over all of k.
template <class Lanes, size_t kRows, size_t kWide>
inline void multiply_tile(float* c, size_t c_stride, const float* a, size_t a_row, size_t a_column,
                          const float* b, size_t b_stride, size_t k) {
  Lanes sums[kRows][kWide];
  _Pragma("GCC unroll 16") for (size_t i = 0; i < kRows; ++i)
      _Pragma("GCC unroll 16") for (size_t j = 0; j < kWide; ++j) sums[i][j] =
          Lanes::load(c + i * c_stride + j * kSlice);
  for (size_t l = 0; l < k; ++l) {
    Lanes row[kWide];
    _Pragma("GCC unroll 16") for (size_t j = 0; j < kWide; ++j) row[j] =
        Lanes::load(b + l * b_stride + j * kSlice);
    _Pragma("GCC unroll 16") for (size_t i = 0; i < kRows; ++i) {
      const Lanes factor = Lanes::all(a[i * a_row + l * a_column]);
      _Pragma("GCC unroll 16") for (size_t j = 0; j < kWide; ++j) sums[i][j] =
          muladd(factor, row[j], sums[i][j]);
    }
  }
  _Pragma("GCC unroll 16") for (size_t i = 0; i < kRows; ++i)
      _Pragma("GCC unroll 16") for (size_t j = 0; j < kWide; ++j) sums[i][j]
          .store(c + i * c_stride + j * kSlice);
}

template <class Lanes, size_t kWide>
inline void multiply_columns(float* c, size_t c_stride, const float* a, size_t a_row, size_t a_column,
                             const float* b, size_t b_stride, size_t m, size_t k) {
  size_t i = 0;
  for (; i + Lanes::kTileRows <= m; i += Lanes::kTileRows)
    multiply_tile<Lanes, Lanes::kTileRows, kWide>(c + i * c_stride, c_stride, a + i * a_row, a_row, a_column,
                                                  b, b_stride, k);
  for (; i < m; ++i)
    multiply_tile<Lanes, 1, kWide>(c + i * c_stride, c_stride, a + i * a_row, a_row, a_column, b, b_stride,
                                   k);
}

template <class Lanes>
void multiply_add(float* c, size_t c_stride, const float* a, size_t a_row, size_t a_column, const float* b,
                  size_t b_stride, size_t m, size_t n, size_t k) {
  size_t j = 0;
  for (; j + Lanes::kTileWide * kSlice <= n; j += Lanes::kTileWide * kSlice)
    multiply_columns<Lanes, Lanes::kTileWide>(c + j, c_stride, a, a_row, a_column, b + j, b_stride, m, k);
  for (; j < n; j += kSlice)
    multiply_columns<Lanes, 1>(c + j, c_stride, a, a_row, a_column, b + j, b_stride, m, k);
}

// ---- optimiser ---------------------------------------------------------------------------------------------

// The sum of the threads' gradients, which are zero afterwards.
template <class Lanes>
inline Lanes taken_sum(float* const* gradients, size_t count, size_t at) {
  Lanes sum = Lanes::load(gradients[0] + at);
  Lanes::zero().store(gradients[0] + at);
  for (size_t t = 1; t < count; ++t) {
    sum = add(sum, Lanes::load(gradients[t] + at));
    Lanes::zero().store(gradients[t] + at);
  }
  return sum;
}

template <class Lanes, bool kAdaptive>
inline void update_as(const UpdateStep& step, float* weights, float* momentum, float* variance,
                      float* const* gradients, size_t count, size_t length) {
  const Lanes limit = Lanes::all(step.limit);
  const Lanes negative_limit = Lanes::all(-step.limit);
  for (size_t i = 0; i < length; i += kSlice) {
    const Lanes g = mul(taken_sum<Lanes>(gradients, count, i), Lanes::all(step.gradient_scale));
    Lanes direction = g;
    if (momentum) {
      direction = muladd(Lanes::load(momentum + i), Lanes::all(step.momentum),
                         mul(g, Lanes::all(step.momentum_gain)));
      direction.store(momentum + i);
    }
    if constexpr (kAdaptive) {
      const Lanes v = muladd(Lanes::load(variance + i), Lanes::all(step.variance),
                             mul(mul(g, g), Lanes::all(1 - step.variance)));
      v.store(variance + i);
      direction = divide(direction,
                         add(square_root(mul(v, Lanes::all(step.variance_scale))), Lanes::all(step.epsilon)));
    }
    const Lanes kept = mul(Lanes::load(weights + i), Lanes::all(step.keep));
    const Lanes moved = muladd(direction, Lanes::all(-step.rate), kept);
    lesser(larger(moved, negative_limit), limit).store(weights + i);
  }
}

template <class Lanes>
void update(const UpdateStep& step, float* weights, float* momentum, float* variance, float* const* gradients,
            size_t count, size_t length) {
  if (step.adaptive)
    update_as<Lanes, true>(step, weights, momentum, variance, gradients, count, length);
  else
    update_as<Lanes, false>(step, weights, momentum, variance, gradients, count, length);
}

template <class Lanes>
double squared_norm(float* const* gradients, size_t count, size_t length) {
  double total = 0;
  for (size_t i = 0; i < length; i += kSlice) {
    Lanes sum = Lanes::load(gradients[0] + i);
    for (size_t t = 1; t < count; ++t) sum = add(sum, Lanes::load(gradients[t] + i));
    total += static_cast<double>(mul(sum, sum).sum());
  }
  return total;
}

template <class Lanes>
void approach(float* a, const float* b, float share, size_t length) {
  for (size_t i = 0; i < length; i += kSlice) {
    const Lanes here = Lanes::load(a + i);
    muladd(sub(Lanes::load(b + i), here), Lanes::all(share), here).store(a + i);
  }
}

template <class Lanes>
constexpr TrainingKernels training_kernels_of(std::string_view name) {
  return {
      .name = name,
      .gather = gather<Lanes>,
      .scatter = scatter<Lanes>,
      .output = output<Lanes>,
      .output_gradient = output_gradient<Lanes>,
      .activate = activate<Lanes>,
      .activate_gradient = activate_gradient<Lanes>,
      .pairwise = pairwise<Lanes>,
      .pairwise_gradient = pairwise_gradient<Lanes>,
      .multiply_add = multiply_add<Lanes>,
      .update = update<Lanes>,
      .squared_norm = squared_norm<Lanes>,
      .approach = approach<Lanes>,
  };
}

}  // namespace
}  // namespace tabia::kernels
