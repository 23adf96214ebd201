#if !defined(_WIN32)

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "os/file.h"

namespace tabia::os {
namespace {

template <class Call>
std::ptrdiff_t restarted(const Call& call) {
  for (;;) {
    const auto done = call();
    if (done >= 0 || errno != EINTR) return done;
  }
}

int flags_of(Access access) {
  switch (access) {
    case Access::Read:
      return O_RDONLY;
    case Access::Write:
      return O_WRONLY | O_NOCTTY;
    case Access::CreateNew:
      return O_WRONLY | O_CREAT | O_EXCL;
    case Access::Append:
      return O_WRONLY | O_CREAT | O_APPEND;
    case Access::AppendAndRead:
      return O_RDWR | O_CREAT | O_APPEND;
    case Access::Lock:
      return O_RDWR | O_CREAT;
  }
  return O_RDONLY;
}

FileStatus status_from(const struct stat& found) {
#if defined(__APPLE__)
  const timespec& modified = found.st_mtimespec;
#else
  const timespec& modified = found.st_mtim;
#endif
  return {.kind = S_ISREG(found.st_mode)   ? FileStatus::Kind::File
                  : S_ISDIR(found.st_mode) ? FileStatus::Kind::Folder
                                           : FileStatus::Kind::Other,
          .size = static_cast<std::uint64_t>(found.st_size),
          .modified_ns = std::int64_t{modified.tv_sec} * 1'000'000'000 + modified.tv_nsec,
          .device = static_cast<std::uint64_t>(found.st_dev),
          .number = static_cast<std::uint64_t>(found.st_ino),
          .permissions = static_cast<unsigned>(found.st_mode) & 0777u};
}

}  // namespace

int open_file(const std::string& path, Access access) {
  return ::open(path.c_str(), flags_of(access) | O_CLOEXEC, 0666);
}

bool is_plain_name(std::string_view name) {
  return !name.empty() && name != "." && name != ".." && name.find('/') == std::string_view::npos;
}

std::string temporary_folder() { return "/tmp"; }

int open_temporary(const std::string& folder) {
  std::string name = folder + "/tabia.tmp.XXXXXX";
  const int descriptor = ::mkostemp(name.data(), O_CLOEXEC);
  if (descriptor >= 0) ::unlink(name.c_str());
  return descriptor;
}

int open_folder_lock(const std::string& folder) {
  return ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

bool close_file(int descriptor) noexcept { return ::close(descriptor) == 0; }

std::ptrdiff_t read_some(int descriptor, void* to, std::size_t size) {
  return restarted([&] { return ::read(descriptor, to, size); });
}

std::ptrdiff_t read_at(int descriptor, void* to, std::size_t size, std::uint64_t offset) {
  return restarted([&] { return ::pread(descriptor, to, size, static_cast<off_t>(offset)); });
}

bool write_all(int descriptor, const void* from, std::size_t size) {
  for (std::size_t done = 0; done < size;) {
    const auto written =
        restarted([&] { return ::write(descriptor, static_cast<const char*>(from) + done, size - done); });
    if (written < 0) return false;
    done += static_cast<std::size_t>(written);
  }
  return true;
}

bool write_at(int descriptor, const void* from, std::size_t size, std::uint64_t offset) {
  for (std::size_t done = 0; done < size;) {
    const auto written = restarted([&] {
      return ::pwrite(descriptor, static_cast<const char*>(from) + done, size - done,
                      static_cast<off_t>(offset + done));
    });
    if (written < 0) return false;
    done += static_cast<std::size_t>(written);
  }
  return true;
}

bool cut_file(int descriptor, std::uint64_t size) {
  return ::ftruncate(descriptor, static_cast<off_t>(size)) == 0;
}

bool sync_file(int descriptor) { return ::fsync(descriptor) == 0; }

bool sync_content(int descriptor) {
#if defined(__APPLE__)
  return ::fsync(descriptor) == 0;
#else
  return ::fdatasync(descriptor) == 0;
#endif
}

void sync_folder(const std::string& folder) noexcept {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

std::optional<FileStatus> status_of(const std::string& path) {
  struct stat found {};
  if (::stat(path.c_str(), &found) != 0) return std::nullopt;
  return status_from(found);
}

std::optional<FileStatus> status_of(int descriptor) {
  struct stat found {};
  if (::fstat(descriptor, &found) != 0) return std::nullopt;
  return status_from(found);
}

bool is_program(const std::string& path) {
  const auto status = status_of(path);
  return status && status->kind == FileStatus::Kind::File && ::access(path.c_str(), X_OK) == 0;
}

bool set_permissions(int descriptor, unsigned permissions) noexcept {
  return ::fchmod(descriptor, static_cast<mode_t>(permissions)) == 0;
}

bool replace_file(const std::string& from, const std::string& to) {
  return ::rename(from.c_str(), to.c_str()) == 0;
}

bool remove_file(const std::string& path) noexcept { return ::unlink(path.c_str()) == 0; }

bool try_lock(int descriptor, bool shared) {
  return ::flock(descriptor, (shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0;
}

const char* map_file(int descriptor, std::size_t size) {
  void* const data = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, descriptor, 0);
  return data == MAP_FAILED ? nullptr : static_cast<const char*>(data);
}

void unmap_file(const char* data, std::size_t size) noexcept { ::munmap(const_cast<char*>(data), size); }

int duplicate(int descriptor, int least) { return ::fcntl(descriptor, F_DUPFD_CLOEXEC, least); }

bool redirect(int descriptor, int to) { return ::dup2(to, descriptor) >= 0; }

bool is_terminal(int descriptor) noexcept { return ::isatty(descriptor) != 0; }

int open_nothing() noexcept { return ::open("/dev/null", O_WRONLY | O_CLOEXEC); }

QuietStandardError::QuietStandardError() noexcept {
  const int nothing = open_nothing();
  if (nothing < 0) return;
  kept_ = duplicate(kStandardError);
  if (kept_ >= 0) ::dup2(nothing, kStandardError);
  ::close(nothing);
}

QuietStandardError::~QuietStandardError() {
  if (kept_ < 0) return;
  ::dup2(kept_, kStandardError);
  ::close(kept_);
}

}  // namespace tabia::os

#endif  // !_WIN32
