// onnx/model.h: an ONNX model as data, read from and written to the bytes of a .onnx file.
//
// Only the parts that we use are kept: one graph of nodes, its constants, inputs and outputs, and the text
// pairs of the metadata. Reading is strict: a file that is truncated, damaged, or needs something we don't
// support (subgraphs, functions, external data, other operator domains) is refused, and the error says where.
// docs/formats/onnx.md describes what we write.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace tabia::onnx {

// The element types that we read, with their numbers in ONNX.
enum class ElementType : std::int32_t {
  Float = 1,
  UInt8 = 2,
  Int8 = 3,
  Int16 = 5,
  Int32 = 6,
  Int64 = 7,
  Bool = 9,
  Float16 = 10,
  Double = 11,
};
[[nodiscard]] std::string_view name_of(ElementType type) noexcept;
[[nodiscard]] std::size_t bytes_of(ElementType type) noexcept;

using Shape = std::vector<std::int64_t>;
// "[2, 3]", and with names or "?" for free dimensions.
[[nodiscard]] std::string text_of(const Shape& shape);
// The number of elements; nothing if it overflows or a dimension is negative.
[[nodiscard]] base::Result<std::size_t> elements_of(const Shape& shape);

// A constant: its numbers are little-endian, in row-major order.
struct Constant {
  std::string name;
  ElementType type = ElementType::Float;
  Shape shape;
  std::string bytes;
};

// The kinds of attributes that we read, with their numbers in ONNX.
enum class AttributeKind { Float = 1, Int = 2, String = 3, Tensor = 4, Floats = 6, Ints = 7, Strings = 8 };

struct Attribute {
  std::string name;
  AttributeKind kind = AttributeKind::Int;
  float real = 0;
  std::int64_t integer = 0;
  std::string text;
  Constant tensor;
  std::vector<float> reals;
  std::vector<std::int64_t> integers;
};

struct Node {
  std::string name;
  std::string operation;             // "Conv"
  std::vector<std::string> inputs;   // an empty name is an optional input that isn't given
  std::vector<std::string> outputs;  // the same
  std::vector<Attribute> attributes;

  [[nodiscard]] const Attribute* find(std::string_view attribute) const noexcept;
};

struct Dimension {
  std::int64_t size = -1;  // -1: free
  std::string name;        // of a free dimension; may be empty
};

// An input or output of the graph.
struct ValueInfo {
  std::string name;
  ElementType type = ElementType::Float;
  std::vector<Dimension> shape;
  std::string meaning;

  // Does a tensor of this shape fit? Free dimensions take any size.
  [[nodiscard]] bool accepts(const Shape& found) const noexcept;
  [[nodiscard]] std::string shape_text() const;
};

struct Model {
  std::int64_t ir_version = 8;
  std::int64_t opset = 13;
  std::string producer;
  std::string producer_version;
  std::string meaning;
  std::vector<std::pair<std::string, std::string>> metadata;

  std::string graph_name;
  std::vector<Node> nodes;
  std::vector<Constant> constants;
  std::vector<ValueInfo> inputs;  // without those that are constants
  std::vector<ValueInfo> outputs;

  // The metadata of this name, or nothing.
  [[nodiscard]] const std::string* find_metadata(std::string_view key) const noexcept;
};

// Do the bytes begin like an ONNX model? (There is no magic number: the IR version, then a known field.)
[[nodiscard]] bool looks_like_onnx(std::string_view file) noexcept;

[[nodiscard]] base::Result<Model> read_model(std::string_view file);
[[nodiscard]] std::string write_model(const Model& model);

}  // namespace tabia::onnx
