#include "deep/layers.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/check.h"

namespace tabia::deep {
namespace {

Numbers padded_numbers(std::span<const float> numbers, std::size_t count) {
  Numbers padded(padded_channels(count));
  std::copy(numbers.begin(), numbers.end(), padded.begin());
  return padded;
}

// Everything a byte layer has except the packed weights; `columns` is the number of weights per output.
ByteForm byte_form(const LayerData& data, std::size_t outputs, std::size_t columns) {
  ByteForm form;
  form.steps = 1 / data.step;
  form.zero = data.zero;
  form.scale.resize(padded_channels(outputs));
  form.bias = padded_numbers(data.bias, outputs);
  for (std::size_t o = 0; o < outputs; ++o) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < columns; ++i) sum += data.bytes[o * columns + i];
    form.scale[o] = data.scales[o] * data.step;
    form.bias[o] -= form.scale[o] * static_cast<float>(sum * data.zero);
  }
  return form;
}

kernels::ByteFinish finish_of(const ByteForm& form, Activation activation, const float* residual) {
  return {
      .scale = form.scale.data(), .bias = form.bias.data(), .residual = residual, .activation = activation};
}

void widen(InputRange* range, const float* in, std::size_t stride, std::size_t rows, std::size_t length) {
  if (!range) return;
  for (std::size_t row = 0; row < rows; ++row) {
    const auto [low, high] = std::minmax_element(in + row * stride, in + row * stride + length);
    range->lowest = std::min(range->lowest, *low);
    range->highest = std::max(range->highest, *high);
  }
}

}  // namespace

Dense::Dense(const PlanesKernels& kernels, const LayerData& data, std::size_t outputs, std::size_t inputs,
             Activation activation)
    : kernels_(&kernels),
      bias_(padded_numbers(data.bias, outputs)),
      observed_(data.observed),
      inputs_(inputs),
      outputs_(outputs),
      activation_(activation) {
  if (data.bytes.empty()) {
    TABIA_CHECK(data.weights.size() == outputs * inputs, "the shape of a dense layer");
    packed_.resize(kernels.dense_size(outputs, inputs));
    kernels.pack_dense(packed_.data(), data.weights.data(), outputs, inputs);
    return;
  }
  TABIA_CHECK(data.bytes.size() == outputs * inputs, "the shape of a dense layer in bytes");
  bytes_ = byte_form(data, outputs, inputs);
  bytes_.packed.resize(kernels.byte_dense_size(outputs, inputs));
  kernels.pack_byte_dense(bytes_.packed.data(), data.bytes.data(), outputs, inputs);
}

void Dense::run(const float* in, std::size_t in_stride, std::size_t rows, float* out,
                Scratch& scratch) const {
  if (!bytes_.packed.empty()) return run_bytes(in, in_stride, rows, out, scratch);
  widen(observed_, in, in_stride, rows, inputs_);
  const kernels::Finish finish{.bias = bias_.data(), .activation = activation_};
  kernels_->dense(out, padded_outputs(), in, in_stride, packed_.data(), finish, rows, outputs_, inputs_);
}

void Dense::run_groups(const float* in, std::size_t in_stride, const RowGroups& groups, float* out,
                       Scratch& scratch) const {
  for (std::size_t group = 0; group < groups.groups; ++group)
    run(in + group * groups.stride, in_stride, groups.rows, out + group * groups.rows * padded_outputs(),
        scratch);
}

void Dense::run_bytes(const float* in, std::size_t in_stride, std::size_t rows, float* out,
                      Scratch& scratch) const {
  constexpr std::size_t kRows = 64;  // at a time: the sums stay in the cache
  const std::size_t stride = padded_channels(inputs_);
  for (std::size_t first = 0; first < rows; first += kRows) {
    const std::size_t count = std::min(kRows, rows - first);
    std::uint8_t* bytes = room_for(scratch.bytes, count * stride);
    std::fill_n(bytes, count * stride, bytes_.zero);
    for (std::size_t row = 0; row < count; ++row)
      kernels_->to_bytes(bytes + row * stride, in + (first + row) * in_stride, bytes_.steps, bytes_.zero,
                         inputs_);
    std::int32_t* sums = room_for(scratch.sums, count * padded_outputs());
    kernels_->byte_dense(sums, bytes, stride, bytes_.packed.data(), count, outputs_, inputs_);
    kernels_->finish_sums(out + first * padded_outputs(), nullptr, sums,
                          finish_of(bytes_, activation_, nullptr), count, outputs_);
  }
}

