// Matrix products and convolutions. Floats use the kernels' dot product, so the result for one
// position doesn't depend on its batch.
#include <algorithm>

#include "base/text.h"
#include "kernels/kernels.h"
#include "onnx/operators.h"

namespace tabia::onnx {
namespace {

using base::concat;
using base::Result;

// --- products of matrices

// How two factors multiply: matrices of rows x depth and depth x columns, for each of `batches`.
struct Product {
  Shape batch;  // of the result
  std::size_t rows = 0;
  std::size_t depth = 0;
  std::size_t columns = 0;
  Shape result;
};

// `b` is depth x columns, or columns x depth if it is transposed.
Result<Product> product_of(const Call& call, Shape a, Shape b, bool transposed) {
  const bool is_row = a.size() == 1;
  const bool is_column = b.size() == 1;
  if (a.empty() || b.empty()) return call.fault("found a single number, expected matrices");
  if (is_row) a.insert(a.begin(), 1);
  if (is_column) b.push_back(1);
  Product product;
  product.rows = as_size(a[a.size() - 2]);
  product.depth = as_size(a.back());
  product.columns = as_size(transposed ? b[b.size() - 2] : b.back());
  const std::int64_t other = transposed ? b.back() : b[b.size() - 2];
  if (as_size(other) != product.depth)
    return call.fault(concat("matrices ", text_of(a), " and ", text_of(b), " don't fit together"));
  const std::size_t rank = std::max(a.size(), b.size()) - 2;
  for (std::size_t i = 0; i < rank; ++i) {
    const auto size_of = [&](const Shape& shape) {
      const std::size_t own = shape.size() - 2;
      return rank - i <= own ? shape[own - (rank - i)] : 1;
    };
    const std::int64_t x = size_of(a);
    const std::int64_t y = size_of(b);
    if (x != y && x != 1 && y != 1)
      return call.fault(concat("matrices ", text_of(a), " and ", text_of(b), " don't fit together"));
    product.batch.push_back(x == 1 ? y : x);
  }
  product.result = product.batch;
  if (!is_row) product.result.push_back(static_cast<std::int64_t>(product.rows));
  if (!is_column) product.result.push_back(static_cast<std::int64_t>(product.columns));
  return product;
}

// Which matrix of a factor belongs to matrix `index` of the result.
std::size_t matrix_of(std::size_t index, const Shape& batch, const Shape& shape) {
  const std::size_t own = shape.size() < 2 ? 0 : shape.size() - 2;
  std::size_t found = 0;
  std::size_t unit = 1;
  for (std::size_t back = 1; back <= batch.size(); ++back) {
    const std::size_t size = as_size(batch[batch.size() - back]);
    const std::size_t at = index % size;
    index /= size;
    if (back > own) continue;
    const std::size_t own_size = as_size(shape[own - back]);
    found += (own_size == 1 ? 0 : at) * unit;
    unit *= own_size;
  }
  return found;
}

// out[r][c] = a[r] . b[c], both rows of `depth`.
void multiply_rows(float* out, const float* a, const float* b, std::size_t rows, std::size_t columns,
                   std::size_t depth) {
  const auto dot = kernels::active_kernels().dot_f32;
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t c = 0; c < columns; ++c) out[r * columns + c] = dot(a + r * depth, b + c * depth, depth);
}

std::vector<float> transposed_matrix(const float* matrix, std::size_t rows, std::size_t columns) {
  std::vector<float> result(rows * columns);
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t c = 0; c < columns; ++c) result[c * rows + r] = matrix[r * columns + c];
  return result;
}

// Integers wrap around.
template <class T, class A, class B>
void multiply_integers(T* out, const A* a, const B* b, const Product& p) {
  using U = std::make_unsigned_t<T>;
  std::fill_n(out, p.rows * p.columns, T{0});
  for (std::size_t r = 0; r < p.rows; ++r) {
    for (std::size_t k = 0; k < p.depth; ++k) {
      const U factor = static_cast<U>(static_cast<T>(a[r * p.depth + k]));
      if (factor == 0) continue;
      const B* row = b + k * p.columns;
      for (std::size_t c = 0; c < p.columns; ++c) {
        T& sum = out[r * p.columns + c];
        sum = static_cast<T>(static_cast<U>(sum) + factor * static_cast<U>(static_cast<T>(row[c])));
      }
    }
  }
}

