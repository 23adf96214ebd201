// nn/net_file.h: Tabia's own network file: spec, passport, tensors and a checksum over all of it.
//
// docs/formats/network.md describes the bytes. A file that is cut off, damaged or hostile gives an error that
// says what is wrong; it never makes the reader allocate more than its size justifies.
#pragma once

#include <string>
#include <string_view>

#include "base/memory.h"
#include "base/result.h"
#include "nn/network_parts.h"

namespace tabia::nn {

inline constexpr std::string_view kNetMagic = "TABIANET";

// Does the file start like one of ours?
[[nodiscard]] bool looks_like_net(std::string_view file) noexcept;

// The error also says that the network doesn't fit into memory, before any of it is allocated.
[[nodiscard]] base::Result<NetworkParts> read_net(std::string_view file,
                                                  const base::MemoryLimit& memory = {});

struct NetWriteOptions {
  bool compress = false;  // needs has_compression()
};

// The bytes of the file, for base::write_file_atomically. Only compression can fail.
[[nodiscard]] base::Result<std::string> write_net(const Network& network, NetWriteOptions options);

// Fails if a number of an f32 or f16 tensor is not finite. The error names the tensor and the place.
[[nodiscard]] base::Result<void> check_finite(const Tensor& tensor);

}  // namespace tabia::nn
