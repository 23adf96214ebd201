#include <cstdio>

#include "base/text.h"
#include "cli/commands.h"

namespace tabia::cli {
namespace {

int run_completion(const Arguments& arguments, const Program& program) {
  const std::string& shell = arguments.positionals()[0];
  if (shell != "bash") {
    return usage_error("completion", {base::concat("SHELL: found ", base::quoted(shell), ", expected bash")});
  }
  std::fputs(bash_completion(program).c_str(), stdout);
  return kExitDone;
}

int run_man(const Arguments&, const Program& program) {
  std::fputs(man_page(program).c_str(), stdout);
  return kExitDone;
}

}  // namespace

Command completion_command() {
  return {.name = "completion",
          .summary = "print the completion script for a shell",
          .description =
              "Prints a script that completes tabia's commands and options. `cmake --install` installs it.",
          .positionals = {{"SHELL", "bash", true}},
          .options = {},
          .examples = {"completion bash > ~/.local/share/bash-completion/completions/tabia"},
          .run = nullptr,
          .describe = run_completion};
}

Command man_command() {
  return {.name = "man",
          .summary = "print the manual page",
          .description = "Prints the manual page in troff. `cmake --install` installs it.",
          .positionals = {},
          .options = {},
          .examples = {"man | man -l -"},
          .run = nullptr,
          .describe = run_man};
}

}  // namespace tabia::cli
