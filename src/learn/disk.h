// learn/disk.h: how much room a learning run takes on disk, and what of it can go.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"

namespace tabia::learn {

// Of all files below the folder; 0 if there is none.
[[nodiscard]] std::uint64_t folder_bytes(const std::string& folder);

// Of one file; 0 if there is none.
[[nodiscard]] std::uint64_t file_bytes(const std::string& path);

// Removes the folder or file and everything in it. It need not be there.
[[nodiscard]] base::Result<void> remove_all(const std::string& path);

}  // namespace tabia::learn
