// base/file_lock.h: one writer at a time for a file or folder that holds the state of a run.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "base/result.h"

namespace tabia::base {

// Locks the open file against all other callers of this function, until it is closed. False if it is still
// locked after a short wait: a process that was just killed, or an engine it was about to start, needs a
// moment to exit.
[[nodiscard]] bool lock_exclusively(int descriptor);

// Shared: several runs that divide the work hold it at the same time, but no run holds an exclusive lock.
enum class LockKind { Exclusive, Shared };

// A lock on a folder, held while this object lives.
class FolderLock {
 public:
  // The error says that the folder can't be opened, or that another run is using it.
  [[nodiscard]] static Result<FolderLock> take(const std::string& folder,
                                               LockKind kind = LockKind::Exclusive);
  // Does another run have the lock? Checking takes the lock for a moment, but take() waits longer than that.
  // Nothing: the folder can't be opened or locked.
  [[nodiscard]] static std::optional<bool> is_taken(const std::string& folder);
  ~FolderLock();
  FolderLock(FolderLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  FolderLock& operator=(FolderLock&&) = delete;

 private:
  explicit FolderLock(int descriptor) noexcept : descriptor_(descriptor) {}
  int descriptor_;
};

// A file that exists only to be locked, for one of several processes that work in a folder. It is removed
// together with this object.
class LockFile {
 public:
  // The error says that the file can't be made, or that another process has the lock.
  [[nodiscard]] static Result<LockFile> take(const std::string& path);
  ~LockFile();
  LockFile(LockFile&& other) noexcept
      : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)) {}
  LockFile& operator=(LockFile&&) = delete;

 private:
  LockFile(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}
  std::string path_;
  int descriptor_;
};

}  // namespace tabia::base
