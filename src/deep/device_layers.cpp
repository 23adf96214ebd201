#include "deep/device_layers.h"

#include <cmath>

#include "base/check.h"

namespace tabia::deep {
namespace {

using device::Array;
using device::Grid;
using device::Kernel;
using device::Place;
using device::Session;

// Work items in a group, by dimension: see device::Grid.
constexpr std::size_t kRowsTogether = 8;  // rows that a work item of `dense` computes
constexpr std::size_t kRanks = 8;

Array uploaded(Session& session, std::span<const float> numbers) {
  Array array(session);
  array.upload(numbers);
  return array;
}

// One number for each channel, padded.
Array uploaded_channels(Session& session, std::span<const float> numbers, std::size_t channels) {
  Numbers padded(padded_channels(channels));
  std::copy(numbers.begin(), numbers.end(), padded.begin());
  return uploaded(session, padded);
}

// [output][input][tap] becomes [tap][input][padded output].
Array uploaded_weights(Session& session, std::span<const float> weights, std::size_t outputs,
                       std::size_t inputs, std::size_t taps) {
  TABIA_CHECK(weights.size() == outputs * inputs * taps, "the shape of a layer on a device");
  const std::size_t padded = padded_channels(outputs);
  Numbers turned(taps * inputs * padded);
  for (std::size_t o = 0; o < outputs; ++o)
    for (std::size_t i = 0; i < inputs; ++i)
      for (std::size_t tap = 0; tap < taps; ++tap)
        turned[(tap * inputs + i) * padded + o] = weights[(o * inputs + i) * taps + tap];
  return uploaded(session, turned);
}

// Vectors of outputs in one direction; a group has a step of channels of them.
std::size_t vectors_of(const Session& session, std::size_t padded) {
  return padded / session.device().vector();
}

}  // namespace

DeviceDense::DeviceDense(Session& session, const LayerData& data, std::size_t outputs, std::size_t inputs,
                         Activation activation)
    : session_(&session),
      weights_(uploaded_weights(session, data.weights, outputs, inputs, 1)),
      bias_(uploaded_channels(session, data.bias, outputs)),
      inputs_(inputs),
      outputs_(outputs),
      activation_(activation) {}

void DeviceDense::run(Place in, std::size_t in_stride, std::size_t rows, Place out, DeviceScratch& scratch,
                      Place residual) const {
  run_groups(in, in_stride, {1, rows, 0}, out, scratch, residual);
}

void DeviceDense::run_groups(Place in, std::size_t in_stride, const RowGroups& groups, Place out,
                             DeviceScratch& /*scratch*/, Place residual) const {
  const std::size_t rows = groups.groups * groups.rows;
  const Grid grid{{vectors_of(*session_, padded_outputs()), (rows + kRowsTogether - 1) / kRowsTogether, 1},
                  {vectors_of(*session_, kernels::kChannelStep), 16, 1}};
  session_->run(Kernel::Dense, grid,
                {out, in, weights_.data(), bias_.data(), residual, rows, inputs_, in_stride, groups.rows,
                 groups.stride, padded_outputs(), static_cast<int>(activation_)});
}

DeviceConvolution::DeviceConvolution(Session& session, const LayerData& data, std::size_t outputs,
                                     std::size_t inputs, int kernel, Activation activation, bool /*sparse*/)
    : session_(&session), inputs_(inputs), outputs_(outputs), kernel_(kernel), activation_(activation) {
  if (kernel == 1) {
    dense_ = DeviceDense(session, data, outputs, inputs, activation);
    return;
  }
  weights_ = uploaded_weights(session, data.weights, outputs, inputs, kernels::kTaps);
  bias_ = uploaded_channels(session, data.bias, outputs);
}

void DeviceConvolution::run(Place in, std::size_t boards, Place out, DeviceScratch& scratch,
                            Place residual) const {
  if (kernel_ == 1)
    return dense_.run(in, padded_channels(inputs_), boards * kSquares, out, scratch, residual);
  const Grid grid{{vectors_of(*session_, padded_outputs()), kRanks, boards},
                  {vectors_of(*session_, kernels::kChannelStep), kRanks, 2}};
  session_->run(Kernel::Conv3x3, grid,
                {out, in, weights_.data(), bias_.data(), residual, inputs_, padded_channels(inputs_),
                 padded_outputs(), boards, static_cast<int>(activation_)});
}

DeviceLayerNorm::DeviceLayerNorm(Session& session, std::span<const float> scale, std::span<const float> bias,
                                 float epsilon)
    : session_(&session),
      scale_(uploaded(session, scale)),
      bias_(uploaded(session, bias)),
      width_(scale.size()),
      epsilon_(epsilon) {}

void DeviceLayerNorm::run(Place x, float factor, Place y, std::size_t rows) const {
  session_->run(Kernel::LayerNorm, {{rows, 1, 1}, {64, 1, 1}},
                {x, y, scale_.data(), bias_.data(), factor, epsilon_, width_, padded_channels(width_), rows});
}

// --- between layers

base::Result<void> DeviceLayers::reserve() {
  std::vector<std::pair<Array*, std::size_t>> arrays;  // and the size that one board needs
  for (Array& array : scratch_.values) arrays.emplace_back(&array, array.size());
  arrays.emplace_back(&scratch_.planes, scratch_.planes.size());
  arrays.emplace_back(&scratch_.ends, scratch_.ends.size());
  for (std::size_t boards = kBodyBoards;; boards /= 2) {
    for (const auto& [array, size] : arrays) array->reserve(boards * size);
    const auto failure = session_->failure();
    most_boards_ = boards;
    if (!failure) return {};
    if (boards == 1) return *failure;
    for (const auto& [array, size] : arrays) array->release();
  }
}

Array DeviceLayers::constant(std::span<const float> numbers) const { return uploaded(*session_, numbers); }

const float* DeviceLayers::on_host(Place numbers, std::size_t count, deep::Numbers& room) const {
  float* host = deep::room_for(room, count);
  session_->read(numbers, {host, count});
  return host;
}

void DeviceLayers::expand(Place out, std::span<const Planes> boards, std::size_t padded,
                          Scratch& scratch) const {
  constexpr std::size_t kWords = 4;  // of a plane
  std::vector<std::uint32_t>& words = scratch.words;
  words.assign(boards.size() * padded * kWords, 0);
  for (std::size_t board = 0; board < boards.size(); ++board)
    for (std::size_t i = 0; i < size_of(boards[board].count); ++i) {
      const Plane& plane = boards[board].planes[i];
      std::uint32_t* word = words.data() + (board * padded + i) * kWords;
      word[0] = static_cast<std::uint32_t>(plane.squares);
      word[1] = static_cast<std::uint32_t>(plane.squares >> 32);
      word[2] = std::bit_cast<std::uint32_t>(plane.value);
    }
  scratch.planes.upload(words);
  session_->run(Kernel::Expand, {{padded, kSquares, boards.size()}, {16, 4, 1}},
                {out, scratch.planes.data(), padded, boards.size()});
}

void DeviceLayers::average(Place means, Place in, std::size_t boards, std::size_t channels) const {
  const std::size_t padded = padded_channels(channels);
  session_->run(Kernel::Average, {{padded, boards, 1}, {16, 4, 1}}, {means, in, padded, boards});
}

void DeviceLayers::excite(Place values, Place after, Place gates, std::size_t gate_stride, std::size_t boards,
                          std::size_t channels, Activation activation) const {
  const std::size_t padded = padded_channels(channels);
  session_->run(Kernel::Excite, {{padded, kSquares, boards}, {16, 4, 1}},
                {values, after, gates, channels, padded, gate_stride, boards, static_cast<int>(activation)});
}

void DeviceLayers::join(Place out, Place in, const JoinShape& shape, Place table, std::size_t rows) const {
  session_->run(Kernel::Join, {{shape.channels + shape.extra, rows, 1}, {16, 4, 1}},
                {out, in, table, shape.channels, shape.width, shape.extra, shape.board, shape.square, rows});
}

void DeviceLayers::gate_squares(Place values, const Array& factors, const Array& addends,
                                std::size_t boards) const {
  session_->run(Kernel::GateSquares, {{factors.size(), boards, 1}, {64, 1, 1}},
                {values, factors.data(), addends.data(), factors.size()});
}

void DeviceLayers::attend(Place out, Place queries, Place keys, Place values, Place added,
                          const AttentionShape& shape, Scratch& /*scratch*/) const {
  const float scale = 1.0f / std::sqrt(static_cast<float>(shape.depth));
  session_->run(Kernel::Attend, {{kSquares, shape.heads, shape.boards}, {kSquares, 1, 1}},
                {out, queries, keys, values, added, shape.stride, shape.depth, scale});
}

void DeviceLayers::products(Place out, Place queries, Place keys, const AttentionShape& shape,
                            Scratch& /*scratch*/) const {
  session_->run(Kernel::Products, {{kSquares, kSquares, shape.boards}, {kSquares, 1, 1}},
                {out, queries, keys, shape.stride, shape.depth});
}

}  // namespace tabia::deep
