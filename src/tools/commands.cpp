#include "tools/commands.h"

namespace tabia::tools {

const Program& all_commands() {
  static const Program commands = {uci_command(),        bench_command(), analyze_command(), epd_command(),
                                   eval_command(),       net_command(),   perft_command(),   fen_command(),
                                   pgn_command(),        games_command(), match_command(),   tune_command(),
                                   data_command(),       train_command(), learn_command(),   serve_command(),
                                   completion_command(), man_command()};
  return commands;
}

}  // namespace tabia::tools
