// nn/embedded.h: the network embedded in the program itself.
//
// The file nets/default.net, or the one named by `make EVALFILE=...`, is embedded at build time, so that the
// program is a single file.
#pragma once

#include <string_view>

namespace tabia::nn {

// The bytes of the network file; nn/load.h reads it.
[[nodiscard]] std::string_view embedded_network() noexcept;

}  // namespace tabia::nn
