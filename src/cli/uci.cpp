#include "cli/uci.h"

#include <cstdio>
#include <iostream>
#include <random>

#include "base/text.h"
#include "cli/commands.h"
#include "engine/uci_loop.h"
#include "os/system.h"

namespace tabia::cli {
namespace {

// Flush every line: the GUI may be waiting for it before it sends the next command.
void write_out(std::string_view lines) {
  std::fwrite(lines.data(), 1, lines.size(), stdout);
  std::fflush(stdout);
}

std::string engine_name() { return base::concat("Tabia ", version_number()); }

// Random choices (book moves, limited strength) should differ from run to run.
std::uint64_t random_seed() {
  std::random_device device;
  return (std::uint64_t{device()} << 32) | device();
}

}  // namespace

int run_uci(const eval::ServiceOpener& open_service) {
  os::ignore_broken_pipes();
  engine::Engine engine(random_seed(), open_service);
  engine::UciLoop loop(engine, engine_name(), write_out);
  loop.run(std::cin);
  return kExitDone;
}

int run_uci_lines(const std::vector<std::string>& lines, const eval::ServiceOpener& open_service) {
  engine::Engine engine(random_seed(), open_service);
  engine::UciLoop loop(engine, engine_name(), write_out);
  for (const std::string& line : lines) {
    if (!loop.handle(line)) break;
    loop.finish();
  }
  return loop.errors() == 0 ? kExitDone : kExitFailed;
}

Command uci_command() {
  return {.name = "uci",
          .summary = "the UCI engine on standard input and output (also without any command)",
          .description =
              "Speaks UCI, the protocol of chess GUIs and match programs, on standard input and "
              "output. Besides the protocol it knows d, eval, flip, perft, bench, genfens and help, "
              "which lists all commands and options. It answers input it can't understand with `info "
              "string error: ...` and continues. At the end of the input it finishes a search that has "
              "a limit and stops everything else. Lines can also be given as arguments and are then "
              "run to completion: each argument that contains a space is a line.",
          .positionals = {},
          .options = {},
          .examples = {"uci", "\"position startpos moves e2e4\" \"go depth 12\"", "go movetime 1000"},
          .run = [](const Arguments&) { return run_uci(nullptr); },
          .run_lines = [](const std::vector<std::string>& lines) { return run_uci_lines(lines, nullptr); }};
}

}  // namespace tabia::cli
