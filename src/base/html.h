// base/html.h: the little that pages made by the program share.
#pragma once

#include <string>
#include <string_view>

namespace tabia::base {

// Text between tags.
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
