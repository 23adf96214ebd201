// data/spill.h: more bytes than memory holds, sorted into buckets: for shuffling and for finding duplicates.
//
// What doesn't fit is kept in a file without a name (it vanishes with the process, however that ends). One
// file serves all buckets: each keeps a list of its stretches, so there may be thousands of buckets.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace tabia::data {

class Spill {
 public:
  // With more of them, the stretches in the file would be too short for fast reading.
  static constexpr std::size_t kMostBuckets = 4096;

  // Keeps about `memory_bytes` in memory and the rest in `folder`. Requires 1 to kMostBuckets buckets.
  Spill(std::string folder, std::size_t buckets, std::uint64_t memory_bytes);
  ~Spill();
  Spill(const Spill&) = delete;
  Spill& operator=(const Spill&) = delete;

  [[nodiscard]] std::size_t bucket_count() const noexcept { return buckets_.size(); }
  // May be called from any thread. The order of what different threads append is not fixed. The error says
  // why the write failed.
  [[nodiscard]] base::Result<void> append(std::size_t bucket, std::string_view bytes);
  // Bytes appended to the bucket and not taken yet. Don't call it while another thread appends to the bucket.
  [[nodiscard]] std::uint64_t size(std::size_t bucket) const noexcept;
  // All that was appended to the bucket, which is empty after that. May be called from any thread.
  [[nodiscard]] base::Result<std::string> take(std::size_t bucket);

 private:
  struct Stretch {
    std::uint64_t offset;
    std::uint64_t bytes;
  };
  struct Bucket {
    std::mutex mutex;
    std::string buffer;
    std::vector<Stretch> stretches;  // in the file
    std::uint64_t file_bytes = 0;    // in all stretches
  };

  [[nodiscard]] base::Result<void> write_out(Bucket& bucket);
  // Creates the file on the first call, and reserves this many bytes at its end. Returns their offset.
  [[nodiscard]] base::Result<std::uint64_t> room_for(std::uint64_t bytes);
  [[nodiscard]] base::Error fault(std::string_view action) const;

  const std::string folder_;
  const std::size_t buffer_bytes_;
  std::vector<std::unique_ptr<Bucket>> buckets_;
  std::mutex file_mutex_;
  int descriptor_ = -1;
  std::uint64_t file_bytes_ = 0;
};

}  // namespace tabia::data
