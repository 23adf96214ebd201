// nn/embedded.h: the network that is part of the program itself.
//
// The file nets/default.net, or the one that EVALFILE names in `make EVALFILE=...`, is put into the program when
// it is built, so that one file is all there is to copy.
#pragma once

#include <string_view>

namespace tabia::nn {

// The bytes of the network file; see nn/load.h for how to read it.
[[nodiscard]] std::string_view embedded_network() noexcept;

}  // namespace tabia::nn
