// onnx/builder.h: builds the graph of a model, node by node.
//
//   Builder graph("mlp");
//   const Value planes = graph.input("planes", ElementType::Float, {{-1, "batch"}, {768, ""}}, "...");
//   const Value sums = graph.node("Gemm", {planes, graph.floats("w", {256, 768}, w)}, {whole("transB", 1)});
//   graph.output("score", graph.node("Relu", {sums}), ElementType::Float, {{-1, "batch"}, {1, ""}}, "...");
//   Model model = std::move(graph).take();
//
// Values are names; nodes are numbered. Nothing is checked here: Program::make (onnx/program.h) does that.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "onnx/model.h"
#include "onnx/tensor.h"

namespace tabia::onnx {

using Value = std::string;

// Attributes.
[[nodiscard]] Attribute whole(std::string name, std::int64_t number);
[[nodiscard]] Attribute real(std::string name, float number);
[[nodiscard]] Attribute wholes(std::string name, std::vector<std::int64_t> numbers);

class Builder {
 public:
  explicit Builder(std::string name) { model_.graph_name = std::move(name); }

  Value input(const std::string& name, ElementType type, std::vector<Dimension> shape, std::string meaning);
  void output(const std::string& name, const Value& value, ElementType type, std::vector<Dimension> shape,
              std::string meaning);
  void metadata(std::string key, std::string value) {
    model_.metadata.emplace_back(std::move(key), std::move(value));
  }
  [[nodiscard]] Model& model() noexcept { return model_; }

  // A node with one output, or with several.
  Value node(const std::string& operation, std::vector<Value> inputs, std::vector<Attribute> attributes = {});
  std::vector<Value> nodes(const std::string& operation, std::size_t outputs, std::vector<Value> inputs,
                           std::vector<Attribute> attributes = {});

  // A constant tensor named after `hint`.
  template <class T>
  Value constant(std::string_view hint, Shape shape, std::span<const T> numbers) {
    return constant(hint, kElementType<T>, std::move(shape),
                    {reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()});
  }
  template <class T>
  Value constant(std::string_view hint, Shape shape, const std::vector<T>& numbers) {
    return constant<T>(hint, std::move(shape), std::span<const T>(numbers));
  }
  // A single number, or a list of whole numbers; equal ones are shared.
  template <class T>
  Value number(T value) {
    return shared(kElementType<T>, {}, {reinterpret_cast<const char*>(&value), sizeof value});
  }
  Value list(const std::vector<std::int64_t>& numbers) {
    return shared(ElementType::Int64, {static_cast<std::int64_t>(numbers.size())},
                  {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(std::int64_t)});
  }
  Value cast(const Value& value, ElementType type) {
    return node("Cast", {value}, {whole("to", static_cast<std::int64_t>(type))});
  }

  [[nodiscard]] Model take() && { return std::move(model_); }

 private:
  Value constant(std::string_view hint, ElementType type, Shape shape, std::string_view bytes);
  Value shared(ElementType type, Shape shape, std::string_view bytes);

  Model model_;
  std::map<std::string, Value> shared_;
  std::size_t next_ = 1;
};

}  // namespace tabia::onnx
