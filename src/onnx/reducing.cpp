// Operators that turn many numbers into one: sums, means, maxima, norms, softmax, TopK.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/text.h"
#include "onnx/operators.h"

namespace tabia::onnx {
namespace {

using base::concat;
using base::Result;

// --- reductions

enum class Reduction { Sum, Mean, Max };

template <Reduction kReduction, class T>
Result<Tensors> reduced_numbers(const Call& call, const std::vector<bool>& drops, const Shape& shape) {
  const Tensor& in = call[0];
  TABIA_TRY(Tensor result, call.make(in.type(), shape));
  // How far each axis of the input steps in the result.
  std::vector<std::size_t> step(in.rank(), 0);
  std::size_t stride = 1;
  std::size_t reduced = 1;
  for (std::size_t axis = in.rank(); axis-- > 0;) {
    if (drops[axis]) {
      reduced *= as_size(in.shape()[axis]);
    } else {
      step[axis] = stride;
      stride *= as_size(in.shape()[axis]);
    }
  }
  if (reduced == 0 && kReduction == Reduction::Max) return call.fault("the maximum of nothing");
  T* out = result.data<T>();
  if (kReduction == Reduction::Max) std::fill_n(out, result.size(), std::numeric_limits<T>::lowest());
  using Whole = std::conditional_t<std::is_integral_v<T>, T, int>;
  using Sum = std::conditional_t<std::is_integral_v<T>, std::make_unsigned_t<Whole>, T>;  // wraps around
  std::vector<std::int64_t> at(in.rank(), 0);
  std::size_t to = 0;
  const T* values = in.data<T>();
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (kReduction == Reduction::Max)
      out[to] = std::max(out[to], values[i]);
    else
      out[to] = static_cast<T>(static_cast<Sum>(out[to]) + static_cast<Sum>(values[i]));
    for (std::size_t axis = in.rank(); axis-- > 0;) {
      to += step[axis];
      if (++at[axis] < in.shape()[axis]) break;
      to -= step[axis] * as_size(in.shape()[axis]);
      at[axis] = 0;
    }
  }
  if (kReduction == Reduction::Mean && reduced > 0)
    for (std::size_t i = 0; i < result.size(); ++i) out[i] = static_cast<T>(out[i] / static_cast<T>(reduced));
  return Tensors{result};
}

template <Reduction kReduction>
Result<Tensors> reduction(const Call& call) {
  const Tensor& in = call[0];
  std::vector<std::int64_t> axes;
  if (call.has(1)) {
    TABIA_TRY(axes, call.whole_numbers(1));
  } else if (const auto* given = call.integers("axes")) {
    axes = *given;
  }
  if (axes.empty() && call.integer("noop_with_empty_axes", 0) == 1) return Tensors{in};
  std::vector<bool> drops(in.rank(), axes.empty());
  for (const std::int64_t number : axes) {
    TABIA_TRY(const std::size_t axis, call.axis(number, in.rank()));
    drops[axis] = true;
  }
  const bool keeps = call.integer("keepdims", 1) == 1;
  Shape shape;
  for (std::size_t i = 0; i < in.rank(); ++i) {
    if (!drops[i])
      shape.push_back(in.shape()[i]);
    else if (keeps)
      shape.push_back(1);
  }
  switch (in.type()) {
    case ElementType::Float:
      return reduced_numbers<kReduction, float>(call, drops, shape);
    case ElementType::Double:
      return reduced_numbers<kReduction, double>(call, drops, shape);
    case ElementType::Int32:
      return reduced_numbers<kReduction, std::int32_t>(call, drops, shape);
    case ElementType::Int64:
      return reduced_numbers<kReduction, std::int64_t>(call, drops, shape);
    default:
      return call.fault(concat("can't reduce ", name_of(in.type())));
  }
}

Result<Tensors> arg_max(const Call& call) {
  TABIA_TRY_VOID(call.require_type(0, ElementType::Float));
  const Tensor& in = call[0];
  TABIA_TRY(const std::size_t axis, call.axis(call.integer("axis", 0), in.rank()));
  if (call.integer("select_last_index", 0) != 0) return call.fault("select_last_index isn't supported");
  Shape shape = in.shape();
  const std::size_t size = as_size(shape[axis]);
  if (size == 0) return call.fault("the maximum of nothing");
  const std::size_t inner = extent(shape, axis + 1, shape.size());
  const std::size_t outer = extent(shape, 0, axis);
  if (call.integer("keepdims", 1) == 1)
    shape[axis] = 1;
  else
    shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(axis));
  TABIA_TRY(Tensor result, call.make(ElementType::Int64, shape));
  const float* values = in.data<float>();
  for (std::size_t o = 0; o < outer; ++o) {
    for (std::size_t i = 0; i < inner; ++i) {
      std::size_t best = 0;
      const float* column = values + o * size * inner + i;
      for (std::size_t k = 1; k < size; ++k) {
        if (column[k * inner] > column[best * inner]) best = k;
      }
      result.data<std::int64_t>()[o * inner + i] = static_cast<std::int64_t>(best);
    }
  }
  return Tensors{result};
}

