// data/parts.h: folders that tasks filled with parts of one dataset (--share I/N, each in its own folder).
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace tabia::data {

// Of these paths, do the folders with batches of the same data complete each other? The error names a batch
// that two folders have, or one that is in none. Other files and folders are ignored.
[[nodiscard]] base::Result<void> check_parts(const std::vector<std::string>& paths);

}  // namespace tabia::data
