// base/protobuf.h: the wire format of protocol buffers, read strictly and written plainly.
//
// A message is a sequence of fields, each a number and a value of one of four kinds. What a field means is up
// to the caller: nothing here knows a schema.
//
//   WireReader reader(bytes);
//   while (reader.next()) {
//     switch (reader.field()) {
//       case 1: { TABIA_TRY(const std::uint64_t version, reader.varint()); ... }
//       case 7: { TABIA_TRY(WireReader inner, reader.message()); ... }
//       default: break;  // an unknown field is skipped
//     }
//   }
//   TABIA_TRY_VOID(reader.finish());
//
// Every length is checked against what is left before anything is read; values are views into the bytes.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace tabia::base {

enum class WireKind : std::uint8_t { Varint = 0, Fixed64 = 1, Bytes = 2, Fixed32 = 5 };

class WireReader {
 public:
  // `place` is where the message is, for errors: "graph.node". Offsets in errors count from `origin`, the
  // beginning of the file.
  explicit WireReader(std::string_view message, std::string place = {}, std::size_t origin = 0)
      : message_(message), place_(std::move(place)), origin_(origin) {}

  // Moves to the next field and reads its value. False at the end, or at a fault, which finish() tells.
  [[nodiscard]] bool next();
  // Why next() ended before the end of the message, if it did.
  [[nodiscard]] Result<void> finish() const;

  [[nodiscard]] std::uint32_t field() const noexcept { return field_; }
  [[nodiscard]] WireKind kind() const noexcept { return kind_; }
  // Where the field begins, in bytes from the beginning of the file.
  [[nodiscard]] std::size_t offset() const noexcept { return origin_ + begin_; }

  // The value of the field. The error says that the field is of another kind.
  [[nodiscard]] Result<std::uint64_t> varint() const;
  [[nodiscard]] Result<std::int64_t> integer() const;  // int32, int64, enum, bool
  [[nodiscard]] Result<std::uint32_t> fixed32() const;
  [[nodiscard]] Result<float> real() const;
  [[nodiscard]] Result<std::string_view> bytes() const;
  // The field as a message of its own, named `name` in errors.
  [[nodiscard]] Result<WireReader> message(std::string_view name) const;
  // Adds the value, or all values if they are packed into one field.
  [[nodiscard]] Result<void> append_integers(std::vector<std::int64_t>& values) const;
  [[nodiscard]] Result<void> append_reals(std::vector<float>& values) const;
  [[nodiscard]] Result<void> append_doubles(std::vector<double>& values) const;

  // An error about the current field.
  [[nodiscard]] Error fault(std::string_view what) const;

 private:
  [[nodiscard]] bool fail(std::string_view what);
  [[nodiscard]] Error wrong_kind(WireKind expected) const;
  template <class Number>
  [[nodiscard]] Result<void> append_fixed(std::vector<Number>& values, WireKind kind) const;

  std::string_view message_;
  std::string place_;
  std::size_t origin_ = 0;
  std::size_t at_ = 0;     // the next byte
  std::size_t begin_ = 0;  // of the current field
  std::uint32_t field_ = 0;
  WireKind kind_ = WireKind::Varint;
  std::uint64_t number_ = 0;  // Varint, Fixed32, Fixed64
  std::string_view content_;  // Bytes
  std::string fault_;
};

// The fields of a message, one after another.
class WireWriter {
 public:
  void varint(std::uint32_t field, std::uint64_t value);
  void integer(std::uint32_t field, std::int64_t value) { varint(field, static_cast<std::uint64_t>(value)); }
  void real(std::uint32_t field, float value);
  void bytes(std::uint32_t field, std::string_view content);
  void message(std::uint32_t field, const WireWriter& content) { bytes(field, content.text_); }
  // One field of several numbers, packed.
  void integers(std::uint32_t field, const std::vector<std::int64_t>& values);
  void reals(std::uint32_t field, const std::vector<float>& values);

  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  [[nodiscard]] std::string take() && { return std::move(text_); }

 private:
  void key(std::uint32_t field, WireKind kind);
  void raw_varint(std::uint64_t value);
  void raw_fixed32(std::uint32_t value);

  std::string text_;
};

}  // namespace tabia::base
