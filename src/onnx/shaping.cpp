// Operators that move elements and change shapes, whatever the type of the elements.
#include <algorithm>
#include <limits>
#include <numeric>

#include "base/text.h"
#include "onnx/operators.h"

namespace tabia::onnx {
namespace {

using base::concat;
using base::Result;

// Copies element i of the result from element index_of(i).
template <class Index>
void copy_elements(Tensor& result, const Tensor& from, const Index& index_of) {
  const std::size_t size = bytes_of(from.type());
  for (std::size_t i = 0; i < result.size(); ++i)
    std::memcpy(result.bytes() + i * size, from.bytes() + index_of(i) * size, size);
}

// --- shapes

Result<Tensors> in_shape(const Call& call, Shape shape) {
  const auto count = elements_of(shape);
  if (!count || *count != call[0].size())
    return call.fault(concat("shape ", text_of(call[0].shape()), " can't become ", text_of(shape)));
  return Tensors{call[0].reshaped(std::move(shape))};
}

// 0 keeps a dimension, -1 takes what is left.
Result<Tensors> reshape(const Call& call) {
  TABIA_TRY(Shape shape, call.whole_numbers(1));
  const bool keeps_zero = call.integer("allowzero", 0) == 1;
  std::size_t known = 1;
  std::size_t unknown = shape.size();
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] == 0 && !keeps_zero) {
      if (i >= call[0].rank()) return call.fault(concat("dimension ", i, " has nothing to keep"));
      shape[i] = call[0].shape()[i];
    }
    if (shape[i] == -1 && unknown == shape.size()) {
      unknown = i;
    } else if (shape[i] < 0 || (shape[i] > 0 && known > (std::size_t{1} << 40) / as_size(shape[i]))) {
      return call.fault(concat("found shape ", text_of(shape), ", expected sizes and at most one -1"));
    } else {
      known *= as_size(shape[i]);
    }
  }
  if (unknown < shape.size()) {
    if (known == 0 || call[0].size() % known != 0)
      return call.fault(concat("shape ", text_of(call[0].shape()), " can't become ", text_of(shape)));
    shape[unknown] = static_cast<std::int64_t>(call[0].size() / known);
  }
  return in_shape(call, std::move(shape));
}

Result<Tensors> flatten(const Call& call) {
  const auto rank = static_cast<std::int64_t>(call[0].rank());
  std::int64_t axis = call.integer("axis", 1);
  if (axis < 0) axis += rank;
  if (axis < 0 || axis > rank) return call.fault(concat("found axis ", axis, " of ", rank, " dimensions"));
  const Shape& shape = call[0].shape();
  return in_shape(call, {static_cast<std::int64_t>(extent(shape, 0, as_size(axis))),
                         static_cast<std::int64_t>(extent(shape, as_size(axis), shape.size()))});
}

// The axes are an input since opset 13, an attribute before.
Result<std::vector<std::int64_t>> given_axes(const Call& call) {
  if (call.has(1)) return call.whole_numbers(1);
  const auto* axes = call.integers("axes");
  return axes ? *axes : std::vector<std::int64_t>{};
}

Result<Tensors> squeeze(const Call& call) {
  TABIA_TRY(const auto axes, given_axes(call));
  const Shape& shape = call[0].shape();
  std::vector<bool> drops(shape.size(), false);
  for (const std::int64_t number : axes) {
    TABIA_TRY(const std::size_t axis, call.axis(number, shape.size()));
    if (shape[axis] != 1) return call.fault(concat("dimension ", axis, " is ", shape[axis], ", expected 1"));
    drops[axis] = true;
  }
  Shape kept;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (axes.empty() ? shape[i] != 1 : !drops[i]) kept.push_back(shape[i]);
  }
  return in_shape(call, std::move(kept));
}

Result<Tensors> unsqueeze(const Call& call) {
  TABIA_TRY(const auto axes, given_axes(call));
  constexpr std::size_t kMostDimensions = 16;
  const std::size_t rank = call[0].rank() + axes.size();
  if (rank > kMostDimensions) return call.fault(concat("found ", rank, " dimensions, expected at most 16"));
  Shape shape(rank, 0);
  for (const std::int64_t number : axes) {
    TABIA_TRY(const std::size_t axis, call.axis(number, rank));
    if (shape[axis] == 1) return call.fault(concat("found axis ", axis, " twice"));
    shape[axis] = 1;
  }
  std::size_t next = 0;
  for (std::int64_t& size : shape) {
    if (size == 0) size = call[0].shape()[next++];
  }
  return in_shape(call, std::move(shape));
}

