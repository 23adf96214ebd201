// base/file_use.h: which files a command reads and writes, and whether that can go well.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace tabia::base {

// Paths as the user gave them; "-" is standard input among those read and standard output among those written.
// Empty texts stand for nothing.
struct FileUse {
  std::vector<std::string> read;     // files, or folders whose files are read
  std::vector<std::string> written;  // files
  std::vector<std::string> folders;  // written: of runs, with files of the program's own names
};

// The error names a path that is written and also read, written twice, or a file that is written into a folder that is
// read. The same file
// is recognised under any name (links, ./x, other folders), and also if it does not exist yet. Devices and
// pipes may be used as often as one likes; standard output once.
[[nodiscard]] Result<void> check_file_use(const FileUse& use);

// Does the use have standard output among what is written?
[[nodiscard]] bool writes_standard_output(const FileUse& use);

}  // namespace tabia::base
