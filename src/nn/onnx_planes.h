// nn/onnx_planes.h: the graph of a network over planes; a part of nn/onnx_file.h.
#pragma once

#include "nn/onnx_file.h"

namespace tabia::nn {

// Without metadata. The error says why this network has no such form.
[[nodiscard]] base::Result<onnx::Model> onnx_of_planes(const Network& network, const OnnxOptions& options);

// Can the graph take the 12 planes of any network (docs/formats/onnx.md), or does it need its own?
[[nodiscard]] bool takes_common_planes(const deep::InputSpec& input) noexcept;

}  // namespace tabia::nn