Result<Tensors> shape_of(const Call& call) {
  const Shape& shape = call[0].shape();
  TABIA_TRY(Tensor result, call.make(ElementType::Int64, {static_cast<std::int64_t>(shape.size())}));
  std::copy(shape.begin(), shape.end(), result.data<std::int64_t>());
  return Tensors{result};
}

// --- constants

Result<Tensors> constant(const Call& call) {
  const Node& node = call.node();
  if (const Attribute* value = node.find("value"); value && value->kind == AttributeKind::Tensor) {
    return Tensors{tensor_of(value->tensor)};
  }
  if (const Attribute* value = node.find("value_float"))
    return Tensors{Tensor::of<float>({}, std::span(&value->real, 1))};
  if (const Attribute* value = node.find("value_int"))
    return Tensors{Tensor::of<std::int64_t>({}, std::span(&value->integer, 1))};
  if (const auto* values = call.integers("value_ints"))
    return Tensors{Tensor::of<std::int64_t>({static_cast<std::int64_t>(values->size())}, *values)};
  if (const Attribute* value = node.find("value_floats"))
    return Tensors{Tensor::of<float>({static_cast<std::int64_t>(value->reals.size())}, value->reals)};
  return call.fault("found no value, expected a tensor or numbers");
}

Result<Tensors> constant_of_shape(const Call& call) {
  TABIA_TRY(Shape shape, call.whole_numbers(0));
  const Attribute* value = call.node().find("value");
  if (!value) {
    TABIA_TRY(Tensor zeros, call.make(ElementType::Float, std::move(shape)));
    return Tensors{zeros};
  }
  const Tensor one = tensor_of(value->tensor);
  if (one.size() != 1) return call.fault("the value must be one number");
  TABIA_TRY(Tensor result, call.make(one.type(), std::move(shape)));
  copy_elements(result, one, [](std::size_t) { return std::size_t{0}; });
  return Tensors{result};
}

// --- moving

Result<Tensors> transpose(const Call& call) {
  const Tensor& in = call[0];
  const std::size_t rank = in.rank();
  std::vector<std::size_t> order(rank);
  if (const auto* given = call.integers("perm")) {
    if (given->size() != rank)
      return call.fault(concat("perm has ", given->size(), " axes, expected ", rank));
    std::vector<bool> seen(rank, false);
    for (std::size_t i = 0; i < rank; ++i) {
      TABIA_TRY(order[i], call.axis((*given)[i], rank));
      if (seen[order[i]]) return call.fault("perm names an axis twice");
      seen[order[i]] = true;
    }
  } else {
    for (std::size_t i = 0; i < rank; ++i) order[i] = rank - 1 - i;
  }
  Shape shape(rank);
  std::vector<std::size_t> step(rank);
  for (std::size_t i = 0; i < rank; ++i) {
    shape[i] = in.shape()[order[i]];
    step[i] = extent(in.shape(), order[i] + 1, rank);
  }
  TABIA_TRY(Tensor result, call.make(in.type(), shape));
  std::vector<std::int64_t> at(rank, 0);
  std::size_t from = 0;
  copy_elements(result, in, [&](std::size_t) {
    const std::size_t here = from;
    for (std::size_t i = rank; i-- > 0;) {
      from += step[i];
      if (++at[i] < shape[i]) break;
      from -= step[i] * as_size(shape[i]);
      at[i] = 0;
    }
    return here;
  });
  return Tensors{result};
}

Result<Tensors> expand(const Call& call) {
  TABIA_TRY(const Shape wanted, call.whole_numbers(1));
  const Shape& own = call[0].shape();
  Shape shape(std::max(own.size(), wanted.size()), 1);
  std::vector<std::size_t> step(shape.size(), 0);
  for (std::size_t back = 1; back <= shape.size(); ++back) {
    const std::int64_t a = back <= own.size() ? own[own.size() - back] : 1;
    const std::int64_t b = back <= wanted.size() ? wanted[wanted.size() - back] : 1;
    if (a != b && a != 1 && b != 1)
      return call.fault(concat("shape ", text_of(own), " can't be expanded to ", text_of(wanted)));
    shape[shape.size() - back] = a == 1 ? b : a;
    if (back <= own.size() && a != 1)
      step[shape.size() - back] = extent(own, own.size() - back + 1, own.size());
  }
  TABIA_TRY(Tensor result, call.make(call[0].type(), shape));
  copy_elements(result, call[0], [&](std::size_t i) {
    std::size_t from = 0;
    for (std::size_t axis = shape.size(); axis-- > 0;) {
      from += step[axis] * (i % as_size(shape[axis]));
      i /= as_size(shape[axis]);
    }
    return from;
  });
  return Tensors{result};
}

