// base/text.h: the few text tools that the C++20 library lacks.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tabia::base {

// The arguments as one text: strings, characters, integers, and decimal numbers in the shortest form that
// reads back to the same value.
inline void append(std::string& out, std::string_view text) { out += text; }
inline void append(std::string& out, char character) { out += character; }
template <class Integer>
requires(std::is_integral_v<Integer> && !std::is_same_v<Integer, char> &&
         !std::is_same_v<Integer, bool>) void append(std::string& out, Integer number) {
  out += std::to_string(number);
}
template <class Decimal>
requires std::is_floating_point_v<Decimal>
void append(std::string& out, Decimal number) {
  char buffer[32];
  out.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, number).ptr);
}
template <class... Parts>
[[nodiscard]] std::string concat(const Parts&... parts) {
  std::string out;
  (append(out, parts), ...);
  return out;
}

[[nodiscard]] constexpr bool is_space(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}
[[nodiscard]] constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr bool is_alpha(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
[[nodiscard]] constexpr char to_lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// The text with ASCII letters in lower case.
[[nodiscard]] std::string lowered(std::string_view text);
// Is it the same text if ASCII letters differ only in case?
[[nodiscard]] bool equal_ignoring_case(std::string_view a, std::string_view b) noexcept;

// The text without leading and trailing white space.
[[nodiscard]] std::string_view trimmed(std::string_view text) noexcept;

// The words of the text: runs of characters that are not white space.
[[nodiscard]] std::vector<std::string_view> words(std::string_view text);

// The pieces of the text between separators; always one more than there are separators.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);

// Takes the first word off `rest` and returns it; empty when there is none.
[[nodiscard]] std::string_view take_word(std::string_view& rest) noexcept;

// The whole text as a decimal number; nothing if it contains anything else or does not fit.
template <class Integer>
[[nodiscard]] std::optional<Integer> parse_integer(std::string_view text) noexcept {
  Integer value{};
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc{} || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return value;
}

// The text in quotes, safe for an error message: control characters and bytes outside ASCII become \xNN, and
// a long text is cut off with "...".
[[nodiscard]] std::string quoted(std::string_view text, std::size_t longest = 80);
// For strings: without these, std::quoted would be the better match if <iomanip> or <filesystem> is included.
[[nodiscard]] inline std::string quoted(const std::string& text) { return quoted(std::string_view(text)); }
[[nodiscard]] inline std::string quoted(std::string& text) { return quoted(std::string_view(text)); }
[[nodiscard]] inline std::string quoted(const char* text) { return quoted(std::string_view(text)); }

// The text with as many spaces after it as it takes to be `width` long, at least one.
[[nodiscard]] std::string padded(std::string_view text, std::size_t width);

// The number with `digits` (0 to 9) digits after the point, as printf writes it; for output that people read.
[[nodiscard]] std::string fixed(double number, int digits);

// "12,345,678": for people, never for programs.
[[nodiscard]] std::string with_thousands(std::uint64_t number);

// The candidate nearest to a mistyped word, if one is close enough.
[[nodiscard]] std::optional<std::string_view> nearest_word(std::string_view typed,
                                                           const std::vector<std::string_view>& candidates);

}  // namespace tabia::base
