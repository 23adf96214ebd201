#include "base/protobuf.h"

#include <bit>
#include <cstring>

#include "base/text.h"

namespace tabia::base {
namespace {

constexpr std::uint64_t kLargestFieldNumber = (std::uint64_t{1} << 29) - 1;
constexpr unsigned kVarintBits = 64;

}  // namespace

float ProtobufField::as_float() const noexcept {
  return std::bit_cast<float>(static_cast<std::uint32_t>(integer));
}
double ProtobufField::as_double() const noexcept { return std::bit_cast<double>(integer); }

ProtobufReader::ProtobufReader(const ProtobufField& field) noexcept
    : content_(field.bytes), offset_(field.offset) {}

bool ProtobufReader::fail(std::string_view what) {
  error_ = concat("at byte ", offset_ + at_, ": ", what);
  at_ = content_.size();
  return false;
}

bool ProtobufReader::read_varint(std::uint64_t& value) {
  value = 0;
  for (unsigned shift = 0; shift < kVarintBits; shift += 7) {
    if (at_ == content_.size()) return fail("the message is cut off inside a number");
    const auto byte = static_cast<std::uint8_t>(content_[at_++]);
    if (shift == 63 && byte > 1) return fail("found a number of more than 64 bits");
    value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
    if ((byte & 0x80) == 0) return true;
  }
  return fail("found a number of more than 64 bits");
}

bool ProtobufReader::read_fixed(std::size_t bytes, std::uint64_t& value) {
  if (content_.size() - at_ < bytes) return fail("the message is cut off inside a number");
  value = 0;
  for (std::size_t i = 0; i < bytes; ++i)
    value |= static_cast<std::uint64_t>(static_cast<std::uint8_t>(content_[at_ + i])) << (8 * i);
  at_ += bytes;
  return true;
}

bool ProtobufReader::next() {
  if (at_ == content_.size()) return false;
  const std::size_t begin = offset_ + at_;
  std::uint64_t tag = 0;
  if (!read_varint(tag)) return false;
  const std::uint64_t number = tag >> 3;
  if (number == 0 || number > kLargestFieldNumber) return fail(concat("found field number ", number));
  field_ = {};
  field_.offset = begin;
  field_.number = static_cast<std::uint32_t>(number);
  field_.type = static_cast<WireType>(tag & 7);
  switch (field_.type) {
    case WireType::Varint:
      return read_varint(field_.integer);
    case WireType::Fixed64:
      return read_fixed(8, field_.integer);
    case WireType::Fixed32:
      return read_fixed(4, field_.integer);
    case WireType::Bytes: {
      std::uint64_t length = 0;
      if (!read_varint(length)) return false;
      if (length > content_.size() - at_)
        return fail(concat("found a field of ", length, " bytes, but only ", content_.size() - at_,
                           " are left: the file is cut off or damaged"));
      field_.offset = offset_ + at_;
      field_.bytes = content_.substr(at_, length);
      at_ += length;
      return true;
    }
  }
  return fail(concat("found wire type ", tag & 7, ", expected 0, 1, 2 or 5"));
}

Result<void> ProtobufReader::finish() const {
  if (error_.empty()) return {};
  return Error{error_};
}

Result<std::vector<std::uint64_t>> packed_varints(const ProtobufField& field) {
  std::vector<std::uint64_t> numbers;
  std::uint64_t value = 0;
  unsigned shift = 0;
  for (const char c : field.bytes) {
    const auto byte = static_cast<std::uint8_t>(c);
    if (shift > 63 || (shift == 63 && byte > 1))
      return Error{concat("at byte ", field.offset, ": found a number of more than 64 bits")};
    value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
    shift += 7;
    if ((byte & 0x80) != 0) continue;
    numbers.push_back(value);
    value = shift = 0;
  }
  if (shift != 0) return Error{concat("at byte ", field.offset, ": the list is cut off inside a number")};
  return numbers;
}

void ProtobufWriter::append_varint(std::string& text, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) text += static_cast<char>(value | 0x80);
  text += static_cast<char>(value);
}

void ProtobufWriter::tag(std::uint32_t number, WireType type) {
  append_varint(text_, std::uint64_t{number} << 3 | static_cast<std::uint64_t>(type));
}

void ProtobufWriter::varint(std::uint32_t number, std::uint64_t value) {
  tag(number, WireType::Varint);
  append_varint(text_, value);
}

void ProtobufWriter::fixed32(std::uint32_t number, std::uint32_t value) {
  tag(number, WireType::Fixed32);
  for (unsigned i = 0; i < 4; ++i) text_ += static_cast<char>(value >> (8 * i));
}

void ProtobufWriter::number(std::uint32_t number, float value) {
  fixed32(number, std::bit_cast<std::uint32_t>(value));
}

void ProtobufWriter::bytes(std::uint32_t number, std::string_view content) {
  tag(number, WireType::Bytes);
  append_varint(text_, content.size());
  text_ += content;
}

void ProtobufWriter::packed(std::uint32_t number, std::span<const std::int64_t> values) {
  std::string content;
  for (const std::int64_t value : values) append_varint(content, static_cast<std::uint64_t>(value));
  bytes(number, content);
}

}  // namespace tabia::base
