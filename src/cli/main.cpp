// The bare engine, as `make` builds it.
#include <cstdio>
#include <exception>

#include "cli/commands.h"
#include "os/system.h"

int main(int argc, char** argv) {
  try {
    return tabia::cli::run(tabia::cli::engine_commands(), tabia::os::start_program(argc, argv));
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "tabia: %s\n", failure.what());
    return tabia::cli::kExitFailed;
  }
}
