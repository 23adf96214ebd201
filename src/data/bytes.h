// data/bytes.h: numbers as bytes, least significant first on every machine, and numbers of variable length.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace tabia::data {

template <std::unsigned_integral Number>
void store_little_endian(char* out, Number number) noexcept {
  for (std::size_t i = 0; i < sizeof(Number); ++i) out[i] = static_cast<char>(number >> (8 * i) & 0xFF);
}

template <std::unsigned_integral Number>
[[nodiscard]] Number load_little_endian(const char* in) noexcept {
  Number number = 0;
  for (std::size_t i = 0; i < sizeof(Number); ++i)
    number = static_cast<Number>(number | Number{static_cast<unsigned char>(in[i])} << (8 * i));
  return number;
}

template <std::unsigned_integral Number>
void append_little_endian(std::string& out, Number number) {
  char bytes[sizeof(Number)];
  store_little_endian(bytes, number);
  out.append(bytes, sizeof bytes);
}

// Seven bits a byte, the lowest first; the top bit is set if more bytes follow.
inline void append_varint(std::string& out, std::uint32_t number) {
  while (number >= 0x80) {
    out += static_cast<char>(number | 0x80);
    number >>= 7;
  }
  out += static_cast<char>(number);
}

// Maps signed numbers to unsigned ones so that small magnitudes stay small: 0, -1, 1, -2, ...
[[nodiscard]] constexpr std::uint32_t zigzag(std::int32_t number) noexcept {
  return static_cast<std::uint32_t>(number) << 1 ^ static_cast<std::uint32_t>(number >> 31);
}
[[nodiscard]] constexpr std::int32_t unzigzag(std::uint32_t code) noexcept {
  return static_cast<std::int32_t>(code >> 1 ^ (~(code & 1) + 1));
}

// Takes bytes from the front of a range, never past its end.
class ByteCursor {
 public:
  ByteCursor() = default;
  explicit ByteCursor(std::string_view bytes) noexcept : at_(bytes.data()), end_(at_ + bytes.size()) {}

  [[nodiscard]] std::size_t left() const noexcept { return static_cast<std::size_t>(end_ - at_); }
  // Requires left() > 0.
  std::uint8_t take_byte() noexcept { return static_cast<std::uint8_t>(*at_++); }
  // Requires left() >= size.
  std::string_view take(std::size_t size) noexcept {
    at_ += size;
    return {at_ - size, size};
  }
  // Nothing if the bytes end too early, the number has more than 21 bits, or its encoding is longer than
  // necessary.
  [[nodiscard]] std::optional<std::uint32_t> take_varint() noexcept {
    std::uint32_t number = 0;
    for (int shift = 0; shift < 21; shift += 7) {
      if (at_ == end_) return std::nullopt;
      const std::uint32_t byte = take_byte();
      number |= (byte & 0x7F) << shift;
      if (byte < 0x80) return byte == 0 && shift > 0 ? std::nullopt : std::optional(number);
    }
    return std::nullopt;
  }

 private:
  const char* at_ = nullptr;
  const char* end_ = nullptr;
};

}  // namespace tabia::data
