// nn/bullet_file.h: the bare quantised numbers that the trainer bullet writes (quantised.bin), both ways.
//
// Such a file has no header: what it holds must be told by a spec. Read and written are perspective networks
// with one output layer, (inputs -> width) x 2 -> 1 x heads; docs/formats/network.md describes the bytes.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "nn/network_parts.h"

namespace tabia::nn {

// The error says why the spec has no such form, or how the size of the file differs.
[[nodiscard]] base::Result<NetworkParts> read_bullet(std::string_view file, const ModelSpec& spec);

// The error says why the network has no such form: its shape, or an output bias beyond 16 bits.
[[nodiscard]] base::Result<std::string> write_bullet(const Network& network);

}  // namespace tabia::nn
