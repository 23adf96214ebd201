// The UCI engine of the full program: the same as the bare engine's, plus EvalUrl.
#include "cli/uci.h"

#include "remote/remote_evaluation.h"
#include "tools/commands.h"

namespace tabia::tools {

Command uci_command() {
  Command command = cli::uci_command();
  command.run = [](const Arguments&) { return cli::run_uci(remote::open_service); };
  command.run_lines = [](const std::vector<std::string>& lines) {
    return cli::run_uci_lines(lines, remote::open_service);
  };
  return command;
}

}  // namespace tabia::tools
