// cli/commands.h: the list of all subcommands. Each is defined in the file of its name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"

namespace tabia::cli {

[[nodiscard]] Command analyze_command();
[[nodiscard]] Command bench_command();
[[nodiscard]] Command completion_command();
[[nodiscard]] Command data_command();  // not in the bare engine
[[nodiscard]] Command epd_command();
[[nodiscard]] Command eval_command();
[[nodiscard]] Command fen_command();
[[nodiscard]] Command learn_command();  // not in the bare engine
[[nodiscard]] Command man_command();
[[nodiscard]] Command match_command();  // not in the bare engine
[[nodiscard]] Command net_command();
[[nodiscard]] Command perft_command();
[[nodiscard]] Command pgn_command();
[[nodiscard]] Command serve_command();  // not in the bare engine
[[nodiscard]] Command tune_command();   // not in the bare engine
[[nodiscard]] Command train_command();  // not in the bare engine
[[nodiscard]] Command uci_command();

// All commands, in the order in which help lists them.
[[nodiscard]] const std::vector<Command>& all_commands();

// "tabia 0.1.0 (abc1234), g++ 12.2.0, magic attacks".
[[nodiscard]] std::string version_line();
[[nodiscard]] std::string_view version_number() noexcept;

// What `tabia --help` and `tabia NAME --help` print.
[[nodiscard]] std::string overview_text();
[[nodiscard]] std::string help_text(const Command& command);
// What `tabia man` and `tabia completion bash` print.
[[nodiscard]] std::string man_page();
[[nodiscard]] std::string bash_completion();

// Executes the lines as if they came from the UCI engine's input, each to completion. kExitFailed if one was
// invalid.
[[nodiscard]] int run_uci_lines(const std::vector<std::string>& lines);

// Everything that main() does, apart from catching exceptions.
[[nodiscard]] int run(const std::vector<std::string>& words);

}  // namespace tabia::cli
