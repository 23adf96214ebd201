// kernels/training_kernels.h: all training kernels over a type of 16 floats, for every instruction set.
// kernels/training.h says what they compute.
//
// Like kernels/vector_kernels.h: included after the target pragma of its file, in an anonymous namespace,
// without lambdas and without functions of the standard library. `Lanes` is kLanes floats in as many
// registers as they need.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/training.h"

// A loop over the registers of a row that must be unrolled.
#define TABIA_EACH(wide) _Pragma("GCC unroll 16") for (std::size_t w = 0; w < (wide); ++w)

namespace tabia::kernels {
namespace {

using std::size_t;
using std::uint16_t;

// ---- first layer ------------------------------------------------------------------------------------------

// Walks over a stream: only this code knows what a run consists of.
struct StreamReader {
  const uint16_t* at;
  size_t views;

  size_t count() { return *at++; }
  // `number` rows of each view; returns a pointer to those of the first; those of view v follow at v *
  // number.
  const uint16_t* rows(size_t number) {
    const uint16_t* here = at;
    at += views * number;
    return here;
  }
};

// One row of a slice: kWide times the lanes.
template <class Lanes, size_t kWide>
struct Row {
  Lanes part[kWide];

  static Row load(const float* from) {
    Row row;
    TABIA_EACH(kWide) row.part[w] = Lanes::load(from + w * kLanes);
    return row;
  }
  void store(float* to) const { TABIA_EACH(kWide) part[w].store(to + w * kLanes); }
  static Row zero() {
    Row row;
    TABIA_EACH(kWide) row.part[w] = Lanes::zero();
    return row;
  }
  void plus(const float* from) { TABIA_EACH(kWide) part[w] = add(part[w], Lanes::load(from + w * kLanes)); }
  void minus(const float* from) { TABIA_EACH(kWide) part[w] = sub(part[w], Lanes::load(from + w * kLanes)); }
  void plus(const Row& other) { TABIA_EACH(kWide) part[w] = add(part[w], other.part[w]); }
  // to += this, to -= this
  void add_to(float* to) const {
    TABIA_EACH(kWide) add(Lanes::load(to + w * kLanes), part[w]).store(to + w * kLanes);
  }
  void take_from(float* to) const {
    TABIA_EACH(kWide) sub(Lanes::load(to + w * kLanes), part[w]).store(to + w * kLanes);
  }
};

// Where view v of a position with this place has its sums, in rows.
template <size_t kViews>
inline size_t sums_at(size_t place, size_t view) {
  return kViews == 2 ? place ^ view : place >> 1;
}

template <class Lanes, size_t kViews, size_t kWide>
inline void gather_slice(const RowStream& stream, const float* slice, const float* bias, float* sums) {
  using R = Row<Lanes, kWide>;
  constexpr size_t kRow = kWide * kLanes;
  StreamReader reader{stream.begin, kViews};
  while (reader.at < stream.end) {
    R sum[kViews];
    const size_t first = reader.count();
    const uint16_t* rows = reader.rows(first);
    for (size_t v = 0; v < kViews; ++v) sum[v] = R::load(bias);
    for (size_t i = 0; i < first; ++i)
      for (size_t v = 0; v < kViews; ++v) sum[v].plus(slice + rows[v * first + i] * kRow);
    const size_t positions = reader.count();
    for (size_t position = 0;;) {
      const size_t place = reader.count();
      for (size_t v = 0; v < kViews; ++v) sum[v].store(sums + sums_at<kViews>(place, v) * kRow);
      if (++position == positions) break;
      const size_t added = reader.count();
      const size_t removed = reader.count();
      const uint16_t* on = reader.rows(added);
      const uint16_t* off = reader.rows(removed);
      for (size_t i = 0; i < added; ++i)
        for (size_t v = 0; v < kViews; ++v) sum[v].plus(slice + on[v * added + i] * kRow);
      for (size_t i = 0; i < removed; ++i)
        for (size_t v = 0; v < kViews; ++v) sum[v].minus(slice + off[v * removed + i] * kRow);
    }
    if (positions > 1) reader.rows(reader.count());
  }
}

template <class Lanes, size_t kViews, size_t kWide>
inline void scatter_slice(const RowStream& stream, const float* gradients, float* slice,
                          float* bias_gradient) {
  using R = Row<Lanes, kWide>;
  constexpr size_t kRow = kWide * kLanes;
  StreamReader reader{stream.begin, kViews};
  R all = R::load(bias_gradient);
  while (reader.at < stream.end) {
    R sum[kViews];
    for (size_t v = 0; v < kViews; ++v) sum[v] = R::zero();
    size_t last = reader.count();
    const uint16_t* last_rows = reader.rows(last);
    const size_t positions = reader.count();
    for (size_t position = 0;;) {
      const size_t place = reader.count();
      for (size_t v = 0; v < kViews; ++v) sum[v].plus(gradients + sums_at<kViews>(place, v) * kRow);
      if (++position == positions) break;
      const size_t added = reader.count();
      const size_t removed = reader.count();
      const uint16_t* on = reader.rows(added);
      const uint16_t* off = reader.rows(removed);
      for (size_t i = 0; i < added; ++i)
        for (size_t v = 0; v < kViews; ++v) sum[v].take_from(slice + on[v * added + i] * kRow);
      for (size_t i = 0; i < removed; ++i)
        for (size_t v = 0; v < kViews; ++v) sum[v].add_to(slice + off[v * removed + i] * kRow);
    }
    if (positions > 1) {
      last = reader.count();
      last_rows = reader.rows(last);
    }
    for (size_t i = 0; i < last; ++i)
      for (size_t v = 0; v < kViews; ++v) sum[v].add_to(slice + last_rows[v * last + i] * kRow);
    for (size_t v = 0; v < kViews; ++v) all.plus(sum[v]);
  }
  all.store(bias_gradient);
}

template <class Lanes>
void gather(const RowStream& stream, const float* slice, const float* bias, float* sums) {
  const bool two = stream.views == 2;
  if (stream.slice == 4 * kLanes)
    return two ? gather_slice<Lanes, 2, 4>(stream, slice, bias, sums)
               : gather_slice<Lanes, 1, 4>(stream, slice, bias, sums);
  if (stream.slice == 2 * kLanes)
    return two ? gather_slice<Lanes, 2, 2>(stream, slice, bias, sums)
               : gather_slice<Lanes, 1, 2>(stream, slice, bias, sums);
  return two ? gather_slice<Lanes, 2, 1>(stream, slice, bias, sums)
             : gather_slice<Lanes, 1, 1>(stream, slice, bias, sums);
}

template <class Lanes>
void scatter(const RowStream& stream, const float* from, float* slice, float* bias) {
  const bool two = stream.views == 2;
  if (stream.slice == 4 * kLanes)
    return two ? scatter_slice<Lanes, 2, 4>(stream, from, slice, bias)
               : scatter_slice<Lanes, 1, 4>(stream, from, slice, bias);
  if (stream.slice == 2 * kLanes)
    return two ? scatter_slice<Lanes, 2, 2>(stream, from, slice, bias)
               : scatter_slice<Lanes, 1, 2>(stream, from, slice, bias);
  return two ? scatter_slice<Lanes, 2, 1>(stream, from, slice, bias)
             : scatter_slice<Lanes, 1, 1>(stream, from, slice, bias);
}

// ---- activations ------------------------------------------------------------------------------------------

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
inline void output_as(float* partial, const float* sums, size_t stride, const float* weights, size_t slice,
                      size_t positions) {
  for (size_t i = 0; i < slice; i += kLanes) {
    const Lanes weight = Lanes::load(weights + i);
    for (size_t p = 0; p < positions; ++p) {
      float* here = partial + p * kLanes;
      muladd(activated<Lanes, kind>(Lanes::load(sums + p * stride + i)), weight, Lanes::load(here))
          .store(here);
    }
  }
}

template <class Lanes, FloatActivation kind>
inline void output_gradient_as(float* sums, size_t stride, const float* weights, float* weight_gradients,
                               size_t slice, const float* slopes, size_t positions) {
  for (size_t i = 0; i < slice; i += kLanes) {
    const Lanes weight = Lanes::load(weights + i);
    Lanes gradient = Lanes::load(weight_gradients + i);
    for (size_t p = 0; p < positions; ++p) {
      float* here = sums + p * stride + i;
      const Lanes x = Lanes::load(here);
      const Lanes slope = Lanes::all(slopes[p]);
      gradient = muladd(activated<Lanes, kind>(x), slope, gradient);
      times_derivative<Lanes, kind>(mul(slope, weight), x).store(here);
    }
    gradient.store(weight_gradients + i);
  }
}

template <class Lanes>
void add_lanes(float* out, const float* partial, size_t positions) {
  for (size_t p = 0; p < positions; ++p) out[p] += Lanes::load(partial + p * kLanes).sum();
}

template <class Lanes, FloatActivation kind>
inline void activate_as(float* out, const float* in, size_t length) {
  for (size_t i = 0; i < length; i += kLanes) activated<Lanes, kind>(Lanes::load(in + i)).store(out + i);
}

template <class Lanes, FloatActivation kind>
inline void activate_gradient_as(float* gradient, const float* in, size_t length) {
  for (size_t i = 0; i < length; i += kLanes)
    times_derivative<Lanes, kind>(Lanes::load(gradient + i), Lanes::load(in + i)).store(gradient + i);
}

template <class Lanes>
void output(float* partial, const float* sums, size_t stride, const float* weights, size_t slice,
            size_t positions, FloatActivation activation) {
  switch (activation) {
    case FloatActivation::Linear:
      return output_as<Lanes, FloatActivation::Linear>(partial, sums, stride, weights, slice, positions);
    case FloatActivation::Relu:
      return output_as<Lanes, FloatActivation::Relu>(partial, sums, stride, weights, slice, positions);
    case FloatActivation::Clipped:
      return output_as<Lanes, FloatActivation::Clipped>(partial, sums, stride, weights, slice, positions);
    case FloatActivation::ClippedSquared:
      return output_as<Lanes, FloatActivation::ClippedSquared>(partial, sums, stride, weights, slice,
                                                               positions);
  }
}

template <class Lanes>
void output_gradient(float* sums, size_t stride, const float* weights, float* weight_gradients, size_t slice,
                     const float* slopes, size_t positions, FloatActivation activation) {
  switch (activation) {
    case FloatActivation::Linear:
      return output_gradient_as<Lanes, FloatActivation::Linear>(sums, stride, weights, weight_gradients,
                                                                slice, slopes, positions);
    case FloatActivation::Relu:
      return output_gradient_as<Lanes, FloatActivation::Relu>(sums, stride, weights, weight_gradients, slice,
                                                              slopes, positions);
    case FloatActivation::Clipped:
      return output_gradient_as<Lanes, FloatActivation::Clipped>(sums, stride, weights, weight_gradients,
                                                                 slice, slopes, positions);
    case FloatActivation::ClippedSquared:
      return output_gradient_as<Lanes, FloatActivation::ClippedSquared>(
          sums, stride, weights, weight_gradients, slice, slopes, positions);
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
void pairwise(float* out, const float* a, const float* b, size_t length) {
  for (size_t i = 0; i < length; i += kLanes) {
    mul(activated<Lanes, FloatActivation::Clipped>(Lanes::load(a + i)),
        activated<Lanes, FloatActivation::Clipped>(Lanes::load(b + i)))
        .store(out + i);
  }
}

template <class Lanes>
inline Lanes as_byte(Lanes value, const ByteRounding& rounding) {
  const Lanes byte = whole_part(mul(value, Lanes::all(rounding.steps)));
  return mul(lesser(byte, Lanes::all(kMostByte)), Lanes::all(1 / rounding.one));
}

template <class Lanes>
void pairwise_bytes(float* out, const float* a, const float* b, size_t length, const ByteRounding& rounding) {
  const auto clipped = [limit = Lanes::all(rounding.limit)](const float* in) {
    return lesser(larger(Lanes::load(in), Lanes::zero()), limit);
  };
  for (size_t i = 0; i < length; i += kLanes)
    as_byte(mul(clipped(a + i), clipped(b + i)), rounding).store(out + i);
}

template <class Lanes>
void round_to_bytes(float* values, size_t length, const ByteRounding& rounding) {
  for (size_t i = 0; i < length; i += kLanes) as_byte(Lanes::load(values + i), rounding).store(values + i);
}

template <class Lanes>
void pairwise_gradient(float* a, float* b, const float* gradient, size_t length) {
  for (size_t i = 0; i < length; i += kLanes) {
    const Lanes first = Lanes::load(a + i);
    const Lanes second = Lanes::load(b + i);
    const Lanes g = Lanes::load(gradient + i);
    times_derivative<Lanes, FloatActivation::Clipped>(
        mul(g, activated<Lanes, FloatActivation::Clipped>(second)), first)
        .store(a + i);
    times_derivative<Lanes, FloatActivation::Clipped>(
        mul(g, activated<Lanes, FloatActivation::Clipped>(first)), second)
        .store(b + i);
  }
}

// ---- dense layers -----------------------------------------------------------------------------------------

// kRows x (kWide * kLanes) numbers of c, kept in registers over all of k.
template <class Lanes, size_t kRows, size_t kWide>
inline void multiply_tile(float* c, size_t c_stride, const float* a, size_t a_row, size_t a_column,
                          const float* b, size_t b_stride, size_t k) {
  Lanes sums[kRows][kWide];
  _Pragma("GCC unroll 16") for (size_t i = 0; i < kRows; ++i)
      _Pragma("GCC unroll 16") for (size_t j = 0; j < kWide; ++j) sums[i][j] =
          Lanes::load(c + i * c_stride + j * kLanes);
  for (size_t l = 0; l < k; ++l) {
    Lanes row[kWide];
    _Pragma("GCC unroll 16") for (size_t j = 0; j < kWide; ++j) row[j] =
        Lanes::load(b + l * b_stride + j * kLanes);
    _Pragma("GCC unroll 16") for (size_t i = 0; i < kRows; ++i) {
      const Lanes factor = Lanes::all(a[i * a_row + l * a_column]);
      _Pragma("GCC unroll 16") for (size_t j = 0; j < kWide; ++j) sums[i][j] =
          muladd(factor, row[j], sums[i][j]);
    }
  }
  _Pragma("GCC unroll 16") for (size_t i = 0; i < kRows; ++i)
      _Pragma("GCC unroll 16") for (size_t j = 0; j < kWide; ++j) sums[i][j]
          .store(c + i * c_stride + j * kLanes);
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
  for (; j + Lanes::kTileWide * kLanes <= n; j += Lanes::kTileWide * kLanes)
    multiply_columns<Lanes, Lanes::kTileWide>(c + j, c_stride, a, a_row, a_column, b + j, b_stride, m, k);
  for (; j < n; j += kLanes)
    multiply_columns<Lanes, 1>(c + j, c_stride, a, a_row, a_column, b + j, b_stride, m, k);
}

// ---- optimizer
// ---------------------------------------------------------------------------------------------

// The sum of the threads' gradients, which are zeroed.
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
  for (size_t i = 0; i < length; i += kLanes) {
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
  for (size_t i = 0; i < length; i += kLanes) {
    Lanes sum = Lanes::load(gradients[0] + i);
    for (size_t t = 1; t < count; ++t) sum = add(sum, Lanes::load(gradients[t] + i));
    total += static_cast<double>(mul(sum, sum).sum());
  }
  return total;
}

template <class Lanes>
void approach(float* a, const float* b, float share, size_t length) {
  for (size_t i = 0; i < length; i += kLanes) {
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
      .add_lanes = add_lanes<Lanes>,
      .output_gradient = output_gradient<Lanes>,
      .activate = activate<Lanes>,
      .activate_gradient = activate_gradient<Lanes>,
      .pairwise = pairwise<Lanes>,
      .pairwise_bytes = pairwise_bytes<Lanes>,
      .round_to_bytes = round_to_bytes<Lanes>,
      .pairwise_gradient = pairwise_gradient<Lanes>,
      .multiply_add = multiply_add<Lanes>,
      .update = update<Lanes>,
      .squared_norm = squared_norm<Lanes>,
      .approach = approach<Lanes>,
  };
}

}  // namespace
}  // namespace tabia::kernels