template <class T, class A, class B>
Result<Tensors> integer_product(const Call& call, ElementType type) {
  TABIA_TRY(const Product p, product_of(call, call[0].shape(), call[1].shape(), false));
  TABIA_TRY(Tensor result, call.make(type, p.result));
  const std::size_t matrices = extent(p.batch, 0, p.batch.size());
  for (std::size_t m = 0; m < matrices; ++m)
    multiply_integers(
        result.template data<T>() + m * p.rows * p.columns,
        call[0].template data<A>() + matrix_of(m, p.batch, call[0].shape()) * p.rows * p.depth,
        call[1].template data<B>() + matrix_of(m, p.batch, call[1].shape()) * p.depth * p.columns, p);
  return Tensors{result};
}

Result<Tensors> float_product(const Call& call, bool transposed) {
  TABIA_TRY_VOID(call.require_type(1, ElementType::Float));
  TABIA_TRY(const Product p, product_of(call, call[0].shape(), call[1].shape(), transposed));
  TABIA_TRY(Tensor result, call.make(ElementType::Float, p.result));
  const std::size_t matrices = extent(p.batch, 0, p.batch.size());
  for (std::size_t m = 0; m < matrices; ++m) {
    const float* a = call[0].data<float>() + matrix_of(m, p.batch, call[0].shape()) * p.rows * p.depth;
    const float* b = call[1].data<float>() + matrix_of(m, p.batch, call[1].shape()) * p.depth * p.columns;
    float* out = result.data<float>() + m * p.rows * p.columns;
    if (transposed) {
      multiply_rows(out, a, b, p.rows, p.columns, p.depth);
    } else {
      multiply_rows(out, a, transposed_matrix(b, p.depth, p.columns).data(), p.rows, p.columns, p.depth);
    }
  }
  return Tensors{result};
}

Result<Tensors> matrix_product(const Call& call) {
  if (!call[1].is(call[0].type())) return call.fault("both factors must have the same type");
  switch (call[0].type()) {
    case ElementType::Float:
      return float_product(call, false);
    case ElementType::Int32:
      return integer_product<std::int32_t, std::int32_t, std::int32_t>(call, ElementType::Int32);
    case ElementType::Int64:
      return integer_product<std::int64_t, std::int64_t, std::int64_t>(call, ElementType::Int64);
    default:
      return call.fault(concat("can't multiply ", name_of(call[0].type())));
  }
}

Result<Tensors> product_with_transposed(const Call& call) {
  TABIA_TRY_VOID(call.require_type(0, ElementType::Float));
  return float_product(call, true);
}

Result<Tensors> byte_product(const Call& call) {
  if (call.has(2) || call.has(3)) return call.fault("zero points aren't supported");
  TABIA_TRY_VOID(call.require_type(0, ElementType::UInt8));
  TABIA_TRY_VOID(call.require_type(1, ElementType::Int8));
  return integer_product<std::int32_t, std::uint8_t, std::int8_t>(call, ElementType::Int32);
}

