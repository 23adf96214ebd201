#include "onnx/model.h"

#include <array>
#include <cstring>
#include <optional>
#include <unordered_set>

#include "base/protobuf.h"
#include "base/text.h"
#include "onnx/wire.h"

namespace tabia::onnx {
namespace {

using base::concat;
using base::Error;
using base::ProtobufWriter;
using base::Result;

struct TypeName {
  ElementType type;
  std::string_view name;
  std::size_t bytes;
};
constexpr std::array<TypeName, 9> kTypes = {{{ElementType::Float, "float", 4},
                                             {ElementType::UInt8, "uint8", 1},
                                             {ElementType::Int8, "int8", 1},
                                             {ElementType::Int16, "int16", 2},
                                             {ElementType::Int32, "int32", 4},
                                             {ElementType::Int64, "int64", 8},
                                             {ElementType::Bool, "bool", 1},
                                             {ElementType::Float16, "float16", 2},
                                             {ElementType::Double, "double", 8}}};

Result<ElementType> read_type(const WireReader& reader) {
  TABIA_TRY(const std::int64_t number, reader.integer());
  for (const TypeName& entry : kTypes) {
    if (static_cast<std::int64_t>(entry.type) == number) return entry.type;
  }
  return reader.fault(concat("found element type ", number,
                             ", expected float (1), uint8 (2), int8 (3), int16 (5), int32 (6), int64 (7), "
                             "bool (9), float16 (10) or double (11)"));
}

void write_integer(ProtobufWriter& writer, std::uint32_t field, std::int64_t value) {
  writer.varint(field, static_cast<std::uint64_t>(value));
}

// --- tensors

template <class Stored, class Number>
void append_numbers(std::string& bytes, const std::vector<Number>& numbers) {
  for (const Number number : numbers) {
    const auto stored = static_cast<Stored>(number);
    char raw[sizeof(Stored)];
    std::memcpy(raw, &stored, sizeof raw);
    bytes.append(raw, sizeof raw);
  }
}

// What a tensor may contain instead of raw bytes.
struct TypedNumbers {
  std::vector<float> reals;
  std::vector<double> doubles;
  std::vector<std::int64_t> small;  // int32_data: all types of up to 32 bits
  std::vector<std::int64_t> large;  // int64_data
};

std::string bytes_of_numbers(ElementType type, const TypedNumbers& numbers) {
  std::string bytes;
  switch (type) {
    case ElementType::Float:
      append_numbers<float>(bytes, numbers.reals);
      break;
    case ElementType::Double:
      append_numbers<double>(bytes, numbers.doubles);
      break;
    case ElementType::Int64:
      append_numbers<std::int64_t>(bytes, numbers.large);
      break;
    case ElementType::Int32:
      append_numbers<std::int32_t>(bytes, numbers.small);
      break;
    case ElementType::Int16:
    case ElementType::Float16:
      append_numbers<std::uint16_t>(bytes, numbers.small);
      break;
    case ElementType::Int8:
    case ElementType::UInt8:
      append_numbers<std::uint8_t>(bytes, numbers.small);
      break;
    case ElementType::Bool:
      for (const std::int64_t number : numbers.small) bytes += number != 0 ? '\1' : '\0';
      break;
  }
  return bytes;
}

Result<Constant> read_constant(WireReader reader) {
  Constant constant;
  bool has_type = false;
  std::optional<std::string_view> raw;
  TypedNumbers numbers;
  while (reader.next()) {
    switch (reader.field()) {
      case 1:
        TABIA_TRY_VOID(reader.append_integers(constant.shape));
        break;
      case 2: {
        TABIA_TRY(constant.type, read_type(reader));
        has_type = true;
        break;
      }
      case 3:
        return reader.fault("found a tensor in segments, expected a whole one");
      case 4:
        TABIA_TRY_VOID(reader.append_reals(numbers.reals));
        break;
      case 5:
        TABIA_TRY_VOID(reader.append_integers(numbers.small));
        break;
      case 6:
        return reader.fault("found a tensor of texts, expected numbers");
      case 7:
        TABIA_TRY_VOID(reader.append_integers(numbers.large));
        break;
      case 8: {
        TABIA_TRY(constant.name, reader.text());
        break;
      }
      case 9: {
        TABIA_TRY(raw, reader.bytes());
        break;
      }
      case 10:
        TABIA_TRY_VOID(reader.append_doubles(numbers.doubles));
        break;
      case 13:
      case 14: {
        if (reader.field() == 14) {
          TABIA_TRY(const std::int64_t location, reader.integer());
          if (location == 0) break;
        }
        return reader.fault(
            "the numbers of a tensor are in another file (external data); save the model with its weights "
            "inside");
      }
      default:
        break;
    }
  }
  TABIA_TRY_VOID(reader.finish());
  if (!has_type) return reader.fault("a tensor without element type");
  const auto count = elements_of(constant.shape);
  if (!count)
    return reader.fault(concat("tensor ", base::quoted(constant.name), ": ", count.error().message));
  constant.bytes = raw ? std::string(*raw) : bytes_of_numbers(constant.type, numbers);
  if (constant.bytes.size() / bytes_of(constant.type) != *count ||
      constant.bytes.size() % bytes_of(constant.type) != 0)
    return reader.fault(concat("tensor ", base::quoted(constant.name), " of ", name_of(constant.type),
                               text_of(constant.shape), " has ", constant.bytes.size(), " bytes, expected ",
                               *count, " numbers of ", bytes_of(constant.type), " bytes"));
  return constant;
}

ProtobufWriter written(const Constant& constant) {
  ProtobufWriter writer;
  if (!constant.shape.empty()) writer.packed(1, constant.shape);
  write_integer(writer, 2, static_cast<std::int64_t>(constant.type));
  if (!constant.name.empty()) writer.bytes(8, constant.name);
  writer.bytes(9, constant.bytes);
  return writer;
}

// --- attributes and nodes

Result<Attribute> read_attribute(WireReader reader) {
  Attribute attribute;
  std::int64_t kind = 0;
  while (reader.next()) {
    switch (reader.field()) {
      case 1: {
        TABIA_TRY(attribute.name, reader.text());
        break;
      }
      case 2: {
        TABIA_TRY(attribute.real, reader.real());
        break;
      }
      case 3: {
        TABIA_TRY(attribute.integer, reader.integer());
        break;
      }
      case 4: {
        TABIA_TRY(attribute.text, reader.text());
        break;
      }
      case 5: {
        TABIA_TRY(WireReader tensor, reader.message("tensor"));
        TABIA_TRY(attribute.tensor, read_constant(std::move(tensor)));
        break;
      }
      case 7:
        TABIA_TRY_VOID(reader.append_reals(attribute.reals));
        break;
      case 8:
        TABIA_TRY_VOID(reader.append_integers(attribute.integers));
        break;
      case 6:
      case 11:
        return reader.fault("found a graph inside a node (If, Loop, Scan), which isn't supported");
      case 20: {
        TABIA_TRY(kind, reader.integer());
        break;
      }
      default:
        break;
    }
  }
  TABIA_TRY_VOID(reader.finish());
  switch (kind) {
    case 1:
    case 2:
    case 3:
    case 4:
    case 6:
    case 7:
    case 8:
      attribute.kind = static_cast<AttributeKind>(kind);
      return attribute;
    default:
      return reader.fault(concat("attribute ", base::quoted(attribute.name), " has kind ", kind,
                                 ", expected 1 to 4 or 6 to 8"));
  }
}

ProtobufWriter written(const Attribute& attribute) {
  ProtobufWriter writer;
  writer.bytes(1, attribute.name);
  switch (attribute.kind) {
    case AttributeKind::Float:
      writer.number(2, attribute.real);
      break;
    case AttributeKind::Int:
      write_integer(writer, 3, attribute.integer);
      break;
    case AttributeKind::String:
      writer.bytes(4, attribute.text);
      break;
    case AttributeKind::Tensor:
      writer.message(5, written(attribute.tensor));
      break;
    case AttributeKind::Floats:
      writer.bytes(
          7, {reinterpret_cast<const char*>(attribute.reals.data()), attribute.reals.size() * sizeof(float)});
      break;
    case AttributeKind::Ints:
      writer.packed(8, attribute.integers);
      break;
    case AttributeKind::Strings:
      break;
  }
  write_integer(writer, 20, static_cast<std::int64_t>(attribute.kind));
  return writer;
}

Result<Node> read_node(WireReader reader) {
  Node node;
  while (reader.next()) {
    switch (reader.field()) {
      case 1: {
        TABIA_TRY(node.inputs.emplace_back(), reader.text());
        break;
      }
      case 2: {
        TABIA_TRY(node.outputs.emplace_back(), reader.text());
        break;
      }
      case 3: {
        TABIA_TRY(node.name, reader.text());
        break;
      }
      case 4: {
        TABIA_TRY(node.operation, reader.text());
        break;
      }
      case 5: {
        TABIA_TRY(WireReader attribute, reader.message("attribute"));
        TABIA_TRY(node.attributes.emplace_back(), read_attribute(std::move(attribute)));
        break;
      }
      case 7: {
        TABIA_TRY(const std::string domain, reader.text());
        if (!domain.empty() && domain != "ai.onnx")
          return reader.fault(concat("found operator ", base::quoted(node.operation), " of domain ",
                                     base::quoted(domain), ", expected ONNX's own"));
        break;
      }
      default:
        break;
    }
  }
  TABIA_TRY_VOID(reader.finish());
  if (node.operation.empty()) return reader.fault("a node without operator");
  return node;
}

ProtobufWriter written(const Node& node) {
  ProtobufWriter writer;
  for (const std::string& input : node.inputs) writer.bytes(1, input);
  for (const std::string& output : node.outputs) writer.bytes(2, output);
  writer.bytes(3, node.name);
  writer.bytes(4, node.operation);
  for (const Attribute& attribute : node.attributes) writer.message(5, written(attribute));
  return writer;
}

// --- inputs and outputs

Result<Dimension> read_dimension(WireReader reader) {
  Dimension dimension;
  while (reader.next()) {
    if (reader.field() == 1) {
      TABIA_TRY(dimension.size, reader.integer());
      if (dimension.size < 0) return reader.fault(concat("found a dimension of ", dimension.size));
    } else if (reader.field() == 2) {
      TABIA_TRY(dimension.name, reader.text());
    }
  }
  TABIA_TRY_VOID(reader.finish());
  return dimension;
}

// Of TypeProto.Tensor.
Result<void> read_tensor_type(WireReader reader, ValueInfo& value) {
  while (reader.next()) {
    if (reader.field() == 1) {
      TABIA_TRY(value.type, read_type(reader));
    } else if (reader.field() == 2) {
      TABIA_TRY(WireReader shape, reader.message("shape"));
      while (shape.next()) {
        if (shape.field() != 1) continue;
        TABIA_TRY(WireReader dimension, shape.message("dim"));
        TABIA_TRY(value.shape.emplace_back(), read_dimension(std::move(dimension)));
      }
      TABIA_TRY_VOID(shape.finish());
    }
  }
  return reader.finish();
}

Result<ValueInfo> read_value(WireReader reader) {
  ValueInfo value;
  bool is_tensor = false;
  while (reader.next()) {
    if (reader.field() == 1) {
      TABIA_TRY(value.name, reader.text());
    } else if (reader.field() == 3) {
      TABIA_TRY(value.meaning, reader.text());
    } else if (reader.field() == 2) {
      TABIA_TRY(WireReader type, reader.message("type"));
      while (type.next()) {
        if (type.field() != 1) continue;
        TABIA_TRY(WireReader tensor, type.message("tensor"));
        TABIA_TRY_VOID(read_tensor_type(std::move(tensor), value));
        is_tensor = true;
      }
      TABIA_TRY_VOID(type.finish());
    }
  }
  TABIA_TRY_VOID(reader.finish());
  if (!is_tensor)
    return reader.fault(
        concat(base::quoted(value.name), " is not a tensor; sequences and maps aren't supported"));
  return value;
}

ProtobufWriter written(const ValueInfo& value) {
  ProtobufWriter shape;
  for (const Dimension& dimension : value.shape) {
    ProtobufWriter item;
    if (dimension.size >= 0) write_integer(item, 1, dimension.size);
    if (dimension.size < 0 && !dimension.name.empty()) item.bytes(2, dimension.name);
    shape.message(1, item);
  }
  ProtobufWriter tensor;
  write_integer(tensor, 1, static_cast<std::int64_t>(value.type));
  tensor.message(2, shape);
  ProtobufWriter type;
  type.message(1, tensor);
  ProtobufWriter writer;
  writer.bytes(1, value.name);
  writer.message(2, type);
  if (!value.meaning.empty()) writer.bytes(3, value.meaning);
  return writer;
}

// --- graph and model

Result<void> read_graph(WireReader reader, Model& model) {
  while (reader.next()) {
    switch (reader.field()) {
      case 1: {
        TABIA_TRY(WireReader node, reader.message(concat("node ", model.nodes.size())));
        TABIA_TRY(model.nodes.emplace_back(), read_node(std::move(node)));
        break;
      }
      case 2: {
        TABIA_TRY(model.graph_name, reader.text());
        break;
      }
      case 5: {
        TABIA_TRY(WireReader constant, reader.message(concat("initializer ", model.constants.size())));
        TABIA_TRY(model.constants.emplace_back(), read_constant(std::move(constant)));
        break;
      }
      case 11: {
        TABIA_TRY(WireReader input, reader.message(concat("input ", model.inputs.size())));
        TABIA_TRY(model.inputs.emplace_back(), read_value(std::move(input)));
        break;
      }
      case 12: {
        TABIA_TRY(WireReader output, reader.message(concat("output ", model.outputs.size())));
        TABIA_TRY(model.outputs.emplace_back(), read_value(std::move(output)));
        break;
      }
      case 15:
        return reader.fault("found a sparse constant, which isn't supported");
      default:
        break;
    }
  }
  return reader.finish();
}

ProtobufWriter written_graph(const Model& model) {
  ProtobufWriter writer;
  for (const Node& node : model.nodes) writer.message(1, written(node));
  writer.bytes(2, model.graph_name);
  for (const Constant& constant : model.constants) writer.message(5, written(constant));
  for (const ValueInfo& input : model.inputs) writer.message(11, written(input));
  for (const ValueInfo& output : model.outputs) writer.message(12, written(output));
  return writer;
}

// A pair of two texts, or of a text and a number, in fields 1 and 2.
Result<std::pair<std::string, std::string>> read_pair(WireReader reader) {
  std::pair<std::string, std::string> pair;
  while (reader.next()) {
    if (reader.field() == 1) {
      TABIA_TRY(pair.first, reader.text());
    } else if (reader.field() == 2) {
      TABIA_TRY(pair.second, reader.text());
    }
  }
  TABIA_TRY_VOID(reader.finish());
  return pair;
}

Result<void> read_opset(WireReader reader, Model& model) {
  std::string domain;
  std::int64_t version = 0;
  while (reader.next()) {
    if (reader.field() == 1) {
      TABIA_TRY(domain, reader.text());
    } else if (reader.field() == 2) {
      TABIA_TRY(version, reader.integer());
    }
  }
  TABIA_TRY_VOID(reader.finish());
  if (domain.empty() || domain == "ai.onnx") model.opset = version;
  return {};
}

// In old models every constant is also an input, with its value as default.
void drop_constants_from_inputs(Model& model) {
  std::unordered_set<std::string_view> names;
  for (const Constant& constant : model.constants) names.insert(constant.name);
  std::erase_if(model.inputs, [&](const ValueInfo& input) { return names.contains(input.name); });
}

}  // namespace

std::string_view name_of(ElementType type) noexcept {
  for (const TypeName& entry : kTypes) {
    if (entry.type == type) return entry.name;
  }
  return "?";
}

std::size_t bytes_of(ElementType type) noexcept {
  for (const TypeName& entry : kTypes) {
    if (entry.type == type) return entry.bytes;
  }
  return 1;
}

std::string text_of(const Shape& shape) {
  std::string text = "[";
  for (std::size_t i = 0; i < shape.size(); ++i) text += concat(i == 0 ? "" : ", ", shape[i]);
  return text + "]";
}

Result<std::size_t> elements_of(const Shape& shape) {
  constexpr std::int64_t kMost = std::int64_t{1} << 40;
  std::int64_t count = 1;
  for (const std::int64_t size : shape) {
    if (size < 0) return Error{concat("found shape ", text_of(shape), ", expected no negative dimension")};
    if (size != 0 && count > kMost / size)
      return Error{concat("shape ", text_of(shape), " has too many elements")};
    count *= size;
  }
  return static_cast<std::size_t>(count);
}

const Attribute* Node::find(std::string_view attribute) const noexcept {
  for (const Attribute& candidate : attributes) {
    if (candidate.name == attribute) return &candidate;
  }
  return nullptr;
}

bool ValueInfo::accepts(const Shape& found) const noexcept {
  if (found.size() != shape.size()) return false;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (shape[i].size >= 0 && shape[i].size != found[i]) return false;
  }
  return true;
}

