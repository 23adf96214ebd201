// Texts generated from the table of commands: help, man page, shell completion.
#include <algorithm>

#include "base/text.h"
#include "cli/commands.h"

namespace tabia::cli {
namespace {

using base::concat;

// "tabia perft [DEPTH] [--fen FEN] ..."
std::string usage_of(const Command& command) {
  std::string usage = concat("tabia ", command.name);
  for (const Positional& positional : command.positionals) {
    const std::string name = concat(positional.name, positional.repeats ? "..." : "");
    usage += positional.required ? concat(" ", name) : concat(" [", name, "]");
  }
  if (!command.subcommands.empty()) usage += " COMMAND [ARGUMENTS]";
  for (const Option& option : command.options) {
    usage += concat(" [", option.name, option.value.empty() ? "" : " ", option.value, "]");
  }
  return usage;
}

std::string option_words(const Option& option) {
  return concat(option.name, option.value.empty() ? "" : " ", option.value);
}

// Wraps the text at `width`; all lines but the first are indented by `indent` spaces.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t width = 100) {
  std::string out;
  std::size_t column = indent;
  for (const auto paragraph : base::split(text, '\n')) {
    if (!out.empty()) {
      out += concat("\n", std::string(indent, ' '));
      column = indent;
    }
    bool first = true;
    for (const auto word : base::words(paragraph)) {
      if (!first && column + 1 + word.size() > width) {
        out += concat("\n", std::string(indent, ' '));
        column = indent;
        first = true;
      }
      if (!first) out += ' ';
      out += word;
      column += word.size() + (first ? 0 : 1);
      first = false;
    }
  }
  return out;
}

constexpr std::string_view kOverview =
    "A chess engine with neural evaluation, and everything it takes to make that evaluation.\n"
    "Without a command it speaks UCI on standard input and output, as chess GUIs expect.";

constexpr std::string_view kExitCodes =
    "0 done, 1 failed, 2 wrong usage, 3 the test said no, 130 interrupted with state saved";

}  // namespace

std::string overview_text(const Program& program) {
  std::string out = concat("tabia ", version_number(), "\n\n", kOverview,
                           "\n\nUsage: tabia [COMMAND] [ARGUMENTS]\n\nCommands:\n");
  for (const Command& command : program) {
    out += concat("  ", base::padded(command.name, 12), wrapped(command.summary, 14), "\n");
  }
  out += concat("  ", base::padded("help", 12), "this text, or the help of a command: tabia help NAME\n");
  out += concat("  ", base::padded("version", 12), "version, commit, compiler\n");
  out += concat("\nExit codes: ", kExitCodes, "\nExample: tabia perft 6\n");
  return out;
}

std::string help_text(const Command& command) {
  std::string out =
      concat("Usage: ", wrapped(usage_of(command), 9), "\n\n", wrapped(command.description, 0), "\n");
  std::size_t width = 0;
  for (const Positional& positional : command.positionals) width = std::max(width, positional.name.size());
  for (const Option& option : command.options) width = std::max(width, option_words(option).size());
  for (const Command& part : command.subcommands)
    width = std::max(width, part.name.size() - command.name.size() - 1);
  width += 2;
  const auto row = [&](std::string_view left, std::string_view right) {
    out += concat("  ", base::padded(left, width), wrapped(right, width + 2), "\n");
  };
  out += "\n";
  for (const Positional& positional : command.positionals) row(positional.name, positional.help);
  for (const Option& option : command.options) row(option_words(option), option.help);
  for (const Command& part : command.subcommands) {
    const std::string_view name = part.name.substr(command.name.size() + 1);
    row(name, part.summary);
  }
  row("--help", command.subcommands.empty() ? "this text"
                                            : "this text; COMMAND --help for the help of "
                                              "a subcommand");
  out += command.examples.size() == 1 ? "\nExample:\n" : "\nExamples:\n";
  for (const auto example : command.examples) out += concat("  tabia ", example, "\n");
  return out;
}

