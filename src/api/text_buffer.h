// api/text_buffer.h: gives texts to the caller, either in the caller's buffers or as memory that the caller
// frees.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

namespace tabia::api {

// Copies as much as fits, always zero-terminated. The buffer may be null.
inline void copy_text(std::string_view text, char* buffer, std::size_t size) {
  if (!buffer || size == 0) return;
  const std::size_t length = std::min(text.size(), size - 1);
  std::memcpy(buffer, text.data(), length);
  buffer[length] = '\0';
}

// A copy for tabia_text_free(); null if there is no memory.
inline char* owned_text(const std::string& text) {
  auto* copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy) std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

}  // namespace tabia::api
