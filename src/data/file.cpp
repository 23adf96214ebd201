#include "data/file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/file.h"
#include "base/text.h"

namespace tabia::data {
namespace {

using base::concat;
using base::Error;
using base::Result;
using base::system_error;

}  // namespace

// --- AppendFile

Result<AppendFile> AppendFile::open(const std::string& path, std::uint64_t keep_bytes) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor < 0) return system_error(path, "open for writing");
  AppendFile file(path, descriptor, keep_bytes);
  const auto size = static_cast<off_t>(keep_bytes);
  if (::ftruncate(descriptor, size) != 0 || ::lseek(descriptor, size, SEEK_SET) != size)
    return system_error(path, "cut to its whole blocks");
  base::sync_folder_of(path);
  return file;
}

AppendFile::AppendFile(std::string path, int descriptor, std::uint64_t size) noexcept
    : path_(std::move(path)), descriptor_(descriptor), size_(size) {}

AppendFile::AppendFile(AppendFile&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)), size_(other.size_) {}

AppendFile& AppendFile::operator=(AppendFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(descriptor_, other.descriptor_);
  std::swap(size_, other.size_);
  return *this;
}

AppendFile::~AppendFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<void> AppendFile::append(std::string_view bytes) {
  if (!base::write_all(descriptor_, bytes)) {
    const Error error = system_error(path_, "write");
    // The end of the file is torn now; the next append must not come after it. If this fails, the reader will
    // notice.
    const auto size = static_cast<off_t>(size_);
    if (::ftruncate(descriptor_, size) == 0) ::lseek(descriptor_, size, SEEK_SET);
    return error;
  }
  size_ += bytes.size();
  return {};
}

Result<void> AppendFile::sync() {
  if (::fdatasync(descriptor_) != 0) return system_error(path_, "write");
  return {};
}

// --- MappedFile

Result<MappedFile> MappedFile::open(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status {};
  if (descriptor < 0) return system_error(path, "open");
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
    ::close(descriptor);
    return Error{concat(path, ": isn't a regular file")};
  }
  const auto size = static_cast<std::size_t>(status.st_size);
  void* data = size == 0 ? nullptr : ::mmap(nullptr, size, PROT_READ, MAP_SHARED, descriptor, 0);
  const int fault = errno;
  ::close(descriptor);
  if (data == MAP_FAILED) {
    errno = fault;
    return system_error(path, "map into memory");
  }
  return MappedFile(static_cast<const char*>(data), size);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

MappedFile::~MappedFile() {
  if (data_) ::munmap(const_cast<char*>(data_), size_);
}

}  // namespace tabia::data
