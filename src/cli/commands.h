// cli/commands.h: the commands of the engine, and what every program made of commands does with its list.
//
// The bare engine (`make`) has engine_commands(); the full program has all_commands() of tools/commands.h.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"

namespace tabia::cli {

[[nodiscard]] Command bench_command();
[[nodiscard]] Command completion_command();
[[nodiscard]] Command eval_command();
[[nodiscard]] Command fen_command();
[[nodiscard]] Command man_command();
[[nodiscard]] Command perft_command();
[[nodiscard]] Command uci_command();

// The commands of a program, in the order in which help lists them.
using Program = std::vector<Command>;
[[nodiscard]] const Program& engine_commands();

// "tabia 0.1.0 (abc1234), g++ 12.2.0, magic attacks".
[[nodiscard]] std::string version_line();
// The device that TABIA_DEVICE names, or why there is none, as a line; empty if it names none.
[[nodiscard]] std::string device_line();
[[nodiscard]] std::string_view version_number() noexcept;

// What `tabia --help` and `tabia NAME --help` print.
[[nodiscard]] std::string overview_text(const Program& program);
[[nodiscard]] std::string help_text(const Command& command);
// What `tabia man` and `tabia completion bash` print.
[[nodiscard]] std::string man_page(const Program& program);
[[nodiscard]] std::string bash_completion(const Program& program);

// Everything that main() does, apart from catching exceptions and knowing its list. `parts`: lines of `tabia
// version`.
[[nodiscard]] int run(const Program& program, const std::vector<std::string>& words,
                      const std::string& parts = {});

}  // namespace tabia::cli