Convolution::Convolution(const PlanesKernels& kernels, const LayerData& data, std::size_t outputs,
                         std::size_t inputs, int kernel, Activation activation, bool sparse)
    : kernels_(&kernels),
      bias_(padded_numbers(data.bias, outputs)),
      observed_(data.observed),
      inputs_(inputs),
      outputs_(outputs),
      kernel_(kernel),
      sparse_(sparse),
      activation_(activation) {
  if (kernel == 1) {
    dense_ = Dense(kernels, data, outputs, inputs, Activation::Linear);
    return;
  }
  const std::size_t columns = inputs * kernels::kTaps;
  if (!data.bytes.empty()) {
    TABIA_CHECK(data.bytes.size() == outputs * columns, "the shape of a convolution in bytes");
    bytes_ = byte_form(data, outputs, columns);
    bytes_.packed.resize(kernels.byte_conv3x3_size(outputs, inputs));
    kernels.pack_byte_conv3x3(bytes_.packed.data(), data.bytes.data(), outputs, inputs);
    return;
  }
  TABIA_CHECK(data.weights.size() == outputs * columns, "the shape of a convolution");
  packed_.resize(sparse ? kernels.sparse_conv3x3_size(outputs, inputs)
                        : kernels.conv3x3_size(outputs, inputs));
  (sparse ? kernels.pack_sparse_conv3x3 : kernels.pack_conv3x3)(packed_.data(), data.weights.data(), outputs,
                                                                inputs);
}

void Convolution::run(const float* in, std::size_t boards, float* out, Scratch& scratch,
                      const float* residual) const {
  if (kernel_ == 1) {
    const std::size_t size = boards * kSquares * padded_outputs();
    Numbers sums;
    float* target = residual == out ? room_for(sums, size) : out;
    dense_.run(in, padded_channels(inputs_), boards * kSquares, target, scratch);
    for (std::size_t i = 0; residual && i < size; ++i) target[i] += residual[i];
    kernels_->activate(out, target, size, activation_);
    return;
  }
  if (!bytes_.packed.empty()) return run_bytes(in, boards, out, scratch, residual);
  widen(observed_, in, padded_channels(inputs_), boards * kSquares, inputs_);
  const kernels::Finish finish{.bias = bias_.data(), .residual = residual, .activation = activation_};
  kernels_->conv3x3(out, in, packed_.data(), finish, boards, outputs_, inputs_,
                    room_for(scratch.kernel, kernels_->conv3x3_scratch(outputs_, inputs_)));
}

void Convolution::run_bytes(const float* in, std::size_t boards, float* out, Scratch& scratch,
                            const float* residual) const {
  const std::size_t stride = padded_channels(inputs_);
  std::uint8_t* bytes = room_for(scratch.bytes, kSquares * stride);
  std::int32_t* sums = room_for(scratch.sums, kSquares * padded_outputs());
  std::uint8_t* border = room_for(scratch.border, kernels_->byte_scratch(inputs_));
  for (std::size_t board = 0; board < boards; ++board) {
    const std::size_t offset = board * kSquares * padded_outputs();
    kernels_->to_bytes(bytes, in + board * kSquares * stride, bytes_.steps, bytes_.zero, kSquares * stride);
    kernels_->byte_conv3x3(sums, bytes, bytes_.packed.data(), bytes_.zero, 1, outputs_, inputs_, border);
    kernels_->finish_sums(out + offset, nullptr, sums,
                          finish_of(bytes_, activation_, residual ? residual + offset : nullptr), kSquares,
                          outputs_);
  }
}

bool Convolution::run_sparse(std::span<const Planes> boards, Numbers& values, Scratch& scratch) const {
  if (!sparse_) return false;
  TABIA_CHECK(boards.size() <= 64, "a sparse convolution");
  float* out = room_for(values, boards.size() * kSquares * padded_outputs());
  constexpr std::uint64_t kEverywhere = ~std::uint64_t{0};
  std::vector<std::uint16_t> ones;
  std::vector<kernels::FullPlane> full;
  std::array<std::array<std::size_t, 2>, 65> ends{};
  for (std::size_t board = 0; board < boards.size(); ++board) {
    for (std::size_t i = 0; i < inputs_; ++i) {
      const Plane& plane = boards[board].planes[i];
      if (plane.squares == kEverywhere) {
        full.push_back({static_cast<std::uint16_t>(i), plane.value});
        continue;
      }
      for (std::uint64_t rest = plane.squares; rest != 0; rest &= rest - 1)
        ones.push_back(
            static_cast<std::uint16_t>(i * kSquares + static_cast<std::size_t>(std::countr_zero(rest))));
    }
    ends[board + 1] = {ones.size(), full.size()};
  }
  std::array<kernels::SparseBoard, 64> sparse;
  for (std::size_t board = 0; board < boards.size(); ++board)
    sparse[board] = {ones.data() + ends[board][0], ends[board + 1][0] - ends[board][0],
                     full.data() + ends[board][1], ends[board + 1][1] - ends[board][1]};
  const kernels::Finish finish{.bias = bias_.data(), .activation = activation_};
  kernels_->sparse_conv3x3(out, sparse.data(), packed_.data(), finish, boards.size(), outputs_, inputs_,
                           room_for(scratch.kernel, kernels_->sparse_conv3x3_scratch(outputs_, inputs_)));
  return true;
}

