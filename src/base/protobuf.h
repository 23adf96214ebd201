// base/protobuf.h: the wire format of Protocol Buffers, read strictly and written: fields, no schema.
//
// A message is a list of fields, each with a number and one of four kinds of content. The meaning of the
// numbers is up to the caller (lc0's networks, ONNX).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace tabia::base {

enum class WireType : std::uint8_t { Varint = 0, Fixed64 = 1, Bytes = 2, Fixed32 = 5 };

struct ProtobufField {
  std::uint32_t number = 0;
  WireType type = WireType::Varint;
  std::uint64_t integer = 0;  // Varint, Fixed64, Fixed32
  std::string_view bytes;     // Bytes: a text, packed numbers, or a message
  std::size_t offset = 0;     // in the file, for messages: of the field, or for Bytes of its content

  [[nodiscard]] std::int64_t as_signed() const noexcept { return static_cast<std::int64_t>(integer); }
  [[nodiscard]] float as_float() const noexcept;    // Fixed32
  [[nodiscard]] double as_double() const noexcept;  // Fixed64
};

// The fields of one message, one after another. `content` must outlive it and the fields.
//   ProtobufReader reader(file);
//   while (reader.next()) use(reader.field());
//   TABIA_TRY_VOID(reader.finish());
class ProtobufReader {
 public:
  // `offset` is where the content begins in its file; errors count from there.
  explicit ProtobufReader(std::string_view content, std::size_t offset = 0) noexcept
      : content_(content), offset_(offset) {}
  // The message in a field of type Bytes.
  explicit ProtobufReader(const ProtobufField& field) noexcept;

  // Reads the next field; false at the end or if the bytes make no sense.
  [[nodiscard]] bool next();
  [[nodiscard]] const ProtobufField& field() const noexcept { return field_; }
  // Why next() returned false: the end, or the fault and its place.
  [[nodiscard]] Result<void> finish() const;

 private:
  [[nodiscard]] bool fail(std::string_view what);
  [[nodiscard]] bool read_varint(std::uint64_t& value);
  [[nodiscard]] bool read_fixed(std::size_t bytes, std::uint64_t& value);

  std::string_view content_;
  std::size_t offset_ = 0;
  std::size_t at_ = 0;
  ProtobufField field_;
  std::string error_;
};

// Numbers of a repeated field in packed form.
[[nodiscard]] Result<std::vector<std::uint64_t>> packed_varints(const ProtobufField& field);

// Builds a message.
class ProtobufWriter {
 public:
  void varint(std::uint32_t number, std::uint64_t value);
  void fixed32(std::uint32_t number, std::uint32_t value);
  void number(std::uint32_t number, float value);
  void bytes(std::uint32_t number, std::string_view content);
  void message(std::uint32_t number, const ProtobufWriter& inner) { bytes(number, inner.text_); }
  void packed(std::uint32_t number, std::span<const std::int64_t> values);

  [[nodiscard]] const std::string& text() const& noexcept { return text_; }
  [[nodiscard]] std::string text() && noexcept { return std::move(text_); }

 private:
  void tag(std::uint32_t number, WireType type);
  static void append_varint(std::string& text, std::uint64_t value);

  std::string text_;
};

}  // namespace tabia::base
