// The full program: the engine and every tool.
#include <cstdio>
#include <exception>

#include "cluster/session.h"
#include "os/system.h"
#include "tools/commands.h"

int main(int argc, char** argv) {
  try {
    return tabia::cli::run(tabia::tools::all_commands(), tabia::os::start_program(argc, argv),
                           tabia::cluster::version_line());
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "tabia: %s\n", failure.what());
    return tabia::cli::kExitFailed;
  }
}
