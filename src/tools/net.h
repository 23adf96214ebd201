// tools/net.h: shared by the commands of `tabia net`.
#pragma once

#include <cstdio>
#include <string>

#include "nn/save.h"
#include "tools/commands.h"

namespace tabia::tools {

// Writes the network and reports it on `report`; the exit code is kExitTestSaidNo if it would read back
// differently, and nothing is written then.
[[nodiscard]] base::Result<int> write_network(const nn::Network& network, const std::string& path,
                                              const nn::SaveOptions& options, std::FILE* report = stdout);

[[nodiscard]] Command net_fit_wdl_command();
[[nodiscard]] Command net_predict_command();

}  // namespace tabia::tools
