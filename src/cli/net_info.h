// cli/net_info.h: `tabia net info`, the part of `tabia net` that the bare engine has.
#pragma once

#include "cli/command.h"

namespace tabia::cli {

[[nodiscard]] Command net_info_command();

// `tabia net` of the bare engine: only `net info`.
[[nodiscard]] Command engine_net_command();

}  // namespace tabia::cli
