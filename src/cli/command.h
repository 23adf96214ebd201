// cli/command.h: what a subcommand is: its arguments, its options and the function that runs it.
//
// A Command is data. Parsing, --help, the man page and the shell completion are all made from it, so an
// option is defined only once.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_use.h"
#include "base/result.h"

namespace tabia::cli {

// Exit codes, the same for every command; 130 (interrupted) is base::kExitInterrupted.
inline constexpr int kExitDone = 0;
inline constexpr int kExitFailed = 1;
inline constexpr int kExitUsage = 2;
inline constexpr int kExitTestSaidNo = 3;

struct Option {
  std::string name;   // "--fen"
  std::string value;  // "FEN", or empty for an option without value
  std::string help;
  bool repeats = false;  // may be given more than once
  bool pairs = false;    // key=value words after the value belong to it, as if separated by commas
};

struct Positional {
  std::string_view name;  // "DEPTH"
  std::string_view help;
  bool required = false;
  bool repeats = false;  // may be given more than once
};

class Arguments;

struct Command {
  std::string_view name;
  std::string_view summary;      // one line
  std::string_view description;  // what it does, for someone who has never seen it
  std::vector<Positional> positionals;
  std::vector<Option> options;
  std::vector<std::string_view> examples;  // without the program's name
  int (*run)(const Arguments& arguments);
  // Instead of run(), for a command about the program itself: gets all its commands.
  int (*describe)(const Arguments& arguments, const std::vector<Command>& program) = nullptr;
  // For the UCI engine: executes the lines as if they came from its input, each to completion. kExitFailed if
  // one was invalid.
  int (*run_lines)(const std::vector<std::string>& lines) = nullptr;
  // The files a call reads and writes, for commands that write files of the user's choice; checked before
  // run() is called. May be called with arguments that run() will reject.
  base::FileUse (*files)(const Arguments& arguments) = nullptr;
  // A command with subcommands does nothing itself: `tabia data shuffle …`. Their names are "data shuffle".
  std::vector<Command> subcommands = {};
};

// The arguments of one call, checked against its Command.
class Arguments {
 public:
  // The error is for the user: which argument, and what was expected.
  [[nodiscard]] static base::Result<Arguments> parse(const Command& command,
                                                     const std::vector<std::string>& words);

  [[nodiscard]] bool help_wanted() const noexcept { return help_wanted_; }
  [[nodiscard]] const std::vector<std::string>& positionals() const noexcept { return positionals_; }
  [[nodiscard]] bool has(std::string_view option) const { return options_.contains(option); }
  // All values of a repeatable option, in order.
  [[nodiscard]] std::vector<std::string> texts(std::string_view option) const;
  // The option's value, or the fallback if it was not given.
  [[nodiscard]] std::string text(std::string_view option, std::string_view fallback) const;
  // The option's value as a whole number from low to high.
  [[nodiscard]] base::Result<long long> number(std::string_view option, long long fallback, long long low,
                                               long long high) const;

 private:
  std::vector<std::string> positionals_;
  std::map<std::string, std::vector<std::string>, std::less<>> options_;  // no list is empty
  bool help_wanted_ = false;
};

// A whole number from low to high, parsed from a command-line word; `what` names it in the error.
[[nodiscard]] base::Result<long long> parse_number(std::string_view what, std::string_view text,
                                                   long long low, long long high);

// Prints "tabia NAME: message" and how to get help on standard error; returns kExitUsage.
int usage_error(std::string_view command, const base::Error& error);
// Prints "tabia: message" on standard error; returns kExitFailed.
int failure(const base::Error& error);
// Reports the error as its kind demands and returns the exit code: usage_error(), failure(), or
// base::kExitInterrupted without a word.
int exit_code_of(std::string_view command, const base::Error& error);
// The exit code that a command computed, or that of the error that prevented it.
int exit_code_of(std::string_view command, const base::Result<int>& outcome);

}  // namespace tabia::cli
