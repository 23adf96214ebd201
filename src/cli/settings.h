// cli/settings.h: the settings of a job as options of a command (base/fields.h).
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "base/fields.h"
#include "cli/command.h"

namespace tabia::cli {

// One option for each field, with its actual default in the help.
template <class S>
[[nodiscard]] std::vector<Option> options_of(const base::Fields<S>& fields) {
  S fresh;  // not S{}: g++ 12 warns about the aggregate initialization of large structs
  std::vector<Option> options;
  for (const base::Field<S>& field : fields)
    options.push_back({base::word_of(field.about), field.about.unit, base::help_text(field, fresh),
                       field.about.repeats, field.about.pairs});
  return options;
}

// The same, followed by options of the command itself.
template <class S>
[[nodiscard]] std::vector<Option> options_with(const base::Fields<S>& fields,
                                               const std::vector<Option>& own) {
  std::vector<Option> options = options_of(fields);
  options.insert(options.end(), own.begin(), own.end());
  return options;
}

// Reads these fields from the command line. The error names the option.
template <class S>
[[nodiscard]] base::Result<void> read_settings(const base::Fields<S>& fields, const Arguments& arguments,
                                               S& target) {
  for (const base::Field<S>& field : fields) {
    const std::string word = base::word_of(field.about);
    for (const std::string& text : arguments.texts(word))
      if (const auto read = field.read(target, text); !read) return read.error().inside(word).as_usage();
  }
  return {};
}

// Reads what replaces parts of a recipe. Returns those that are part of its identity as comments to append to
// its text: "# --seed 2".
template <class S>
[[nodiscard]] base::Result<std::string> read_overrides(const base::Fields<S>& fields,
                                                       const Arguments& arguments, S& recipe) {
  TABIA_TRY_VOID(read_settings(fields, arguments, recipe));
  std::string notes;
  for (const base::Field<S>& field : fields) {
    if (!field.about.identity) continue;
    const std::string word = base::word_of(field.about);
    for (const std::string& text : arguments.texts(word)) notes += base::concat("# ", word, ' ', text, '\n');
  }
  return notes;
}

// The options of several lists, in that order.
[[nodiscard]] inline std::vector<Option> joined_options(std::initializer_list<std::vector<Option>> lists) {
  std::vector<Option> all;
  for (const std::vector<Option>& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

}  // namespace tabia::cli
