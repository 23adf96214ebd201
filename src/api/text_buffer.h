// api/text_buffer.h: copies texts into the caller's buffers.
#pragma once

#include <algorithm>
#include <cstring>
#include <string_view>

namespace tabia::api {

// Copies as much as fits, always zero-terminated. The buffer may be null.
inline void copy_text(std::string_view text, char* buffer, std::size_t size) {
  if (!buffer || size == 0) return;
  const std::size_t length = std::min(text.size(), size - 1);
  std::memcpy(buffer, text.data(), length);
  buffer[length] = '\0';
}

}  // namespace tabia::api
