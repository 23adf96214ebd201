// data/tar.h: the files in a .tar archive, one after another, as one input.
//
// OpenBench keeps the games of a test as an archive of .pgn.bz2 files. Each file in the archive may be
// compressed. Entries that aren't files (folders, links) are skipped. A damaged archive ends with a fault of
// the input.
#pragma once

#include <memory>
#include <string_view>

#include "base/input.h"

namespace tabia::data {

inline constexpr std::string_view kTarExtension = ".tar";

// The content of the files, with an empty line after each.
[[nodiscard]] std::unique_ptr<base::Input> files_of_tar(std::unique_ptr<base::Input> archive);

}  // namespace tabia::data
