// eval/cache.h: evaluations already computed, by position.
//
// A table of fixed size without locks: a new entry overwrites the old one in its place. Each entry carries a
// check over all of it, so a torn entry is never used. Safe from any number of threads.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "base/score.h"
#include "chess/types.h"

namespace tabia::eval {

class EvaluationCache {
 public:
  // Uses at most this many bytes (but at least one entry).
  explicit EvaluationCache(std::size_t bytes)
      : size_(std::bit_floor(std::max<std::size_t>(bytes / sizeof(Entry), 1))),
        entries_(std::make_unique<Entry[]>(size_)) {}

  [[nodiscard]] std::optional<base::Score> find(chess::Key key) const noexcept {
    const Entry& entry = entries_[key & (size_ - 1)];
    const std::uint64_t content = entry.content.load(std::memory_order_relaxed);
    if ((content & kFilled) == 0 || (entry.check.load(std::memory_order_relaxed) ^ content) != key)
      return std::nullopt;
    return static_cast<base::Score>(static_cast<std::uint32_t>(content));
  }

  void store(chess::Key key, base::Score score) noexcept {
    Entry& entry = entries_[key & (size_ - 1)];
    const std::uint64_t content = kFilled | static_cast<std::uint32_t>(score);
    entry.content.store(content, std::memory_order_relaxed);
    entry.check.store(key ^ content, std::memory_order_relaxed);
  }

  [[nodiscard]] std::size_t bytes() const noexcept { return size_ * sizeof(Entry); }

 private:
  static constexpr std::uint64_t kFilled = std::uint64_t{1} << 63;

  struct Entry {
    std::atomic<std::uint64_t> check{0};  // key xor content
    std::atomic<std::uint64_t> content{0};
  };

  const std::size_t size_;  // a power of two
  std::unique_ptr<Entry[]> entries_;
};

}  // namespace tabia::eval
