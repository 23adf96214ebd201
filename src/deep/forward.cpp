#include "deep/forward.h"

#include "base/check.h"
#include "deep/blocks.h"

namespace tabia::deep {

Forward::Forward(const PlanesSpec& spec, std::span<const TensorData> tensors,
                 const kernels::PlanesKernels& kernels)
    : machine_(std::make_unique<const Pass<HostLayers>>(spec, tensors, nullptr, kernels)) {}

void Forward::run(std::span<const Planes> boards, std::span<Outputs> outputs) const {
  TABIA_CHECK(boards.size() == outputs.size(), "one output for each board");
  machine_->run(boards, outputs);
}

Outputs Forward::run(const Planes& board) const {
  Outputs outputs;
  run({&board, 1}, {&outputs, 1});
  return outputs;
}

std::vector<LayerRange> Forward::input_ranges(const PlanesSpec& spec, std::span<const TensorData> tensors,
                                              std::span<const Planes> boards) {
  Ranges ranges;
  const Pass<HostLayers> pass(spec, tensors, &ranges, kernels::active_planes_kernels());
  std::vector<Outputs> outputs(boards.size());
  pass.run(boards, outputs);
  std::vector<LayerRange> result;
  for (const auto& [layer, range] : ranges) result.push_back({layer, range.lowest, range.highest});
  return result;
}

}  // namespace tabia::deep