std::string ValueInfo::shape_text() const {
  std::string text = "[";
  for (std::size_t i = 0; i < shape.size(); ++i) {
    text += i == 0 ? "" : ", ";
    text += shape[i].size >= 0 ? std::to_string(shape[i].size) : shape[i].name.empty() ? "?" : shape[i].name;
  }
  return text + "]";
}

const std::string* Model::find_metadata(std::string_view key) const noexcept {
  for (const auto& [name, value] : metadata) {
    if (name == key) return &value;
  }
  return nullptr;
}

bool looks_like_onnx(std::string_view file) noexcept {
  // Field 1, a small whole number, then a text (2 to 6), a message (7, 8) or a number (5).
  if (file.size() < 4 || file[0] != 0x08) return false;
  const auto version = static_cast<unsigned char>(file[1]);
  const auto next = static_cast<unsigned char>(file[2]);
  constexpr unsigned kMostVersion = 64;
  if (version == 0 || version > kMostVersion) return false;
  return next == 0x12 || next == 0x1A || next == 0x22 || next == 0x28 || next == 0x32 || next == 0x3A ||
         next == 0x42;
}

Result<Model> read_model(std::string_view file) {
  if (!looks_like_onnx(file)) return Error{"found no ONNX model: it begins with its IR version"};
  Model model;
  bool has_graph = false;
  bool has_opset = false;
  WireReader reader(file, "model");
  while (reader.next()) {
    switch (reader.field()) {
      case 1: {
        TABIA_TRY(model.ir_version, reader.integer());
        break;
      }
      case 2: {
        TABIA_TRY(model.producer, reader.text());
        break;
      }
      case 3: {
        TABIA_TRY(model.producer_version, reader.text());
        break;
      }
      case 6: {
        TABIA_TRY(model.meaning, reader.text());
        break;
      }
      case 7: {
        if (has_graph) return reader.fault("found a second graph");
        has_graph = true;
        TABIA_TRY(WireReader graph, reader.message("graph"));
        TABIA_TRY_VOID(read_graph(std::move(graph), model));
        break;
      }
      case 8: {
        TABIA_TRY(WireReader opset, reader.message("opset_import"));
        TABIA_TRY_VOID(read_opset(std::move(opset), model));
        has_opset = true;
        break;
      }
      case 14: {
        TABIA_TRY(WireReader pair, reader.message("metadata_props"));
        TABIA_TRY(model.metadata.emplace_back(), read_pair(std::move(pair)));
        break;
      }
      case 25:
        return reader.fault("found a function, which isn't supported");
      default:
        break;
    }
  }
  TABIA_TRY_VOID(reader.finish());
  if (!has_graph) return Error{"the model has no graph"};
  if (!has_opset) return Error{"the model doesn't say its operator set (opset_import)"};
  drop_constants_from_inputs(model);
  if (model.inputs.empty()) return Error{"the graph has no input"};
  if (model.outputs.empty()) return Error{"the graph has no output"};
  return model;
}

std::string write_model(const Model& model) {
  ProtobufWriter opset;
  opset.bytes(1, "");
  write_integer(opset, 2, model.opset);
  ProtobufWriter writer;
  write_integer(writer, 1, model.ir_version);
  writer.bytes(2, model.producer);
  writer.bytes(3, model.producer_version);
  if (!model.meaning.empty()) writer.bytes(6, model.meaning);
  writer.message(7, written_graph(model));
  writer.message(8, opset);
  for (const auto& [key, value] : model.metadata) {
    ProtobufWriter pair;
    pair.bytes(1, key);
    pair.bytes(2, value);
    writer.message(14, pair);
  }
  return std::move(writer).text();
}

}  // namespace tabia::onnx
