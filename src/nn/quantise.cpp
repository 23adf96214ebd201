#include "nn/quantise.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/random.h"
#include "base/text.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "nn/network_parts.h"

namespace tabia::nn {

using base::concat;
using base::Error;

ModelSpec float_twin(const ModelSpec& spec) {
  ModelSpec twin = spec;
  twin.arithmetic = Arithmetic::Tabia;
  twin.accumulator.storage = Storage::F32;
  twin.accumulator.scale = 1;
  if (twin.planes) twin.planes->storage = deep::Storage::F32;
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
  if (target.planes && target.planes->storage == deep::Storage::I8)
    return Error{"quantize: i8 needs positions to calibrate with: give --storage i8 and --data FILE"};
  if (!(network.spec() == float_twin(target))) {
    return Error{concat("quantize: the network's spec is not the float twin of ", base::quoted(target.name),
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
  if (network.spec().planes && network.spec().planes->storage == deep::Storage::I8)
    return Error{"a network over planes in i8 has no float twin: its inputs are rounded too"};
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

namespace {

// Positions from random games, none of them a mate or stalemate.
std::vector<Position> random_positions(std::size_t count, std::uint64_t seed) {
  constexpr std::uint32_t kLongestGame = 160;
  base::Random random(seed);
  std::vector<Position> positions;
  while (positions.size() < count) {
    Position position;
    for (std::uint32_t left = 2 + random.below(kLongestGame); left > 0; --left) {
      const auto moves = chess::legal_moves(position);
      if (moves.empty()) break;
      if (left == 1) positions.push_back(position);
      position.make(moves[static_cast<int>(random.below(static_cast<std::uint32_t>(moves.size())))]);
    }
  }
  return positions;
}

// The first tensor whose numbers differ by more than the coarser of the two grids.
std::string first_different_tensor(const Network& a, const Network& b) {
  // Networks over planes have other tensors in bytes.
  if (a.tensors().size() != b.tensors().size()) return {};
  for (std::size_t t = 0; t < a.tensors().size(); ++t) {
    const Tensor& first = a.tensors()[t];
    const Tensor& second = b.tensors()[t];
    const auto step = [](const TensorSpec& spec) {
      return spec.storage == Storage::F32 ? 0 : 0.5 / spec.scale;  // (f16: far coarser than needed)
    };
    const bool same_storage = first.spec() == second.spec();
    const double allowed = same_storage ? 0 : std::max(step(first.spec()), step(second.spec())) * (1 + 1e-6);
    for (std::size_t i = 0; i < first.spec().size(); ++i) {
      const double x = first.stored(i) / first.spec().scale;
      const double y = second.stored(i) / second.spec().scale;
      // A number between two steps may have been rounded either way: multiplied by the scale it is a float
      // again.
      const double blurred = same_storage ? 0 : std::abs(x) * std::numeric_limits<float>::epsilon();
      if (std::abs(x - y) > allowed + blurred)
        return concat(first.spec().name, ", row ", i / first.spec().columns, ", column ",
                      i % first.spec().columns, ": ", x, " and ", y);
    }
  }
  return {};
}

}  // namespace

base::Result<Comparison> compare(const Network& a, const Network& b, std::size_t positions,
                                 std::uint64_t seed) {
  Comparison result;
  if (!(float_twin(a.spec()) == float_twin(b.spec()))) {
    result.first_difference = "the specs";
    return result;
  }
  result.first_difference = first_different_tensor(a, b);
  std::vector<std::shared_ptr<const Network>> others;
  for (const kernels::Kernels* kernels : kernels::runnable_kernels()) {
    std::vector<Tensor> tensors;
    for (const Tensor& tensor : b.tensors()) {
      tensors.emplace_back(tensor.spec());
      std::copy(tensor.bytes().begin(), tensor.bytes().end(), tensors.back().bytes().begin());
    }
    auto other = Network::make(b.spec(), std::move(tensors), {}, {}, *kernels);
    if (!other) return other.error();
    others.push_back(std::move(*other));
  }
  for (const Position& position : random_positions(positions, seed)) {
    const Output first = a.fresh_output(position);
    const Output second = b.fresh_output(position);
    const int difference = std::abs(first.score - second.score);
    result.mean_difference += difference;
    if (difference > result.largest_difference || result.largest_fen.empty()) {
      result.largest_difference = difference;
      result.largest_fen = chess::to_fen(position);
    }
    for (const auto& other : others) {
      if (result.kernels.empty() && other->fresh_output(position) != second)
        result.kernels = other->kernels().name;
    }
    ++result.positions;
  }
  if (result.positions > 0) result.mean_difference /= static_cast<double>(result.positions);
  return result;
}

double allowed_difference(const Network& a, const Network& b, std::optional<int> tolerance) {
  constexpr double kToleratedShare = 0.05;  // of an output of 1.0
  if (a.spec() == b.spec()) return 0;
  return tolerance ? *tolerance : kToleratedShare * a.spec().output.eval_scale;
}

}  // namespace tabia::nn
