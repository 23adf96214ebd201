#include "data/file.h"

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/file.h"
#include "base/text.h"
#include "os/file.h"

namespace tabia::data {
namespace {

using base::concat;
using base::Error;
using base::Result;
using base::system_error;

}  // namespace

Result<MappedFile> MappedFile::open(const std::string& path) {
  const int descriptor = os::open_file(path, os::Access::Read);
  if (descriptor < 0) return system_error(path, "open");
  const auto status = os::status_of(descriptor);
  if (!status || status->kind != os::FileStatus::Kind::File) {
    os::close_file(descriptor);
    return Error{concat(path, ": isn't a regular file")};
  }
  const auto size = static_cast<std::size_t>(status->size);
  const char* const data = size == 0 ? nullptr : os::map_file(descriptor, size);
  const int fault = errno;
  os::close_file(descriptor);
  if (size != 0 && data == nullptr) {
    errno = fault;
    return system_error(path, "map into memory");
  }
  return MappedFile(data, size);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

MappedFile::~MappedFile() {
  if (data_) os::unmap_file(data_, size_);
}

}  // namespace tabia::data
