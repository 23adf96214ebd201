// nn/network_parts.h: the parts of a network, which every file format is read into and written from.
#pragma once

#include <string>
#include <vector>

#include "nn/network.h"

namespace tabia::nn {

// A network before it is checked and prepared by Network::make. The tensors follow tensors_of(spec).
struct NetworkParts {
  ModelSpec spec;
  std::vector<Tensor> tensors;
  Lineage lineage;
  WdlModel wdl;

  [[nodiscard]] base::Result<std::shared_ptr<const Network>> assemble() && {
    return Network::make(std::move(spec), std::move(tensors), std::move(lineage), wdl);
  }
};

// Zeroed tensors for the spec. Requires a spec that check_spec accepts.
[[nodiscard]] inline std::vector<Tensor> empty_tensors(const ModelSpec& spec) {
  std::vector<Tensor> tensors;
  for (const TensorSpec& tensor : tensors_of(spec)) tensors.emplace_back(tensor);
  return tensors;
}

// How far clipped accumulator values are shifted to become bytes with 127 for 1.0.
struct ByteTransform {
  int limit;
  int shift;
};
[[nodiscard]] inline ByteTransform byte_transform(const AccumulatorSpec& accumulator) noexcept {
  const bool product = accumulator.activation != Activation::Clipped;
  if (accumulator.scale == 127) return {127, product ? 7 : 0};
  // 1.0 is 255 or 256.
  return {255, product ? 9 : 1};
}

}  // namespace tabia::nn
