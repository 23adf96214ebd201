// data/parts.h: folders that tasks filled with parts of one dataset (--share I/N, each in a folder of its
// own).
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace tabia::data {

// Do those of the paths that are folders of batches of the same data complete each other? The error names a
// batch that two of them have, or one that none has. Other files and folders are not looked at.
[[nodiscard]] base::Result<void> check_parts(const std::vector<std::string>& paths);

}  // namespace tabia::data