// alpha * A * B + beta * C, with A and B transposed if the attributes say so.
Result<Tensors> general_product(const Call& call) {
  for (std::size_t i = 0; i < call.count(); ++i) {
    if (call.has(i)) TABIA_TRY_VOID(call.require_type(i, ElementType::Float));
  }
  if (call[0].rank() != 2 || call[1].rank() != 2) return call.fault("expected two matrices");
  const bool turn_a = call.integer("transA", 0) != 0;
  const bool turn_b = call.integer("transB", 0) != 0;
  Shape shape_a = call[0].shape();
  std::vector<float> turned_a;
  const float* a = call[0].data<float>();
  if (turn_a) {
    turned_a = transposed_matrix(a, as_size(shape_a[0]), as_size(shape_a[1]));
    a = turned_a.data();
    std::swap(shape_a[0], shape_a[1]);
  }
  TABIA_TRY(const Product p, product_of(call, shape_a, call[1].shape(), turn_b));
  TABIA_TRY(Tensor result, call.make(ElementType::Float, p.result));
  float* out = result.data<float>();
  if (turn_b) {
    multiply_rows(out, a, call[1].data<float>(), p.rows, p.columns, p.depth);
  } else {
    multiply_rows(out, a, transposed_matrix(call[1].data<float>(), p.depth, p.columns).data(), p.rows,
                  p.columns, p.depth);
  }
  if (const float alpha = call.real("alpha", 1); alpha != 1.0f) {
    for (std::size_t i = 0; i < result.size(); ++i) out[i] *= alpha;
  }
  if (!call.has(2)) return Tensors{result};
  const float beta = call.real("beta", 1);
  const Tensor& c = call[2];
  const std::size_t across = c.rank() == 0 ? 1 : as_size(c.shape().back());
  const std::size_t down = c.rank() < 2 ? 1 : as_size(c.shape()[0]);
  if (c.rank() > 2 || (across != 1 && across != p.columns) || (down != 1 && down != p.rows))
    return call.fault(concat("the addend ", text_of(c.shape()), " doesn't fit ", text_of(p.result)));
  for (std::size_t i = 0; i < result.size(); ++i) {
    const std::size_t row = down == 1 ? 0 : i / p.columns;
    const std::size_t column = across == 1 ? 0 : i % p.columns;
    out[i] += beta * c.data<float>()[row * across + column];
  }
  return Tensors{result};
}

// --- convolution

struct Convolution {
  std::size_t channels = 0;  // of the input, in one group
  std::size_t groups = 1;
  std::int64_t height = 0;
  std::int64_t width = 0;
  std::int64_t kernel_height = 0;
  std::int64_t kernel_width = 0;
  std::int64_t out_height = 0;
  std::int64_t out_width = 0;
  std::vector<std::int64_t> strides{1, 1};
  std::vector<std::int64_t> dilations{1, 1};
  std::vector<std::int64_t> pads{0, 0, 0, 0};  // top, left, bottom, right
};

// The numbers of an attribute, each from `least` to 1000.
Result<void> read_numbers(const Call& call, std::string_view name, std::int64_t least,
                          std::vector<std::int64_t>& numbers) {
  const auto* given = call.integers(name);
  if (!given) return {};
  if (given->size() != numbers.size())
    return call.fault(concat(name, " has ", given->size(), " numbers, expected ", numbers.size()));
  for (const std::int64_t number : *given) {
    if (number < least || number > 1000) return call.fault(concat(name, ": found ", number));
  }
  numbers = *given;
  return {};
}

Result<Convolution> convolution_of(const Call& call) {
  const Shape& in = call[0].shape();
  const Shape& weights = call[1].shape();
  if (in.size() != 4 || weights.size() != 4)
    return call.fault(
        concat("found shapes ", text_of(in), " and ", text_of(weights), ", expected 2-D images"));
  Convolution c;
  const std::int64_t groups = call.integer("group", 1);
  if (groups < 1 || in[1] % groups != 0 || weights[0] % groups != 0 || weights[1] != in[1] / groups)
    return call.fault(
        concat("weights ", text_of(weights), " don't fit ", text_of(in), " in ", groups, " groups"));
  c.groups = as_size(groups);
  c.channels = as_size(weights[1]);
  c.height = in[2];
  c.width = in[3];
  c.kernel_height = weights[2];
  c.kernel_width = weights[3];
  TABIA_TRY_VOID(read_numbers(call, "strides", 1, c.strides));
  TABIA_TRY_VOID(read_numbers(call, "dilations", 1, c.dilations));
  TABIA_TRY_VOID(read_numbers(call, "pads", 0, c.pads));
  const std::int64_t span_y = c.dilations[0] * (c.kernel_height - 1) + 1;
  const std::int64_t span_x = c.dilations[1] * (c.kernel_width - 1) + 1;
  const std::string automatic = call.text("auto_pad", "NOTSET");
  if (automatic == "SAME_UPPER" || automatic == "SAME_LOWER") {
    const std::int64_t more_y =
        std::max<std::int64_t>(0, (c.height - 1) / c.strides[0] * c.strides[0] + span_y - c.height);
    const std::int64_t more_x =
        std::max<std::int64_t>(0, (c.width - 1) / c.strides[1] * c.strides[1] + span_x - c.width);
    const bool lower = automatic == "SAME_LOWER";
    c.pads = {(more_y + lower) / 2, (more_x + lower) / 2, (more_y + !lower) / 2, (more_x + !lower) / 2};
  } else if (automatic != "NOTSET" && automatic != "VALID") {
    return call.fault(concat("auto_pad: found ", base::quoted(automatic)));
  }
  const std::int64_t room_y = c.height + c.pads[0] + c.pads[2] - span_y;
  const std::int64_t room_x = c.width + c.pads[1] + c.pads[3] - span_x;
  if (c.kernel_height < 1 || c.kernel_width < 1 || room_y < 0 || room_x < 0)
    return call.fault(concat("a kernel of ", text_of(weights), " doesn't fit ", text_of(in)));
  c.out_height = room_y / c.strides[0] + 1;
  c.out_width = room_x / c.strides[1] + 1;
  return c;
}

