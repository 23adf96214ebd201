// cli/full_data.cpp: `tabia data`, the list of its commands.
#include "cli/commands.h"
#include "cli/full_data_common.h"

namespace tabia::cli {

Command data_command() {
  Command command = {
      .name = "data",
      .summary = "training data: make, convert, shuffle, look at, check, filter, split",
      .description =
          "Works on training data: games or positions with scores and results. A dataset is a file of any "
          "known format, "
          "or a folder of Tabia's own files (.tabia). Every command reads all formats; what is damaged is "
          "passed over and "
          "reported. Outputs appear when they are complete, and their manifest tells how they were made. See "
          "docs/training.md.",
      .positionals = {},
      .options = {},
      .examples = {"data gen --positions 1000000 --nodes 5000 --out games",
                   "data convert games.binpack games.tabia", "data info games.tabia",
                   "data shuffle games.tabia train.tabia --memory 2G --seed 1"},
      .run = nullptr};
  for (auto list : {data_make_commands, data_copy_commands, data_report_commands}) {
    for (Command& part : list()) command.subcommands.push_back(std::move(part));
  }
  return command;
}

}  // namespace tabia::cli
