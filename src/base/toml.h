// base/toml.h: the part of TOML that model specs and recipes use, without a library.
//
// Supported: `key = value` lines, [sections] and dotted keys (both mean nested tables), comments, strings in
// double quotes (with \" \\ \n \r \t \b \f \uXXXX) and literal ones in single quotes, whole numbers (also
// 400_000_000), decimal numbers, true and false, arrays and inline tables, also over several lines.
// Not supported: [[lists of tables]], dates, strings over several lines, hexadecimal numbers, inf, nan; the
// error names the line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.h"

namespace tabia::base {

class TomlValue;
using TomlArray = std::vector<TomlValue>;
using TomlTable = std::vector<std::pair<std::string, TomlValue>>;  // in the order of the text, no key twice

class TomlValue {
 public:
  using Content = std::variant<bool, std::int64_t, double, std::string, TomlArray, TomlTable>;

  TomlValue(Content content, int line) : content_(std::move(content)), line_(line) {}

  template <class T>
  [[nodiscard]] const T* as() const noexcept {
    return std::get_if<T>(&content_);
  }
  template <class T>
  [[nodiscard]] T* as() noexcept {
    return std::get_if<T>(&content_);
  }
  // A whole or decimal number.
  [[nodiscard]] const double* as_number(double& storage) const noexcept;
  // Its line in the text, from 1.
  [[nodiscard]] int line() const noexcept { return line_; }

 private:
  Content content_;
  int line_;
};

// The top-level keys. The error gives the line, what was found and what was expected.
[[nodiscard]] Result<TomlTable> parse_toml(std::string_view text);

// The text as a quoted string that parse_toml reads back to the same bytes.
[[nodiscard]] std::string toml_string(std::string_view text);

// The value of the key, or null.
[[nodiscard]] const TomlValue* find(const TomlTable& table, std::string_view key) noexcept;

}  // namespace tabia::base
