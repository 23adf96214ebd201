// api/guarded.h: turns errors and exceptions into messages in the caller's buffer at the edge of the library.
#pragma once

#include <exception>

#include "api/text_buffer.h"
#include "base/result.h"

namespace tabia::api {

// Runs the work; puts the message in the caller's buffer if it fails. Returns 1 on success.
template <class Work>
int guarded(char* error, std::size_t error_size, const Work& work) noexcept {
  try {
    const base::Result<void> result = work();
    if (result) return 1;
    copy_text(result.error().message, error, error_size);
  } catch (const std::exception& failure) {
    copy_text(failure.what(), error, error_size);
  }
  return 0;
}

}  // namespace tabia::api
