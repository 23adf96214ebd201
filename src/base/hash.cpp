#include "base/hash.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace tabia::base {
namespace {

// The constants of XXH64.
constexpr std::uint64_t kPrime1 = 0x9E3779B185EBCA87u;
constexpr std::uint64_t kPrime2 = 0xC2B2AE3D27D4EB4Fu;
constexpr std::uint64_t kPrime3 = 0x165667B19E3779F9u;
constexpr std::uint64_t kPrime4 = 0x85EBCA77C2B2AE63u;
constexpr std::uint64_t kPrime5 = 0x27D4EB2F165667C5u;

// Little-endian, whatever the machine.
template <int kBytes>
std::uint64_t word_at(const unsigned char* bytes) noexcept {
  std::uint64_t word = 0;
  for (int i = 0; i < kBytes; ++i) word |= static_cast<std::uint64_t>(bytes[i]) << (8 * i);
  return word;
}

constexpr std::uint64_t mixed(std::uint64_t lane, std::uint64_t input) noexcept {
  return std::rotl(lane + input * kPrime2, 31) * kPrime1;
}

}  // namespace

Hash64::Hash64() noexcept : lanes_{kPrime1 + kPrime2, kPrime2, 0, std::uint64_t{0} - kPrime1} {}

void Hash64::take_stripe(const unsigned char* stripe) noexcept {
  for (std::size_t i = 0; i < lanes_.size(); ++i) lanes_[i] = mixed(lanes_[i], word_at<8>(stripe + 8 * i));
}

void Hash64::update(const void* data, std::size_t size) noexcept {
  if (size == 0) return;
  const auto* bytes = static_cast<const unsigned char*>(data);
  total_ += size;
  if (pending_size_ > 0) {
    const std::size_t taken = std::min(size, kStripe - pending_size_);
    std::memcpy(pending_.data() + pending_size_, bytes, taken);
    pending_size_ += taken;
    bytes += taken;
    size -= taken;
    if (pending_size_ < kStripe) return;
    take_stripe(pending_.data());
    pending_size_ = 0;
  }
  for (; size >= kStripe; bytes += kStripe, size -= kStripe) take_stripe(bytes);
  if (size > 0) std::memcpy(pending_.data(), bytes, size);
  pending_size_ = size;
}

std::uint64_t Hash64::value() const noexcept {
  std::uint64_t hash = kPrime5;
  if (total_ >= kStripe) {
    hash = std::rotl(lanes_[0], 1) + std::rotl(lanes_[1], 7) + std::rotl(lanes_[2], 12) +
           std::rotl(lanes_[3], 18);
    for (const std::uint64_t lane : lanes_) hash = (hash ^ mixed(0, lane)) * kPrime1 + kPrime4;
  }
  hash += total_;
  const unsigned char* rest = pending_.data();
  std::size_t left = pending_size_;
  for (; left >= 8; rest += 8, left -= 8) {
    hash = std::rotl(hash ^ mixed(0, word_at<8>(rest)), 27) * kPrime1 + kPrime4;
  }
  if (left >= 4) {
    hash = std::rotl(hash ^ word_at<4>(rest) * kPrime1, 23) * kPrime2 + kPrime3;
    rest += 4;
    left -= 4;
  }
  for (; left > 0; ++rest, --left) hash = std::rotl(hash ^ *rest * kPrime5, 11) * kPrime1;
  hash = (hash ^ (hash >> 33)) * kPrime2;
  hash = (hash ^ (hash >> 29)) * kPrime3;
  return hash ^ (hash >> 32);
}

std::uint64_t hash64(std::string_view bytes) noexcept {
  Hash64 hash;
  hash.update(bytes);
  return hash.value();
}

std::string hex64(std::uint64_t value) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4) text += kDigits[value >> shift & 15];
  return text;
}

}  // namespace tabia::base