Result<Tensors> concatenated(const Call& call) {
  const Shape& first = call[0].shape();
  TABIA_TRY(const std::size_t axis, call.axis(call.integer("axis", 0), first.size()));
  Shape shape = first;
  for (std::size_t i = 1; i < call.count(); ++i) {
    if (!call.has(i)) return call.fault(concat("input ", i + 1, " is missing"));
    TABIA_TRY_VOID(call.require_type(i, call[0].type()));
    Shape other = call[i].shape();
    if (other.size() == shape.size()) {
      shape[axis] += other[axis];
      other[axis] = first[axis];
    }
    if (other != first)
      return call.fault(concat("shapes ", text_of(first), " and ", text_of(call[i].shape()), " don't fit"));
  }
  TABIA_TRY(Tensor result, call.make(call[0].type(), shape));
  const std::size_t size = bytes_of(result.type());
  const std::size_t outer = extent(shape, 0, axis);
  const std::size_t row = extent(shape, axis, shape.size()) * size;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < call.count(); ++i) {
    const std::size_t part = extent(call[i].shape(), axis, shape.size()) * size;
    for (std::size_t o = 0; o < outer; ++o)
      std::memcpy(result.bytes() + o * row + begin, call[i].bytes() + o * part, part);
    begin += part;
  }
  return Tensors{result};
}

// One piece of the tensor along an axis.
Result<Tensor> piece_of(const Call& call, std::size_t axis, std::int64_t begin, std::int64_t length) {
  Shape shape = call[0].shape();
  const std::size_t whole = extent(shape, axis, shape.size());
  const std::size_t inner = extent(shape, axis + 1, shape.size());
  const std::size_t outer = extent(shape, 0, axis);
  shape[axis] = length;
  TABIA_TRY(Tensor result, call.make(call[0].type(), shape));
  const std::size_t size = bytes_of(result.type());
  const std::size_t part = as_size(length) * inner;
  for (std::size_t o = 0; o < outer; ++o)
    std::memcpy(result.bytes() + o * part * size,
                call[0].bytes() + (o * whole + as_size(begin) * inner) * size, part * size);
  return result;
}

Result<Tensors> split(const Call& call) {
  TABIA_TRY(const std::size_t axis, call.axis(call.integer("axis", 0), call[0].rank()));
  const std::int64_t whole = call[0].shape()[axis];
  const auto pieces = static_cast<std::int64_t>(call.node().outputs.size());
  std::vector<std::int64_t> lengths;
  if (call.has(1)) {
    TABIA_TRY(lengths, call.whole_numbers(1));
  } else if (const auto* given = call.integers("split")) {
    lengths = *given;
  } else if (pieces > 0) {
    const std::int64_t each = (whole + pieces - 1) / pieces;
    for (std::int64_t left = whole; left > 0; left -= each) lengths.push_back(std::min(left, each));
  }
  if (lengths.size() != as_size(pieces)) return call.fault("as many lengths as outputs are needed");
  Tensors results;
  std::int64_t begin = 0;
  for (const std::int64_t length : lengths) {
    if (length < 0 || length > whole - begin)
      return call.fault(concat("the pieces don't add up to the ", whole, " of the axis"));
    TABIA_TRY(Tensor piece, piece_of(call, axis, begin, length));
    results.push_back(std::move(piece));
    begin += length;
  }
  if (begin != whole) return call.fault(concat("the pieces don't add up to the ", whole, " of the axis"));
  return results;
}

