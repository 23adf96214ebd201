// nn/bullet_file.h: reads and writes the bare quantized numbers of the trainer bullet (quantised.bin).
//
// Such a file has no header, so a spec must say what it holds. Supported are perspective networks with one
// output layer, (inputs -> width) x 2 -> 1 x heads; docs/formats/network.md describes the bytes.
#pragma once

#include <string>
#include <string_view>

#include "base/memory.h"
#include "base/result.h"
#include "nn/network_parts.h"

namespace tabia::nn {

// The error says why the format can't hold this spec, or how the size of the file differs.
[[nodiscard]] base::Result<NetworkParts> read_bullet(std::string_view file, const ModelSpec& spec,
                                                     const base::MemoryLimit& memory = {});

// The error says why the format can't hold the network: its shape, or an output bias beyond 16 bits.
[[nodiscard]] base::Result<std::string> write_bullet(const Network& network);

}  // namespace tabia::nn
