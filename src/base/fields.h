// base/fields.h: the settings of a job, each described once.
//
// A job is a plain struct with defaults. A list of fields has one row for each setting: name, unit, range,
// meaning. Command-line options, TOML and JSON keys, help with the actual default, tables in the docs and the
// identity of a resumable job are all derived from these rows:
//
//   struct ShuffleJob { std::uint64_t seed = 1; bool by_game = false; };
//   Fields<ShuffleJob> shuffle_fields() {
//     return {integer<ShuffleJob>("seed", "N", 0, INT64_MAX, TABIA_MEMBER(seed), "seed of the order"),
//             flag<ShuffleJob>("by-game", TABIA_MEMBER(by_game), "keep games whole")};
//   }
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json.h"
#include "base/json_value.h"
#include "base/result.h"
#include "base/text.h"
#include "base/toml.h"

// The accessor of a member: takes the struct, const or not, and returns the member. `path` may lead into
// nested structs.
#define TABIA_MEMBER(path) \
  [](auto& tabia_struct) -> auto& { return tabia_struct.path; }

namespace tabia::base {

enum class FieldKind { Flag, Integer, Real, Text };

// What help and docs say about a field.
struct FieldText {
  std::string name;     // words joined by '-', such as "max-nodes"; see key_of() for TOML and JSON
  std::string unit;     // placeholder for the value in help: "N", "MS", "FILE"; empty for a flag
  std::string meaning;  // a phrase without a period; says nothing about the default
  FieldKind kind = FieldKind::Text;
  std::string allowed = {};        // "a whole number from 1 to 1024"; empty if any text is allowed
  std::string shown_default = {};  // shown instead of a fresh struct's value: "all cores"
  bool repeats = false;            // may be given several times; each adds an item
  bool pairs = false;              // the key=value words that follow are part of the value
  bool identity = true;            // the result of the job depends on it
};

template <class S>
struct Field {
  FieldText about;
  // Parses a value. The error says what was found and expected, without the name.
  std::function<Result<void>(S&, std::string_view)> read;
  // The value in the form that read() accepts; nothing for a flag that is off, an empty optional or an empty
  // list.
  std::function<std::optional<std::string>(const S&)> text;

