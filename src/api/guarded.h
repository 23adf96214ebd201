// api/guarded.h: errors and exceptions end at the border of the library, as messages in the caller's buffer.
#pragma once

#include <exception>

#include "api/text_buffer.h"
#include "base/result.h"

namespace tabia::api {

// Runs the work; what goes wrong lands in the caller's buffer. Returns 1 if nothing did.
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
