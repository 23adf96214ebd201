#include "nn/random_network.h"

#include <cmath>

#include "base/random.h"
#include "base/text.h"
#include "nn/network_parts.h"

namespace tabia::nn {
namespace {

// About normally distributed with mean 0 and deviation 1: the sum of four uniform numbers, without any function
// whose last digit depends on the machine.
double bell(base::Random& random) {
  constexpr double kDeviationOfSum = 37837.0;  // of four numbers from 0 to 65535: 65536 / sqrt(3)
  const std::uint64_t bits = random.next();
  double sum = -2 * 65535.0;
  for (int shift = 0; shift < 64; shift += 16) sum += static_cast<double>(bits >> shift & 0xFFFF);
  return sum / kDeviationOfSum;
}

// Mean and deviation of the numbers of a tensor, where 1.0 is the range of an activation.
struct Size {
  double mean;
  double deviation;
};

Size size_of(const TensorSpec& tensor) {
  constexpr double kPiecesOnBoard = 24;
  if (tensor.name == "accumulator.weights") return {0, 0.6 / std::sqrt(kPiecesOnBoard)};
  if (tensor.name == "accumulator.bias") return {0.2, 0.2};
  if (tensor.name == "piece_square") return {0, 0.25};
  if (tensor.name.ends_with(".bias")) return {0.1, 0.15};
  return {0, std::sqrt(2.0 / static_cast<double>(tensor.columns))};
}

}  // namespace

std::shared_ptr<const Network> random_network(const ModelSpec& spec, std::uint64_t seed) {
  base::Random random(seed);
  NetworkParts parts{spec, empty_tensors(spec), {}, {}};
  for (Tensor& tensor : parts.tensors) {
    const auto [mean, deviation] = size_of(tensor.spec());
    const double scale = tensor.spec().scale;
    for (std::size_t i = 0; i < tensor.spec().size(); ++i)
      tensor.set(i, scale * (mean + deviation * bell(random)));
  }
  parts.lineage.description = base::concat("random numbers, seed ", seed);
  return std::move(parts).assemble().value();
}

}  // namespace tabia::nn
