// base/toml_fields.h: described settings (base/fields.h) in TOML files that have tables and lists.
//
//   const TomlRows<Recipe> rows = {
//       {base::integer<Recipe>("batch", "N", 1, 10'000'000, TABIA_MEMBER(batch), "positions in a batch")},
//       toml_table<Recipe>("rate", rate_rows(), TABIA_MEMBER(rate), "the learning rate"),
//       toml_tables<Recipe>("data", source_rows(), TABIA_MEMBER(data), "training data")};
//   TABIA_TRY_VOID(read_toml(rows, table, recipe));
//
// Errors name the line, the key and what is allowed; an unknown key is one.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/fields.h"
#include "base/result.h"
#include "base/text.h"
#include "base/toml.h"

namespace tabia::base {

// What docs say about a row: its key, and the keys inside if it is a table.
struct TomlText {
  std::string key;  // "loss.power", "data[].file"
  std::string allowed;
  std::string default_text;
  std::string meaning;
};

template <class S>
struct TomlRow {
  FieldText about;
  // Reads the value; the error has no place. `place` is the full key, for values that have parts.
  std::function<Result<void>(S&, const TomlValue&, const std::string& place)> read;
  std::function<std::optional<std::string>(const S&)> text;            // the value, for docs; may be empty
  std::function<std::vector<TomlText>(const std::string& key)> parts;  // of a table; may be empty
  // Why the key has no effect, given what was read before it; nothing if it has one. Writing a key without
  // effect is an error, because the author expects it to do something.
  std::function<std::optional<std::string>(const S&)> idle;

  TomlRow() = default;
  // A value without parts.
  TomlRow(Field<S> field)
      : about(field.about),
        read([shown = field.about, read_text = field.read](S& s, const TomlValue& value,
                                                           const std::string&) -> Result<void> {
          TABIA_TRY(const std::string content, scalar_text(shown, value));
          return read_text(s, content);
        }),
        text([fallback = field.about.shown_default, value = field.text](const S& s) {
          return fallback.empty() ? value(s) : std::optional(fallback);
        }) {}

  // The same row, but writing it is an error unless `has_effect`; `only` says when it has an effect.
  template <class Condition>
  [[nodiscard]] TomlRow only_if(Condition has_effect, std::string only) && {
    idle = [has_effect, only = std::move(only)](const S& s) -> std::optional<std::string> {
      if (has_effect(s)) return std::nullopt;
      return concat("has no effect here, it is only for ", only);
    };
    return std::move(*this);
  }
  // The same row; adjust(s) runs after it was read.
  template <class Adjust>
  [[nodiscard]] TomlRow then(Adjust adjust) && {
    read = [inner = std::move(read), adjust](S& s, const TomlValue& value,
                                             const std::string& place) -> Result<void> {
      TABIA_TRY_VOID(inner(s, value, place));
      adjust(s);
      return {};
    };
    return std::move(*this);
  }
};

template <class S>
using TomlRows = std::vector<TomlRow<S>>;

// Reads the keys of a table in the order of the rows. `place` is the prefix of the keys in messages.
template <class S>
[[nodiscard]] Result<void> read_toml(const TomlRows<S>& rows, const TomlTable& table, S& target,
                                     const std::string& place = {}) {
  std::vector<std::string> known;
  for (const TomlRow<S>& row : rows) known.push_back(key_of(row.about));
  for (const auto& [key, value] : table) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    const std::string where = place.empty() ? "" : concat(place.substr(0, place.size() - 1), ": ");
    return Error{concat("line ", value.line(), ": ", where, unknown_key(key, known).message)};
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const TomlValue* value = find(table, known[i]);
    if (!value) continue;
    const std::string key = place + known[i];
    const auto why = rows[i].idle ? rows[i].idle(target) : std::nullopt;
    if (why) return Error{concat("line ", value->line(), ": ", key, ": ", *why)};
    const auto read = rows[i].read(target, *value, key);
    if (read) continue;
    const std::string& message = read.error().message;
    return Error{message.starts_with("line ") ? message
                                              : concat("line ", value->line(), ": ", key, ": ", message)};
  }
  return {};
}

