#include "nn/random_network.h"

#include <cmath>

#include "base/random.h"
#include "base/text.h"
#include "nn/network_parts.h"

namespace tabia::nn {
namespace {

// Mean and standard deviation of the numbers of a tensor; 1.0 is the range of an activation.
struct Size {
  double mean;
  double deviation;
};

// For networks over planes: activations keep their size from layer to layer, biases are small.
Size size_of(const deep::TensorShape& tensor) {
  const double spread = tensor.role == deep::TensorShape::Role::Weights ? 0 : 0.05;
  return {deep::initial_mean(tensor), deep::initial_deviation(tensor) + spread};
}

Size size_of(const TensorSpec& tensor) {
  constexpr double kPiecesOnBoard = 24;
  constexpr double kPairsOnBoard = 32;
  if (tensor.name == "accumulator.weights") return {0, 0.6 / std::sqrt(kPiecesOnBoard)};
  if (tensor.name == "relations.weights") return {0, 0.3 / std::sqrt(kPairsOnBoard)};
  if (tensor.name == "relations.piece_square") return {0, 0.1};
  if (tensor.name == "accumulator.bias") return {0.2, 0.2};
  if (tensor.name == "piece_square") return {0, 0.25};
  if (tensor.name.ends_with(".bias")) return {0.1, 0.15};
  return {0, std::sqrt(2.0 / static_cast<double>(tensor.columns))};
}

}  // namespace

std::shared_ptr<const Network> random_network(const ModelSpec& spec, std::uint64_t seed) {
  base::Random random(seed);
  NetworkParts parts{spec, empty_tensors(spec), {}, {}};
  std::vector<deep::TensorShape> shapes;
  if (spec.planes) {
    shapes = deep::tensors_of(*spec.planes);
    parts.wdl = kPlanesWdl;
  }
  for (std::size_t k = 0; k < parts.tensors.size(); ++k) {
    Tensor& tensor = parts.tensors[k];
    const auto [mean, deviation] = spec.planes ? size_of(shapes[k]) : size_of(tensor.spec());
    if (spec.planes && tensor.spec().storage == Storage::I8) {
      // A byte's range is four deviations; the scales after them compensate.
      constexpr double kBytes = 32;
      for (std::size_t i = 0; i < tensor.spec().size(); ++i) tensor.set(i, kBytes * base::bell(random));
      for (float& number : parts.tensors[k + 1].values<float>())
        number = static_cast<float>(deviation / kBytes);
      parts.tensors[k + 2].values<float>()[0] = 1.0f / 16;
      parts.tensors[k + 2].values<float>()[1] = 64;
      k += 2;
      continue;
    }
    const double scale = tensor.spec().scale;
    for (std::size_t i = 0; i < tensor.spec().size(); ++i)
      tensor.set(i, scale * (mean + deviation * base::bell(random)));
  }
  parts.lineage.description = base::concat("random numbers, seed ", seed);
  return std::move(parts).assemble().value();
}

}  // namespace tabia::nn
