// cli/net_info.h: `tabia net info`, the part of `tabia net` that the bare engine has.
#pragma once

#include <string>

#include "cli/command.h"

namespace tabia::cli {

// Describes the network in the file: format, lineage, spec, statistics of its tensors. Returns the exit code.
[[nodiscard]] int print_network_info(const std::string& path, bool as_json);

// `tabia net` of the bare engine: only `net info`.
[[nodiscard]] Command engine_net_command();

}  // namespace tabia::cli
