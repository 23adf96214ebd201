// web/wasm/runtime.cpp: the system that the engine finds in a browser: no files, no exceptions, small tables.
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "base/file.h"

namespace tabia::base {

// Networks come as bytes.
Result<std::string> read_file(const std::string& path, std::size_t) {
  return Error{path + ": there are no files here"};
}

}  // namespace tabia::base

namespace std {

// As libc++'s, whose tables take 120 kB: the shortest text that reads back as the same number, though not always in the
// same notation.
to_chars_result to_chars(char* first, char* last, double value) {
  char text[32];
  int size = 0;
  for (int digits = 15; digits <= 17; ++digits) {
    size = snprintf(text, sizeof text, "%.*g", digits, value);
    if (strtod(text, nullptr) == value) break;
  }
  if (last - first < size) return {last, errc::value_too_large};
  copy(text, text + size, first);
  return {first + size, errc{}};
}

}  // namespace std

// Only out of memory and bugs throw in the rooms that are built here. The page starts a new worker then.
extern "C" {

void* __cxa_allocate_exception(std::size_t size) noexcept { return std::malloc(size); }
void __cxa_free_exception(void* memory) noexcept { std::free(memory); }
[[noreturn]] void __cxa_throw(void*, void*, void (*)(void*)) { std::abort(); }

}  // extern "C"