// What the kernel sees, one row for each of its places: channels x kernel rows x kernel columns.
void gather_patches(float* out, const float* image, const Convolution& c) {
  for (std::int64_t y = 0; y < c.out_height; ++y) {
    for (std::int64_t x = 0; x < c.out_width; ++x) {
      for (std::size_t channel = 0; channel < c.channels; ++channel) {
        const float* plane = image + channel * as_size(c.height * c.width);
        for (std::int64_t ky = 0; ky < c.kernel_height; ++ky) {
          const std::int64_t row = y * c.strides[0] - c.pads[0] + ky * c.dilations[0];
          for (std::int64_t kx = 0; kx < c.kernel_width; ++kx) {
            const std::int64_t column = x * c.strides[1] - c.pads[1] + kx * c.dilations[1];
            const bool inside = row >= 0 && row < c.height && column >= 0 && column < c.width;
            *out++ = inside ? plane[row * c.width + column] : 0.0f;
          }
        }
      }
    }
  }
}

Result<Tensors> convolution(const Call& call) {
  for (std::size_t i = 0; i < call.count(); ++i) {
    if (call.has(i)) TABIA_TRY_VOID(call.require_type(i, ElementType::Float));
  }
  TABIA_TRY(const Convolution c, convolution_of(call));
  const std::int64_t batch = call[0].shape()[0];
  const std::int64_t filters = call[1].shape()[0];
  if (call.has(2) && call[2].size() != as_size(filters))
    return call.fault(concat("the bias must have ", filters, " numbers"));
  TABIA_TRY(Tensor result, call.make(ElementType::Float, {batch, filters, c.out_height, c.out_width}));
  const std::size_t places = as_size(c.out_height * c.out_width);
  const std::size_t depth = c.channels * as_size(c.kernel_height * c.kernel_width);
  const std::size_t in_group = as_size(filters) / c.groups;
  TABIA_TRY(Tensor patches, call.make(ElementType::Float,
                                      {static_cast<std::int64_t>(places), static_cast<std::int64_t>(depth)}));
  for (std::size_t b = 0; b < as_size(batch); ++b) {
    for (std::size_t g = 0; g < c.groups; ++g) {
      gather_patches(patches.data<float>(),
                     call[0].data<float>() + (b * c.groups + g) * c.channels * as_size(c.height * c.width),
                     c);
      float* out = result.data<float>() + (b * c.groups + g) * in_group * places;
      const float* weights = call[1].data<float>() + g * in_group * depth;
      multiply_rows(out, weights, patches.data<float>(), in_group, places, depth);
      if (!call.has(2)) continue;
      for (std::size_t i = 0; i < in_group * places; ++i)
        out[i] += call[2].data<float>()[g * in_group + i / places];
    }
  }
  return Tensors{result};
}

}  // namespace

const Operator& transposed_product() noexcept {
  static constexpr Operator kOperator = {"MatMul", 2, 2, product_with_transposed};
  return kOperator;
}

std::vector<Operator> linear_operators() {
  return {{"Conv", 2, 3, convolution},
          {"Gemm", 2, 3, general_product},
          {"MatMul", 2, 2, matrix_product},
          {"MatMulInteger", 2, 4, byte_product}};
}

}  // namespace tabia::onnx
