// deep/layers.h: the layers that blocks and heads are made of, over the kernels (kernels/planes.h).
//
// Activations are [board][square][channel] with padded channels. Layers are immutable; a call
// writes only to its Scratch and its outputs.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "deep/planes.h"
#include "deep/spec.h"
#include "kernels/planes.h"

namespace tabia::deep {

using Numbers = std::vector<float>;
using kernels::padded_channels;
using kernels::PlanesKernels;

// Memory for one call at a time. Vectors only grow.
struct Scratch {
  Numbers kernel;                    // of convolutions and products
  std::vector<std::uint8_t> bytes;   // inputs of layers in bytes
  std::vector<std::uint8_t> border;  // scratch of byte_conv3x3
  std::vector<std::int32_t> sums;
  // By block: see deep/blocks.h.
  std::array<Numbers, 9> values;
  Numbers ends;                 // of the body, for the heads
  std::array<Numbers, 2> host;  // read back from a device: never used here
};

// Makes room for at least `size` numbers; their values are undefined.
template <class T>
[[nodiscard]] T* room_for(std::vector<T>& numbers, std::size_t size) {
  if (numbers.size() < size) numbers.resize(size);
  return numbers.data();
}

// The smallest and largest input of a layer, for calibration.
struct InputRange {
  float lowest = 0;
  float highest = 0;
};

// The numbers of a layer: [outputs][inputs] or [outputs][inputs][3][3].
struct LayerData {
  std::span<const float> weights;
  std::span<const float> bias;         // empty: zeros
  std::span<const std::int8_t> bytes;  // empty: the layer computes in floats
  std::span<const float> scales;       // of the bytes, one per output
  float step = 1;                      // an input is (byte - zero) * step
  std::uint8_t zero = 0;
  InputRange* observed = nullptr;  // if not null: widened by every run (from one thread at a time)
};

// What a byte layer needs besides its packed weights.
struct ByteForm {
  std::vector<std::int8_t> packed;
  Numbers scale;  // of the sums, padded
  Numbers bias;   // with the contribution of `zero` removed, padded
  float steps = 1;
  std::uint8_t zero = 0;
};

// Rows that aren't all the same distance apart: groups of rows, with `stride` numbers from one group to the
// next.
struct RowGroups {
  std::size_t groups = 0;
  std::size_t rows = 0;
  std::size_t stride = 0;
};

// out = activation(weights * in + bias), for many rows of inputs.
class Dense {
 public:
  Dense() = default;
  Dense(const PlanesKernels& kernels, const LayerData& data, std::size_t outputs, std::size_t inputs,
        Activation activation);

  [[nodiscard]] std::size_t inputs() const noexcept { return inputs_; }
  [[nodiscard]] std::size_t outputs() const noexcept { return outputs_; }
  [[nodiscard]] std::size_t padded_outputs() const noexcept { return padded_channels(outputs_); }
  // Rows of `in` are in_stride apart, rows of `out` padded_outputs().
  void run(const float* in, std::size_t in_stride, std::size_t rows, float* out, Scratch& scratch) const;
  void run_groups(const float* in, std::size_t in_stride, const RowGroups& groups, float* out,
                  Scratch& scratch) const;

 private:
  void run_bytes(const float* in, std::size_t in_stride, std::size_t rows, float* out,
                 Scratch& scratch) const;

  const PlanesKernels* kernels_ = nullptr;
  Numbers packed_;
  Numbers bias_;
  ByteForm bytes_;
  InputRange* observed_ = nullptr;
  std::size_t inputs_ = 0;
  std::size_t outputs_ = 0;
  Activation activation_ = Activation::Linear;
};

// A convolution over the 8x8 squares, padded with zeros; kernel 1 or 3.
class Convolution {
 public:
  Convolution() = default;
  // `sparse`: made for run_sparse, which is then the only way to run it.
  Convolution(const PlanesKernels& kernels, const LayerData& data, std::size_t outputs, std::size_t inputs,
              int kernel, Activation activation, bool sparse = false);

  [[nodiscard]] std::size_t outputs() const noexcept { return outputs_; }
  [[nodiscard]] std::size_t padded_outputs() const noexcept { return padded_channels(outputs_); }
  // A `residual`, laid out like the output, is added before the activation; it may be the output.
  void run(const float* in, std::size_t boards, float* out, Scratch& scratch,
           const float* residual = nullptr) const;
  // From planes that are mostly zeros, into `values`. False if the layer wasn't made for that.
  [[nodiscard]] bool run_sparse(std::span<const Planes> boards, Numbers& values, Scratch& scratch) const;

 private:
  void run_bytes(const float* in, std::size_t boards, float* out, Scratch& scratch,
                 const float* residual) const;

  const PlanesKernels* kernels_ = nullptr;
  Dense dense_;  // for a kernel of 1x1
  Numbers packed_;
  Numbers bias_;
  ByteForm bytes_;
  InputRange* observed_ = nullptr;
  std::size_t inputs_ = 0;
  std::size_t outputs_ = 0;
  int kernel_ = 3;
  bool sparse_ = false;
  Activation activation_ = Activation::Linear;
};

// norm(x + factor * y), over the numbers of each row.
class LayerNorm {
 public:
  LayerNorm() = default;
  LayerNorm(const PlanesKernels& kernels, std::span<const float> scale, std::span<const float> bias,
            float epsilon);
  // Writes to x; the rows of y are padded like those of x.
  void run(float* x, float factor, const float* y, std::size_t rows) const;
  void run(float* x, std::size_t rows) const;

