#include "onnx/wire.h"

#include <bit>
#include <cstring>

#include "base/text.h"

namespace tabia::onnx {
namespace {

using base::concat;
using base::Result;
using base::WireType;

std::string_view word_of(WireType type) {
  switch (type) {
    case WireType::Varint:
      return "a whole number";
    case WireType::Fixed64:
      return "a number of 64 bits";
    case WireType::Bytes:
      return "a text or message";
    case WireType::Fixed32:
      return "a number of 32 bits";
  }
  return "?";
}

}  // namespace

base::Error WireReader::fault(std::string_view what) const {
  return {concat(place_, " at byte ", reader_.field().offset, ": ", what)};
}

Result<void> WireReader::finish() const {
  if (const auto done = reader_.finish(); !done) return done.error().inside(place_);
  return {};
}

Result<void> WireReader::require(WireType type) const {
  if (reader_.field().type == type) return {};
  return fault(
      concat("field ", field(), " is ", word_of(reader_.field().type), ", expected ", word_of(type)));
}

Result<std::int64_t> WireReader::integer() const {
  TABIA_TRY_VOID(require(WireType::Varint));
  return reader_.field().as_signed();
}

Result<float> WireReader::real() const {
  TABIA_TRY_VOID(require(WireType::Fixed32));
  return reader_.field().as_float();
}

Result<std::string_view> WireReader::bytes() const {
  TABIA_TRY_VOID(require(WireType::Bytes));
  return reader_.field().bytes;
}

Result<std::string> WireReader::text() const {
  TABIA_TRY(const std::string_view content, bytes());
  return std::string(content);
}

Result<WireReader> WireReader::message(std::string_view name) const {
  TABIA_TRY_VOID(require(WireType::Bytes));
  return WireReader(reader_.field(), concat(place_, ".", name));
}

Result<void> WireReader::append_integers(std::vector<std::int64_t>& values) const {
  if (reader_.field().type == WireType::Varint) {
    values.push_back(reader_.field().as_signed());
    return {};
  }
  TABIA_TRY_VOID(require(WireType::Bytes));
  const auto packed = base::packed_varints(reader_.field());
  if (!packed) return fault(packed.error().message);
  for (const std::uint64_t value : *packed) values.push_back(static_cast<std::int64_t>(value));
  return {};
}

template <class Number>
Result<void> WireReader::append_fixed(std::vector<Number>& values, WireType type) const {
  if (reader_.field().type == type) {
    if constexpr (sizeof(Number) == sizeof(float))
      values.push_back(reader_.field().as_float());
    else
      values.push_back(reader_.field().as_double());
    return {};
  }
  TABIA_TRY(const std::string_view content, bytes());
  if (content.size() % sizeof(Number) != 0)
    return fault(concat("field ", field(), " has ", content.size(),
                        " bytes of numbers, expected a multiple of ", sizeof(Number)));
  const std::size_t before = values.size();
  values.resize(before + content.size() / sizeof(Number));
  std::memcpy(values.data() + before, content.data(), content.size());
  return {};
}

Result<void> WireReader::append_reals(std::vector<float>& values) const {
  return append_fixed(values, WireType::Fixed32);
}

Result<void> WireReader::append_doubles(std::vector<double>& values) const {
  return append_fixed(values, WireType::Fixed64);
}

}  // namespace tabia::onnx
