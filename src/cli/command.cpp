#include "cli/command.h"

#include <algorithm>
#include <cstdio>

#include "base/interrupt.h"
#include "base/text.h"

namespace tabia::cli {

using base::concat;
using base::Error;
using base::quoted;

namespace {

Error unknown_option(const Command& command, std::string_view name) {
  std::vector<std::string_view> known = {"--help"};
  for (const Option& option : command.options) known.push_back(option.name);
  const auto near = base::nearest_word(name, known);
  return Error{concat("unknown option ", quoted(name), near ? concat(", did you mean ", *near, "?") : "")};
}

bool is_pair(const std::string& word) {
  return !word.starts_with('-') && word.find('=') != std::string::npos;
}

}  // namespace

base::Result<Arguments> Arguments::parse(const Command& command, const std::vector<std::string>& words) {
  Arguments arguments;
  bool options_ended = false;
  const bool any_number = std::any_of(command.positionals.begin(), command.positionals.end(),
                                      [](const Positional& positional) { return positional.repeats; });
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const bool is_option = !options_ended && word.size() > 1 && word[0] == '-' && !base::is_digit(word[1]);
    if (!is_option) {
      if (!any_number && arguments.positionals_.size() == command.positionals.size()) {
        return Error{concat("unexpected argument ", quoted(word))};
      }
      arguments.positionals_.push_back(word);
      continue;
    }
    if (word == "--") {
      options_ended = true;
      continue;
    }
    if (word == "-h" || word == "--help") {
      arguments.help_wanted_ = true;
      return arguments;
    }
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const auto option = std::find_if(command.options.begin(), command.options.end(),
                                     [&](const Option& candidate) { return candidate.name == name; });
    if (option == command.options.end()) return unknown_option(command, name);
    if (arguments.options_.contains(name) && !option->repeats)
      return Error{concat("option ", name, " given twice")};
    if (option->value.empty()) {
      if (equals != std::string::npos) return Error{concat("option ", name, " takes no value")};
      arguments.options_[name].emplace_back();
    } else if (equals != std::string::npos) {
      arguments.options_[name].push_back(word.substr(equals + 1));
    } else if (i + 1 < words.size()) {
      arguments.options_[name].push_back(words[++i]);
    } else {
      return Error{concat("option ", name, " needs a value: ", name, " ", option->value)};
    }
    while (option->pairs && i + 1 < words.size() && is_pair(words[i + 1]))
      arguments.options_[name].back() += concat(',', words[++i]);
  }
  return arguments;
}

std::vector<std::string> Arguments::texts(std::string_view option) const {
  const auto found = options_.find(option);
  return found == options_.end() ? std::vector<std::string>() : found->second;
}

std::string Arguments::text(std::string_view option, std::string_view fallback) const {
  const auto found = options_.find(option);
  return found == options_.end() ? std::string(fallback) : found->second.back();
}

base::Result<long long> Arguments::number(std::string_view option, long long fallback, long long low,
                                          long long high) const {
  const auto found = options_.find(option);
  if (found == options_.end()) return fallback;
  return parse_number(option, found->second.back(), low, high);
}

base::Result<long long> parse_number(std::string_view what, std::string_view text, long long low,
                                     long long high) {
  const auto number = base::parse_integer<long long>(text);
  if (number && *number >= low && *number <= high) return *number;
  return Error{concat(what, ": found ", quoted(text), ", expected a whole number from ", low, " to ", high)};
}

int usage_error(std::string_view command, const base::Error& error) {
  const std::string name(command);
  std::fprintf(stderr, "tabia %s: %s\nTry: tabia %s --help\n", name.c_str(), error.message.c_str(),
               name.c_str());
  return kExitUsage;
}

int failure(const base::Error& error) {
  std::fprintf(stderr, "tabia: %s\n", error.message.c_str());
  return kExitFailed;
}

int error_exit(std::string_view command, const base::Error& error) {
  if (error.kind == base::ErrorKind::Interrupted) return base::kExitInterrupted;
  return error.kind == base::ErrorKind::Usage ? usage_error(command, error) : failure(error);
}

}  // namespace tabia::cli
