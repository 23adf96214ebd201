// base/toml_reader.h: checked values from a TOML table, with errors that name the line, the key and what is
// allowed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/text.h"
#include "base/toml.h"

namespace tabia::base {

// An entry in a table of names, for enumerations with a text form.
template <class Enum>
struct Named {
  std::string_view name;
  Enum value;
};

template <class Table, class Enum>
[[nodiscard]] std::string_view name_in(const Table& table, Enum value) noexcept {
  for (const auto& entry : table) {
    if (entry.value == value) return entry.name;
  }
  return "?";
}

template <class Table>
[[nodiscard]] std::string known_names(const Table& table) {
  std::string names;
  for (const auto& entry : table) names += concat(names.empty() ? "" : ", ", entry.name);
  return names;
}

// Reads the keys of one table and remembers which were requested, so that a misspelled key is an error.
class TableReader {
 public:
  TableReader(const TomlTable& table, std::string_view where) : table_(table), where_(where) {}

  template <class T>
  void read(std::string_view key, T& target) {
    const TomlValue* value = take(key);
    if (!value) return;
    if constexpr (std::is_same_v<T, int>) {
      const auto* number = value->as<std::int64_t>();
      if (!number || *number < -1'000'000'000 || *number > 1'000'000'000)
        return fail(key, value->line(), "a whole number");
      target = static_cast<int>(*number);
    } else if constexpr (std::is_same_v<T, double>) {
      double storage = 0;
      const double* number = value->as_number(storage);
      if (!number) return fail(key, value->line(), "a number");
      target = *number;
    } else {
      const auto* content = value->as<T>();
      if (!content)
        return fail(key, value->line(), std::is_same_v<T, bool> ? "true or false" : "a string in quotes");
      target = *content;
    }
  }

  // A number from low to high; a whole one if T is.
  template <class T>
  void read_number(std::string_view key, T& target, T low, T high) {
    const TomlValue* value = take(key);
    if (!value) return;
    double storage = 0;
    const auto* whole = value->as<std::int64_t>();
    const double* number = value->as_number(storage);
    constexpr bool kWhole = std::is_integral_v<T>;
    const bool fits =
        kWhole ? whole && static_cast<double>(*whole) >= static_cast<double>(low) &&
                     static_cast<double>(*whole) <= static_cast<double>(high)
               : number && *number >= static_cast<double>(low) && *number <= static_cast<double>(high);
    if (!fits)
      return fail(key, value->line(),
                  concat("a ", kWhole ? "whole " : "", "number from ", low, " to ", high));
    if constexpr (kWhole)
      target = static_cast<T>(*whole);
    else
      target = *number;
  }

  template <class Table, class Enum>
  void read_named(std::string_view key, const Table& names, Enum& target) {
    std::string text;
    const TomlValue* value = find(table_, key);
    read(key, text);
    if (!value || error_) return;
    for (const auto& entry : names) {
      if (entry.name == text) {
        target = entry.value;
        return;
      }
    }
    fail(key, value->line(), concat("one of ", known_names(names)));
  }

  [[nodiscard]] const TomlValue* take(std::string_view key) {
    taken_.push_back(key);
    return find(table_, key);
  }

  void fail(std::string_view key, int line, std::string_view expected) {
    if (!error_) error_ = Error{concat("line ", line, ": ", where_, key, ": expected ", expected)};
  }

  // What went wrong, or the first key that was never requested.
  Result<void> finish() {
    if (error_) return *error_;
    for (const auto& [key, value] : table_) {
      if (std::find(taken_.begin(), taken_.end(), key) != taken_.end()) continue;
      std::string known;
      for (const auto name : taken_) known += concat(known.empty() ? "" : ", ", name);
      return Error{concat("line ", value.line(), ": unknown key ", where_, key, ", expected one of ", known)};
    }
    return {};
  }

 private:
  const TomlTable& table_;
  std::string where_;
  std::vector<std::string_view> taken_;
  std::optional<Error> error_;
};

// Runs `read` on the table stored under the key, if there is one.
template <class Read>
Result<void> read_table(TableReader& reader, std::string_view key, const Read& read) {
  const TomlValue* value = reader.take(key);
  if (!value) return {};
  const auto* table = value->as<TomlTable>();
  if (!table) return Error{concat("line ", value->line(), ": ", key, ": expected a table { ... }")};
  TableReader inner(*table, concat(key, "."));
  read(inner);
  return inner.finish();
}

}  // namespace tabia::base
