// os/embed.h: files that become part of the program.
//
// The assembler includes them: a compiler would need minutes for an array of that size. The build looks for
// relative names in the project's folder. Link-time optimization loses symbols defined in assembler text, so
// files that use this are compiled without it (src/nn/room.cmake, Makefile).
#pragma once

#include <cstddef>
#include <string_view>

#if defined(_WIN32)
#define TABIA_EMBED_BEGIN ".section .rdata,\"dr\"\n"
#define TABIA_EMBED_END ".text\n"
#else
#define TABIA_EMBED_BEGIN ".section .rodata\n"
#define TABIA_EMBED_END ".previous\n"
#endif

namespace tabia::os {

// Of what TABIA_EMBED defines.
[[nodiscard]] inline std::string_view embedded(const char* begin, const char* end) noexcept {
  return {begin, static_cast<std::size_t>(end - begin)};
}

}  // namespace tabia::os

// Outside of functions and namespaces. Defines NAME_begin and NAME_end, the first byte of the file and
// the one after its last, which is 0. ALIGNMENT is in bytes; it and PATH are string literals.
#define TABIA_EMBED(NAME, PATH, ALIGNMENT)                                                         \
  asm(TABIA_EMBED_BEGIN ".balign " ALIGNMENT "; .globl " #NAME "_begin, " #NAME "_end; " #NAME     \
                        "_begin: .incbin \"" PATH "\"; " #NAME "_end: .byte 0\n" TABIA_EMBED_END); \
  extern "C" {                                                                                     \
  extern const char NAME##_begin[];                                                                \
  extern const char NAME##_end[];                                                                  \
  }                                                                                                \
  static_assert(true)
