// base/hash.h: a fast 64-bit checksum of bytes that arrive piece by piece.
//
// The algorithm is XXH64 with seed 0 (published, with tools in every language: `xxhsum -H64` prints the same
// number), so anyone can check our files. It catches accidents; it doesn't protect against an attacker.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tabia::base {

// Feed it all bytes in any portions, then ask for the value.
class Hash64 {
 public:
  Hash64() noexcept;

  void update(const void* data, std::size_t size) noexcept;
  void update(std::string_view text) noexcept { update(text.data(), text.size()); }
  void update(std::span<const std::byte> bytes) noexcept { update(bytes.data(), bytes.size()); }

  // The hash of everything so far; more may follow.
  [[nodiscard]] std::uint64_t value() const noexcept;

 private:
  static constexpr std::size_t kStripe = 32;  // bytes

  void take_stripe(const unsigned char* stripe) noexcept;

  std::array<std::uint64_t, 4> lanes_;
  std::array<unsigned char, kStripe> pending_{};  // the beginning of the next stripe
  std::size_t pending_size_ = 0;
  std::uint64_t total_ = 0;
};

[[nodiscard]] std::uint64_t hash64(std::string_view bytes) noexcept;

// 16 digits, lower case: "00c0ffee00c0ffee".
[[nodiscard]] std::string hex64(std::uint64_t value);

}  // namespace tabia::base
