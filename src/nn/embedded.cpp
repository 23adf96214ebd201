#include "nn/embedded.h"

#include "os/embed.h"

#if !defined(TABIA_EVALFILE)
#define TABIA_EVALFILE "nets/default.net"
#endif

TABIA_EMBED(tabia_embedded_network, TABIA_EVALFILE, "64");

namespace tabia::nn {

std::string_view embedded_network() noexcept {
  return os::embedded(tabia_embedded_network_begin, tabia_embedded_network_end);
}

}  // namespace tabia::nn
