#include <cstdio>

#include "cli/commands.h"

namespace tabia::cli {
namespace {

int run_uci(const Arguments&) {
  std::printf(
      "info string %s: there is no UCI engine in this version yet; see tabia --help for what there is\n",
      version_line().c_str());
  return kExitDone;
}

}  // namespace

Command uci_command() {
  return {.name = "uci",
          .summary = "the UCI engine on standard input and output (also without any command); not there yet",
          .description =
              "Will speak UCI on standard input and output. This version has the rules of chess only and "
              "says so.",
          .positionals = {},
          .options = {},
          .examples = {"uci"},
          .run = run_uci};
}

}  // namespace tabia::cli
