// os/folder_lock.h: the file that is locked in place of a folder, on systems that can't lock folders.
#pragma once

#include <string_view>

namespace tabia::os {

// Windows: a hidden file in every folder that was locked once. It stays there.
inline constexpr std::string_view kFolderLockFile = ".tabia.lock";

}  // namespace tabia::os
