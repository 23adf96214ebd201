#include "data/spill.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "base/text.h"
#include "os/file.h"

namespace tabia::data {

using base::concat;
using base::Error;
using base::Result;

Spill::Spill(std::string folder, std::size_t buckets, std::uint64_t memory_bytes)
    : folder_(std::move(folder)),
      buffer_bytes_(std::max<std::size_t>(memory_bytes / buckets, std::size_t{1} << 12)) {
  for (std::size_t i = 0; i < buckets; ++i) buckets_.push_back(std::make_unique<Bucket>());
}

Spill::~Spill() {
  if (descriptor_ >= 0) os::close_file(descriptor_);
}

Error Spill::fault(std::string_view action) const {
  return Error{concat(folder_, ": can't ", action, " a temporary file: ", std::strerror(errno))};
}

Result<void> Spill::append(std::size_t index, std::string_view bytes) {
  // Reserve immediately instead of growing and copying; memory that is not used yet costs nothing.
  constexpr std::size_t kAtOnce = std::size_t{1} << 20;
  Bucket& bucket = *buckets_[index];
  const std::scoped_lock lock(bucket.mutex);
  if (bucket.buffer.size() + bytes.size() > buffer_bytes_) {
    if (auto written = write_out(bucket); !written) return written;
  }
  if (bucket.buffer.capacity() < std::min(buffer_bytes_, kAtOnce))
    bucket.buffer.reserve(std::min(buffer_bytes_, kAtOnce));
  bucket.buffer += bytes;
  return {};
}

std::uint64_t Spill::size(std::size_t index) const noexcept {
  return buckets_[index]->buffer.size() + buckets_[index]->file_bytes;
}

Result<std::uint64_t> Spill::room_for(std::uint64_t bytes) {
  const std::scoped_lock lock(file_mutex_);
  if (descriptor_ < 0) {
    descriptor_ = os::open_temporary(folder_);
    if (descriptor_ < 0) return fault("make");
  }
  file_bytes_ += bytes;
  return file_bytes_ - bytes;
}

Result<void> Spill::write_out(Bucket& bucket) {
  if (bucket.buffer.empty()) return {};
  const auto offset = room_for(bucket.buffer.size());
  if (!offset) return offset.error();
  if (!os::write_at(descriptor_, bucket.buffer.data(), bucket.buffer.size(), *offset)) return fault("write");
  bucket.stretches.push_back({*offset, bucket.buffer.size()});
  bucket.file_bytes += bucket.buffer.size();
  bucket.buffer.clear();
  return {};
}

Result<std::string> Spill::take(std::size_t index) {
  Bucket& bucket = *buckets_[index];
  const std::scoped_lock lock(bucket.mutex);
  std::string content = std::move(bucket.buffer);
  bucket.buffer = std::string();
  std::size_t filled = content.size();
  content.resize(filled + bucket.file_bytes);
  for (const Stretch& stretch : bucket.stretches) {
    for (std::uint64_t done = 0; done < stretch.bytes;) {
      const auto taken =
          os::read_at(descriptor_, content.data() + filled, stretch.bytes - done, stretch.offset + done);
      if (taken <= 0) return fault("read");
      done += static_cast<std::uint64_t>(taken);
      filled += static_cast<std::size_t>(taken);
    }
  }
  bucket.stretches = {};
  bucket.file_bytes = 0;
  return content;
}

}  // namespace tabia::data
