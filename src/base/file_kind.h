// base/file_kind.h: what is safe to open for a program that must stay responsive.
#pragma once

#include <string>

#include "base/result.h"

namespace tabia::base {

enum class Devices { Refused, Allowed };

// An error if opening or reading the path could block, perhaps forever: a FIFO, a socket or, unless allowed,
// a device. A missing path, a folder and the empty path pass; opening them reports the fault.
[[nodiscard]] Result<void> check_opens_at_once(const std::string& path, Devices devices = Devices::Refused);

}  // namespace tabia::base
