#include "learn/disk.h"

#include <filesystem>

#include "base/text.h"

namespace tabia::learn {

namespace fs = std::filesystem;

std::uint64_t folder_bytes(const std::string& folder) {
  std::uint64_t bytes = 0;
  std::error_code fault;
  for (fs::recursive_directory_iterator entry(folder, fault), end; !fault && entry != end;
       entry.increment(fault)) {
    std::error_code gone;  // a temporary file may be gone
    const bool regular = entry->is_regular_file(gone);
    const std::uint64_t size = regular && !gone ? entry->file_size(gone) : 0;
    if (!gone) bytes += size;
  }
  return bytes;
}

std::uint64_t file_bytes(const std::string& path) {
  std::error_code none;
  const auto bytes = fs::file_size(path, none);
  return none ? 0 : bytes;
}

base::Result<void> remove_all(const std::string& path) {
  std::error_code fault;
  fs::remove_all(path, fault);
  if (fault) return base::Error{base::concat(path, ": can't be removed: ", fault.message())};
  return {};
}

}  // namespace tabia::learn
