// The full program: the engine and every tool.
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "tools/commands.h"

int main(int argc, char** argv) {
  try {
    return tabia::cli::run(tabia::tools::all_commands(),
                           std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc));
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "tabia: %s\n", failure.what());
    return tabia::cli::kExitFailed;
  }
}
