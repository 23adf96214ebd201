// tools/commands.h: the list of all commands of the full program. Each is defined in the file with its name.
#pragma once

#include "cli/commands.h"

namespace tabia::tools {

using namespace tabia::cli;  // what a command is: Command, Arguments, Option, exit codes

[[nodiscard]] Command analyze_command();
[[nodiscard]] Command data_command();
[[nodiscard]] Command epd_command();
[[nodiscard]] Command games_command();
[[nodiscard]] Command learn_command();
[[nodiscard]] Command match_command();
[[nodiscard]] Command net_command();
[[nodiscard]] Command pgn_command();
[[nodiscard]] Command serve_command();
[[nodiscard]] Command train_command();
[[nodiscard]] Command tune_command();
[[nodiscard]] Command uci_command();  // in place of the bare engine's

// The engine's commands and these, in the order in which help lists them.
[[nodiscard]] const Program& all_commands();

}  // namespace tabia::tools
