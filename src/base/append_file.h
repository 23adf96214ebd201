// base/append_file.h: a file that only grows: what was appended survives a crash.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace tabia::base {

// Once append() has returned, the data survives a crash of the program; once sync() has returned, also one of
// the machine. Not thread-safe.
class AppendFile {
 public:
  // Opens or creates the file, with its folders, and keeps its content. The error says why that failed.
  [[nodiscard]] static Result<AppendFile> open(const std::string& path);
  ~AppendFile();
  AppendFile(AppendFile&& other) noexcept;
  AppendFile& operator=(AppendFile&& other) noexcept;

  // Locks the file against other callers of this function until it is closed (base/file_lock.h). False:
  // another process has the lock.
  [[nodiscard]] bool lock();
  // Everything that is in the file.
  [[nodiscard]] Result<std::string> content() const;
  // Cuts off everything after the first `bytes`.
  [[nodiscard]] Result<void> cut(std::uint64_t bytes);

  // Adds to the end, all of it or nothing.
  [[nodiscard]] Result<void> append(std::string_view bytes);
  [[nodiscard]] Result<void> sync();
  // The size of the file, in bytes.
  [[nodiscard]] std::uint64_t size() const;
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

 private:
  AppendFile(std::string path, int descriptor) noexcept;

  std::string path_;
  int descriptor_ = -1;  // -1: moved from
};

}  // namespace tabia::base
