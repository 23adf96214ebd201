// onnx/operators.h: the operators that we run, as a table of functions by name.
//
// The list is closed (docs/formats/onnx.md): a model with any other operator is refused by name. Each
// operator checks the types and shapes of its inputs, and the memory limit before it allocates.
#pragma once

#include <string_view>
#include <vector>

#include "base/result.h"
#include "onnx/model.h"
#include "onnx/tensor.h"

namespace tabia::onnx {

using Tensors = std::vector<Tensor>;

// One application of an operator.
class Call {
 public:
  Call(const Node& node, std::vector<const Tensor*> inputs, Budget& budget, std::int64_t opset)
      : node_(node), inputs_(std::move(inputs)), budget_(budget), opset_(opset) {}

  [[nodiscard]] const Node& node() const noexcept { return node_; }
  [[nodiscard]] std::int64_t opset() const noexcept { return opset_; }
  [[nodiscard]] std::size_t count() const noexcept { return inputs_.size(); }
  [[nodiscard]] bool has(std::size_t index) const noexcept {
    return index < inputs_.size() && inputs_[index] != nullptr;
  }
  // Requires has(index).
  [[nodiscard]] const Tensor& operator[](std::size_t index) const noexcept { return *inputs_[index]; }

  [[nodiscard]] std::int64_t integer(std::string_view attribute, std::int64_t otherwise) const noexcept;
  [[nodiscard]] float real(std::string_view attribute, float otherwise) const noexcept;
  [[nodiscard]] std::string text(std::string_view attribute, std::string otherwise) const;
  // Null if the attribute isn't given.
  [[nodiscard]] const std::vector<std::int64_t>* integers(std::string_view attribute) const noexcept;

  // A new tensor; fails if that would exceed the memory limit.
  [[nodiscard]] base::Result<Tensor> make(ElementType type, Shape shape) const;
  // All inputs but those named optional must be there, all of the given type.
  [[nodiscard]] base::Result<void> require(std::size_t least, std::size_t most) const;
  [[nodiscard]] base::Result<void> require_type(std::size_t index, ElementType type) const;
  [[nodiscard]] base::Error fault(std::string_view what) const;
  // Turns an axis that may count from the end into an index below `rank`.
  [[nodiscard]] base::Result<std::size_t> axis(std::int64_t number, std::size_t rank) const;
  // A list of whole numbers: an input (from about opset 13) or an attribute (before); null if not given.
  [[nodiscard]] base::Result<std::vector<std::int64_t>> whole_numbers(std::size_t index) const;

 private:
  const Node& node_;
  std::vector<const Tensor*> inputs_;
  Budget& budget_;
  std::int64_t opset_;
};

using Function = base::Result<Tensors> (*)(const Call& call);

struct Operator {
  std::string_view name;
  std::size_t least_inputs;
  std::size_t most_inputs;
  Function run;
};

// Null if there is no such operator.
[[nodiscard]] const Operator* find_operator(std::string_view name) noexcept;
// "Abs, Add, ...", for messages and docs.
[[nodiscard]] std::string operator_names();

// A matrix product whose second factor, a matrix of floats, is already transposed. A program turns MatMul
// with a constant into this; files can't name it.
[[nodiscard]] const Operator& transposed_product() noexcept;

[[nodiscard]] inline std::size_t as_size(std::int64_t number) noexcept {
  return static_cast<std::size_t>(number);
}
// The product of the dimensions from `begin` to before `end`.
[[nodiscard]] inline std::size_t extent(const Shape& shape, std::size_t begin, std::size_t end) noexcept {
  std::size_t product = 1;
  for (std::size_t i = begin; i < end; ++i) product *= as_size(shape[i]);
  return product;
}
// The tensor of a constant.
[[nodiscard]] Tensor tensor_of(const Constant& constant);

// The rows of the table, by kind.
[[nodiscard]] std::vector<Operator> elementwise_operators();
[[nodiscard]] std::vector<Operator> shape_operators();
[[nodiscard]] std::vector<Operator> linear_operators();
[[nodiscard]] std::vector<Operator> reducing_operators();

}  // namespace tabia::onnx
