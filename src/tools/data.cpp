// tools/data.cpp: `tabia data`, the list of its commands.
#include "tools/commands.h"
#include "tools/data_common.h"

namespace tabia::tools {

Command data_command() {
  Command command = {
      .name = "data",
      .summary = "training data: make, convert, shuffle, inspect, check, filter, split",
      .description =
          "Works on training data: games or positions with scores and results. A dataset is a file of "
          "any known format, or a folder of Tabia's own files (.tabia). Every command reads all "
          "formats; damaged records are skipped and reported. Output files appear only when they are "
          "complete, and their manifest records how they were made. See docs/training.md.",
      .positionals = {},
      .options = {},
      .examples = {"data gen --positions 1000000 --nodes 5000 --out games",
                   "data convert games.binpack games.tabia", "data info games.tabia",
                   "data shuffle games.tabia train.tabia --memory 2G --seed 1"},
      .run = nullptr,
      .subcommands = {data_gen_command(), data_rescore_command()}};
  for (auto list : {data_copy_commands, data_report_commands}) {
    for (Command& part : list()) command.subcommands.push_back(std::move(part));
  }
  return command;
}

}  // namespace tabia::tools
