// base/json.h: writes JSON, one value after another, with commas and escapes in the right places.
#pragma once

#include <charconv>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tabia::base {

// The length in bytes of the UTF-8 character at the start of the text; 0 if there is none: invalid bytes,
// overlong forms, surrogates.
[[nodiscard]] std::size_t utf8_length(std::string_view text) noexcept;

// Builds one JSON text from left to right:
//   JsonWriter json; json.begin_object().field("depth", 6).key("pv").begin_array() ... ; json.text()
// Numbers that JSON can't hold (infinity, NaN) become null. Bytes that are not UTF-8 become U+FFFD.
class JsonWriter {
 public:
  // Reserves this many bytes; the text may grow beyond.
  explicit JsonWriter(std::size_t room = 0) { text_.reserve(room); }

  JsonWriter& begin_object() { return open('{'); }
  JsonWriter& end_object() { return close('}'); }
  JsonWriter& begin_array() { return open('['); }
  JsonWriter& end_array() { return close(']'); }
  JsonWriter& key(std::string_view name);

  JsonWriter& value(std::string_view text);
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  JsonWriter& value(bool truth) { return raw(truth ? "true" : "false"); }
  JsonWriter& value(double number);
  JsonWriter& null() { return raw("null"); }
  // A value that is already JSON.
  JsonWriter& json(std::string_view text) { return raw(text); }
  template <std::integral Integer>
  requires(!std::same_as<Integer, bool>) JsonWriter& value(Integer number) {
    char digits[24];
    return raw({digits, std::to_chars(digits, digits + sizeof digits, number).ptr});
  }

  template <class T>
  JsonWriter& field(std::string_view name, const T& content) {
    return key(name).value(content);
  }

  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  // Starts a new text and reuses the memory of the old one.
  void clear() noexcept {
    text_.clear();
    after_key_ = false;
    first_ = true;
  }

 private:
  JsonWriter& open(char bracket);
  JsonWriter& close(char bracket);
  JsonWriter& raw(std::string_view token);
  void separate();

  std::string text_;
  bool after_key_ = false;
  bool first_ = true;  // in the innermost object or array
};

}  // namespace tabia::base
