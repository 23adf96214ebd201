// The assembler includes the file, as for the embedded network (src/nn/embedded.cpp): the build looks for
// relative names in the project's folder, and link-time optimization must leave this file alone
// (src/games/room.cmake).
#include "games/openings.h"

asm(".section .rodata\n"
    ".globl tabia_embedded_openings_begin\n"
    ".globl tabia_embedded_openings_end\n"
    "tabia_embedded_openings_begin:\n"
    ".incbin \"src/games/openings.table\"\n"
    "tabia_embedded_openings_end:\n"
    ".byte 0\n"
    ".previous\n");

extern "C" {
extern const char tabia_embedded_openings_begin[];
extern const char tabia_embedded_openings_end[];
}

namespace tabia::games {

std::string_view embedded_openings() noexcept {
  return {tabia_embedded_openings_begin,
          static_cast<std::size_t>(tabia_embedded_openings_end - tabia_embedded_openings_begin)};
}

}  // namespace tabia::games