// A value with its own form. read(S&, const TomlValue&) returns Result<void>; `allowed` says what is
// expected.
template <class S, class Read>
[[nodiscard]] TomlRow<S> toml_value(std::string name, std::string allowed, Read read, std::string meaning) {
  TomlRow<S> row;
  row.about = {
      .name = std::move(name), .unit = {}, .meaning = std::move(meaning), .allowed = std::move(allowed)};
  row.read = [read](S& s, const TomlValue& value, const std::string&) { return read(s, value); };
  return row;
}

// What docs say about all rows.
template <class S>
[[nodiscard]] std::vector<TomlText> texts_of(const TomlRows<S>& rows, const S& fresh,
                                             const std::string& place = {}) {
  std::vector<TomlText> texts;
  for (const TomlRow<S>& row : rows) {
    const std::string key = place + key_of(row.about);
    const std::string unset = row.about.kind == FieldKind::Flag ? "false" : "";
    texts.push_back(
        {key, row.about.allowed, row.text ? row.text(fresh).value_or(unset) : unset, row.about.meaning});
    if (!row.parts) continue;
    for (TomlText& part : row.parts(key)) texts.push_back(std::move(part));
  }
  return texts;
}

// A table { ... } with its own rows, read into a part of the struct.
template <class S, class Part, class Access>
[[nodiscard]] TomlRow<S> toml_table(std::string name, const TomlRows<Part>& rows, Access access,
                                    std::string meaning) {
  TomlRow<S> row;
  row.about = {
      .name = std::move(name), .unit = {}, .meaning = std::move(meaning), .allowed = "a table { ... }"};
  row.read = [rows, access](S& s, const TomlValue& value, const std::string& place) -> Result<void> {
    const auto* table = value.as<TomlTable>();
    if (!table) return Error{"expected a table { ... }"};
    return read_toml(rows, *table, access(s), place + '.');
  };
  row.parts = [rows](const std::string& key) {
    Part fresh;
    return texts_of(rows, fresh, key + '.');
  };
  return row;
}

// A list of such tables, [ { ... }, ... ], appended to a vector. check(part) returns Result<void>.
template <class S, class Part, class Access, class Check>
[[nodiscard]] TomlRow<S> toml_tables(std::string name, const TomlRows<Part>& rows, Access access, Check check,
                                     std::string meaning) {
  TomlRow<S> row;
  row.about = {.name = std::move(name),
               .unit = {},
               .meaning = std::move(meaning),
               .allowed = "a list [ { ... }, ... ]"};
  row.read = [rows, access, check](S& s, const TomlValue& value, const std::string& place) -> Result<void> {
    const auto* list = value.as<TomlArray>();
    if (!list) return Error{"expected a list [ { ... }, ... ]"};
    for (const TomlValue& entry : *list) {
      const auto* table = entry.as<TomlTable>();
      if (!table) return Error{concat("line ", entry.line(), ": ", place, ": expected tables { ... }")};
      Part part;
      TABIA_TRY_VOID(read_toml(rows, *table, part, place + '.'));
      if (const auto good = check(part); !good)
        return Error{concat("line ", entry.line(), ": ", place, ": ", good.error().message)};
      access(s).push_back(std::move(part));
    }
    return {};
  };
  row.parts = [rows](const std::string& key) {
    Part fresh;
    return texts_of(rows, fresh, key + "[].");
  };
  return row;
}

// A list of strings, [ "...", ... ], which replaces a vector.
template <class S, class Access>
[[nodiscard]] TomlRow<S> toml_strings(std::string name, Access access, std::string meaning) {
  return toml_value<S>(
      std::move(name), "[ \"...\", ... ]",
      [access](S& s, const TomlValue& value) -> Result<void> {
        const auto* list = value.as<TomlArray>();
        if (!list) return Error{"expected [ \"...\", ... ]"};
        access(s).clear();
        for (const TomlValue& entry : *list) {
          const auto* text = entry.as<std::string>();
          if (!text) return Error{"expected strings in quotes"};
          access(s).push_back(*text);
        }
        return {};
      },
      std::move(meaning));
}

// A table for docs: | key | default | meaning |, one row for each key. Lists of tables are written
// "data[].file".
template <class S>
[[nodiscard]] std::string docs_table(const TomlRows<S>& rows, const S& fresh) {
  std::string table = "| key | default | meaning |\n|---|---|---|\n";
  for (const TomlText& text : texts_of(rows, fresh))
    table += concat("| `", text.key, "` | ", text.default_text, " | ", text.meaning, " |\n");
  return table;
}

}  // namespace tabia::base
