// web/wasm/runtime.cpp: the system that the engine finds in a browser: no files, no exceptions, small tables.
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "base/file.h"
#include "nn/bullet_file.h"
#include "nn/ensemble.h"
#include "nn/lc0_file.h"
#include "nn/net_text.h"
#include "nn/onnx_file.h"
#include "onnx/model.h"
#include "os/system.h"

// One processor, and memory from the C library.
namespace tabia::os {

int processor_count() noexcept { return 1; }
void* allocate_aligned(std::size_t alignment, std::size_t bytes) noexcept {
  return std::aligned_alloc(alignment, bytes);
}
void free_aligned(void* block) noexcept { std::free(block); }
void prefer_huge_pages(void*, std::size_t) noexcept {}

}  // namespace tabia::os

namespace tabia::base {

// Networks come as bytes.
Result<std::string> read_file(const std::string& path, std::size_t) {
  return Error{path + ": there are no files here"};
}

// The browser limits memory, and doesn't say how.
Result<void> check_available(std::string_view, std::uint64_t, const MemoryLimit&) { return {}; }
Result<void> check_file_fits(const std::string&, const MemoryLimit&) { return {}; }

}  // namespace tabia::base

// Networks as readable text are left out: they are for people and tests, and the reader is 15 kB.
namespace tabia::nn {

bool looks_like_net_text(std::string_view file) noexcept { return file.starts_with(kTextMagic); }

base::Result<NetworkParts> read_net_text(std::string_view, const base::MemoryLimit&) {
  return base::Error{"a network as text: expected a file .net or .nnue (tabia net convert makes it)"};
}

base::Result<NetworkParts> read_bullet(std::string_view, const ModelSpec&, const base::MemoryLimit&) {
  return base::Error{"bare numbers: expected a file .net or .nnue (tabia net convert makes it)"};
}

// Other programs' formats are converted first: their readers would double what every visitor loads.
bool looks_like_lc0(std::string_view) noexcept { return false; }

base::Result<NetworkParts> read_lc0(std::string_view, const base::MemoryLimit&) {
  return base::Error{"a network of lc0: expected a file .net (tabia net convert makes it)"};
}

base::Result<std::shared_ptr<const Network>> read_onnx(std::string_view, const base::MemoryLimit&) {
  return base::Error{"an ONNX model: expected a file .net or .nnue"};
}

// Evaluation files name other files, and there are none: so there is no ensemble to combine.
bool is_ensemble_path(std::string_view) noexcept { return false; }

base::Result<std::shared_ptr<const Network>> load_ensemble(const std::string& path) {
  return base::Error{path + ": there are no files here"};
}

base::Score Ensemble::combined(const Position&, const std::function<base::Score(std::size_t)>&) const {
  __builtin_trap();
}

}  // namespace tabia::nn

namespace tabia::onnx {

bool looks_like_onnx(std::string_view) noexcept { return false; }

}  // namespace tabia::onnx

// Numbers as text. libc++ has them all in one object, with tables of 120 kB for the floating-point ones; these do the same
// with those of printf. (The macros name the namespace within std where libc++ declares them.)
_LIBCPP_BEGIN_NAMESPACE_STD

namespace __itoa {

// The digits of a whole number; returns where they end.
char* __u64toa(uint64_t value, char* buffer) noexcept {
  char digits[20];
  int count = 0;
  do digits[count++] = static_cast<char>('0' + value % 10);
  while ((value /= 10) != 0);
  while (count > 0) *buffer++ = digits[--count];
  return buffer;
}
char* __u32toa(uint32_t value, char* buffer) noexcept { return __u64toa(value, buffer); }

}  // namespace __itoa

// The shortest text that reads back as the same number, though not always in the notation that libc++ would choose.
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

to_chars_result to_chars(char* first, char* last, float value) {
  return to_chars(first, last, static_cast<double>(value));
}

_LIBCPP_END_NAMESPACE_STD

// Only out of memory and bugs throw in the rooms that are built here. The page starts a new worker then.
extern "C" {

void* __cxa_allocate_exception(std::size_t size) noexcept { return std::malloc(size); }
void __cxa_free_exception(void* memory) noexcept { std::free(memory); }
[[noreturn]] void __cxa_throw(void*, void*, void (*)(void*)) { std::abort(); }

}  // extern "C"
