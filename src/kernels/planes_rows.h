// kernels/planes_rows.h: activations, softmax, layer norm and sums per channel.
//
// Included by planes_kernels.h, after the target pragma of its file: in an anonymous namespace, without
// functions of the standard library. `V` is a register of V::kWidth floats.
#pragma once

#include <cstddef>

#include "kernels/planes.h"

namespace tabia::kernels {
namespace {

using std::size_t;

inline size_t lesser_of(size_t a, size_t b) { return a < b ? a : b; }
inline size_t larger_of(size_t a, size_t b) { return a > b ? a : b; }

constexpr float kNoFloor = -__builtin_inff();

// The floor that has the same effect as the activation, if there is one (Relu: 0, Linear: none); other
// activations are computed after the sums have been stored.
inline float floor_of(PlaneActivation activation) {
  return activation == PlaneActivation::Relu ? 0.0f : kNoFloor;
}
inline bool is_floor(PlaneActivation activation) {
  return activation == PlaneActivation::Linear || activation == PlaneActivation::Relu;
}

// ---- activations ------------------------------------------------------------------------------------------

// e^x, about 2 units in the last place; x is clipped to where the result is a normal number.
template <class V>
inline V exponential(V x) {
  x = lesser(larger(x, V::all(-87.0f)), V::all(88.0f));
  const V n = nearest(mul(x, V::all(1.44269504f)));
  // x - n ln 2, ln 2 in two parts
  const V r = negmuladd(n, V::all(-2.12194440e-4f), negmuladd(n, V::all(0.693359375f), x));
  V y = V::all(1.9875691500e-4f);
  y = muladd(y, r, V::all(1.3981999507e-3f));
  y = muladd(y, r, V::all(8.3334519073e-3f));
  y = muladd(y, r, V::all(4.1665795894e-2f));
  y = muladd(y, r, V::all(1.6666665459e-1f));
  y = muladd(y, r, V::all(5.0000001201e-1f));
  y = muladd(mul(y, r), r, add(r, V::all(1)));
  return times_power_of_two(y, n);
}

template <class V>
inline V sigmoid(V x) {
  const V one = V::all(1);
  return divide(one, add(one, exponential(sub(V::zero(), x))));
}

template <class V>
inline V hyperbolic_tangent(V x) {
  const V one = V::all(1);
  return sub(one, divide(V::all(2), add(exponential(add(x, x)), one)));
}

// tanh(ln(1 + e^x)) = n / (n + 2) with n = e^x (e^x + 2). From 20 on it is 1.
template <class V>
inline V mish_factor(V x) {
  const V e = exponential(lesser(x, V::all(20)));
  const V n = mul(e, add(e, V::all(2)));
  return divide(n, add(n, V::all(2)));
}

constexpr float kSeluScale = 1.05070098f;
constexpr float kSeluProduct = 1.05070098f * 1.67326324f;

template <class V, PlaneActivation kind>
inline V activated(V x) {
  if constexpr (kind == PlaneActivation::Relu) return larger(V::zero(), x);
  if constexpr (kind == PlaneActivation::Mish) return mul(x, mish_factor(x));
  if constexpr (kind == PlaneActivation::Tanh) return hyperbolic_tangent(x);
  if constexpr (kind == PlaneActivation::Sigmoid) return sigmoid(x);
  if constexpr (kind == PlaneActivation::Selu)
    return if_positive(x, mul(V::all(kSeluScale), x),
                       mul(V::all(kSeluProduct), sub(exponential(x), V::all(1))));
  if constexpr (kind == PlaneActivation::Swish) return mul(x, sigmoid(x));
  if constexpr (kind == PlaneActivation::ReluSquared) {
    const V positive = larger(V::zero(), x);
    return mul(positive, positive);
  }
  return x;
}

template <class V, PlaneActivation kind>
inline V derivative(V x) {
  const V one = V::all(1);
  if constexpr (kind == PlaneActivation::Relu) return if_positive(x, one, V::zero());
  if constexpr (kind == PlaneActivation::Mish) {
    const V t = mish_factor(x);
    return muladd(mul(x, negmuladd(t, t, one)), sigmoid(x), t);
  }
  if constexpr (kind == PlaneActivation::Tanh) {
    const V t = hyperbolic_tangent(x);
    return negmuladd(t, t, one);
  }
  if constexpr (kind == PlaneActivation::Sigmoid) {
    const V s = sigmoid(x);
    return mul(s, sub(one, s));
  }
  if constexpr (kind == PlaneActivation::Selu)
    return if_positive(x, V::all(kSeluScale), mul(V::all(kSeluProduct), exponential(x)));
  if constexpr (kind == PlaneActivation::Swish) {
    const V s = sigmoid(x);
    return mul(s, muladd(x, sub(one, s), one));
  }
  if constexpr (kind == PlaneActivation::ReluSquared) return larger(V::zero(), add(x, x));
  return one;
}

// The first `count` < V::kWidth numbers of a register; the others are 0, or are not stored.
template <class V>
inline V load_part(const float* from, size_t count) {
  float part[V::kWidth] = {};
  for (size_t i = 0; i < count; ++i) part[i] = from[i];
  return V::load(part);
}
template <class V>
inline void store_part(float* to, V value, size_t count) {
  float part[V::kWidth];
  value.store(part);
  for (size_t i = 0; i < count; ++i) to[i] = part[i];
}

template <class V, PlaneActivation kind>
inline void activate_as(float* out, const float* in, size_t length) {
  size_t i = 0;
  for (; i + V::kWidth <= length; i += V::kWidth) activated<V, kind>(V::load(in + i)).store(out + i);
  if (i < length) store_part(out + i, activated<V, kind>(load_part<V>(in + i, length - i)), length - i);
}

template <class V, PlaneActivation kind>
inline void activate_gradient_as(float* gradient, const float* in, size_t length) {
  size_t i = 0;
  for (; i + V::kWidth <= length; i += V::kWidth)
    mul(V::load(gradient + i), derivative<V, kind>(V::load(in + i))).store(gradient + i);
  if (i == length) return;
  const size_t rest = length - i;
  const V slope = derivative<V, kind>(load_part<V>(in + i, rest));
  store_part(gradient + i, mul(load_part<V>(gradient + i, rest), slope), rest);
}

template <class V>
void activate(float* out, const float* in, size_t length, PlaneActivation activation) {
  using enum PlaneActivation;
  switch (activation) {
    case Linear:
      return activate_as<V, Linear>(out, in, length);
    case Relu:
      return activate_as<V, Relu>(out, in, length);
    case Mish:
      return activate_as<V, Mish>(out, in, length);
    case Tanh:
      return activate_as<V, Tanh>(out, in, length);
    case Sigmoid:
      return activate_as<V, Sigmoid>(out, in, length);
    case Selu:
      return activate_as<V, Selu>(out, in, length);
    case Swish:
      return activate_as<V, Swish>(out, in, length);
    case ReluSquared:
      return activate_as<V, ReluSquared>(out, in, length);
  }
}

template <class V>
void activate_gradient(float* gradient, const float* in, size_t length, PlaneActivation activation) {
  using enum PlaneActivation;
  switch (activation) {
    case Linear:
      return;
    case Relu:
      return activate_gradient_as<V, Relu>(gradient, in, length);
    case Mish:
      return activate_gradient_as<V, Mish>(gradient, in, length);
    case Tanh:
      return activate_gradient_as<V, Tanh>(gradient, in, length);
    case Sigmoid:
      return activate_gradient_as<V, Sigmoid>(gradient, in, length);
    case Selu:
      return activate_gradient_as<V, Selu>(gradient, in, length);
    case Swish:
      return activate_gradient_as<V, Swish>(gradient, in, length);
    case ReluSquared:
      return activate_gradient_as<V, ReluSquared>(gradient, in, length);
  }
}

template <class V>
void add_scaled(float* out, const float* in, float factor, size_t length) {
  const V times = V::all(factor);
  size_t i = 0;
  for (; i + V::kWidth <= length; i += V::kWidth)
    muladd(times, V::load(in + i), V::load(out + i)).store(out + i);
  if (i == length) return;
  const size_t rest = length - i;
  store_part(out + i, muladd(times, load_part<V>(in + i, rest), load_part<V>(out + i, rest)), rest);
}

// ---- rows -------------------------------------------------------------------------------------------------

// A row of any length, read in registers; the last one is filled up with zeros.
template <class V>
struct RowReader {
  const float* data;
  size_t length;
  [[nodiscard]] V at(size_t i) const {
    return i + V::kWidth <= length ? V::load(data + i) : load_part<V>(data + i, length - i);
  }
};
template <class V>
inline void store_at(float* row, size_t i, size_t length, V value) {
  if (i + V::kWidth <= length)
    value.store(row + i);
  else
    store_part(row + i, value, length - i);
}

// row = row * scale + added; returns the largest.
template <class V>
inline float scaled_row(float* row, float scale, const float* added, size_t length) {
  const V times = V::all(scale);
  V largest = V::all(kNoFloor);
  for (size_t i = 0; i < length; i += V::kWidth) {
    V x = mul(times, RowReader<V>{row, length}.at(i));
    if (added) x = add(x, RowReader<V>{added, length}.at(i));
    store_at(row, i, length, x);
    // Fill the end of the last register with a number of the row.
    if (i + V::kWidth > length)
      for (size_t j = i; j < length; ++j) largest = larger(largest, V::all(row[j]));
    else
      largest = larger(largest, x);
  }
  return largest.largest();
}

template <class V>
void softmax(float* values, size_t stride, float scale, const float* added, size_t rows, size_t length) {
  for (size_t r = 0; r < rows; ++r) {
    float* row = values + r * stride;
    const V largest = V::all(scaled_row<V>(row, scale, added ? added + r * length : nullptr, length));
    V sums = V::zero();
    float last = 0;
    for (size_t i = 0; i < length; i += V::kWidth) {
      const V e = exponential(sub(RowReader<V>{row, length}.at(i), largest));
      store_at(row, i, length, e);
      if (i + V::kWidth > length)
        for (size_t j = i; j < length; ++j) last += row[j];
      else
        sums = add(sums, e);
    }
    const V share = V::all(1 / (sums.sum() + last));
    for (size_t i = 0; i < length; i += V::kWidth)
      store_at(row, i, length, mul(share, RowReader<V>{row, length}.at(i)));
  }
}

template <class V>
void softmax_gradient(float* gradient, const float* p, size_t stride, size_t rows, size_t length) {
  for (size_t r = 0; r < rows; ++r) {
    const RowReader<V> g{gradient + r * stride, length};
    const RowReader<V> share{p + r * stride, length};
    V sums = V::zero();
    for (size_t i = 0; i < length; i += V::kWidth) sums = muladd(g.at(i), share.at(i), sums);
    const V dot = V::all(sums.sum());
    for (size_t i = 0; i < length; i += V::kWidth)
      store_at(gradient + r * stride, i, length, mul(share.at(i), sub(g.at(i), dot)));
  }
}

struct Moments {
  float mean, inverse_deviation;
};

template <class V>
inline Moments moments_of(const float* row, size_t length, float epsilon) {
  const RowReader<V> x{row, length};
  V sums = V::zero();
  for (size_t i = 0; i < length; i += V::kWidth) sums = add(sums, x.at(i));
  const float count = static_cast<float>(length);
  const float mean = sums.sum() / count;
  V squares = V::zero();
  for (size_t i = 0; i < length; i += V::kWidth) {
    const V d = sub(x.at(i), V::all(mean));
    squares = muladd(d, d, squares);
  }
  // The end of the last register was filled with zeros, each of which added the square of the mean.
  const float filled = static_cast<float>((V::kWidth - length % V::kWidth) % V::kWidth);
  const float variance = (squares.sum() - filled * mean * mean) / count;
  return {mean, 1 / __builtin_sqrtf((variance > 0 ? variance : 0) + epsilon)};
}

template <class V>
void layer_norm(float* out, float* z, const float* x, const float* y, float factor, const float* gamma,
                const float* beta, float epsilon, size_t stride, size_t rows, size_t length) {
  for (size_t r = 0; r < rows; ++r) {
    float* row = out + r * stride;
    for (size_t i = 0; i < length; i += V::kWidth) {
      V value = RowReader<V>{x + r * stride, length}.at(i);
      if (y) value = muladd(V::all(factor), RowReader<V>{y + r * stride, length}.at(i), value);
      store_at(row, i, length, value);
      if (z) store_at(z + r * stride, i, length, value);
    }
    const Moments moments = moments_of<V>(row, length, epsilon);
    const RowReader<V> value{row, length};
    for (size_t i = 0; i < length; i += V::kWidth) {
      const V normal = mul(sub(value.at(i), V::all(moments.mean)), V::all(moments.inverse_deviation));
      store_at(row, i, length, muladd(normal, V::load(gamma + i), V::load(beta + i)));
    }
    for (size_t j = length; j < padded_channels(length); ++j) row[j] = 0;
  }
}

template <class V>
void layer_norm_gradient(float* gradient, const float* z, const float* gamma, float epsilon,
                         float* gamma_gradient, float* beta_gradient, size_t stride, size_t rows,
                         size_t length) {
  const float count = static_cast<float>(length);
  for (size_t r = 0; r < rows; ++r) {
    const RowReader<V> g{gradient + r * stride, length};
    const RowReader<V> x{z + r * stride, length};
    const Moments moments = moments_of<V>(z + r * stride, length, epsilon);
    const V mean = V::all(moments.mean);
    const V inverse = V::all(moments.inverse_deviation);
    V sums = V::zero();
    V dots = V::zero();
    for (size_t i = 0; i < length; i += V::kWidth) {
      const V normal = mul(sub(x.at(i), mean), inverse);
      const V slope = g.at(i);
      const V scaled = mul(slope, V::load(gamma + i));
      store_at(gamma_gradient, i, length, muladd(slope, normal, RowReader<V>{gamma_gradient, length}.at(i)));
      store_at(beta_gradient, i, length, add(slope, RowReader<V>{beta_gradient, length}.at(i)));
      sums = add(sums, scaled);
      dots = muladd(scaled, normal, dots);
    }
    const V sum = V::all(sums.sum() / count);
    const V dot = V::all(dots.sum() / count);
    for (size_t i = 0; i < length; i += V::kWidth) {
      const V normal = mul(sub(x.at(i), mean), inverse);
      const V centered = sub(mul(g.at(i), V::load(gamma + i)), sum);
      store_at(gradient + r * stride, i, length, mul(negmuladd(normal, dot, centered), inverse));
    }
  }
}

// ---- channels ---------------------------------------------------------------------------------------------

template <class V>
void average(float* averages, const float* in, size_t boards, size_t channels) {
  const size_t width = padded_channels(channels);
  for (size_t b = 0; b < boards; ++b)
    for (size_t c = 0; c < width; c += V::kWidth) {
      const float* from = in + b * kSquares * width + c;
      V even = V::zero();
      V odd = V::zero();
      for (size_t s = 0; s < kSquares; s += 2) {
        even = add(even, V::load(from + s * width));
        odd = add(odd, V::load(from + (s + 1) * width));
      }
      mul(add(even, odd), V::all(1.0f / kSquares)).store(averages + b * width + c);
    }
}

template <class V>
void scale_channels(float* out, const float* a, const float* a_scale, const float* b, const float* b_scale,
                    const float* shift, size_t rows, size_t channels, PlaneActivation activation) {
  const size_t width = padded_channels(channels);
  const V floor = V::all(floor_of(activation));
  for (size_t r = 0; r < rows; ++r) {
    for (size_t c = 0; c < width; c += V::kWidth) {
      const size_t i = r * width + c;
      V value = shift ? V::load(shift + c) : V::zero();
      if (b)
        value = b_scale ? muladd(V::load(b + i), V::load(b_scale + c), value) : add(V::load(b + i), value);
      larger(floor, muladd(V::load(a + i), V::load(a_scale + c), value)).store(out + i);
    }
    if (!is_floor(activation)) activate<V>(out + r * width, out + r * width, width, activation);
  }
}

// Floats are summed over a board at most, then in double precision.
template <class V>
void channel_sums(double* sums, double* products, const float* a, const float* b, size_t rows,
                  size_t channels) {
  const size_t width = padded_channels(channels);
  for (size_t r = 0; r < rows; r += kSquares) {
    const size_t end = lesser_of(r + kSquares, rows);
    for (size_t c = 0; c < channels; c += V::kWidth) {
      V sum = V::zero();
      V product = V::zero();
      for (size_t i = r; i < end; ++i) {
        const V value = V::load(a + i * width + c);
        sum = add(sum, value);
        if (products) product = muladd(value, V::load(b + i * width + c), product);
      }
      float part[V::kWidth];
      sum.store(part);
      const size_t count = lesser_of(V::kWidth, channels - c);
      for (size_t j = 0; j < count; ++j) sums[c + j] += static_cast<double>(part[j]);
      if (!products) continue;
      product.store(part);
      for (size_t j = 0; j < count; ++j) products[c + j] += static_cast<double>(part[j]);
    }
  }
}

}  // namespace
}  // namespace tabia::kernels