LayerNorm::LayerNorm(const PlanesKernels& kernels, std::span<const float> scale, std::span<const float> bias,
                     float epsilon)
    : kernels_(&kernels),
      scale_(padded_numbers(scale, scale.size())),
      bias_(padded_numbers(bias, bias.size())),
      width_(scale.size()),
      epsilon_(epsilon) {}

void LayerNorm::run(float* x, float factor, const float* y, std::size_t rows) const {
  kernels_->layer_norm(x, nullptr, x, y, factor, scale_.data(), bias_.data(), epsilon_,
                       padded_channels(width_), rows, width_);
}

void LayerNorm::run(float* x, std::size_t rows) const {
  kernels_->layer_norm(x, nullptr, x, nullptr, 0, scale_.data(), bias_.data(), epsilon_,
                       padded_channels(width_), rows, width_);
}

void HostLayers::expand(float* out, std::span<const Planes> boards, std::size_t padded,
                        Scratch& /*scratch*/) const {
  for (std::size_t i = 0; i < boards.size(); ++i)
    deep::expand(boards[i], out + i * kSquares * padded, padded);
}

void HostLayers::excite(float* values, const float* after, float* gates, std::size_t gate_stride,
                        std::size_t boards, std::size_t channels, Activation activation) const {
  for (std::size_t board = 0; board < boards; ++board) {
    float* factors = gates + board * gate_stride;
    const std::size_t offset = board * kSquares * padded_channels(channels);
    kernels_.activate(factors, factors, channels, Activation::Sigmoid);
    kernels_.scale_channels(values + offset, after + offset, factors, values + offset, nullptr,
                            factors + channels, kSquares, channels, activation);
  }
}

void HostLayers::join(float* out, const float* in, const JoinShape& shape, const float* table,
                      std::size_t rows) const {
  for (std::size_t row = 0; row < rows; ++row) {
    out = std::copy_n(in + row * shape.width, shape.channels, out);
    if (shape.extra > 0)
      out =
          std::copy_n(table + row / kSquares * shape.board + row % kSquares * shape.square, shape.extra, out);
  }
}

void HostLayers::gate_squares(float* values, const Constant& factors, const Constant& addends,
                              std::size_t boards) const {
  for (std::size_t board = 0; board < boards; ++board, values += factors.size())
    for (std::size_t k = 0; k < factors.size(); ++k) values[k] = values[k] * factors[k] + addends[k];
}

void HostLayers::attend(float* out, const float* queries, const float* keys, const float* values,
                        const float* added, const AttentionShape& shape, Scratch& scratch) const {
  const std::size_t stride = shape.stride;
  const float scale = 1.0f / std::sqrt(static_cast<float>(shape.depth));
  float* logits = room_for(scratch.values[6], kSquares * kSquares);
  float* kernel = room_for(scratch.kernel, kernels_.multiply_scratch());
  for (std::size_t i = 0; i < shape.boards * shape.heads; ++i) {
    const std::size_t first = i / shape.heads * kSquares * stride + i % shape.heads * shape.depth;
    kernels_.multiply(logits, kSquares, {queries + first, stride, 1}, {keys + first, 1, stride}, kSquares,
                      kSquares, shape.depth, false, kernel);
    kernels_.softmax(logits, kSquares, scale, added ? added + i * kSquares * kSquares : nullptr, kSquares,
                     kSquares);
    kernels_.multiply(out + first, stride, {logits, kSquares, 1}, {values + first, stride, 1}, kSquares,
                      shape.depth, kSquares, false, kernel);
  }
}

void HostLayers::products(float* out, const float* queries, const float* keys, const AttentionShape& shape,
                          Scratch& scratch) const {
  const std::size_t stride = shape.stride;
  for (std::size_t board = 0; board < shape.boards; ++board)
    kernels_.multiply(out + board * kSquares * kSquares, kSquares,
                      {queries + board * kSquares * stride, stride, 1},
                      {keys + board * kSquares * stride, 1, stride}, kSquares, kSquares, shape.depth, false,
                      room_for(scratch.kernel, kernels_.multiply_scratch()));
}

std::unique_ptr<Scratch> HostLayers::taken_scratch() const {
  const std::lock_guard lock(mutex_);
  if (free_.empty()) return std::make_unique<Scratch>();
  std::unique_ptr<Scratch> scratch = std::move(free_.back());
  free_.pop_back();
  return scratch;
}

void HostLayers::give_back(std::unique_ptr<Scratch> scratch) const {
  const std::lock_guard lock(mutex_);
  free_.push_back(std::move(scratch));
}

}  // namespace tabia::deep
