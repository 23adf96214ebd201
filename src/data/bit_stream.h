// data/bit_stream.h: a stream of bits, the highest bit of a byte first.
#pragma once

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

namespace tabia::data {

// The number of bits needed to tell `count` things apart; 0 for one thing or none.
[[nodiscard]] constexpr int bits_to_choose(unsigned count) noexcept {
  return count <= 1 ? 0 : static_cast<int>(std::bit_width(count - 1));
}

// Reads in bursts: fill(), then at most kSpurt bits. Past the end it reads zeros; is_overrun() says so.
class BitReader {
 public:
  static constexpr int kSpurt = 56;  // bits

  explicit BitReader(std::span<const std::uint8_t> bytes) noexcept : bytes_(bytes) {}

  void fill() noexcept {
    const std::size_t byte = at_ >> 3;
    std::uint64_t next = 0;
    if (byte + sizeof next <= bytes_.size()) {
      std::memcpy(&next, bytes_.data() + byte, sizeof next);
      if constexpr (std::endian::native == std::endian::little) next = __builtin_bswap64(next);
    } else {
      for (std::size_t i = 0; i < sizeof next; ++i) {
        next = next << 8 | (byte + i < bytes_.size() ? bytes_[byte + i] : 0);
      }
    }
    window_ = next << (at_ & 7);
  }

  // Requires 0 to 32 bits, and no more than kSpurt since fill().
  [[nodiscard]] std::uint32_t read(int bits) noexcept {
    assert(bits >= 0 && bits <= 32);
    // Shifted in two steps, because one shift by 64 (for 0 bits) would be undefined.
    const auto value = static_cast<std::uint32_t>(window_ >> 1 >> (63 - bits));
    window_ <<= bits;
    at_ += static_cast<std::size_t>(bits);
    return value;
  }

  [[nodiscard]] bool is_overrun() const noexcept { return at_ > bytes_.size() * 8; }
  // The number of bytes read from, fully or in part.
  [[nodiscard]] std::size_t bytes_used() const noexcept { return (at_ + 7) / 8; }

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;  // bits
  std::uint64_t window_ = 0;
};

// Appends bits to bytes; the last byte is padded with zeros.
class BitWriter {
 public:
  // Writes the lowest `bits` of the value, at most 32; the others must be 0.
  void write(std::uint32_t value, int bits) {
    waiting_ = waiting_ << bits | value;
    for (waiting_bits_ += bits; waiting_bits_ >= 8;) {
      waiting_bits_ -= 8;
      bytes_ += static_cast<char>(waiting_ >> waiting_bits_ & 0xFF);
    }
  }
  // Moves what was written to the end of `out` and starts over.
  void flush_to(std::string& out) {
    if (waiting_bits_ > 0) write(0, 8 - waiting_bits_);
    out += bytes_;
    bytes_.clear();
    waiting_ = 0;
    waiting_bits_ = 0;
  }

 private:
  std::string bytes_;
  std::uint64_t waiting_ = 0;  // the lowest waiting_bits_ of it are not in bytes_ yet
  int waiting_bits_ = 0;
};

}  // namespace tabia::data