// Starts, ends, axes, steps: inputs since opset 10, attributes before.
Result<Tensors> slice(const Call& call) {
  const Tensor& in = call[0];
  std::vector<std::int64_t> starts;
  std::vector<std::int64_t> ends;
  std::vector<std::int64_t> axes;
  std::vector<std::int64_t> steps;
  const auto read = [&](std::size_t input, std::string_view attribute,
                        std::vector<std::int64_t>& numbers) -> Result<void> {
    if (call.has(input)) {
      TABIA_TRY(numbers, call.whole_numbers(input));
    } else if (const auto* given = call.integers(attribute)) {
      numbers = *given;
    }
    return {};
  };
  TABIA_TRY_VOID(read(1, "starts", starts));
  TABIA_TRY_VOID(read(2, "ends", ends));
  TABIA_TRY_VOID(read(3, "axes", axes));
  TABIA_TRY_VOID(read(4, "steps", steps));
  if (axes.empty()) {
    axes.resize(starts.size());
    std::iota(axes.begin(), axes.end(), 0);
  }
  if (steps.empty()) steps.assign(starts.size(), 1);
  if (ends.size() != starts.size() || axes.size() != starts.size() || steps.size() != starts.size())
    return call.fault("starts, ends, axes and steps must have the same length");
  Shape shape = in.shape();
  std::vector<std::int64_t> first(in.rank(), 0);
  std::vector<std::int64_t> stride(in.rank(), 1);
  for (std::size_t i = 0; i < axes.size(); ++i) {
    TABIA_TRY(const std::size_t axis, call.axis(axes[i], in.rank()));
    const std::int64_t size = in.shape()[axis];
    const std::int64_t step = steps[i];
    if (step == 0 || step == std::numeric_limits<std::int64_t>::min()) return call.fault("found a step of 0");
    if (size == 0) continue;
    const auto inside = [size](std::int64_t number, std::int64_t low, std::int64_t high) {
      return std::clamp(number < 0 ? std::max(number, -size - 1) + size : number, low, high);
    };
    const std::int64_t begin = step > 0 ? inside(starts[i], 0, size) : inside(starts[i], 0, size - 1);
    const std::int64_t end = step > 0 ? inside(ends[i], 0, size) : inside(ends[i], -1, size - 1);
    const std::int64_t way = step > 0 ? end - begin : begin - end;
    const std::int64_t pace = step > 0 ? step : -step;
    shape[axis] = way > 0 ? (way - 1) / pace + 1 : 0;
    first[axis] = begin;
    stride[axis] = step;
  }
  TABIA_TRY(Tensor result, call.make(in.type(), shape));
  copy_elements(result, in, [&](std::size_t i) {
    std::int64_t from = 0;
    std::int64_t unit = 1;
    for (std::size_t axis = shape.size(); axis-- > 0;) {
      const auto at = static_cast<std::int64_t>(i % as_size(shape[axis]));
      i /= as_size(shape[axis]);
      from += (first[axis] + at * stride[axis]) * unit;
      unit *= in.shape()[axis];
    }
    return as_size(from);
  });
  return Tensors{result};
}

// --- by index

// The index, counted from the end if negative; an error if it is outside.
Result<std::size_t> position_of(const Call& call, std::int64_t index, std::int64_t size) {
  if (index < -size || index >= size)
    return call.fault(concat("found index ", index, ", but the axis has ", size));
  return as_size(index < 0 ? index + size : index);
}

Result<Tensors> gather(const Call& call) {
  const Tensor& data = call[0];
  TABIA_TRY(const std::size_t axis, call.axis(call.integer("axis", 0), data.rank()));
  TABIA_TRY(const auto indices, call.whole_numbers(1));
  const auto begin = data.shape().begin();
  const auto split_at = begin + static_cast<std::ptrdiff_t>(axis);
  Shape shape(begin, split_at);
  shape.insert(shape.end(), call[1].shape().begin(), call[1].shape().end());
  shape.insert(shape.end(), split_at + 1, data.shape().end());
  TABIA_TRY(Tensor result, call.make(data.type(), shape));
  const std::size_t inner = extent(data.shape(), axis + 1, data.rank()) * bytes_of(data.type());
  const std::size_t outer = extent(data.shape(), 0, axis);
  const std::int64_t size = data.shape()[axis];
  std::byte* out = result.bytes();
  for (std::size_t o = 0; o < outer; ++o) {
    for (const std::int64_t index : indices) {
      TABIA_TRY(const std::size_t row, position_of(call, index, size));
      std::memcpy(out, data.bytes() + (o * as_size(size) + row) * inner, inner);
      out += inner;
    }
  }
  return Tensors{result};
}

