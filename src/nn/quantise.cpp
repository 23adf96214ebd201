#include "nn/quantise.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "nn/network_parts.h"

namespace tabia::nn {

using base::concat;
using base::Error;

ModelSpec float_twin(const ModelSpec& spec) {
  ModelSpec twin = spec;
  twin.arithmetic = Arithmetic::Tabia;
  twin.accumulator.storage = Storage::F32;
  twin.accumulator.scale = 1;
  for (LayerSpec& layer : twin.layers) {
    layer.storage = Storage::F32;
    layer.scale = 1;
  }
  return twin;
}

std::size_t Quantised::clamped() const noexcept {
  std::size_t total = 0;
  for (const QuantisedTensor& tensor : tensors) total += tensor.clamped;
  return total;
}

base::Result<Quantised> quantised(const Network& network, const ModelSpec& target) {
  if (auto good = check_spec(target); !good) return good.error();
  if (!(network.spec() == float_twin(target))) {
    return Error{concat("quantise: the network's spec is not the float twin of ", base::quoted(target.name),
                        "; found\n", to_text(network.spec()), "expected\n", to_text(float_twin(target)))};
  }
  NetworkParts parts{target, empty_tensors(target), network.lineage(), network.wdl()};
  Quantised result;
  for (std::size_t i = 0; i < parts.tensors.size(); ++i) {
    Tensor& tensor = parts.tensors[i];
    const auto values = network.tensors()[i].values<float>();
    const double scale = tensor.spec().scale;
    QuantisedTensor report{tensor.spec().name, values.size()};
    for (std::size_t k = 0; k < values.size(); ++k) {
      const auto value = static_cast<double>(values[k]);
      if (tensor.set(k, value * scale)) ++report.clamped;
      report.largest_error = std::max(report.largest_error, std::abs(tensor.stored(k) / scale - value));
    }
    result.tensors.push_back(std::move(report));
  }
  auto made = std::move(parts).assemble();
  if (!made) return made.error();
  result.network = std::move(*made);
  return result;
}

base::Result<std::shared_ptr<const Network>> dequantised(const Network& network) {
  const ModelSpec twin = float_twin(network.spec());
  if (auto good = check_spec(twin); !good) return good.error().inside("float twin");
  NetworkParts parts{twin, empty_tensors(twin), network.lineage(), network.wdl()};
  for (std::size_t i = 0; i < parts.tensors.size(); ++i) {
    const Tensor& from = network.tensors()[i];
    for (std::size_t k = 0; k < from.spec().size(); ++k)
      parts.tensors[i].set(k, from.stored(k) / from.spec().scale);
  }
  return std::move(parts).assemble();
}

}  // namespace tabia::nn
