#include "data/spill.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "base/text.h"

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
  for (const auto& bucket : buckets_) {
    if (bucket->descriptor >= 0) ::close(bucket->descriptor);
  }
}

Result<void> Spill::append(std::size_t index, std::string_view bytes) {
  Bucket& bucket = *buckets_[index];
  const std::scoped_lock lock(bucket.mutex);
  bucket.buffer += bytes;
  return bucket.buffer.size() < buffer_bytes_ ? Result<void>() : write_out(bucket);
}

Result<void> Spill::write_out(Bucket& bucket) {
  const auto fault = [&](std::string_view action) {
    return Error{concat(folder_, ": can't ", action, " a temporary file: ", std::strerror(errno))};
  };
  if (bucket.descriptor < 0) {
    std::string name = folder_ + "/tabia.tmp.XXXXXX";
    bucket.descriptor = ::mkostemp(name.data(), O_CLOEXEC);
    if (bucket.descriptor < 0) return fault("make");
    ::unlink(name.c_str());
  }
  std::string_view rest = bucket.buffer;
  while (!rest.empty()) {
    const auto written = ::write(bucket.descriptor, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return fault("write");
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  bucket.file_bytes += bucket.buffer.size();
  bucket.buffer.clear();
  return {};
}

Result<std::string> Spill::take(std::size_t index) {
  Bucket& bucket = *buckets_[index];
  const std::scoped_lock lock(bucket.mutex);
  std::string content = std::move(bucket.buffer);
  bucket.buffer = std::string();
  if (bucket.descriptor < 0) return content;
  const std::size_t in_memory = content.size();
  content.resize(in_memory + bucket.file_bytes);
  for (std::uint64_t at = 0; at < bucket.file_bytes;) {
    const auto taken = ::pread(bucket.descriptor, content.data() + in_memory + at, bucket.file_bytes - at,
                               static_cast<off_t>(at));
    if (taken < 0 && errno == EINTR) continue;
    if (taken <= 0) return Error{concat(folder_, ": can't read a temporary file: ", std::strerror(errno))};
    at += static_cast<std::uint64_t>(taken);
  }
  ::close(std::exchange(bucket.descriptor, -1));
  bucket.file_bytes = 0;
  return content;
}

}  // namespace tabia::data
