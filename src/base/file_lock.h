// base/file_lock.h: one writer at a time for a file or a folder that a run keeps its state in.
#pragma once

#include <string>
#include <utility>

#include "base/result.h"

namespace tabia::base {

// Locks the open file against all others that ask the same, until it is closed. False if somebody else still has it
// after a little while: a process that was just killed, or an engine that it was about to start, needs a moment to go.
[[nodiscard]] bool lock_exclusively(int descriptor);

// A folder's lock, for as long as this lives.
class FolderLock {
 public:
  // The error says that the folder can't be opened, or that another run works in it.
  [[nodiscard]] static Result<FolderLock> take(const std::string& folder);
  ~FolderLock();
  FolderLock(FolderLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  FolderLock& operator=(FolderLock&&) = delete;

 private:
  explicit FolderLock(int descriptor) noexcept : descriptor_(descriptor) {}
  int descriptor_;
};

}  // namespace tabia::base
