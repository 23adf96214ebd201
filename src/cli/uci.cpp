#include <csignal>
#include <cstdio>
#include <iostream>
#include <random>

#include "base/text.h"
#include "cli/commands.h"
#include "engine/uci_loop.h"

namespace tabia::cli {
namespace {

// Every line leaves at once: whoever reads it may wait for it before it says the next.
void write_out(std::string_view lines) {
  std::fwrite(lines.data(), 1, lines.size(), stdout);
  std::fflush(stdout);
}

std::string engine_name() { return base::concat("Tabia ", version_number()); }

// Games should differ from day to day where chance is asked for: book moves, limited strength.
std::uint64_t random_seed() {
  std::random_device device;
  return (std::uint64_t{device()} << 32) | device();
}

int run_uci(const Arguments&) {
#if defined(SIGPIPE)
  // A reader that has gone shows as an error of writing; that alone must not end the program.
  std::signal(SIGPIPE, SIG_IGN);
#endif
  engine::Engine engine(random_seed());
  engine::UciLoop loop(engine, engine_name(), write_out);
  loop.run(std::cin);
  return kExitDone;
}

}  // namespace

int run_uci_lines(const std::vector<std::string>& lines) {
  engine::Engine engine(random_seed());
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
              "Speaks UCI, the protocol of chess GUIs and match programs, on standard input and output. "
              "Besides the protocol it knows d, eval, flip, perft, bench, genfens and help, which lists all "
              "commands and options. What it can't understand it answers with `info string error: ...` and "
              "goes on. At the end of the input a search with a limit is finished, all else is stopped. Lines "
              "may also be given as arguments and are waited for: each word with a space in it is a line.",
          .positionals = {},
          .options = {},
          .examples = {"uci", "\"position startpos moves e2e4\" \"go depth 12\"", "go movetime 1000"},
          .run = run_uci};
}

}  // namespace tabia::cli
