#include "base/file_lock.h"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "base/text.h"
#include "os/file.h"

namespace tabia::base {

namespace {

bool lock(int descriptor, LockKind kind) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(2);
  while (!os::try_lock(descriptor, kind == LockKind::Shared)) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return true;
}

}  // namespace

bool lock_exclusively(int descriptor) { return lock(descriptor, LockKind::Exclusive); }

Result<FolderLock> FolderLock::take(const std::string& folder, LockKind kind) {
  const int descriptor = os::open_folder_lock(folder);
  if (descriptor < 0) return Error{concat(folder, ": can't open the folder: ", std::strerror(errno))};
  FolderLock taken(descriptor);
  if (!lock(descriptor, kind)) return Error{concat(folder, ": another run is working in this folder")};
  return taken;
}

std::optional<bool> FolderLock::is_taken(const std::string& folder) {
  const FolderLock opened(os::open_folder_lock(folder));
  if (opened.descriptor_ < 0) return std::nullopt;
  if (os::try_lock(opened.descriptor_, true)) return false;
  return errno == EWOULDBLOCK ? std::optional(true) : std::nullopt;
}

FolderLock::~FolderLock() {
  if (descriptor_ >= 0) os::close_file(descriptor_);
}

// The last owner may have removed the file while we waited for its lock: then the name means another file, or
// none, and we try again.
Result<LockFile> LockFile::take(const std::string& path) {
  for (;;) {
    const int descriptor = os::open_file(path, os::Access::Lock);
    if (descriptor < 0) return Error{concat(path, ": can't open for writing: ", std::strerror(errno))};
    if (!lock_exclusively(descriptor)) {
      os::close_file(descriptor);
      return Error{concat(path, ": another run has this lock")};
    }
    const auto ours = os::status_of(descriptor);
    const auto named = os::status_of(path);
    if (ours && named && ours->number == named->number && ours->device == named->device)
      return LockFile(path, descriptor);
    os::close_file(descriptor);
  }
}

LockFile::~LockFile() {
  if (descriptor_ < 0) return;
  os::remove_file(path_);
  os::close_file(descriptor_);
}

}  // namespace tabia::base