Result<Tensors> gather_elements(const Call& call) {
  const Tensor& data = call[0];
  const Shape& shape = call[1].shape();
  if (shape.size() != data.rank()) return call.fault("data and indices must have as many dimensions");
  TABIA_TRY(const std::size_t axis, call.axis(call.integer("axis", 0), data.rank()));
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (i != axis && shape[i] > data.shape()[i])
      return call.fault(concat("indices ", text_of(shape), " are beyond data ", text_of(data.shape())));
  }
  TABIA_TRY(const auto indices, call.whole_numbers(1));
  TABIA_TRY(Tensor result, call.make(data.type(), shape));
  const std::size_t element = bytes_of(data.type());
  for (std::size_t i = 0; i < result.size(); ++i) {
    TABIA_TRY(const std::size_t chosen, position_of(call, indices[i], data.shape()[axis]));
    std::size_t rest = i;
    std::size_t from = 0;
    for (std::size_t d = shape.size(); d-- > 0;) {
      const std::size_t at = d == axis ? chosen : rest % as_size(shape[d]);
      from += at * extent(data.shape(), d + 1, data.rank());
      rest /= as_size(shape[d]);
    }
    std::memcpy(result.bytes() + i * element, data.bytes() + from * element, element);
  }
  return Tensors{result};
}

Result<Tensors> gather_nd(const Call& call) {
  const Tensor& data = call[0];
  const Shape& where = call[1].shape();
  const std::int64_t batch = call.integer("batch_dims", 0);
  if (where.empty() || batch < 0 || as_size(batch) >= std::min(where.size(), data.rank()))
    return call.fault("batch_dims must be below the dimensions of data and indices");
  const std::size_t batches = as_size(batch);
  const std::int64_t length = where.back();
  if (length < 1 || as_size(length) > data.rank() - batches)
    return call.fault(
        concat("found ", length, " numbers to an index, expected at most ", data.rank() - batches));
  for (std::size_t i = 0; i < batches; ++i) {
    if (where[i] != data.shape()[i]) return call.fault("data and indices differ in their batches");
  }
  TABIA_TRY(const auto indices, call.whole_numbers(1));
  Shape shape(where.begin(), where.end() - 1);
  const std::size_t depth = batches + as_size(length);
  shape.insert(shape.end(), data.shape().begin() + static_cast<std::ptrdiff_t>(depth), data.shape().end());
  TABIA_TRY(Tensor result, call.make(data.type(), shape));
  const std::size_t inner = extent(data.shape(), depth, data.rank()) * bytes_of(data.type());
  const std::size_t of_batch = extent(data.shape(), batches, depth);
  const std::size_t lookups = indices.size() / as_size(length);
  const std::size_t groups = extent(where, 0, batches);
  if (lookups == 0 || groups == 0) return Tensors{result};
  for (std::size_t i = 0; i < lookups; ++i) {
    std::size_t from = 0;
    for (std::size_t k = 0; k < as_size(length); ++k) {
      const std::int64_t size = data.shape()[batches + k];
      TABIA_TRY(const std::size_t at, position_of(call, indices[i * as_size(length) + k], size));
      from = from * as_size(size) + at;
    }
    const std::size_t group = i / (lookups / groups);
    std::memcpy(result.bytes() + i * inner, data.bytes() + (group * of_batch + from) * inner, inner);
  }
  return Tensors{result};
}

}  // namespace

std::vector<Operator> shape_operators() {
  constexpr std::size_t kAny = 1024;
  return {{"Concat", 1, kAny, concatenated},
          {"Constant", 0, 0, constant},
          {"ConstantOfShape", 1, 1, constant_of_shape},
          {"Expand", 2, 2, expand},
          {"Flatten", 1, 1, flatten},
          {"Gather", 2, 2, gather},
          {"GatherElements", 2, 2, gather_elements},
          {"GatherND", 2, 2, gather_nd},
          {"Reshape", 2, 2, reshape},
          {"Shape", 1, 1, shape_of},
          {"Slice", 1, 5, slice},
          {"Split", 1, 2, split},
          {"Squeeze", 1, 2, squeeze},
          {"Transpose", 1, 1, transpose},
          {"Unsqueeze", 1, 2, unsqueeze}};
}

}  // namespace tabia::onnx
