#include "base/protobuf.h"

#include <bit>
#include <optional>

#include "base/text.h"

namespace tabia::base {
namespace {

constexpr int kMostVarintBytes = 10;
constexpr unsigned kKindBits = 3;

// The little-endian number at the beginning of the bytes.
template <class Number>
Number little_endian(std::string_view bytes) {
  Number value = 0;
  for (std::size_t i = sizeof(Number); i-- > 0;)
    value = static_cast<Number>((value << 8) | static_cast<unsigned char>(bytes[i]));
  return value;
}

// Takes a varint off `bytes` at `at`; nothing if it doesn't end in time.
std::optional<std::uint64_t> taken_varint(std::string_view bytes, std::size_t& at) {
  std::uint64_t value = 0;
  for (int i = 0; i < kMostVarintBytes && at < bytes.size(); ++i) {
    const auto byte = static_cast<unsigned char>(bytes[at++]);
    value |= std::uint64_t{byte & 0x7FU} << (7 * i);
    if (byte < 0x80) {
      // The tenth byte has room for one bit.
      if (i == kMostVarintBytes - 1 && byte > 1) return std::nullopt;
      return value;
    }
  }
  return std::nullopt;
}

std::string_view word_of(WireKind kind) {
  switch (kind) {
    case WireKind::Varint:
      return "a whole number";
    case WireKind::Fixed64:
      return "a number of 64 bits";
    case WireKind::Bytes:
      return "a text or message";
    case WireKind::Fixed32:
      return "a number of 32 bits";
  }
  return "?";
}

}  // namespace

Error WireReader::fault(std::string_view what) const {
  return Error{concat(place_.empty() ? "message" : place_, " at byte ", offset(), ": ", what)};
}

bool WireReader::fail(std::string_view what) {
  fault_ = fault(what).message;
  at_ = message_.size();
  return false;
}

bool WireReader::next() {
  if (at_ >= message_.size()) return false;
  begin_ = at_;
  const auto key = taken_varint(message_, at_);
  if (!key) return fail("the number of a field is cut off or too long");
  const std::uint64_t field = *key >> kKindBits;
  constexpr std::uint64_t kMostField = (1U << 29) - 1;
  if (field == 0 || field > kMostField)
    return fail(concat("found field ", field, ", expected 1 to ", kMostField));
  field_ = static_cast<std::uint32_t>(field);
  const auto take_fixed = [&](std::size_t size) {
    if (message_.size() - at_ < size) return fail("a number is cut off");
    number_ = size == 4 ? little_endian<std::uint32_t>(message_.substr(at_))
                        : little_endian<std::uint64_t>(message_.substr(at_));
    at_ += size;
    return true;
  };
  switch (*key & ((1U << kKindBits) - 1)) {
    case 0: {
      kind_ = WireKind::Varint;
      const auto value = taken_varint(message_, at_);
      if (!value) return fail("a whole number is cut off or too long");
      number_ = *value;
      return true;
    }
    case 1:
      kind_ = WireKind::Fixed64;
      return take_fixed(sizeof(std::uint64_t));
    case 2: {
      kind_ = WireKind::Bytes;
      const auto length = taken_varint(message_, at_);
      if (!length) return fail("the length of a field is cut off or too long");
      const std::size_t left = message_.size() - at_;
      if (*length > left)
        return fail(concat("field ", field, " announces ", *length, " bytes, but ", left, " are left"));
      content_ = message_.substr(at_, static_cast<std::size_t>(*length));
      at_ += content_.size();
      return true;
    }
    case 5:
      kind_ = WireKind::Fixed32;
      return take_fixed(sizeof(std::uint32_t));
    default:
      return fail(concat("field ", field, " has kind ", *key & 7, ", expected 0, 1, 2 or 5"));
  }
}

Result<void> WireReader::finish() const {
  if (!fault_.empty()) return Error{fault_};
  return {};
}

Error WireReader::wrong_kind(WireKind expected) const {
  return fault(concat("field ", field_, " is ", word_of(kind_), ", expected ", word_of(expected)));
}

Result<std::uint64_t> WireReader::varint() const {
  if (kind_ != WireKind::Varint) return wrong_kind(WireKind::Varint);
  return number_;
}

Result<std::int64_t> WireReader::integer() const {
  TABIA_TRY(const std::uint64_t value, varint());
  return static_cast<std::int64_t>(value);
}

Result<std::uint32_t> WireReader::fixed32() const {
  if (kind_ != WireKind::Fixed32) return wrong_kind(WireKind::Fixed32);
  return static_cast<std::uint32_t>(number_);
}

Result<float> WireReader::real() const {
  TABIA_TRY(const std::uint32_t bits, fixed32());
  return std::bit_cast<float>(bits);
}

Result<std::string_view> WireReader::bytes() const {
  if (kind_ != WireKind::Bytes) return wrong_kind(WireKind::Bytes);
  return content_;
}

Result<WireReader> WireReader::message(std::string_view name) const {
  TABIA_TRY(const std::string_view content, bytes());
  const auto inside = static_cast<std::size_t>(content.data() - message_.data());
  return WireReader(content, place_.empty() ? std::string(name) : concat(place_, ".", name),
                    origin_ + inside);
}

Result<void> WireReader::append_integers(std::vector<std::int64_t>& values) const {
  if (kind_ == WireKind::Varint) {
    values.push_back(static_cast<std::int64_t>(number_));
    return {};
  }
  TABIA_TRY(const std::string_view content, bytes());
  for (std::size_t at = 0; at < content.size();) {
    const auto value = taken_varint(content, at);
    if (!value) return fault(concat("field ", field_, ": a whole number is cut off or too long"));
    values.push_back(static_cast<std::int64_t>(*value));
  }
  return {};
}

template <class Number>
Result<void> WireReader::append_fixed(std::vector<Number>& values, WireKind kind) const {
  using Bits = std::conditional_t<sizeof(Number) == 4, std::uint32_t, std::uint64_t>;
  if (kind_ == kind) {
    values.push_back(std::bit_cast<Number>(static_cast<Bits>(number_)));
    return {};
  }
  TABIA_TRY(const std::string_view content, bytes());
  if (content.size() % sizeof(Number) != 0)
    return fault(concat("field ", field_, " has ", content.size(),
                        " bytes of numbers, expected a multiple of ", sizeof(Number)));
  for (std::size_t at = 0; at < content.size(); at += sizeof(Number))
    values.push_back(std::bit_cast<Number>(little_endian<Bits>(content.substr(at))));
  return {};
}

Result<void> WireReader::append_reals(std::vector<float>& values) const {
  return append_fixed(values, WireKind::Fixed32);
}

Result<void> WireReader::append_doubles(std::vector<double>& values) const {
  return append_fixed(values, WireKind::Fixed64);
}

// --- writing

void WireWriter::raw_varint(std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) text_ += static_cast<char>((value & 0x7F) | 0x80);
  text_ += static_cast<char>(value);
}

