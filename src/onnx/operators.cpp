#include "onnx/operators.h"

#include <algorithm>

#include "base/text.h"

namespace tabia::onnx {
namespace {

using base::concat;
using base::Error;
using base::Result;

const std::vector<Operator>& all_operators() {
  static const std::vector<Operator> all = [] {
    std::vector<Operator> list;
    for (const auto& part :
         {elementwise_operators(), shape_operators(), linear_operators(), reducing_operators()})
      list.insert(list.end(), part.begin(), part.end());
    std::sort(list.begin(), list.end(), [](const Operator& a, const Operator& b) { return a.name < b.name; });
    return list;
  }();
  return all;
}

}  // namespace

Tensor::Tensor(ElementType type, Shape shape, Budget* budget) : type_(type), shape_(std::move(shape)) {
  const auto count = elements_of(shape_);
  TABIA_CHECK(count, "the shape of a tensor has a size");
  size_ = *count;
  const std::size_t bytes = size_ * bytes_of(type);
  memory_ = std::make_shared<Memory>();
  memory_->bytes = std::make_unique<std::byte[]>(bytes);
  memory_->size = bytes;
  memory_->budget = budget;
}

Tensor Tensor::reshaped(Shape shape) const {
  Tensor tensor = *this;
  tensor.shape_ = std::move(shape);
  return tensor;
}

Tensor Tensor::copied() const {
  Tensor copy(type_, shape_);
  std::memcpy(copy.bytes(), bytes(), size_ * bytes_of(type_));
  return copy;
}

Tensor tensor_of(const Constant& constant) {
  Tensor tensor(constant.type, constant.shape);
  std::memcpy(tensor.bytes(), constant.bytes.data(), constant.bytes.size());
  if (constant.type == ElementType::Bool)
    std::transform(constant.bytes.begin(), constant.bytes.end(), tensor.data<bool>(),
                   [](char byte) { return byte != 0; });
  return tensor;
}

std::int64_t Call::integer(std::string_view attribute, std::int64_t otherwise) const noexcept {
  const Attribute* found = node_.find(attribute);
  return found && found->kind == AttributeKind::Int ? found->integer : otherwise;
}

float Call::real(std::string_view attribute, float otherwise) const noexcept {
  const Attribute* found = node_.find(attribute);
  return found && found->kind == AttributeKind::Float ? found->real : otherwise;
}

std::string Call::text(std::string_view attribute, std::string otherwise) const {
  const Attribute* found = node_.find(attribute);
  return found && found->kind == AttributeKind::String ? found->text : otherwise;
}

const std::vector<std::int64_t>* Call::integers(std::string_view attribute) const noexcept {
  const Attribute* found = node_.find(attribute);
  return found && found->kind == AttributeKind::Ints ? &found->integers : nullptr;
}

Error Call::fault(std::string_view what) const {
  const std::string& name = !node_.name.empty()      ? node_.name
                            : !node_.outputs.empty() ? node_.outputs.front()
                                                     : node_.operation;
  return Error{concat("node ", base::quoted(name), " (", node_.operation, "): ", what)};
}

Result<Tensor> Call::make(ElementType type, Shape shape) const {
  const auto count = elements_of(shape);
  if (!count) return fault(count.error().message);
  if (!budget_.take(*count * bytes_of(type)))
    return fault(concat("a result of ", name_of(type), text_of(shape), " takes ",
                        *count * bytes_of(type) >> 20, " MiB, which exceeds the memory limit of ",
                        budget_.limit() >> 20, " MiB"));
  return Tensor(type, std::move(shape), &budget_);
}

Result<void> Call::require(std::size_t least, std::size_t most) const {
  if (count() > most) return fault(concat("found ", count(), " inputs, expected at most ", most));
  for (std::size_t i = 0; i < least; ++i) {
    if (!has(i)) return fault(concat("input ", i + 1, " is missing"));
  }
  return {};
}

Result<void> Call::require_type(std::size_t index, ElementType type) const {
  if ((*this)[index].is(type)) return {};
  return fault(
      concat("input ", index + 1, " is ", name_of((*this)[index].type()), ", expected ", name_of(type)));
}

Result<std::size_t> Call::axis(std::int64_t number, std::size_t rank) const {
  const auto size = static_cast<std::int64_t>(rank);
  if (number < -size || number >= size)
    return fault(concat("found axis ", number, ", but the tensor has ", rank, " dimensions"));
  return static_cast<std::size_t>(number < 0 ? number + size : number);
}

Result<std::vector<std::int64_t>> Call::whole_numbers(std::size_t index) const {
  const Tensor& tensor = (*this)[index];
  std::vector<std::int64_t> numbers;
  if (tensor.is(ElementType::Int64)) {
    numbers.assign(tensor.values<std::int64_t>().begin(), tensor.values<std::int64_t>().end());
  } else if (tensor.is(ElementType::Int32)) {
    numbers.assign(tensor.values<std::int32_t>().begin(), tensor.values<std::int32_t>().end());
  } else {
    return fault(concat("input ", index + 1, " is ", name_of(tensor.type()), ", expected int64"));
  }
  return numbers;
}

const Operator* find_operator(std::string_view name) noexcept {
  for (const Operator& candidate : all_operators()) {
    if (candidate.name == name) return &candidate;
  }
  return nullptr;
}

std::string operator_names() {
  std::string text;
  for (const Operator& candidate : all_operators()) text += concat(text.empty() ? "" : ", ", candidate.name);
  return text;
}

}  // namespace tabia::onnx
