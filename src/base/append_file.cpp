#include "base/append_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "base/file.h"
#include "base/file_lock.h"
#include "base/text.h"
#include "os/file.h"

namespace tabia::base {
namespace {

Error append_error(const std::string& path, std::string_view action) {
  return Error{concat(path, ": can't ", action, ": ", std::strerror(errno)), ErrorKind::Failed};
}

}  // namespace

Result<AppendFile> AppendFile::open(const std::string& path) {
  std::error_code ignored;  // opening the file will show what is wrong with the folder
  const auto folder = std::filesystem::path(path).parent_path();
  if (!folder.empty()) std::filesystem::create_directories(folder, ignored);
  const int descriptor = os::open_file(path, os::Access::AppendAndRead);
  if (descriptor < 0) return append_error(path, "open for writing");
  sync_folder_of(path);
  return AppendFile(path, descriptor);
}

AppendFile::AppendFile(std::string path, int descriptor) noexcept
    : path_(std::move(path)), descriptor_(descriptor) {}

AppendFile::AppendFile(AppendFile&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

AppendFile& AppendFile::operator=(AppendFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

AppendFile::~AppendFile() {
  if (descriptor_ >= 0) os::close_file(descriptor_);
}

bool AppendFile::lock() { return lock_exclusively(descriptor_); }

Result<std::string> AppendFile::content() const {
  std::string content;
  char buffer[1 << 16];
  for (;;) {
    const auto got = os::read_at(descriptor_, buffer, sizeof buffer, content.size());
    if (got < 0) return append_error(path_, "read");
    if (got == 0) return content;
    content.append(buffer, static_cast<std::size_t>(got));
  }
}

Result<void> AppendFile::cut(std::uint64_t bytes) {
  if (!os::cut_file(descriptor_, bytes)) return append_error(path_, "cut off the end");
  return {};
}

Result<void> AppendFile::append(std::string_view bytes) {
  const std::uint64_t before = size();
  if (write_all(descriptor_, bytes)) return {};
  const Error error = append_error(path_, "write");
  static_cast<void>(cut(before));  // what follows must not come after a torn end; readers notice one
  return error;
}

Result<void> AppendFile::sync() {
  // Not every file system can.
  if (!os::sync_content(descriptor_) && errno != EINVAL && errno != EROFS) return append_error(path_, "sync");
  return {};
}

std::uint64_t AppendFile::size() const {
  const auto status = os::status_of(descriptor_);
  return status ? status->size : 0;
}

}  // namespace tabia::base
