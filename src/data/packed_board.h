// data/packed_board.h: how several formats pack a board into 24 bytes: a set of occupied squares, and for
// each of them, from a1 to h8, a code of four bits for the piece. What the codes mean depends on the format.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "chess/bitboard.h"

namespace tabia::data {

inline constexpr std::size_t kNibbleBytes = 16;
inline constexpr int kMostPacked = 2 * static_cast<int>(kNibbleBytes);  // pieces

// The number in the bytes, highest byte first or lowest first.
template <class Unsigned>
[[nodiscard]] constexpr Unsigned big_endian(const std::uint8_t* bytes) noexcept {
  Unsigned number = 0;
  for (std::size_t i = 0; i < sizeof(Unsigned); ++i) {
    number = static_cast<Unsigned>(number << 8 | bytes[i]);
  }
  return number;
}
template <class Unsigned>
[[nodiscard]] constexpr Unsigned little_endian(const std::uint8_t* bytes) noexcept {
  Unsigned number = 0;
  for (std::size_t i = sizeof(Unsigned); i-- > 0;) number = static_cast<Unsigned>(number << 8 | bytes[i]);
  return number;
}
template <class Unsigned>
constexpr void put_big_endian(std::uint8_t* bytes, Unsigned number) noexcept {
  for (std::size_t i = 0; i < sizeof(Unsigned); ++i) {
    bytes[i] = static_cast<std::uint8_t>(number >> 8 * (sizeof(Unsigned) - 1 - i));
  }
}
template <class Unsigned>
constexpr void put_little_endian(std::uint8_t* bytes, Unsigned number) noexcept {
  for (std::size_t i = 0; i < sizeof(Unsigned); ++i) bytes[i] = static_cast<std::uint8_t>(number >> 8 * i);
}

// The k-th four bits: the low half of a byte first.
[[nodiscard]] constexpr unsigned nibble_at(const std::uint8_t* nibbles, int k) noexcept {
  return (nibbles[k / 2] >> (k % 2 * 4)) & 15u;
}

// Calls visit(square, four bits) for each occupied square in ascending order. Requires at most kMostPacked.
template <class Visitor>
constexpr void for_each_packed(chess::Bitboard occupied, const std::uint8_t* nibbles, Visitor&& visit) {
  for (int k = 0; occupied; ++k) visit(chess::pop_first(occupied), nibble_at(nibbles, k));
}

// Writes what code_of(square) says for each occupied square, zeros for the rest. Requires at most
// kMostPacked.
template <class CodeOf>
constexpr void pack(chess::Bitboard occupied, std::uint8_t* nibbles, CodeOf&& code_of) {
  for (std::size_t i = 0; i < kNibbleBytes; ++i) nibbles[i] = 0;
  for (int k = 0; occupied; ++k) {
    const unsigned code = code_of(chess::pop_first(occupied));
    nibbles[k / 2] = static_cast<std::uint8_t>(nibbles[k / 2] | code << (k % 2 * 4));
  }
}

// Bytes as text, for streams.
template <std::size_t Size>
[[nodiscard]] std::string_view text_of(const std::array<std::uint8_t, Size>& bytes) noexcept {
  return {reinterpret_cast<const char*>(bytes.data()), Size};
}

}  // namespace tabia::data
