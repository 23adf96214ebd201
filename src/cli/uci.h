// cli/uci.h: the UCI engine on standard input and output.
#pragma once

#include <string>
#include <vector>

#include "eval/external.h"

namespace tabia::cli {

// Speaks UCI until the input ends. Without `open_service` the engine has no option EvalUrl.
[[nodiscard]] int run_uci(const eval::ServiceOpener& open_service);
// Executes the lines as if they came from the input, each to completion. kExitFailed if one was invalid.
[[nodiscard]] int run_uci_lines(const std::vector<std::string>& lines,
                                const eval::ServiceOpener& open_service);

}  // namespace tabia::cli
