// nn/lc0_file.h: networks of Leela Chess Zero (and Maia): a gzipped protobuf message, `.pb.gz`.
//
// Read only, into the same spec as other networks over planes: batch norms are folded, every number becomes
// f32. docs/formats/network.md describes the format.
#pragma once

#include <string_view>

#include "base/memory.h"
#include "base/result.h"
#include "nn/network_parts.h"

namespace tabia::nn {

// Does the file start like one: gzip, or the magic number of an unpacked one?
[[nodiscard]] bool looks_like_lc0(std::string_view file) noexcept;

// The error says at which byte or in which layer something is wrong, or what kind of network is not
// supported.
[[nodiscard]] base::Result<NetworkParts> read_lc0(std::string_view file,
                                                  const base::MemoryLimit& memory = {});

}  // namespace tabia::nn
