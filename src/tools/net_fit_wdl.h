// tools/net_fit_wdl.h: `tabia net fit-wdl`, the action of cli/net.cpp that plays or reads games.
#pragma once

#include <cstdio>
#include <functional>
#include <string>

#include "nn/network.h"
#include "tools/commands.h"

namespace tabia::tools {

// Writes the network to the path in Tabia's format and reports it on `report`; returns the exit code.
using NetworkWriter = std::function<int(const nn::Network&, const std::string& path, std::FILE* report)>;

[[nodiscard]] int run_fit_wdl(const Arguments& arguments, const NetworkWriter& write);

}  // namespace tabia::tools
