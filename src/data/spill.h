// data/spill.h: more bytes than memory holds, sorted into buckets: for shuffling and for finding duplicates.
//
// What does not fit lies in files that have no name (they vanish with the process, whatever ends it).
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
  // Open files are the limit.
  static constexpr std::size_t kMostBuckets = 512;

  // Keeps about `memory_bytes` in memory and the rest in `folder`. Requires 1 to kMostBuckets buckets.
  Spill(std::string folder, std::size_t buckets, std::uint64_t memory_bytes);
  ~Spill();
  Spill(const Spill&) = delete;
  Spill& operator=(const Spill&) = delete;

  [[nodiscard]] std::size_t bucket_count() const noexcept { return buckets_.size(); }
  // From any thread. The order of what different threads append is not fixed. The error says why the disk refuses.
  [[nodiscard]] base::Result<void> append(std::size_t bucket, std::string_view bytes);
  // All that was appended to the bucket, which is empty afterwards. From any thread.
  [[nodiscard]] base::Result<std::string> take(std::size_t bucket);

 private:
  struct Bucket {
    std::mutex mutex;
    std::string buffer;
    int descriptor = -1;
    std::uint64_t file_bytes = 0;
  };

  [[nodiscard]] base::Result<void> write_out(Bucket& bucket);

  const std::string folder_;
  const std::size_t buffer_bytes_;
  std::vector<std::unique_ptr<Bucket>> buckets_;
};

}  // namespace tabia::data
