// The layers of a device against those of the processor with the scalar table: the same code runs in both
// families.
#include "deep/device_layers.h"

#include <cmath>

#include "base/random.h"
#include "deep/device_forward.h"
#include "device/device_support.h"
#include "kernels/planes_support.h"

namespace tabia::deep {
namespace {

using kernels::random_floats;
using kernels::random_rows;
using std::size_t;

LayerData layer_data(std::span<const float> weights, std::span<const float> bias) {
  LayerData data;
  data.weights = weights;
  data.bias = bias;
  return data;
}

class DeviceLayersFull : public device::WithDevice {
 protected:
  // `test` computes with a family and its scratch and returns numbers. The first `channels` of each `stride`
  // numbers must agree, relative to the largest, for both sizes of vectors.
  template <class Test>
  void expect_same(const Test& test, size_t channels = 1, size_t stride = 1) const {
    const HostLayers host(*kernels::runnable_planes_kernels().front());
    const Numbers expected = result_of(host, test);
    for (const int vector : {4, 8}) {
      const DeviceLayers layers(with_vectors(vector));
      const Numbers found = result_of(layers, test);
      ASSERT_EQ(found.size(), expected.size());
      double largest = 1e-30;
      double most = 0;
      for (size_t i = 0; i < expected.size(); ++i) {
        if (i % stride >= channels) continue;
        const auto right = static_cast<double>(expected[i]);
        const double difference = std::abs(static_cast<double>(found[i]) - right);
        if (!(difference <= most)) most = difference;  // NaN as well
        largest = std::max(largest, std::abs(right));
      }
      EXPECT_LE(most / largest, 1e-5) << "vectors of " << vector;
      EXPECT_GT(largest, 1e-3);
    }
  }

  template <class L>
  static Numbers read(const L& layers, typename L::Input from, size_t count) {
    Numbers room;
    const float* numbers = layers.on_host(from, count, room);
    return {numbers, numbers + count};
  }

