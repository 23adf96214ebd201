// learn/disk.h: how much disk space a learning run takes, and removing parts of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"

namespace tabia::learn {

// The size of all files in the folder; 0 if it doesn't exist.
[[nodiscard]] std::uint64_t folder_bytes(const std::string& folder);

// The size of one file; 0 if it doesn't exist.
[[nodiscard]] std::uint64_t file_bytes(const std::string& path);

// Removes the folder or file and everything in it. It need not exist.
[[nodiscard]] base::Result<void> remove_all(const std::string& path);

}  // namespace tabia::learn
