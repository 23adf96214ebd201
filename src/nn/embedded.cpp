#include "nn/embedded.h"

// The assembler includes the file: a compiler would need minutes for an array of that size. The build looks
// for relative names in the folder of the project. This file must be compiled without link-time optimization,
// which loses symbols defined in assembler text (src/nn/room.cmake, Makefile).
#if !defined(TABIA_EVALFILE)
#define TABIA_EVALFILE "nets/default.net"
#endif

#if defined(_WIN32)
#define TABIA_READ_ONLY ".section .rdata,\"dr\"\n"
#define TABIA_BACK ".text\n"
#else
#define TABIA_READ_ONLY ".section .rodata\n"
#define TABIA_BACK ".previous\n"
#endif

asm(TABIA_READ_ONLY
    ".balign 64\n"
    ".globl tabia_embedded_network_begin\n"
    ".globl tabia_embedded_network_end\n"
    "tabia_embedded_network_begin:\n"
    ".incbin \"" TABIA_EVALFILE
    "\"\n"
    "tabia_embedded_network_end:\n"
    ".byte 0\n" TABIA_BACK);

extern "C" {
extern const char tabia_embedded_network_begin[];
extern const char tabia_embedded_network_end[];
}

namespace tabia::nn {

std::string_view embedded_network() noexcept {
  return {tabia_embedded_network_begin,
          static_cast<std::size_t>(tabia_embedded_network_end - tabia_embedded_network_begin)};
}

}  // namespace tabia::nn