// The largest numbers along the last axis, in descending order; among equals, the first.
Result<Tensors> top_k(const Call& call) {
  TABIA_TRY_VOID(call.require_type(0, ElementType::Float));
  const Tensor& in = call[0];
  if (in.rank() == 0) return call.fault("found a single number, expected a list");
  TABIA_TRY(const std::size_t axis, call.axis(call.integer("axis", -1), in.rank()));
  if (axis + 1 != in.rank() || call.integer("largest", 1) != 1)
    return call.fault("only the largest along the last axis are supported");
  TABIA_TRY(const auto wanted, call.whole_numbers(1));
  const std::int64_t size = in.shape().back();
  if (wanted.size() != 1 || wanted[0] < 0 || wanted[0] > size)
    return call.fault(concat("K must be one number of at most ", size));
  Shape shape = in.shape();
  shape.back() = wanted[0];
  TABIA_TRY(Tensor values, call.make(ElementType::Float, shape));
  TABIA_TRY(Tensor places, call.make(ElementType::Int64, shape));
  const auto length = static_cast<std::ptrdiff_t>(wanted[0]);
  std::vector<std::int64_t> order(as_size(size));
  const std::size_t rows = extent(in.shape(), 0, axis);
  for (std::size_t row = 0; row < rows; ++row) {
    const float* from = in.data<float>() + row * as_size(size);
    std::iota(order.begin(), order.end(), 0);
    std::partial_sort(
        order.begin(), order.begin() + length, order.end(),
        [&](std::int64_t a, std::int64_t b) { return from[a] > from[b] || (!(from[b] > from[a]) && a < b); });
    for (std::size_t k = 0; k < as_size(wanted[0]); ++k) {
      values.data<float>()[row * as_size(wanted[0]) + k] = from[order[k]];
      places.data<std::int64_t>()[row * as_size(wanted[0]) + k] = order[k];
    }
  }
  return Tensors{values, places};
}

// --- softmax and norms

// Since opset 13 along one axis; before that, over this axis and all after it.
Result<Tensors> softmax(const Call& call) {
  TABIA_TRY_VOID(call.require_type(0, ElementType::Float));
  const Tensor& in = call[0];
  TABIA_TRY(const std::size_t axis, call.axis(call.integer("axis", call.opset() < 13 ? 1 : -1), in.rank()));
  const Shape& shape = in.shape();
  const std::size_t last = call.opset() < 13 ? in.rank() : axis + 1;
  const std::size_t size = extent(shape, axis, last);
  const std::size_t inner = extent(shape, last, in.rank());
  const std::size_t outer = extent(shape, 0, axis);
  TABIA_TRY(Tensor result, call.make(ElementType::Float, shape));
  for (std::size_t o = 0; o < outer; ++o) {
    for (std::size_t i = 0; i < inner; ++i) {
      const float* from = in.data<float>() + o * size * inner + i;
      float* to = result.data<float>() + o * size * inner + i;
      float highest = -std::numeric_limits<float>::infinity();
      for (std::size_t k = 0; k < size; ++k) highest = std::max(highest, from[k * inner]);
      double sum = 0;
      for (std::size_t k = 0; k < size; ++k) {
        to[k * inner] = std::exp(from[k * inner] - highest);
        sum += static_cast<double>(to[k * inner]);
      }
      const auto whole = static_cast<float>(sum);
      for (std::size_t k = 0; k < size; ++k) to[k * inner] /= whole;
    }
  }
  return Tensors{result};
}

