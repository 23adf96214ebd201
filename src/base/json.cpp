#include "base/json.h"

#include <charconv>
#include <cmath>
#include <cstring>

namespace tabia::base {

std::size_t utf8_length(std::string_view text) noexcept {
  if (text.empty()) return 0;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  std::size_t length = 0;
  char32_t code = 0;
  if (byte(0) < 0x80) return 1;
  if (byte(0) >= 0xC2 && byte(0) <= 0xDF) {
    length = 2;
    code = byte(0) & 0x1Fu;
  } else if ((byte(0) & 0xF0) == 0xE0) {
    length = 3;
    code = byte(0) & 0x0Fu;
  } else if (byte(0) >= 0xF0 && byte(0) <= 0xF4) {
    length = 4;
    code = byte(0) & 0x07u;
  } else {
    return 0;
  }
  if (text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
    code = code << 6 | (byte(i) & 0x3Fu);
  }
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  return overlong || surrogate || code > 0x10FFFF ? 0 : length;
}

namespace {

// Needs no escape in a JSON string.
bool is_plain(char c) { return c >= 0x20 && c < 0x7F && c != '"' && c != '\\'; }

// Are eight characters plain? Tests all eight bytes in parallel: the high bit of each byte of the result says
// so.
bool are_plain(const char* text) noexcept {
  constexpr std::uint64_t kOnes = 0x0101010101010101;
  constexpr std::uint64_t kHigh = 0x8080808080808080;
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, text, sizeof bytes);
  const auto has_zero = [](std::uint64_t x) { return (x - kOnes) & ~x & kHigh; };
  const std::uint64_t controls = (bytes - kOnes * 0x20) & ~bytes;
  return ((bytes | controls | (bytes + kOnes)) & kHigh) == 0 && has_zero(bytes ^ kOnes * '"') == 0 &&
         has_zero(bytes ^ kOnes * '\\') == 0;
}

void append_escaped(std::string& out, std::string_view text) {
  static constexpr char kHex[] = "0123456789abcdef";
  while (!text.empty()) {
    // Most text is plain: copy whole stretches of it.
    std::size_t plain = 0;
    while (plain + 8 <= text.size() && are_plain(text.data() + plain)) plain += 8;
    while (plain < text.size() && is_plain(text[plain])) ++plain;
    out.append(text.data(), plain);
    text.remove_prefix(plain);
    if (text.empty()) return;
    const std::size_t length = utf8_length(text);
    const auto byte = static_cast<unsigned char>(text.front());
    if (length == 0) {
      out += "\xEF\xBF\xBD";
    } else if (byte == '"' || byte == '\\') {
      out += '\\';
      out += text.front();
    } else if (byte < 0x20) {
      out += "\\u00";
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
}

}  // namespace

void JsonWriter::separate() {
  if (!after_key_ && !first_) text_ += ',';
  after_key_ = false;
  first_ = false;
}

JsonWriter& JsonWriter::open(char bracket) {
  separate();
  text_ += bracket;
  first_ = true;
  return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
  text_ += bracket;
  first_ = false;
  return *this;
}

JsonWriter& JsonWriter::raw(std::string_view token) {
  separate();
  text_ += token;
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  separate();
  text_ += '"';
  append_escaped(text_, name);
  text_ += "\":";
  after_key_ = true;
  return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
  separate();
  text_ += '"';
  append_escaped(text_, text);
  text_ += '"';
  return *this;
}

JsonWriter& JsonWriter::value(double number) {
  if (!std::isfinite(number)) return raw("null");
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, number).ptr;
  return raw(std::string_view(buffer, static_cast<std::size_t>(end - buffer)));
}

}  // namespace tabia::base
