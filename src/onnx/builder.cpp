#include "onnx/builder.h"

#include "base/text.h"

namespace tabia::onnx {

using base::concat;

Attribute whole(std::string name, std::int64_t number) {
  Attribute attribute;
  attribute.name = std::move(name);
  attribute.kind = AttributeKind::Int;
  attribute.integer = number;
  return attribute;
}

Attribute real(std::string name, float number) {
  Attribute attribute;
  attribute.name = std::move(name);
  attribute.kind = AttributeKind::Float;
  attribute.real = number;
  return attribute;
}

Attribute wholes(std::string name, std::vector<std::int64_t> numbers) {
  Attribute attribute;
  attribute.name = std::move(name);
  attribute.kind = AttributeKind::Ints;
  attribute.integers = std::move(numbers);
  return attribute;
}

Value Builder::input(const std::string& name, ElementType type, std::vector<Dimension> shape,
                     std::string meaning) {
  model_.inputs.push_back({name, type, std::move(shape), std::move(meaning)});
  return name;
}

void Builder::output(const std::string& name, const Value& value, ElementType type,
                     std::vector<Dimension> shape, std::string meaning) {
  model_.nodes.push_back({concat("output/", name), "Identity", {value}, {name}, {}});
  model_.outputs.push_back({name, type, std::move(shape), std::move(meaning)});
}

std::vector<Value> Builder::nodes(const std::string& operation, std::size_t outputs,
                                  std::vector<Value> inputs, std::vector<Attribute> attributes) {
  const std::string name = concat(operation, "_", next_++);
  std::vector<Value> values;
  for (std::size_t i = 0; i < outputs; ++i) values.push_back(outputs == 1 ? name : concat(name, "_", i));
  model_.nodes.push_back({name, operation, std::move(inputs), values, std::move(attributes)});
  return values;
}

Value Builder::node(const std::string& operation, std::vector<Value> inputs,
                    std::vector<Attribute> attributes) {
  return nodes(operation, 1, std::move(inputs), std::move(attributes)).front();
}

Value Builder::constant(std::string_view hint, ElementType type, Shape shape, std::string_view bytes) {
  std::string name = concat("constant/", hint);
  for (const Constant& other : model_.constants) {
    if (other.name == name) {
      name = concat("constant/", hint, "_", next_++);
      break;
    }
  }
  model_.constants.push_back({name, type, std::move(shape), std::string(bytes)});
  return name;
}

Value Builder::shared(ElementType type, Shape shape, std::string_view bytes) {
  const std::string key = concat(name_of(type), text_of(shape), bytes);
  const auto [place, is_new] = shared_.try_emplace(key);
  if (is_new) place->second = constant(concat("number_", next_++), type, std::move(shape), bytes);
  return place->second;
}

}  // namespace tabia::onnx
