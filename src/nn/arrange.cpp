#include "nn/arrange.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

#include "base/check.h"
#include "nn/network_parts.h"

namespace tabia::nn {
namespace {

using base::Error;
using chess::Color;

using Bytes = std::vector<std::uint8_t>;

// What one perspective of a position feeds into the first layer after the accumulator, in the network's
// integers.
class Activity {
 public:
  explicit Activity(const Network& network)
      : network_(network),
        accumulator_(network.spec().accumulator),
        width_(static_cast<std::size_t>(accumulator_.width)) {}

  [[nodiscard]] bool has_pairs() const { return accumulator_.activation == Activation::Pairwise; }
  [[nodiscard]] std::size_t outputs() const { return has_pairs() ? width_ / 2 : width_; }

  [[nodiscard]] Bytes of(const Position& position, Color view) const {
    std::vector<int> sums(network_.bias(), network_.bias() + width_);
    const auto add = [&](const auto* table, std::span<const std::uint32_t> rows) {
      for (const std::uint32_t row : rows)
        for (std::size_t i = 0; i < width_; ++i) sums[i] += table[row * width_ + i];
    };
    std::uint32_t pieces[FeatureSet::kMaxActive];
    add(network_.weights(),
        {pieces, static_cast<std::size_t>(network_.features().active(position, view, pieces))});
    if (const RelationSet* relations = network_.relations()) {
      std::uint32_t pairs[RelationSet::kMaxActive];
      add(network_.relation_weights(), {pairs, relations->active(position, view, pairs)});
    }
    const auto [limit, shift] = byte_transform(accumulator_);
    const auto clipped = [&, most = limit](std::size_t i) { return std::clamp(sums[i], 0, most); };
    const bool alone = accumulator_.activation == Activation::Clipped;
    Bytes active(outputs());
    for (std::size_t i = 0; i < active.size(); ++i) {
      const int other = alone ? 1 : has_pairs() ? clipped(i + outputs()) : clipped(i);
      active[i] = (clipped(i) * other) >> shift > 0 ? 1 : 0;
    }
    return active;
  }

 private:
  const Network& network_;
  const AccumulatorSpec& accumulator_;
  const std::size_t width_;
};

double active_groups(const std::vector<Bytes>& views, const std::vector<std::size_t>& order) {
  std::size_t found = 0;
  for (const Bytes& view : views) {
    for (std::size_t group = 0; group < order.size(); group += kernels::kInputGroup) {
      const std::size_t end = std::min(group + kernels::kInputGroup, order.size());
      found += std::any_of(order.begin() + static_cast<std::ptrdiff_t>(group),
                           order.begin() + static_cast<std::ptrdiff_t>(end),
                           [&](std::size_t neuron) { return view[neuron] != 0; });
    }
  }
  // Both perspectives of a position are inputs of the layer.
  return 2.0 * static_cast<double>(found) / static_cast<double>(views.size());
}

// Groups of neurons that are active together, the most active first. Each group starts with the most active
// neuron left, then takes the neurons that add the least to the number of times the group is active, relative
// to how often they are active themselves.
std::vector<std::size_t> grouped(const std::vector<Bytes>& views, std::size_t neurons) {
  constexpr std::size_t kBits = 64;
  using Times = std::vector<std::uint64_t>;  // one bit per perspective
  std::vector<Times> active(neurons, Times((views.size() + kBits - 1) / kBits));
  std::vector<std::size_t> counts(neurons);
  for (std::size_t v = 0; v < views.size(); ++v) {
    for (std::size_t i = 0; i < neurons; ++i) {
      if (!views[v][i]) continue;
      active[i][v / kBits] |= std::uint64_t{1} << (v % kBits);
      ++counts[i];
    }
  }
  std::vector<std::size_t> left(neurons);
  std::iota(left.begin(), left.end(), std::size_t{0});
  std::stable_sort(left.begin(), left.end(),
                   [&](std::size_t a, std::size_t b) { return counts[a] > counts[b]; });
  std::vector<std::size_t> order;
  while (!left.empty()) {
    order.push_back(left.front());
    left.erase(left.begin());
    Times group = active[order.back()];
    for (std::size_t member = 1; member < kernels::kInputGroup && !left.empty(); ++member) {
      const auto cost_of = [&](std::size_t neuron) {
        std::size_t together = 0;
        for (std::size_t w = 0; w < group.size(); ++w)
          together += static_cast<std::size_t>(std::popcount(group[w] | active[neuron][w]));
        return static_cast<std::ptrdiff_t>(together) - static_cast<std::ptrdiff_t>(counts[neuron]);
      };
      std::size_t best = 0;
      std::ptrdiff_t least = cost_of(left[0]);
      for (std::size_t i = 1; i < left.size(); ++i) {
        if (const std::ptrdiff_t cost = cost_of(left[i]); cost < least)
          std::tie(best, least) = std::pair(i, cost);
      }
      order.push_back(left[best]);
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(best));
      for (std::size_t w = 0; w < group.size(); ++w) group[w] |= active[order.back()][w];
    }
  }
  return order;
}

// The parts of the network with output i of the accumulator taken from output order[i].
NetworkParts reordered(const Network& network, const std::vector<std::size_t>& order) {
  NetworkParts parts{network.spec(), empty_tensors(network.spec()), network.lineage(), network.wdl()};
  for (std::size_t t = 0; t < parts.tensors.size(); ++t) {
    const Tensor& from = network.tensors()[t];
    const TensorSpec& spec = from.spec();
    const bool columns_move = spec.name.starts_with("accumulator.") || spec.name == "relations.weights" ||
                              spec.name == "layer1.weights";
    // A row is one stretch of the outputs' length, or several: the halves of the pairs, the perspectives of a
    // layer.
    for (std::size_t i = 0; i < spec.size(); ++i) {
      const std::size_t column = i % spec.columns;
      const std::size_t stretch = column / order.size() * order.size();
      const std::size_t source = columns_move ? i - column + stretch + order[column - stretch] : i;
      parts.tensors[t].set(i, from.stored(source));
    }
  }
  return parts;
}

}  // namespace

base::Result<Arranged> arranged(const Network& network, std::span<const Position> positions) {
  const ModelSpec& spec = network.spec();
  if (!spec.is_quantised() || spec.layers.front().storage != Storage::I8) {
    return Error{
        "the network has no layers of bytes (storage = \"i8\") after its accumulator; the order of neurons "
        "only matters for those"};
  }
  TABIA_CHECK(!positions.empty(), "no positions to measure the neurons with");
  const Activity activity(network);
  std::vector<Bytes> views;
  for (const Position& position : positions) {
    for (const Color view : {Color::White, Color::Black}) views.push_back(activity.of(position, view));
  }
  std::vector<std::size_t> order(activity.outputs());
  std::iota(order.begin(), order.end(), std::size_t{0});
  Arranged result;
  result.groups = 2 * ((order.size() + kernels::kInputGroup - 1) / kernels::kInputGroup);
  result.active_before = active_groups(views, order);
  order = grouped(views, order.size());
  result.active_after = active_groups(views, order);
  auto made = reordered(network, order).assemble();
  if (!made) return made.error();
  result.network = std::move(*made);
  return result;
}

}  // namespace tabia::nn
