// base/file_lock.h: one writer at a time for a file or folder that holds the state of a run.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "base/result.h"

namespace tabia::base {

// Locks the open file against everyone else who calls this, until it is closed. False if it is still locked
// after a short wait: a process that was just killed, or an engine it was about to start, needs a moment to
// exit.
[[nodiscard]] bool lock_exclusively(int descriptor);

// A lock on a folder, held while this object lives.
class FolderLock {
 public:
  // The error says that the folder can't be opened, or that another run is using it.
  [[nodiscard]] static Result<FolderLock> take(const std::string& folder);
  // Does another run have the lock? Looking takes a moment's lock itself, but take() waits longer than that.
  // Nothing: the folder can't be opened or locked.
  [[nodiscard]] static std::optional<bool> is_taken(const std::string& folder);
  ~FolderLock();
  FolderLock(FolderLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  FolderLock& operator=(FolderLock&&) = delete;

 private:
  explicit FolderLock(int descriptor) noexcept : descriptor_(descriptor) {}
  int descriptor_;
};

}  // namespace tabia::base
