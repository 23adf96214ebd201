// base/html.h: the few things that the HTML pages of the program share.
#pragma once

#include <string>
#include <string_view>

namespace tabia::base {

// Escaped for use between tags.
[[nodiscard]] inline std::string html_escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '&':
        out += "&amp;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

}  // namespace tabia::base
