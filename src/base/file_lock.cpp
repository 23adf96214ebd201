#include "base/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "base/text.h"

namespace tabia::base {

bool lock_exclusively(int descriptor) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(2);
  while (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return true;
}

Result<FolderLock> FolderLock::take(const std::string& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return Error{concat(folder, ": can't open the folder: ", std::strerror(errno))};
  FolderLock lock(descriptor);
  if (!lock_exclusively(descriptor)) return Error{concat(folder, ": another run is working in this folder")};
  return lock;
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

}  // namespace tabia::base