namespace {

// Escapes text for troff: no line may start with a control character, and backslashes and hyphens are
// special.
std::string troff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n')) {
      out += concat("\\&", c);
    } else {
      out += c;
    }
  }
  return out;
}

std::string man_section(const Command& command) {
  std::string out = concat(".SS ", troff(usage_of(command)), "\n", troff(command.description), "\n");
  for (const Positional& positional : command.positionals) {
    out += concat(".TP\n.I ", troff(positional.name), "\n", troff(positional.help), "\n");
  }
  for (const Option& option : command.options) {
    out += concat(".TP\n.B ", troff(option.name));
    if (!option.value.empty()) out += concat(" \\fI", troff(option.value), "\\fR");
    out += concat("\n", troff(option.help), "\n");
  }
  out += ".PP\n";
  for (const auto example : command.examples) out += concat(".EX\ntabia ", troff(example), "\n.EE\n");
  for (const Command& part : command.subcommands) out += man_section(part);
  return out;
}

}  // namespace

std::string man_page(const Program& program) {
  std::string out = concat(".TH TABIA 1 \"\" \"tabia ", version_number(), "\" \"User Commands\"\n");
  out += ".SH NAME\ntabia \\- chess engine with neural evaluation, and the tools that make it\n";
  out += ".SH SYNOPSIS\n.B tabia\n[\\fICOMMAND\\fR] [\\fIARGUMENTS\\fR]\n";
  out += concat(".SH DESCRIPTION\n", troff(kOverview), "\n.SH COMMANDS\n");
  for (const Command& command : program) out += man_section(command);
  out += concat(".SH EXIT STATUS\n", troff(kExitCodes), "\n");
  return out;
}

std::string bash_completion(const Program& program) {
  std::string names = "help version";
  std::string cases;
  for (const Command& command : program) {
    names += concat(" ", command.name);
    std::string options = "--help";
    std::string with_value;
    std::vector<std::string_view> seen;
    const auto add_options = [&](const Command& part) {
      for (const Option& option : part.options) {
        if (std::find(seen.begin(), seen.end(), option.name) != seen.end()) continue;
        seen.push_back(option.name);
        options += concat(" ", option.name);
        if (!option.value.empty()) with_value += concat(with_value.empty() ? "" : "|", option.name);
      }
    };
    add_options(command);
    std::string parts;  // the names of its subcommands
    for (const Command& part : command.subcommands) {
      add_options(part);
      parts += concat(parts.empty() ? "" : " ", part.name.substr(command.name.size() + 1));
    }
    cases += concat("    ", command.name, ")\n");
    if (!with_value.empty()) {
      cases += concat("      case $previous in ", with_value,
                      ") COMPREPLY=($(compgen -f -- \"$current\")); return ;; esac\n");
    }
    if (!parts.empty()) {
      cases += concat("      if [ \"$COMP_CWORD\" -eq 2 ]; then COMPREPLY=($(compgen -W '", parts,
                      " --help' -- \"$current\")); return; fi\n");
    }
    cases += concat("      words='", options, "' ;;\n");
  }
  return concat(
      "# bash completion for tabia; made by `tabia completion bash`\n"
      "_tabia() {\n"
      "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
      "    COMPREPLY=($(compgen -W '",
      names,
      " --help --version' -- \"$current\"))\n"
      "    return\n"
      "  fi\n"
      "  case ${COMP_WORDS[1]} in\n"
      "    help) words='",
      names, "' ;;\n", cases,
      "    *) return ;;\n"
      "  esac\n"
      "  case $current in\n"
      "    -*) COMPREPLY=($(compgen -W \"$words\" -- \"$current\")) ;;\n"
      "    *) COMPREPLY=($(compgen -f -- \"$current\")) ;;\n"
      "  esac\n"
      "}\n"
      "complete -o filenames -F _tabia tabia\n");
}

}  // namespace tabia::cli
