// base/file_use.h: which files a command reads and writes, and whether they conflict.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace tabia::base {

// Paths as the user gave them; "-" is standard input in `read` and standard output in `written`. Empty texts
// are ignored.
struct FileUse {
  std::vector<std::string> read;     // files, or folders whose files are read
  std::vector<std::string> written;  // files
  std::vector<std::string> folders;  // written: run folders, in which the program chooses the file names
};

// The error names a path that is both written and read, is written twice, or is written into a folder that is
// read. The same file is recognized under any name (links, ./x, other folders), even if it does not exist
// yet. Devices and pipes may be used any number of times; standard output once.
[[nodiscard]] Result<void> check_file_use(const FileUse& use);

// Where a path leads, as an absolute path: all links resolved, even one whose target doesn't exist yet. The
// same for every spelling of a path.
[[nodiscard]] std::string place_of(const std::string& path);

// Is standard output among the files written?
[[nodiscard]] bool writes_standard_output(const FileUse& use);

}  // namespace tabia::base
