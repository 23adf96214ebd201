// base/json_value.h: reads JSON: the counterpart of base/json.h.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.h"

namespace tabia::base {

// One JSON value. Numbers are kept as their text, so that large integers stay exact.
class JsonValue {
 public:
  // The whole text as one value, strictly by RFC 8259. Also rejected: an object with the same name twice,
  // unpaired surrogates (they aren't text), and nesting deeper than 64. The error gives the byte and what was
  // expected. A text of more than `most_values` values is rejected too: each takes about 90 bytes, so
  // untrusted text could otherwise take 50 times its size.
  [[nodiscard]] static Result<JsonValue> parse(std::string_view text, std::size_t most_values = SIZE_MAX);

  // The member of an object, or null.
  [[nodiscard]] const JsonValue* find(std::string_view key) const noexcept;
  // Members of an object in the order of the text; empty for anything else.
  [[nodiscard]] const std::vector<std::pair<std::string, JsonValue>>& members() const noexcept {
    return members_;
  }
  // Elements of an array; empty for anything else.
  [[nodiscard]] const std::vector<JsonValue>& elements() const noexcept { return elements_; }
  [[nodiscard]] bool is_null() const noexcept { return kind_ == Kind::Null; }
  [[nodiscard]] bool is_object() const noexcept { return kind_ == Kind::Object; }
  [[nodiscard]] bool is_array() const noexcept { return kind_ == Kind::Array; }

  // Nothing if the value is of a different kind.
  [[nodiscard]] std::optional<std::string> text() const;
  [[nodiscard]] std::optional<std::int64_t> integer() const;
  [[nodiscard]] std::optional<double> number() const;
  [[nodiscard]] std::optional<bool> truth() const;

  // For messages: strings and numbers verbatim, everything else by its kind.
  [[nodiscard]] std::string shown() const;

  friend bool operator==(const JsonValue&, const JsonValue&) = default;

 private:
  enum class Kind { Null, False, True, Number, String, Array, Object };
  class Parser;

  Kind kind_ = Kind::Null;
  std::string text_;  // of strings and numbers
  std::vector<JsonValue> elements_;
  std::vector<std::pair<std::string, JsonValue>> members_;
};

// The first difference between two values, in words, with its path: "engines 2.limit is 300, but it was 200".
// Empty if they are the same.
[[nodiscard]] std::string difference(const JsonValue& old_value, const JsonValue& new_value);

}  // namespace tabia::base
