#include "nn/plane_storage.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/text.h"
#include "chess/movegen.h"
#include "deep/policy.h"
#include "nn/network_parts.h"

namespace tabia::nn {
namespace {

using base::concat;
using base::Error;

constexpr float kLargestByte = 127;
constexpr float kMiddleByte = 64;  // stands for zero if inputs may be negative

std::vector<deep::Planes> encoded(const Network& network, std::span<const Position> positions) {
  std::vector<deep::Planes> boards;
  for (const Position& position : positions)
    boards.push_back(deep::encode(network.spec().planes->input, {&position, 1}));
  return boards;
}

std::vector<deep::TensorData> data_of(const Network& network) {
  std::vector<deep::TensorData> data;
  for (const Tensor& tensor : network.tensors()) data.push_back({tensor.values<float>(), {}});
  return data;
}

// Fills the bytes of a weight tensor and the scales after it.
void write_bytes(const Tensor& from, Tensor& bytes, Tensor& scales) {
  const std::size_t columns = from.spec().columns;
  for (std::size_t row = 0; row < from.spec().rows; ++row) {
    const auto weights = from.values<float>().subspan(row * columns, columns);
    float largest = 0;
    for (const float weight : weights) largest = std::max(largest, std::abs(weight));
    const float scale = largest > 0 ? largest / kLargestByte : 1;
    scales.values<float>()[row] = scale;
    for (std::size_t i = 0; i < columns; ++i)
      bytes.set(row * columns + i, static_cast<double>(weights[i]) / static_cast<double>(scale));
  }
}

void write_input(const deep::LayerRange& range, Tensor& input) {
  const auto values = input.values<float>();
  const bool negative = range.lowest < 0;
  const float largest = std::max(-range.lowest, range.highest);
  values[0] = largest > 0 ? largest / (negative ? kLargestByte - kMiddleByte : kLargestByte) : 1;
  values[1] = negative ? kMiddleByte : 0;
}

}  // namespace

base::Result<std::shared_ptr<const Network>> in_storage(const Network& network, deep::Storage storage,
                                                        std::span<const Position> positions) {
  if (!network.spec().planes || network.spec().planes->storage != deep::Storage::F32)
    return Error{"only networks over planes in f32 can be stored as f16 or i8"};
  ModelSpec target = network.spec();
  target.planes->storage = storage;
  TABIA_TRY_VOID(check_spec(target));
  std::map<std::string, deep::LayerRange> ranges;
  if (storage == deep::Storage::I8) {
    if (positions.empty()) return Error{"i8 needs positions to calibrate with"};
    for (deep::LayerRange& range :
         deep::Forward::input_ranges(*network.spec().planes, data_of(network), encoded(network, positions)))
      ranges.emplace(range.layer, range);
  }
  NetworkParts parts{target, empty_tensors(target), network.lineage(), network.wdl()};
  for (std::size_t i = 0; i < parts.tensors.size(); ++i) {
    Tensor& tensor = parts.tensors[i];
    const std::string& name = tensor.spec().name;
    if (name.ends_with(".scales")) continue;  // written with the weights before it
    if (name.ends_with(".input")) {
      write_input(ranges.at(name.substr(0, name.size() - std::string_view(".input").size())), tensor);
      continue;
    }
    const Tensor& from = network.tensor(name);
    if (tensor.spec().storage == Storage::I8) {
      write_bytes(from, tensor, parts.tensors[i + 1]);
      continue;
    }
    std::size_t lost = 0;
    for (std::size_t k = 0; k < from.spec().size(); ++k) lost += tensor.set(k, from.stored(k)) ? 1 : 0;
    if (lost > 0)
      return Error{concat(name, ": ", lost, " numbers are too large for ", name_of(tensor.spec().storage))};
  }
  return std::move(parts).assemble();
}

namespace {

// Adds the difference of the policies of a position; true if the likeliest moves are the same.
bool compare_policies(const Position& position, const deep::Planes& board, const deep::Outputs& exact,
                      const deep::Outputs& rounded, double& divergence) {
  const auto first = deep::move_probabilities(position, exact.policy, board.transform);
  const auto second = deep::move_probabilities(position, rounded.policy, board.transform);
  std::map<int, double> others;
  for (const deep::MoveProbability& move : second) others[move.index] = static_cast<double>(move.probability);
  for (const deep::MoveProbability& move : first) {
    const auto p = static_cast<double>(move.probability);
    if (p > 0) divergence += p * std::log(p / std::max(others[move.index], 1e-12));
  }
  return first.front().index == second.front().index;
}

}  // namespace

StorageLoss storage_loss(const Network& network, const Network& rounded,
                         std::span<const Position> positions) {
  const auto boards = encoded(network, positions);
  std::vector<deep::Outputs> exact(boards.size());
  std::vector<deep::Outputs> other(boards.size());
  network.forward()->run(boards, exact);
  rounded.forward()->run(boards, other);
  StorageLoss loss;
  std::size_t same = 0;
  for (std::size_t i = 0; i < boards.size(); ++i) {
    if (chess::count_legal_moves(positions[i]) == 0) continue;
    ++loss.positions;
    const double difference =
        std::abs(static_cast<double>(exact[i].value) - static_cast<double>(other[i].value));
    loss.mean_value += difference;
    loss.largest_value = std::max(loss.largest_value, difference);
    if (exact[i].policy.empty()) continue;
    same += compare_policies(positions[i], boards[i], exact[i], other[i], loss.divergence) ? 1 : 0;
  }
  if (loss.positions == 0) return loss;
  const auto count = static_cast<double>(loss.positions);
  loss.mean_value /= count;
  loss.divergence /= count;
  if (network.spec().planes->policy) loss.same_first_move = static_cast<double>(same) / count;
  return loss;
}

}  // namespace tabia::nn