void WireWriter::raw_fixed32(std::uint32_t value) {
  for (int i = 0; i < 4; ++i) text_ += static_cast<char>((value >> (8 * i)) & 0xFF);
}

void WireWriter::key(std::uint32_t field, WireKind kind) {
  raw_varint((std::uint64_t{field} << kKindBits) | static_cast<std::uint64_t>(kind));
}

void WireWriter::varint(std::uint32_t field, std::uint64_t value) {
  key(field, WireKind::Varint);
  raw_varint(value);
}

void WireWriter::real(std::uint32_t field, float value) {
  key(field, WireKind::Fixed32);
  raw_fixed32(std::bit_cast<std::uint32_t>(value));
}

void WireWriter::bytes(std::uint32_t field, std::string_view content) {
  key(field, WireKind::Bytes);
  raw_varint(content.size());
  text_ += content;
}

void WireWriter::integers(std::uint32_t field, const std::vector<std::int64_t>& values) {
  WireWriter packed;
  for (const std::int64_t value : values) packed.raw_varint(static_cast<std::uint64_t>(value));
  bytes(field, packed.text_);
}

void WireWriter::reals(std::uint32_t field, const std::vector<float>& values) {
  WireWriter packed;
  for (const float value : values) packed.raw_fixed32(std::bit_cast<std::uint32_t>(value));
  bytes(field, packed.text_);
}

}  // namespace tabia::base
