#include "nn/memory.h"

#include "nn/network_parts.h"

namespace tabia::nn {
namespace {

constexpr std::uint64_t kFloatBytes = 4;
constexpr std::size_t kTaps = 9;             // numbers of a 3x3 convolution
constexpr std::uint64_t kWinogradTaps = 36;  // the kernels store this many instead

// The bytes that Network::prepare() makes from a tensor of a network over planes. Layers with a 1x1 kernel
// whose inputs are a multiple of nine are mistaken for larger ones.
std::uint64_t prepared_bytes(const TensorSpec& tensor) {
  const bool is_converted = tensor.storage != Storage::F32;
  const bool is_convolution =
      tensor.name.find("conv") != std::string::npos && tensor.columns % kTaps == 0 && !is_converted;
  const std::uint64_t numbers = tensor.size() * kFloatBytes;
  if (is_convolution) return numbers / kTaps * kWinogradTaps;
  return is_converted ? 2 * numbers : numbers;
}

}  // namespace

std::uint64_t memory_of(const ModelSpec& spec) {
  const std::vector<TensorSpec> tensors = tensors_of(spec);
  std::uint64_t bytes = 0;
  for (const TensorSpec& tensor : tensors) bytes += tensor.bytes();
  if (spec.planes) {
    for (const TensorSpec& tensor : tensors) bytes += prepared_bytes(tensor);
    return bytes;
  }
  // The first layer is used in place; the others are copied for the kernels.
  for (std::size_t i = spec.first_layer_tensor(); i < tensors.size(); ++i) bytes += tensors[i].bytes();
  return bytes;
}

base::Result<std::vector<Tensor>> tensors_that_fit(const ModelSpec& spec, const base::MemoryLimit& limit) {
  TABIA_TRY_VOID(base::check_available("the network", memory_of(spec), limit));
  return empty_tensors(spec);
}

}  // namespace tabia::nn
