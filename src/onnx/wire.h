// onnx/wire.h: fields of protobuf messages (base/protobuf.h) with checked kinds, for messages of a known
// schema.
//
//   WireReader reader(bytes, "model");
//   while (reader.next()) {
//     switch (reader.field()) {
//       case 1: { TABIA_TRY(model.ir_version, reader.integer()); break; }
//       case 7: { TABIA_TRY(WireReader inner, reader.message("graph")); ... }
//       default: break;  // an unknown field is skipped
//     }
//   }
//   TABIA_TRY_VOID(reader.finish());
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/protobuf.h"
#include "base/result.h"

namespace tabia::onnx {

class WireReader {
 public:
  // `place` names the message in errors: "graph.node 3".
  WireReader(std::string_view message, std::string place) : reader_(message), place_(std::move(place)) {}

  // Moves to the next field. False at the end, or at a fault, which finish() returns.
  [[nodiscard]] bool next() { return reader_.next(); }
  [[nodiscard]] base::Result<void> finish() const;
  [[nodiscard]] std::uint32_t field() const noexcept { return reader_.field().number; }

  // The value of the field. Fails if the field is of another kind.
  [[nodiscard]] base::Result<std::int64_t> integer() const;
  [[nodiscard]] base::Result<float> real() const;
  [[nodiscard]] base::Result<std::string_view> bytes() const;
  [[nodiscard]] base::Result<std::string> text() const;
  // The field as a separate message, named `name` in errors.
  [[nodiscard]] base::Result<WireReader> message(std::string_view name) const;
  // Adds the value, or all values if they are packed into one field.
  [[nodiscard]] base::Result<void> append_integers(std::vector<std::int64_t>& values) const;
  [[nodiscard]] base::Result<void> append_reals(std::vector<float>& values) const;
  [[nodiscard]] base::Result<void> append_doubles(std::vector<double>& values) const;

  // An error about the current field.
  [[nodiscard]] base::Error fault(std::string_view what) const;

 private:
  WireReader(const base::ProtobufField& field, std::string place)
      : reader_(field), place_(std::move(place)) {}
  [[nodiscard]] base::Result<void> require(base::WireType type) const;
  template <class Number>
  [[nodiscard]] base::Result<void> append_fixed(std::vector<Number>& values, base::WireType type) const;

  base::ProtobufReader reader_;
  std::string place_;
};

}  // namespace tabia::onnx
