// nn/net_text.h: a network as readable text (weights.txt), for people, diffs and other programs.
//
//   tabia-network-text 1
//   [spec]
//   name = "..."                      the model spec, as in models/*.toml
//   [passport]
//   description = "..."               lineage and win probability model
//   [accumulator.weights 768 x 256 i16 1.0=255]
//   12 -7 0 ...                       one row a line: stored integers, or the shortest decimal number that
//   ...                               reads back to the same float
//
// Blank lines and lines that begin with # are skipped. Reading gives the identical network.
#pragma once

#include <string>
#include <string_view>

#include "base/memory.h"
#include "base/result.h"
#include "nn/network_parts.h"

namespace tabia::nn {

inline constexpr std::string_view kTextMagic = "tabia-network-text";

[[nodiscard]] bool looks_like_net_text(std::string_view file) noexcept;

// The error gives the line, what was found and what was expected.
[[nodiscard]] base::Result<NetworkParts> read_net_text(std::string_view file,
                                                       const base::MemoryLimit& memory = {});
[[nodiscard]] std::string write_net_text(const Network& network);

}  // namespace tabia::nn
