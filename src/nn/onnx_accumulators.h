// nn/onnx_accumulators.h: the graph of a network with accumulators or of an MLP; a part of nn/onnx_file.h.
#pragma once

#include "nn/onnx_file.h"

namespace tabia::nn {

// Without metadata. The error says why this network has no such form.
[[nodiscard]] base::Result<onnx::Model> onnx_of_accumulators(const Network& network,
                                                             const OnnxOptions& options);

}  // namespace tabia::nn