Result<Tensors> layer_normalization(const Call& call) {
  for (std::size_t i = 0; i < call.count(); ++i) {
    if (call.has(i)) TABIA_TRY_VOID(call.require_type(i, ElementType::Float));
  }
  const Tensor& in = call[0];
  TABIA_TRY(const std::size_t axis, call.axis(call.integer("axis", -1), in.rank()));
  const std::size_t size = extent(in.shape(), axis, in.rank());
  if (call[1].size() != size || (call.has(2) && call[2].size() != size))
    return call.fault(concat("scale and bias must have ", size, " numbers"));
  const float epsilon = call.real("epsilon", 1e-5f);
  TABIA_TRY(Tensor result, call.make(ElementType::Float, in.shape()));
  const std::size_t rows = extent(in.shape(), 0, axis);
  const float* scale = call[1].data<float>();
  for (std::size_t row = 0; row < rows; ++row) {
    const float* from = in.data<float>() + row * size;
    float* to = result.data<float>() + row * size;
    double sum = 0;
    for (std::size_t k = 0; k < size; ++k) sum += static_cast<double>(from[k]);
    const double mean = sum / static_cast<double>(size);
    double squares = 0;
    for (std::size_t k = 0; k < size; ++k)
      squares += (static_cast<double>(from[k]) - mean) * (static_cast<double>(from[k]) - mean);
    const double factor = 1 / std::sqrt(squares / static_cast<double>(size) + static_cast<double>(epsilon));
    for (std::size_t k = 0; k < size; ++k) {
      to[k] = static_cast<float>((static_cast<double>(from[k]) - mean) * factor) * scale[k];
      if (call.has(2)) to[k] += call[2].data<float>()[k];
    }
  }
  return Tensors{result};
}

// Inference only: a factor and an addend for each channel.
Result<Tensors> batch_normalization(const Call& call) {
  for (std::size_t i = 0; i < call.count(); ++i) TABIA_TRY_VOID(call.require_type(i, ElementType::Float));
  const Tensor& in = call[0];
  if (in.rank() < 2) return call.fault(concat("found shape ", text_of(in.shape()), ", expected channels"));
  if (call.integer("training_mode", 0) != 0) return call.fault("training_mode isn't supported");
  const auto channels = as_size(in.shape()[1]);
  for (std::size_t i = 1; i < 5; ++i) {
    if (call[i].size() != channels)
      return call.fault(concat("input ", i + 1, " must have ", channels, " numbers"));
  }
  const float epsilon = call.real("epsilon", 1e-5f);
  TABIA_TRY(Tensor result, call.make(ElementType::Float, in.shape()));
  const std::size_t inner = extent(in.shape(), 2, in.rank());
  for (std::size_t i = 0; i < in.size(); ++i) {
    const std::size_t c = i / inner % channels;
    const float factor = call[1].data<float>()[c] / std::sqrt(call[4].data<float>()[c] + epsilon);
    result.data<float>()[i] =
        (in.data<float>()[i] - call[3].data<float>()[c]) * factor + call[2].data<float>()[c];
  }
  return Tensors{result};
}

Result<Tensors> global_average_pool(const Call& call) {
  TABIA_TRY_VOID(call.require_type(0, ElementType::Float));
  const Tensor& in = call[0];
  if (in.rank() < 3) return call.fault(concat("found shape ", text_of(in.shape()), ", expected an image"));
  Shape shape = in.shape();
  const std::size_t inner = extent(shape, 2, shape.size());
  std::fill(shape.begin() + 2, shape.end(), 1);
  TABIA_TRY(Tensor result, call.make(ElementType::Float, shape));
  for (std::size_t i = 0; i < result.size(); ++i) {
    const float* from = in.data<float>() + i * inner;
    result.data<float>()[i] = std::accumulate(from, from + inner, 0.0f) / static_cast<float>(inner);
  }
  return Tensors{result};
}

}  // namespace

std::vector<Operator> reducing_operators() {
  return {{"ArgMax", 1, 1, arg_max},
          {"BatchNormalization", 5, 5, batch_normalization},
          {"GlobalAveragePool", 1, 1, global_average_pool},
          {"LayerNormalization", 2, 3, layer_normalization},
          {"ReduceMax", 1, 2, reduction<Reduction::Max>},
          {"ReduceMean", 1, 2, reduction<Reduction::Mean>},
          {"ReduceSum", 1, 2, reduction<Reduction::Sum>},
          {"Softmax", 1, 1, softmax},
          {"TopK", 2, 2, top_k}};
}

}  // namespace tabia::onnx