  // The same field, except that ...
  [[nodiscard]] Field shown_as(std::string shown_default) && {
    about.shown_default = std::move(shown_default);
    return std::move(*this);
  }
  // ... the result does not depend on it: threads, memory, output paths.
  [[nodiscard]] Field not_identity() && {
    about.identity = false;
    return std::move(*this);
  }
  [[nodiscard]] Field repeating() && {
    about.repeats = true;
    return std::move(*this);
  }
  [[nodiscard]] Field with_pairs() && {
    about.pairs = true;
    return std::move(*this);
  }
};

template <class S>
using Fields = std::vector<Field<S>>;

// "max-nodes" is --max-nodes on the command line and max_nodes in TOML and JSON.
[[nodiscard]] std::string word_of(const FieldText& about);
[[nodiscard]] std::string key_of(const FieldText& about);

// The parsers behind the rows, for values made of several parts. Errors as in Field::read.
[[nodiscard]] Result<std::int64_t> read_whole(std::string_view text, std::int64_t low, std::int64_t high);
[[nodiscard]] Result<double> read_real(std::string_view text, double low, double high);
[[nodiscard]] Result<bool> read_truth(std::string_view text);
// "64M", "2G", "500000": a size in bytes, at least `least`.
[[nodiscard]] Result<std::uint64_t> read_bytes(std::string_view text,
                                               std::uint64_t least = std::uint64_t{1} << 20);
// The shortest text that read_bytes() reads as this size.
[[nodiscard]] std::string bytes_text(std::uint64_t bytes);
[[nodiscard]] std::string whole_range_text(std::int64_t low, std::int64_t high);
[[nodiscard]] std::string real_range_text(double low, double high);
[[nodiscard]] Error unexpected(std::string_view found, std::string_view expected);

// A list "key=value,key=value"; a comma inside a value is written "\\,". The error names the part that is
// wrong, or a key that is given twice.
using KeyValues = std::vector<std::pair<std::string, std::string>>;
[[nodiscard]] Result<KeyValues> parse_pairs(std::string_view text);
// The list in the same form.
[[nodiscard]] std::string pairs_text(const KeyValues& pairs);

namespace fields {

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

template <class T>
struct Held {
  using type = T;
};
template <class T>
struct Held<std::optional<T>> {
  using type = T;
};

template <class S, class Access>
using Member = std::remove_reference_t<decltype(std::declval<Access>()(std::declval<S&>()))>;

// The member's value, or nothing.
template <class T>
std::optional<typename Held<T>::type> held(const T& member) {
  if constexpr (is_optional<T>)
    return member;
  else
    return std::optional<T>(member);
}

}  // namespace fields

// ---- kinds of rows
// -----------------------------------------------------------------------------------------

// A bool that is false unless the option is given.
template <class S, class Access>
[[nodiscard]] Field<S> flag(std::string name, Access access, std::string meaning) {
  return {{.name = std::move(name), .unit = {}, .meaning = std::move(meaning), .kind = FieldKind::Flag},
          [access](S& s, std::string_view text) -> Result<void> {
            TABIA_TRY(access(s), read_truth(text));
            return {};
          },
          [access](const S& s) { return access(s) ? std::optional<std::string>("true") : std::nullopt; }};
}

// A whole number, or an optional one. `low` and `high` are in the unit of the text, which is `factor` units
// of the member.
template <class S, class Access>
[[nodiscard]] Field<S> integer(std::string name, std::string unit, std::int64_t low, std::int64_t high,
                               Access access, std::string meaning, std::int64_t factor = 1) {
  using Number = typename fields::Held<fields::Member<S, Access>>::type;
  return {{.name = std::move(name),
           .unit = std::move(unit),
           .meaning = std::move(meaning),
           .kind = FieldKind::Integer,
           .allowed = whole_range_text(low, high)},
          [access, low, high, factor](S& s, std::string_view text) -> Result<void> {
            TABIA_TRY(const std::int64_t number, read_whole(text, low, high));
            access(s) = static_cast<Number>(number * factor);
            return {};
          },
          [access, factor](const S& s) -> std::optional<std::string> {
            const auto value = fields::held(access(s));
            if (!value) return std::nullopt;
            return std::to_string(static_cast<std::int64_t>(*value) / factor);
          }};
}

// A decimal number, or an optional one.
template <class S, class Access>
[[nodiscard]] Field<S> real(std::string name, std::string unit, double low, double high, Access access,
                            std::string meaning) {
  return {{.name = std::move(name),
           .unit = std::move(unit),
           .meaning = std::move(meaning),
           .kind = FieldKind::Real,
           .allowed = real_range_text(low, high)},
          [access, low, high](S& s, std::string_view text) -> Result<void> {
            TABIA_TRY(access(s), read_real(text, low, high));
            return {};
          },
          [access](const S& s) -> std::optional<std::string> {
            const auto value = fields::held(access(s));
            return value ? std::optional(concat(*value)) : std::nullopt;
          }};
}

// A size in bytes, such as 64M.
template <class S, class Access>
[[nodiscard]] Field<S> bytes(std::string name, Access access, std::string meaning) {
  return {{.name = std::move(name),
           .unit = "SIZE",
           .meaning = std::move(meaning),
           .allowed = "a size like 512M or 4G, at least 1M"},
          [access](S& s, std::string_view text) -> Result<void> {
            TABIA_TRY(access(s), read_bytes(text));
            return {};
          },
          [access](const S& s) -> std::optional<std::string> { return bytes_text(access(s)); }};
}

// A text, or an optional one: a file, a name. Empty means not set.
template <class S, class Access>
[[nodiscard]] Field<S> text(std::string name, std::string unit, Access access, std::string meaning) {
  return {{.name = std::move(name), .unit = std::move(unit), .meaning = std::move(meaning)},
          [access](S& s, std::string_view text) -> Result<void> {
            access(s) = std::string(text);
            return {};
          },
          [access](const S& s) -> std::optional<std::string> {
            const auto value = fields::held(access(s));
            return value && !value->empty() ? value : std::nullopt;
          }};
}

// One of several names.
template <class S, class Enum, class Access>
[[nodiscard]] Field<S> choice(std::string name, std::string unit,
                              std::vector<std::pair<std::string_view, Enum>> names, Access access,
                              std::string meaning) {
  std::string allowed;
  for (std::size_t i = 0; i < names.size(); ++i)
    allowed += concat(i == 0 ? "" : i + 1 == names.size() ? " or " : ", ", names[i].first);
  return {
      {.name = std::move(name), .unit = std::move(unit), .meaning = std::move(meaning), .allowed = allowed},
      [access, names, allowed](S& s, std::string_view text) -> Result<void> {
        for (const auto& [known, value] : names) {
          if (known != text) continue;
          access(s) = value;
          return {};
        }
        return unexpected(text, allowed);
      },
      [access, names](const S& s) -> std::optional<std::string> {
        const auto value = fields::held(access(s));
        for (const auto& [known, candidate] : names)
          if (value && *value == candidate) return std::string(known);
        return std::nullopt;
      }};
}

// A value with its own text form. `parse` returns Result<T>, `print` the text that parse accepts, or nothing.
template <class S, class Access, class Parse, class Print>
[[nodiscard]] Field<S> value(std::string name, std::string unit, Access access, Parse parse, Print print,
                             std::string meaning, std::string allowed = {}) {
  return {{.name = std::move(name),
           .unit = std::move(unit),
           .meaning = std::move(meaning),
           .allowed = std::move(allowed)},
          [access, parse](S& s, std::string_view text) -> Result<void> {
            TABIA_TRY(access(s), parse(text));
            return {};
          },
          [access, print](const S& s) -> std::optional<std::string> { return print(access(s)); }};
}

template <class S>
[[nodiscard]] Result<void> read_pairs(const Fields<S>& fields, const KeyValues& pairs, S& target);
template <class S>
[[nodiscard]] KeyValues pairs_of(const Fields<S>& fields, const S& source);

// A struct with its own rows, or an optional one: "key=value,key=value" as text, an object in JSON.
template <class S, class Part, class Access>
[[nodiscard]] Field<S> part(std::string name, std::string unit, const Fields<Part>& rows, Access access,
                            std::string meaning) {
  return Field<S>{{.name = std::move(name), .unit = std::move(unit), .meaning = std::move(meaning)},
                  [access, rows](S& s, std::string_view text) -> Result<void> {
                    TABIA_TRY(const KeyValues pairs, parse_pairs(text));
                    Part part;
                    TABIA_TRY_VOID(read_pairs(rows, pairs, part));
                    access(s) = std::move(part);
                    return {};
                  },
                  [access, rows](const S& s) -> std::optional<std::string> {
                    const auto held = fields::held(access(s));
                    return held ? std::optional(pairs_text(pairs_of(rows, *held))) : std::nullopt;
                  }}
      .with_pairs();
}

// The rows of a nested struct.
template <class S, class Part, class Access>
[[nodiscard]] Fields<S> within(const Fields<Part>& part, Access access) {
  Fields<S> rows;
  for (const Field<Part>& row : part)
    rows.push_back({row.about,
                    [access, read = row.read](S& s, std::string_view text) { return read(access(s), text); },
                    [access, text = row.text](const S& s) { return text(access(s)); }});
  return rows;
}

template <class S>
[[nodiscard]] Fields<S> joined(std::initializer_list<Fields<S>> lists) {
  Fields<S> all;
  for (const Fields<S>& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

// ---- what is derived from them
// -----------------------------------------------------------------------------

// "1024", "all cores", or empty: the default that help and docs show.
template <class S>
[[nodiscard]] std::string default_text(const Field<S>& field, const S& fresh = S{}) {
  if (!field.about.shown_default.empty()) return field.about.shown_default;
  if (field.about.kind == FieldKind::Flag) return {};
  return field.text(fresh).value_or("");
}

// The meaning with the default: "threads that search (default: 1)".
template <class S>
[[nodiscard]] std::string help_text(const Field<S>& field, const S& fresh = S{}) {
  const std::string shown = default_text(field, fresh);
  return shown.empty() ? field.about.meaning : concat(field.about.meaning, " (default: ", shown, ")");
}

// The row of the field with this key, or null.
template <class S>
[[nodiscard]] const Field<S>* find_field(const Fields<S>& fields, std::string_view key) {
  for (const Field<S>& field : fields)
    if (key_of(field.about) == key) return &field;
  return nullptr;
}

// The text of a scalar, if it is of the field's kind; else the error.
[[nodiscard]] Result<std::string> scalar_text(const FieldText& about, const JsonValue& value);
[[nodiscard]] Result<std::string> scalar_text(const FieldText& about, const TomlValue& value);
[[nodiscard]] Error unknown_key(std::string_view key, const std::vector<std::string>& known);

template <class S>
[[nodiscard]] std::vector<std::string> keys_of(const Fields<S>& fields) {
  std::vector<std::string> keys;
  for (const Field<S>& field : fields) keys.push_back(key_of(field.about));
  return keys;
}

// Reads the members of a JSON object. An unknown key is an error; null keeps the default.
template <class S>
[[nodiscard]] Result<void> read_json(const Fields<S>& fields, const JsonValue& object, S& target) {
  if (!object.is_object()) return unexpected(object.shown(), "an object");
  for (const auto& member : object.members()) {
    const std::string& key = member.first;
    const JsonValue& value = member.second;
    const Field<S>* field = find_field(fields, key);
    if (!field) return unknown_key(key, keys_of(fields));
    const auto read_one = [&](const JsonValue& item) -> Result<void> {
      const auto text = scalar_text(field->about, item);
      if (!text) return text.error().inside(key);
      if (const auto read = field->read(target, *text); !read) return read.error().inside(key);
      return {};
    };
    if (value.is_null()) continue;
    if (!field->about.repeats || !value.is_array()) {
      TABIA_TRY_VOID(read_one(value));
      continue;
    }
    for (const JsonValue& item : value.elements()) TABIA_TRY_VOID(read_one(item));
  }
  return {};
}

// Reads the keys of a list. The error names the key.
template <class S>
[[nodiscard]] Result<void> read_pairs(const Fields<S>& fields, const KeyValues& pairs, S& target) {
  for (const auto& [key, value] : pairs) {
    const Field<S>* field = find_field(fields, key);
    if (!field) return unknown_key(key, keys_of(fields));
    if (const auto read = field->read(target, value); !read) return read.error().inside(key);
  }
  return {};
}

// The texts of all settings that are set.
template <class S>
[[nodiscard]] KeyValues pairs_of(const Fields<S>& fields, const S& source) {
  KeyValues pairs;
  for (const Field<S>& field : fields)
    if (const auto text = field.text(source)) pairs.emplace_back(key_of(field.about), *text);
  return pairs;
}

// Reads the keys of a TOML table; the error names the line.
template <class S>
[[nodiscard]] Result<void> read_toml(const Fields<S>& fields, const TomlTable& table, S& target) {
  for (const auto& [key, value] : table) {
    const std::string place = concat("line ", value.line(), ": ", key);
    const Field<S>* field = find_field(fields, key);
    if (!field) return unknown_key(key, keys_of(fields)).inside(concat("line ", value.line()));
    const auto text = scalar_text(field->about, value);
    if (!text) return text.error().inside(place);
    if (const auto read = field->read(target, *text); !read) return read.error().inside(place);
  }
  return {};
}

// Writes a value, given as text, as JSON of the field's kind.
void write_scalar(const FieldText& about, const std::string& text, JsonWriter& json);

// The members of a JSON object: all settings that are set, or those that the result depends on (including
// flags that are off, so that a change of one can be reported in words). read_json() reads them back.
template <class S>
void write_json(const Fields<S>& fields, const S& source, JsonWriter& json, bool identity_only = false) {
  for (const Field<S>& field : fields) {
    if (identity_only && !field.about.identity) continue;
    const auto text = field.text(source);
    const bool is_off = identity_only && field.about.kind == FieldKind::Flag && !text;
    if (!text && !is_off) continue;
    json.key(key_of(field.about));
    write_scalar(field.about, text.value_or("false"), json);
  }
}

// What the result of a job depends on, as one JSON object: equal texts give equal results.
template <class S>
[[nodiscard]] std::string identity_of(const Fields<S>& fields, const S& source) {
  JsonWriter json;
  json.begin_object();
  write_json(fields, source, json, true);
  return json.end_object().text();
}

// A table for docs: | option | default | meaning |, one row for each field.
template <class S>
[[nodiscard]] std::string docs_table(const Fields<S>& fields, const S& fresh = S{}) {
  std::string table = "| option | default | meaning |\n|---|---|---|\n";
  for (const Field<S>& field : fields)
    table += concat("| `", word_of(field.about), field.about.unit.empty() ? "" : " ", field.about.unit,
                    "` | ", default_text(field, fresh), " | ", field.about.meaning, " |\n");
  return table;
}

}  // namespace tabia::base
