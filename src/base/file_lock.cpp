#include "base/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "base/text.h"

namespace tabia::base {

namespace {

bool lock(int descriptor, LockKind kind) {
  const int operation = kind == LockKind::Shared ? LOCK_SH : LOCK_EX;
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(2);
  while (::flock(descriptor, operation | LOCK_NB) != 0) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return true;
}

}  // namespace

bool lock_exclusively(int descriptor) { return lock(descriptor, LockKind::Exclusive); }

Result<FolderLock> FolderLock::take(const std::string& folder, LockKind kind) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return Error{concat(folder, ": can't open the folder: ", std::strerror(errno))};
  FolderLock taken(descriptor);
  if (!lock(descriptor, kind)) return Error{concat(folder, ": another run is working in this folder")};
  return taken;
}

std::optional<bool> FolderLock::is_taken(const std::string& folder) {
  const FolderLock opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.descriptor_ < 0) return std::nullopt;
  if (::flock(opened.descriptor_, LOCK_SH | LOCK_NB) == 0) return false;
  return errno == EWOULDBLOCK ? std::optional(true) : std::nullopt;
}

FolderLock::~FolderLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

// The last owner may have removed the file while we waited for its lock: then the name means another file, or
// none, and we try again.
Result<LockFile> LockFile::take(const std::string& path) {
  for (;;) {
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor < 0) return Error{concat(path, ": can't open for writing: ", std::strerror(errno))};
    if (!lock_exclusively(descriptor)) {
      ::close(descriptor);
      return Error{concat(path, ": another run has this lock")};
    }
    struct stat ours {};
    struct stat named {};
    if (::fstat(descriptor, &ours) == 0 && ::stat(path.c_str(), &named) == 0 && ours.st_ino == named.st_ino &&
        ours.st_dev == named.st_dev)
      return LockFile(path, descriptor);
    ::close(descriptor);
  }
}

LockFile::~LockFile() {
  if (descriptor_ < 0) return;
  ::unlink(path_.c_str());
  ::close(descriptor_);
}

}  // namespace tabia::base
