#include "cli/commands.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/file.h"
#include "base/text.h"
#include "cli/net_info.h"
#include "os/file.h"
#include "uci/commands.h"

namespace tabia::cli {

using base::concat;

const Program& engine_commands() {
  static const Program commands = {uci_command(),        bench_command(),      eval_command(),
                                   fen_command(),        engine_net_command(), perft_command(),
                                   completion_command(), man_command()};
  return commands;
}

namespace {

const Command* find_command(const Program& program, std::string_view name) {
  for (const Command& command : program) {
    if (command.name == name) return &command;
  }
  return nullptr;
}

int unknown_command(const Program& program, const std::string& name) {
  std::vector<std::string_view> known;
  for (const Command& command : program) known.push_back(command.name);
  const auto near = base::nearest_word(name, known);
  const std::string hint = near ? concat(", did you mean ", *near, "?") : "";
  std::fprintf(stderr, "tabia: unknown command %s%s\nTry: tabia --help\n", base::quoted(name).c_str(),
               hint.c_str());
  return kExitUsage;
}

int print(const std::string& text) {
  std::fputs(text.c_str(), stdout);
  return kExitDone;
}

// `tabia data` without a subcommand, or with an unknown one.
int unknown_subcommand(const Command& command, const std::vector<std::string>& words) {
  if (words.empty()) return usage_error(command.name, {"missing the name of a subcommand"});
  if (words.front() == "-h" || words.front() == "--help") return print(help_text(command));
  std::vector<std::string_view> known;
  for (const Command& candidate : command.subcommands)
    known.push_back(candidate.name.substr(command.name.size() + 1));
  const auto near = base::nearest_word(words.front(), known);
  return usage_error(command.name, {concat("unknown command ", base::quoted(words.front()),
                                           near ? concat(", did you mean ", *near, "?") : "")});
}

// Prevents data loss through a path given twice, and keeps other output out of a file written to standard
// output.
base::Result<void> prepare_files(const base::FileUse& use) {
  if (auto good = base::check_file_use(use); !good) return good;
  return base::writes_standard_output(use) ? base::reserve_standard_output() : base::Result<void>();
}

int run_command(const Program& program, const Command& command, const std::vector<std::string>& words) {
  if (!command.subcommands.empty()) {
    for (const Command& candidate : command.subcommands) {
      if (!words.empty() && candidate.name == concat(command.name, " ", words.front()))
        return run_command(program, candidate, {words.begin() + 1, words.end()});
    }
    return unknown_subcommand(command, words);
  }
  const auto arguments = Arguments::parse(command, words);
  if (!arguments) return usage_error(command.name, arguments.error());
  if (arguments->help_wanted()) return print(help_text(command));
  std::size_t required = 0;
  for (const Positional& positional : command.positionals) required += positional.required ? 1 : 0;
  if (arguments->positionals().size() < required) {
    const auto& missing = command.positionals[arguments->positionals().size()];
    return usage_error(command.name, {concat("missing ", missing.name, ": ", missing.help)});
  }
  if (command.files) {
    if (auto ready = prepare_files(command.files(*arguments)); !ready) return failure(ready.error());
  }
  return command.describe ? command.describe(*arguments, program) : command.run(*arguments);
}

// `tabia help [NAME]`.
int run_help(const Program& program, const std::vector<std::string>& words) {
  if (words.empty()) return print(overview_text(program));
  const Command* command = find_command(program, words.front());
  if (!command) return unknown_command(program, words.front());
  for (const Command& candidate : command->subcommands) {
    if (words.size() > 1 && candidate.name == concat(command->name, " ", words[1]))
      return print(help_text(candidate));
  }
  return print(help_text(*command));
}

// Words that aren't one of our commands but lines for the UCI engine: `tabia "genfens 10 seed 1 book None"
// quit`, as OpenBench calls it, or one line as separate words, `tabia go depth 5`.
std::vector<std::string> uci_lines(const std::vector<std::string>& words) {
  const std::string& first = words.front();
  if (first.find(' ') != std::string::npos) return words;
  for (const uci::CommandHelp& command : uci::command_list()) {
    if (command.word != first) continue;
    std::string line;
    for (const std::string& word : words) line += concat(line.empty() ? "" : " ", word);
    return {line};
  }
  return {};
}

int dispatch(const Program& program, const std::vector<std::string>& words, const std::string& parts) {
  const Command& engine = *find_command(program, "uci");
  if (words.empty()) return run_command(program, engine, {});
  const std::string& name = words.front();
  const std::vector<std::string> rest(words.begin() + 1, words.end());
  if (name == "-h" || name == "--help" || name == "help") return run_help(program, rest);
  if (name == "-v" || name == "--version" || name == "version")
    return print(version_line() + "\n" + parts + device_line());
  const Command* command = find_command(program, name);
  if (command) return run_command(program, *command, rest);
  const auto lines = uci_lines(words);
  return lines.empty() ? unknown_command(program, name) : engine.run_lines(lines);
}

}  // namespace

int run(const Program& program, const std::vector<std::string>& words, const std::string& parts) {
  const int code = dispatch(program, words, parts);
  // A full disk or a closed pipe must not look like success.
  errno = 0;
  const bool flushed = std::fflush(stdout) == 0;
  if (flushed && std::ferror(stdout) == 0) return code;
  // The reason for an earlier failed write is lost; another write fails for the same reason.
  const bool has_reason = !flushed || !os::write_all(os::kStandardOutput, "\n", 1);
  const std::string reason = has_reason && errno != 0 ? std::strerror(errno) : "part of the output is lost";
  std::fprintf(stderr, "tabia: can't write to standard output: %s\n", reason.c_str());
  return code == kExitDone ? kExitFailed : code;
}

}  // namespace tabia::cli
