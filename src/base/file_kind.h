// base/file_kind.h: what may be opened by a program that has to go on answering.
#pragma once

#include <string>

#include "base/result.h"

namespace tabia::base {

enum class Devices { Refused, Allowed };

// An error if the path leads to something that opening or reading could wait for, perhaps for ever: a FIFO, a socket or,
// unless they are allowed, a device. What is missing, a folder, and the empty path are left to whoever opens them.
[[nodiscard]] Result<void> check_opens_at_once(const std::string& path, Devices devices = Devices::Refused);

}  // namespace tabia::base