 private:
  // Opened once.
  static std::shared_ptr<const device::Device> with_vectors(int size) {
    static const auto four = device::Device::open({.vector = 4}).value();
    static const auto eight = device::Device::open({.vector = 8}).value();
    return size == 4 ? four : eight;
  }
  template <class L, class Test>
  static Numbers result_of(const L& layers, const Test& test) {
    Numbers result;
    layers.with_scratch([&](auto& scratch) { result = test(layers, scratch); });
    return result;
  }
};

#define TABIA_FAMILY using L [[maybe_unused]] = std::decay_t<decltype(layers)>

constexpr Activation kAll[] = {Activation::Linear, Activation::Relu,       Activation::Mish,
                               Activation::Tanh,   Activation::Sigmoid,    Activation::Selu,
                               Activation::Swish,  Activation::ReluSquared};

TEST_F(DeviceLayersFull, ConvolutionsWithAndWithoutResidualsAtOddSizes) {
  for (const auto [outputs, inputs, boards] :
       {std::array<size_t, 3>{1, 1, 1}, {17, 12, 3}, {64, 112, 2}, {80, 33, 5}})
    for (const int kernel : {3, 1})
      for (const bool residual : {false, true}) {
        const size_t taps = kernel == 3 ? 9 : 1;
        const Numbers weights = random_floats(outputs * inputs * taps, 1);
        const Numbers bias = random_floats(outputs, 2);
        const Numbers in = random_rows(boards * kSquares, inputs, 3);
        const Numbers added = random_rows(boards * kSquares, outputs, 4);
        const size_t width = padded_channels(outputs);
        const auto size = boards * kSquares * width;
        const size_t in_count = inputs, out_count = outputs, board_count = boards;
        expect_same(
            [&](const auto& layers, auto& scratch) {
              TABIA_FAMILY;
              const typename L::Convolution conv(layers.machine(), layer_data(weights, bias), out_count,
                                                 in_count, kernel, Activation::Mish);
              const auto source = layers.constant(in);
              const auto out = room_for(scratch.values[0], size);
              const auto before = layers.constant(added);
              layers.copy(out, before.data(), size);
              typename L::Input other{};
              if (residual) other = out;  // the output itself
              conv.run(source.data(), board_count, out, scratch, other);
              return read(layers, out, size);
            },
            outputs, width);
      }
}

TEST_F(DeviceLayersFull, DenseLayersWithEveryActivation) {
  constexpr size_t kOutputs = 21, kInputs = 70, kStride = 75;
  const Numbers weights = random_floats(kOutputs * kInputs, 1);
  const Numbers bias = random_floats(kOutputs, 2);
  const size_t width = padded_channels(kOutputs);
  for (const Activation activation : kAll)
    for (const size_t rows : {1, 7, 8, 9, 200}) {
      Numbers in = random_floats(rows * kStride, 3);
      for (float& number : in) number *= 0.3f;
      expect_same(
          [&](const auto& layers, auto& scratch) {
            TABIA_FAMILY;
            const typename L::Dense dense(layers.machine(), layer_data(weights, bias), kOutputs, kInputs,
                                          activation);
            const auto source = layers.constant(in);
            const auto out = room_for(scratch.values[0], rows * width);
            dense.run(source.data(), kStride, rows, out, scratch);
            return read(layers, out, rows * width);
          },
          kOutputs, width);
    }
}

TEST_F(DeviceLayersFull, DenseLayersOverGroupsOfRows) {
  constexpr size_t kOutputs = 4, kInputs = 10, kStride = 16;
  const RowGroups groups{3, 8, 64 * kStride};
  const Numbers weights = random_floats(kOutputs * kInputs, 1);
  const Numbers in = random_floats(groups.groups * groups.stride, 2);
  const size_t size = groups.groups * groups.rows * padded_channels(kOutputs);
  expect_same(
      [&](const auto& layers, auto& scratch) {
        TABIA_FAMILY;
        const typename L::Dense dense(layers.machine(), layer_data(weights, {}), kOutputs, kInputs,
                                      Activation::Linear);
        const auto source = layers.constant(in);
        const auto out = room_for(scratch.values[0], size);
        dense.run_groups(source.data() + 56 * kStride, kStride, groups, out, scratch);
        return read(layers, out, size);
      },
      kOutputs, padded_channels(kOutputs));
}

TEST_F(DeviceLayersFull, LayerNorms) {
  constexpr size_t kWidth = 37, kRows = 70;
  const size_t padded = padded_channels(kWidth);
  const Numbers scale = random_floats(kWidth, 1), bias = random_floats(kWidth, 2);
  const Numbers x = random_rows(kRows, kWidth, 3), y = random_rows(kRows, kWidth, 4);
  for (const bool both : {false, true})
    expect_same([&](const auto& layers, auto& scratch) {
      TABIA_FAMILY;
      const typename L::LayerNorm norm(layers.machine(), scale, bias, 1e-3f);
      const auto in = layers.constant(x), other = layers.constant(y);
      const auto out = room_for(scratch.values[0], kRows * padded);
      layers.copy(out, in.data(), kRows * padded);
      if (both)
        norm.run(out, 0.7f, other.data(), kRows);
      else
        norm.run(out, kRows);
      return read(layers, out, kRows * padded);  // the padding too: it is 0
    });
}

TEST_F(DeviceLayersFull, SqueezeAndExcitation) {
  constexpr size_t kChannels = 20, kBoards = 3;
  const size_t padded = padded_channels(kChannels), gate_width = padded_channels(2 * kChannels);
  const size_t size = kBoards * kSquares * padded;
  const Numbers in = random_rows(kBoards * kSquares, kChannels, 1);
  const Numbers after = random_rows(kBoards * kSquares, kChannels, 2);
  const Numbers gates = random_floats(kBoards * gate_width + padded, 3);
  expect_same(
      [&](const auto& layers, auto& scratch) {
        const auto source = layers.constant(after);
        const auto out = room_for(scratch.values[0], kBoards * padded);
        layers.average(out, source.data(), kBoards, kChannels);
        return read(layers, out, kBoards * padded);
      },
      kChannels, padded);
  for (const Activation activation : kAll)
    expect_same(
        [&](const auto& layers, auto& scratch) {
          const auto first = layers.constant(in), second = layers.constant(after),
                     third = layers.constant(gates);
          const auto out = room_for(scratch.values[0], size);
          const auto all_gates = room_for(scratch.values[1], gates.size());
          layers.copy(out, first.data(), size);
          layers.copy(all_gates, third.data(), gates.size());
          layers.excite(out, second.data(), all_gates, gate_width, kBoards, kChannels, activation);
          return read(layers, out, size);
        },
        kChannels, padded);
}

TEST_F(DeviceLayersFull, RowsAreJoinedAndSquaresGated) {
  constexpr size_t kChannels = 12, kExtra = 5, kBoards = 2;
  const size_t rows = kBoards * kSquares, width = kChannels + kExtra;
  const Numbers in = random_rows(rows, kChannels, 1), table = random_floats(kBoards * 400, 2);
  const Numbers factors = random_floats(kSquares * width, 3), addends = random_floats(kSquares * width, 4);
  expect_same([&](const auto& layers, auto& scratch) {
    const auto source = layers.constant(in), other = layers.constant(table);
    const auto times = layers.constant(factors), plus = layers.constant(addends);
    const auto out = room_for(scratch.values[0], rows * width);
    layers.join(out, source.data(), {kChannels, padded_channels(kChannels), kExtra, 400, kExtra},
                other.data(), rows);
    layers.gate_squares(out, times, plus, kBoards);
    return read(layers, out, rows * width);
  });
}

TEST_F(DeviceLayersFull, AttentionAndProducts) {
  const AttentionShape shape{2, 3, 6, padded_channels(18)};
  const size_t rows = shape.boards * kSquares;
  const Numbers q = random_rows(rows, 18, 1), k = random_rows(rows, 18, 2), v = random_rows(rows, 18, 3);
  const Numbers added = random_floats(shape.boards * shape.heads * kSquares * kSquares, 4);
  for (const bool more : {false, true})
    expect_same(
        [&](const auto& layers, auto& scratch) {
          TABIA_FAMILY;
          const auto queries = layers.constant(q), keys = layers.constant(k), values = layers.constant(v),
                     smolgen = layers.constant(added);
          typename L::Input extra{};
          if (more) extra = smolgen.data();
          const auto out = room_for(scratch.values[0], rows * shape.stride);
          layers.attend(out, queries.data(), keys.data(), values.data(), extra, shape, scratch);
          return read(layers, out, rows * shape.stride);
        },
        18, shape.stride);
  expect_same([&](const auto& layers, auto& scratch) {
    const auto queries = layers.constant(q), keys = layers.constant(k);
    const auto out = room_for(scratch.values[0], rows * kSquares);
    layers.products(out, queries.data(), keys.data(), {shape.boards, 1, 18, shape.stride}, scratch);
    return read(layers, out, rows * kSquares);
  });
}

TEST_F(DeviceLayersFull, PlanesAreExpanded) {
  Planes board;
  board.count = 13;
  base::Random random(5);
  for (Plane& plane : board.planes)
    plane = {random.next() & random.next(), static_cast<float>(base::bell(random))};
  board.planes[3] = {~std::uint64_t{0}, 0.25f};
  const std::vector<Planes> boards(5, board);
  constexpr size_t kWidth = 16;
  expect_same([&](const auto& layers, auto& scratch) {
    const size_t size = boards.size() * kSquares * kWidth;
    const auto out = room_for(scratch.values[0], size);
    layers.expand(out, boards, kWidth, scratch);
    return read(layers, out, size);
  });
}

}  // namespace
}  // namespace tabia::deep
