// nn/memory.h: how much memory a network takes, checked before any of it is allocated.
#pragma once

#include <cstdint>
#include <vector>

#include "base/memory.h"
#include "base/result.h"
#include "nn/spec.h"
#include "nn/tensor.h"

namespace tabia::nn {

// The most bytes that a network of this spec takes while it is loaded: its tensors, and what is made from
// them for the kernels. The file it comes from is not included.
[[nodiscard]] std::uint64_t memory_of(const ModelSpec& spec);

// Zeroed tensors for the spec, for readers of files. The error says that the network doesn't fit into memory;
// then nothing was allocated. Requires a spec that check_spec accepts.
[[nodiscard]] base::Result<std::vector<Tensor>> tensors_that_fit(const ModelSpec& spec,
                                                                 const base::MemoryLimit& limit);

}  // namespace tabia::nn