 private:
  const PlanesKernels* kernels_ = nullptr;
  Numbers scale_;
  Numbers bias_;
  std::size_t width_ = 0;
  float epsilon_ = 0;
};

// Rows of numbers side by side: the first `channels` of each row of one array (rows `width` apart), then
// `extra` numbers of its square from a table (squares and boards that far apart).
struct JoinShape {
  std::size_t channels = 0;
  std::size_t width = 0;
  std::size_t extra = 0;
  std::size_t board = 0;
  std::size_t square = 0;
};

// Queries, keys and values: rows `stride` apart, `depth` numbers for each head.
struct AttentionShape {
  std::size_t boards = 0;
  std::size_t heads = 1;
  std::size_t depth = 0;
  std::size_t stride = 0;
};

// The family of layers that computes on the processor (deep/blocks.h).
class HostLayers {
 public:
  using Dense = deep::Dense;
  using Convolution = deep::Convolution;
  using LayerNorm = deep::LayerNorm;
  using Numbers = deep::Numbers;
  using Constant = deep::Numbers;
  using Scratch = deep::Scratch;
  using Input = const float*;
  using Output = float*;
  // How many boards go through the body together: few enough that their activations stay in the cache. Heads
  // read large matrices, so more boards share one pass over them.
  static constexpr std::size_t kBodyBoards = 16;
  static constexpr std::size_t kHeadBoards = 256;
  static constexpr bool kIsDevice = false;

  explicit HostLayers(const PlanesKernels& kernels) : kernels_(kernels) {}

  [[nodiscard]] const PlanesKernels& machine() const noexcept { return kernels_; }
  [[nodiscard]] std::string name() const { return "kernels " + std::string(kernels_.name); }
  [[nodiscard]] std::size_t most_boards() const noexcept { return kHeadBoards; }
  // Calls use(scratch). Scratches are kept and reused; there are as many as calls that ever ran at the same
  // time.
  template <class Use>
  void with_scratch(const Use& use) const {
    std::unique_ptr<Scratch> scratch = taken_scratch();
    use(*scratch);
    give_back(std::move(scratch));
  }
  [[nodiscard]] Constant constant(std::span<const float> numbers) const {
    return {numbers.begin(), numbers.end()};
  }
  // A pointer that the host can read these numbers from.
  [[nodiscard]] const float* on_host(const float* numbers, std::size_t /*count*/, Numbers& /*room*/) const {
    return numbers;
  }

  void expand(float* out, std::span<const Planes> boards, std::size_t padded, Scratch& scratch) const;
  void copy(float* to, const float* from, std::size_t count) const { std::copy_n(from, count, to); }
  void average(float* means, const float* in, std::size_t boards, std::size_t channels) const {
    kernels_.average(means, in, boards, channels);
  }
  // values = activation(sigmoid(first half of the gates) * after + second half + values)
  void excite(float* values, const float* after, float* gates, std::size_t gate_stride, std::size_t boards,
              std::size_t channels, Activation activation) const;
  void join(float* out, const float* in, const JoinShape& shape, const float* table, std::size_t rows) const;
  // values = values * factors + addends, of every board.
  void gate_squares(float* values, const Constant& factors, const Constant& addends,
                    std::size_t boards) const;
  // Attention of every head of every board. `added` [board][head][64][64] may be null.
  void attend(float* out, const float* queries, const float* keys, const float* values, const float* added,
              const AttentionShape& shape, Scratch& scratch) const;
  // out[board][from][to] = query of `from` times key of `to`. Requires one head.
  void products(float* out, const float* queries, const float* keys, const AttentionShape& shape,
                Scratch& scratch) const;

 private:
  [[nodiscard]] std::unique_ptr<Scratch> taken_scratch() const;
  void give_back(std::unique_ptr<Scratch> scratch) const;

  const PlanesKernels& kernels_;
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<Scratch>> free_;
};

// Weights of a dense layer over a whole board in the order used here: [output][square][padded channel]. In
// the file they are [output][channel][square] (by_channel) or [output][square][channel].
template <class T>
[[nodiscard]] std::vector<T> board_weights(std::span<const T> weights, std::size_t outputs,
                                           std::size_t channels, bool by_channel) {
  const std::size_t padded = padded_channels(channels);
  std::vector<T> result(outputs * kSquares * padded);
  for (std::size_t o = 0; o < outputs && !weights.empty(); ++o) {
    const T* row = weights.data() + o * kSquares * channels;
    for (std::size_t square = 0; square < kSquares; ++square)
      for (std::size_t c = 0; c < channels; ++c)
        result[(o * kSquares + square) * padded + c] =
            by_channel ? row[c * kSquares + square] : row[square * channels + c];
  }
  return result;
}

}  // namespace tabia::deep
