#include "deep/forward.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <optional>
#include <variant>

#include "base/check.h"
#include "base/text.h"
#include "deep/layers.h"
#include "deep/policy.h"

namespace tabia::deep {
namespace {

constexpr std::size_t kMapNumbers = kSquares;
constexpr std::size_t kSeenPlanes = 12;  // by a dense position map, of every square
constexpr float kSmolgenEpsilon = 1e-3f;
constexpr float kPolicyEpsilon = 1e-6f;
// Boards that go through the body together: their activations stay in the cache. Heads read large matrices,
// so more boards share one pass over them.
constexpr std::size_t kBodyBoards = 16;
constexpr std::size_t kHeadBoards = 256;

using Ranges = std::map<std::string, InputRange>;

// Tensors by name, so that blocks and heads ask for what they need.
class TensorTable {
 public:
  TensorTable(const PlanesSpec& spec, std::span<const TensorData> tensors, const PlanesKernels& kernels,
              Ranges* ranges = nullptr)
      : kernels_(kernels), ranges_(ranges) {
    const std::vector<TensorShape> shapes = tensors_of(spec);
    TABIA_CHECK(tensors.size() == shapes.size(), "the tensors of a network over planes");
    for (std::size_t i = 0; i < shapes.size(); ++i) table_.emplace(shapes[i].name, tensors[i]);
  }

  [[nodiscard]] const PlanesKernels& kernels() const noexcept { return kernels_; }
  [[nodiscard]] std::span<const float> operator()(const std::string& name) const {
    const auto found = table_.find(name);
    TABIA_CHECK(found != table_.end(), "the network has no such tensor");
    return found->second.numbers;
  }
  // A layer without a bias has no tensor for it.
  [[nodiscard]] LayerData data(const std::string& name) const {
    LayerData data;
    const auto weights = table_.find(name + ".weights");
    TABIA_CHECK(weights != table_.end(), "the network has no such layer");
    data.weights = weights->second.numbers;
    if (const auto bias = table_.find(name + ".bias"); bias != table_.end()) data.bias = bias->second.numbers;
    if (ranges_) data.observed = &(*ranges_)[name];
    if (weights->second.bytes.empty()) return data;
    data.bytes = weights->second.bytes;
    data.scales = (*this)(name + ".scales");
    const auto input = (*this)(name + ".input");
    data.step = input[0];
    data.zero = static_cast<std::uint8_t>(std::clamp(input[1], 0.0f, 127.0f));
    return data;
  }
  [[nodiscard]] Dense dense(const std::string& name, std::size_t inputs, Activation activation) const {
    const LayerData layer = data(name);
    return {kernels_, layer, layer.weights.size() / inputs, inputs, activation};
  }
  // A dense layer over a whole board.
  [[nodiscard]] Dense board_dense(const std::string& name, std::size_t channels, bool by_channel,
                                  Activation activation) const {
    LayerData layer = data(name);
    const std::size_t outputs = layer.weights.size() / (channels * kSquares);
    const auto weights = board_weights(layer.weights, outputs, channels, by_channel);
    const auto bytes = board_weights(layer.bytes, outputs, channels, by_channel);
    layer.weights = weights;
    if (!layer.bytes.empty()) layer.bytes = bytes;
    return {kernels_, layer, outputs, kSquares * padded_channels(channels), activation};
  }
  [[nodiscard]] Convolution conv(const std::string& name, std::size_t inputs, int kernel,
                                 Activation activation, bool sparse = false) const {
    const LayerData layer = data(name);
    return {kernels_, layer, layer.bias.size(), inputs, kernel, activation, sparse && kernel == 3};
  }
  [[nodiscard]] LayerNorm norm(const std::string& name, float epsilon) const {
    return {kernels_, (*this)(name + ".scale"), (*this)(name + ".bias"), epsilon};
  }

 private:
  const PlanesKernels& kernels_;
  Ranges* ranges_;
  std::map<std::string, TensorData> table_;
};

// --- blocks. Each takes `values` of some boards and leaves its outputs there; it may use scratch.values.

// Average over the squares, two dense layers, and from them a factor and an addend for each channel.
struct SqueezeExcitation {
  Dense squeeze;
  Dense excite;

  // values = activation(factor * after + addend + values)
  void run(const PlanesKernels& kernels, const float* after, Activation activation, std::size_t boards,
           float* values, Scratch& scratch) const {
    const std::size_t channels = squeeze.inputs();
    const std::size_t padded = padded_channels(channels);
    float* means = room_for(scratch.values[5], boards * padded);
    float* hidden = room_for(scratch.values[6], boards * squeeze.padded_outputs());
    float* gates = room_for(scratch.values[7], boards * excite.padded_outputs() + padded);
    kernels.average(means, after, boards, channels);
    squeeze.run(means, padded, boards, hidden, scratch);
    excite.run(hidden, squeeze.padded_outputs(), boards, gates, scratch);
    for (std::size_t board = 0; board < boards; ++board) {
      float* factors = gates + board * excite.padded_outputs();
      const std::size_t offset = board * kSquares * padded;
      kernels.activate(factors, factors, channels, Activation::Sigmoid);
      kernels.scale_channels(values + offset, after + offset, factors, values + offset, nullptr,
                             factors + channels, kSquares, channels, activation);
    }
  }
};

struct ResidualBlock {
  Convolution conv1;
  Convolution conv2;  // its activation is the block's, unless there is squeeze and excitation
  std::optional<SqueezeExcitation> se;
  Activation activation = Activation::Linear;

  void run(const PlanesKernels& kernels, Numbers& values, std::size_t boards, Scratch& scratch) const {
    const std::size_t size = boards * kSquares * conv1.padded_outputs();
    float* middle = room_for(scratch.values[1], size);
    conv1.run(values.data(), boards, middle, scratch);
    if (!se) return conv2.run(middle, boards, values.data(), scratch, values.data());
    float* after = room_for(scratch.values[2], size);
    conv2.run(middle, boards, after, scratch);
    se->run(kernels, after, activation, boards, values.data(), scratch);
  }
};

// What a square tells about the others: -1 at itself, 1 wherever a queen or a knight on it could go.
const std::array<float, kSquares * kMapNumbers>& position_map() {
  static const auto map = [] {
    std::array<float, kSquares * kMapNumbers> numbers{};
    for (std::size_t square = 0; square < kSquares; ++square) numbers[square * (kMapNumbers + 1)] = -1;
    for (const PolicyMove& move : policy_moves()) numbers[move.from * kMapNumbers + move.to] = 1;
    return numbers;
  }();
  return map;
}

struct FeedForward {
  Dense dense1;
  Dense dense2;
  LayerNorm norm;
  float alpha = 1;

  // tokens = norm(tokens + alpha * dense2(dense1(tokens)))
  void run(Numbers& tokens, std::size_t rows, Scratch& scratch) const {
    const std::size_t padded = dense2.padded_outputs();
    float* hidden = room_for(scratch.values[1], rows * dense1.padded_outputs());
    float* after = room_for(scratch.values[2], rows * padded);
    dense1.run(tokens.data(), padded, rows, hidden, scratch);
    dense2.run(hidden, dense1.padded_outputs(), rows, after, scratch);
    norm.run(tokens.data(), alpha, after, rows);
    std::copy_n(after, rows * padded, tokens.data());
  }
};

struct EmbedBlock {
  std::size_t channels = 0;
  std::optional<Dense> position_layer;
  Dense embed;
  std::optional<LayerNorm> norm;
  Numbers factors;  // [square][padded channel]; empty without gates
  Numbers addends;
  std::optional<FeedForward> ffn;

  void run(Numbers& values, std::size_t boards, Scratch& scratch) const {
    const std::size_t rows = boards * kSquares;
    const std::size_t padded = padded_channels(channels);
    const std::size_t width = embed.inputs();
    const std::size_t extra = width - channels;
    const float* map = extra > 0 ? position_numbers(values, boards, scratch) : nullptr;
    float* tokens = room_for(scratch.values[1], rows * width);
    for (std::size_t row = 0; row < rows; ++row) {
      std::copy_n(values.data() + row * padded, channels, tokens + row * width);
      if (map) std::copy_n(map_row(map, row), extra, tokens + row * width + channels);
    }
    const std::size_t size = rows * embed.padded_outputs();
    embed.run(tokens, width, rows, room_for(values, size), scratch);
    if (norm) norm->run(values.data(), rows);
    for (std::size_t i = 0; !factors.empty() && i < size; i += factors.size())
      for (std::size_t k = 0; k < factors.size(); ++k)
        values[i + k] = values[i + k] * factors[k] + addends[k];
    if (ffn) ffn->run(values, rows, scratch);
  }

 private:
  // The fixed map, or [board][position_layer's outputs].
  [[nodiscard]] const float* position_numbers(const Numbers& values, std::size_t boards,
                                              Scratch& scratch) const {
    if (!position_layer) return position_map().data();
    float* seen = room_for(scratch.values[2], boards * kSquares * kSeenPlanes);
    for (std::size_t row = 0; row < boards * kSquares; ++row)
      std::copy_n(values.data() + row * padded_channels(channels), kSeenPlanes, seen + row * kSeenPlanes);
    float* numbers = room_for(scratch.values[3], boards * position_layer->padded_outputs());
    position_layer->run(seen, kSquares * kSeenPlanes, boards, numbers, scratch);
    return numbers;
  }
  [[nodiscard]] const float* map_row(const float* map, std::size_t row) const {
    const std::size_t square = row % kSquares;
    if (!position_layer) return map + square * kMapNumbers;
    return map + row / kSquares * position_layer->padded_outputs() +
           square * (position_layer->outputs() / kSquares);
  }
};

// What the squares say to each other before anyone asks: 64 x 64 numbers for each head, from the whole board.
struct Smolgen {
  Dense compress;
  Dense dense1;
  LayerNorm norm1;
  Dense dense2;
  LayerNorm norm2;
  Dense spread;  // the matrix that all blocks share
  std::size_t heads = 0;

  // [board][head][from][to], in scratch.values[7].
  [[nodiscard]] const float* run(const Numbers& tokens, std::size_t boards, Scratch& scratch) const {
    const std::size_t rows = boards * kSquares;
    float* compressed = room_for(scratch.values[1], rows * compress.padded_outputs());
    compress.run(tokens.data(), padded_channels(compress.inputs()), rows, compressed, scratch);
    float* hidden = room_for(scratch.values[2], boards * dense1.padded_outputs());
    dense1.run(compressed, kSquares * compress.padded_outputs(), boards, hidden, scratch);
    norm1.run(hidden, boards);
    float* numbers = room_for(scratch.values[3], boards * dense2.padded_outputs());
    dense2.run(hidden, dense1.padded_outputs(), boards, numbers, scratch);
    norm2.run(numbers, boards);
    float* logits = room_for(scratch.values[7], boards * heads * spread.padded_outputs());
    for (std::size_t board = 0; board < boards; ++board)
      spread.run(numbers + board * dense2.padded_outputs(), spread.inputs(), heads,
                 logits + board * heads * spread.padded_outputs(), scratch);
    return logits;
  }
};

struct EncoderBlock {
  std::optional<Smolgen> smolgen;
  Dense query;
  Dense key;
  Dense value;
  Dense dense;
  LayerNorm norm;
  float alpha = 1;
  std::size_t heads = 1;
  FeedForward ffn;

  void run(const PlanesKernels& kernels, Numbers& tokens, std::size_t boards, Scratch& scratch) const {
    const std::size_t rows = boards * kSquares;
    const std::size_t padded = padded_channels(query.inputs());
    const std::size_t stride = query.padded_outputs();
    const float* added = smolgen ? smolgen->run(tokens, boards, scratch) : nullptr;
    float* queries = room_for(scratch.values[1], rows * stride);
    float* keys = room_for(scratch.values[2], rows * stride);
    float* values = room_for(scratch.values[3], rows * stride);
    query.run(tokens.data(), padded, rows, queries, scratch);
    key.run(tokens.data(), padded, rows, keys, scratch);
    value.run(tokens.data(), padded, rows, values, scratch);
    float* seen = room_for(scratch.values[4], rows * stride);
    for (std::size_t board = 0; board < boards; ++board) {
      for (std::size_t head = 0; head < heads; ++head) {
        const std::size_t offset = board * kSquares * stride + head * (query.outputs() / heads);
        attend(kernels, queries + offset, keys + offset, values + offset,
               added ? added + (board * heads + head) * kSquares * kSquares : nullptr, seen + offset,
               scratch);
      }
    }
    float* after = room_for(scratch.values[5], rows * padded);
    dense.run(seen, stride, rows, after, scratch);
    norm.run(tokens.data(), alpha, after, rows);
    std::copy_n(after, rows * padded, tokens.data());
    ffn.run(tokens, rows, scratch);
  }

 private:
  // One head of one board. `added` is what smolgen says, or null.
  void attend(const PlanesKernels& kernels, const float* queries, const float* keys, const float* values,
              const float* added, float* seen, Scratch& scratch) const {
    const std::size_t stride = query.padded_outputs();
    const std::size_t depth = query.outputs() / heads;
    float* logits = room_for(scratch.values[6], kSquares * kSquares);
    float* kernel = room_for(scratch.kernel, kernels.multiply_scratch());
    kernels.multiply(logits, kSquares, {queries, stride, 1}, {keys, 1, stride}, kSquares, kSquares, depth,
                     false, kernel);
    kernels.softmax(logits, kSquares, 1.0f / std::sqrt(static_cast<float>(depth)), added, kSquares, kSquares);
    kernels.multiply(seen, stride, {logits, kSquares, 1}, {values, stride, 1}, kSquares, depth, kSquares,
                     false, kernel);
  }
};

EncoderBlock make_encoder(const TensorTable& tensors, const std::string& name, const EncoderSpec& spec,
                          std::size_t width, Activation ffn_activation, float alpha, float epsilon) {
  EncoderBlock block;
  const std::size_t attention = spec.attention > 0 ? size_of(spec.attention) : width;
  const std::size_t ffn = spec.ffn > 0 ? size_of(spec.ffn) : width;
  block.query = tensors.dense(name + ".query", width, Activation::Linear);
  block.key = tensors.dense(name + ".key", width, Activation::Linear);
  block.value = tensors.dense(name + ".value", width, Activation::Linear);
  block.dense = tensors.dense(name + ".dense", attention, Activation::Linear);
  block.norm = tensors.norm(name + ".norm1", epsilon);
  block.alpha = alpha;
  block.heads = size_of(spec.heads);
  block.ffn = {tensors.dense(name + ".ffn1", width, ffn_activation),
               tensors.dense(name + ".ffn2", ffn, Activation::Linear), tensors.norm(name + ".norm2", epsilon),
               alpha};
  return block;
}

Smolgen make_smolgen(const TensorTable& tensors, const std::string& name, const EncoderSpec& spec,
                     std::size_t width, Activation activation) {
  const auto [compressed, hidden, numbers] = spec.smolgen;
  return {tensors.dense(name + ".compress", width, Activation::Linear),
          tensors.board_dense(name + ".dense1", size_of(compressed), false, activation),
          tensors.norm(name + ".norm1", kSmolgenEpsilon),
          tensors.dense(name + ".dense2", size_of(hidden), activation),
          tensors.norm(name + ".norm2", kSmolgenEpsilon),
          tensors.dense("smolgen", size_of(numbers), Activation::Linear),
          size_of(spec.heads)};
}

using AnyBlock = std::variant<Convolution, ResidualBlock, EmbedBlock, EncoderBlock>;

// What all blocks of a network have in common.
struct BodySettings {
  Activation activation;
  Activation ffn;
  Activation smolgen;
  float alpha;
  float epsilon;
};

BodySettings settings_of(const PlanesSpec& spec) {
  const bool dense = std::any_of(spec.body.begin(), spec.body.end(), [](const BlockSpec& block) {
    return block.positions == BlockSpec::Positions::Dense;
  });
  const int encoders = std::max(1, spec.encoder_count());
  return {spec.activation, spec.ffn_activation.value_or(spec.activation),
          spec.smolgen_activation.value_or(spec.activation),
          static_cast<float>(std::pow(2.0 * encoders, -0.25)), dense ? 1e-3f : 1e-6f};
}

EmbedBlock make_embed(const TensorTable& tensors, const Block& block, const BodySettings& settings) {
  EmbedBlock made;
  made.channels = size_of(block.inputs);
  const bool dense = block.spec.positions == BlockSpec::Positions::Dense;
  std::size_t inputs = made.channels;
  if (block.spec.positions == BlockSpec::Positions::Map) inputs += kMapNumbers;
  if (dense) {
    inputs += size_of(block.spec.position_width);
    made.position_layer =
        tensors.dense(block.name + ".positions", kSquares * kSeenPlanes, Activation::Linear);
    made.norm = tensors.norm(block.name + ".norm1", settings.epsilon);
    made.ffn = FeedForward{tensors.dense(block.name + ".ffn1", size_of(block.outputs), settings.ffn),
                           tensors.dense(block.name + ".ffn2", size_of(block.spec.ffn), Activation::Linear),
                           tensors.norm(block.name + ".norm2", settings.epsilon), settings.alpha};
  }
  made.embed = tensors.dense(block.name + ".embed", inputs, settings.activation);
  if (!block.spec.gates) return made;
  const auto channels = size_of(block.outputs);
  const auto by_square = [&](const std::string& name) {
    return board_weights(tensors(block.name + name), 1, channels, true);
  };
  made.factors = by_square(".gates.scale");
  made.addends = by_square(".gates.bias");
  return made;
}

AnyBlock make_block(const TensorTable& tensors, const Block& block, const BodySettings& settings) {
  const BlockSpec& spec = block.spec;
  const std::string& name = block.name;
  const std::size_t inputs = size_of(block.inputs);
  const bool first = name == "body1";
  switch (spec.kind) {
    case BlockSpec::Kind::Conv:
      return tensors.conv(name + ".conv", inputs, spec.kernel, settings.activation, first);
    case BlockSpec::Kind::Residual: {
      const bool se = spec.se > 0;
      ResidualBlock made{
          tensors.conv(name + ".conv1", inputs, spec.kernel, settings.activation),
          tensors.conv(name + ".conv2", inputs, spec.kernel, se ? Activation::Linear : settings.activation),
          std::nullopt, settings.activation};
      if (se)
        made.se = SqueezeExcitation{tensors.dense(name + ".se1", inputs, settings.activation),
                                    tensors.dense(name + ".se2", size_of(spec.se), Activation::Linear)};
      return made;
    }
    case BlockSpec::Kind::Embed:
      return make_embed(tensors, block, settings);
    case BlockSpec::Kind::Encoder:
      break;
  }
  EncoderBlock made =
      make_encoder(tensors, name, spec.encoder, inputs, settings.ffn, settings.alpha, settings.epsilon);
  if (spec.encoder.has_smolgen())
    made.smolgen = make_smolgen(tensors, name + ".smolgen", spec.encoder, inputs, settings.smolgen);
  return made;
}

void run_block(const PlanesKernels& kernels, const AnyBlock& block, Numbers& values, std::size_t boards,
               Scratch& scratch) {
  if (const auto* conv = std::get_if<Convolution>(&block)) {
    conv->run(values.data(), boards, room_for(scratch.values[1], boards * kSquares * conv->padded_outputs()),
              scratch);
    std::swap(values, scratch.values[1]);
  } else if (const auto* residual = std::get_if<ResidualBlock>(&block)) {
    residual->run(kernels, values, boards, scratch);
  } else if (const auto* embed = std::get_if<EmbedBlock>(&block)) {
    embed->run(values, boards, scratch);
  } else {
    std::get<EncoderBlock>(block).run(kernels, values, boards, scratch);
  }
}

// --- heads

// Value and moves left: an optional 1x1 convolution, then dense layers over the whole board.
struct ScalarHead {
  std::optional<Dense> conv;
  std::vector<Dense> layers;

  // The outputs, `stride` apart, are in scratch.values.
  [[nodiscard]] const float* run(const float* body, std::size_t padded, std::size_t boards, Scratch& scratch,
                                 std::size_t& stride) const {
    const float* in = body;
    stride = padded;
    std::size_t target = 1;
    const auto apply = [&](const Dense& layer, std::size_t rows) {
      float* out = room_for(scratch.values[target], rows * layer.padded_outputs());
      layer.run(in, stride, rows, out, scratch);
      in = out;
      stride = layer.padded_outputs();
      target = 3 - target;
    };
    if (conv) apply(*conv, boards * kSquares);
    stride *= kSquares;
    for (const Dense& layer : layers) apply(layer, boards);
    return in;
  }
};

ScalarHead make_scalar_head(const TensorTable& tensors, const std::string& name, int planes,
                            const std::vector<int>& widths, const PlanesSpec& spec, Activation last) {
  ScalarHead head;
  auto channels = size_of(spec.body_outputs());
  if (planes > 0) {
    head.conv = tensors.dense(name + ".conv", channels, spec.activation);
    channels = size_of(planes);
  }
  for (std::size_t k = 0; k <= widths.size(); ++k) {
    const Activation activation = k < widths.size() ? spec.activation : last;
    const std::string layer = base::concat(name, ".dense", k + 1);
    head.layers.push_back(k == 0 ? tensors.board_dense(layer, channels, !spec.is_attention(), activation)
                                 : tensors.dense(layer, size_of(widths[k - 1]), activation));
  }
  return head;
}

struct ClassicalPolicy {
  Dense conv;
  Dense dense;

  void run(const PlanesKernels&, const Numbers& body, std::span<Outputs> outputs, Scratch& scratch) const {
    const std::size_t boards = outputs.size();
    float* planes = room_for(scratch.values[1], boards * kSquares * conv.padded_outputs());
    float* logits = room_for(scratch.values[2], boards * dense.padded_outputs());
    conv.run(body.data(), padded_channels(conv.inputs()), boards * kSquares, planes, scratch);
    dense.run(planes, kSquares * conv.padded_outputs(), boards, logits, scratch);
    for (std::size_t board = 0; board < boards; ++board)
      std::copy_n(logits + board * dense.padded_outputs(), kPolicyMoves, outputs[board].policy.data());
  }
};

struct ConvolutionPolicy {
  Convolution conv1;
  Convolution conv2;

  void run(const PlanesKernels&, const Numbers& body, std::span<Outputs> outputs, Scratch& scratch) const {
    const std::size_t stride = conv2.padded_outputs();
    float* middle = room_for(scratch.values[1], outputs.size() * kSquares * conv1.padded_outputs());
    float* planes = room_for(scratch.values[2], outputs.size() * kSquares * stride);
    conv1.run(body.data(), outputs.size(), middle, scratch);
    conv2.run(middle, outputs.size(), planes, scratch);
    for (std::size_t board = 0; board < outputs.size(); ++board) {
      const float* first = planes + board * kSquares * stride;
      for (std::size_t i = 0; i < kPolicyMoves; ++i) {
        const std::size_t place = policy_moves()[i].convolution;
        outputs[board].policy[i] = first[place % kSquares * stride + place / kSquares];
      }
    }
  }
};

struct AttentionPolicy {
  Dense embed;
  std::vector<EncoderBlock> encoders;
  Dense query;
  Dense key;
  Dense promotion;  // 4 outputs: queen, rook, bishop, and what is added to all three

  void run(const PlanesKernels& kernels, const Numbers& body, std::span<Outputs> outputs,
           Scratch& scratch) const {
    const std::size_t rows = outputs.size() * kSquares;
    Numbers tokens(rows * embed.padded_outputs());
    embed.run(body.data(), padded_channels(embed.inputs()), rows, tokens.data(), scratch);
    for (const EncoderBlock& encoder : encoders) encoder.run(kernels, tokens, outputs.size(), scratch);
    const std::size_t stride = query.padded_outputs();
    float* queries = room_for(scratch.values[1], rows * stride);
    float* keys = room_for(scratch.values[2], rows * stride);
    query.run(tokens.data(), embed.padded_outputs(), rows, queries, scratch);
    key.run(tokens.data(), embed.padded_outputs(), rows, keys, scratch);
    for (std::size_t board = 0; board < outputs.size(); ++board)
      write(kernels, queries + board * kSquares * stride, keys + board * kSquares * stride,
            outputs[board].policy, scratch);
  }

 private:
  void write(const PlanesKernels& kernels, const float* queries, const float* keys, Numbers& logits,
             Scratch& scratch) const {
    const std::size_t width = query.outputs();
    const std::size_t stride = query.padded_outputs();
    const float scale = 1.0f / std::sqrt(static_cast<float>(width));
    float* products = room_for(scratch.values[6], kSquares * kSquares);
    float* offsets = room_for(scratch.values[3], 8 * promotion.padded_outputs());
    kernels.multiply(products, kSquares, {queries, stride, 1}, {keys, 1, stride}, kSquares, kSquares, width,
                     false, room_for(scratch.kernel, kernels.multiply_scratch()));
    promotion.run(keys + 56 * stride, stride, 8, offsets, scratch);
    for (std::size_t i = 0; i < kPolicyMoves; ++i) {
      const PolicyMove& move = policy_moves()[i];
      logits[i] = products[move.from * kSquares + move.to] * scale;
      if (move.promotion < 0) continue;
      const float* offset = offsets + std::size_t{move.to} % 8 * promotion.padded_outputs();
      logits[i] += offset[static_cast<std::size_t>(move.promotion)] + offset[3];
    }
  }
};

using AnyPolicy = std::variant<ClassicalPolicy, ConvolutionPolicy, AttentionPolicy>;

AttentionPolicy make_attention_policy(const TensorTable& tensors, const PlanesSpec& spec) {
  const PolicySpec& policy = *spec.policy;
  const auto channels = size_of(spec.body_outputs());
  const auto width = policy.width > 0 ? size_of(policy.width) : channels;
  const bool tokens = spec.is_attention();
  const Activation ffn = tokens ? spec.ffn_activation.value_or(spec.activation) : Activation::Selu;
  AttentionPolicy head;
  head.embed = tensors.dense("policy.embed", channels, tokens ? spec.activation : Activation::Selu);
  for (std::size_t k = 0; k < policy.encoders.size(); ++k)
    head.encoders.push_back(make_encoder(tensors, base::concat("policy.encoder", k + 1), policy.encoders[k],
                                         width, ffn, 1, kPolicyEpsilon));
  head.query = tensors.dense("policy.query", width, Activation::Linear);
  head.key = tensors.dense("policy.key", width, Activation::Linear);
  head.promotion = tensors.dense("policy.promotion", head.key.outputs(), Activation::Linear);
  return head;
}

AnyPolicy make_policy(const TensorTable& tensors, const PlanesSpec& spec) {
  const auto channels = size_of(spec.body_outputs());
  switch (spec.policy->kind) {
    case PolicySpec::Kind::Classical:
      return ClassicalPolicy{
          tensors.dense("policy.conv", channels, spec.activation),
          tensors.board_dense("policy.dense", size_of(spec.policy->planes), true, Activation::Linear)};
    case PolicySpec::Kind::Convolution: {
      Convolution first = tensors.conv("policy.conv1", channels, 3, spec.activation);
      const std::size_t filters = first.outputs();
      return ConvolutionPolicy{std::move(first),
                               tensors.conv("policy.conv2", filters, 3, Activation::Linear)};
    }
    case PolicySpec::Kind::Attention:
      break;
  }
  return make_attention_policy(tensors, spec);
}

void softmax_of(std::array<float, 3>& values) {
  const float highest = std::max({values[0], values[1], values[2]});
  float sum = 0;
  for (float& value : values) sum += value = std::exp(value - highest);
  for (float& value : values) value /= sum;
}

}  // namespace

struct Forward::Parts {
  PlanesSpec spec;
  const PlanesKernels& kernels;
  std::vector<AnyBlock> body;
  std::optional<AnyPolicy> policy;
  ScalarHead value;
  std::optional<ScalarHead> moves_left;

  Parts(const PlanesSpec& planes_spec, const TensorTable& tensors)
      : spec(planes_spec), kernels(tensors.kernels()) {
    const BodySettings settings = settings_of(spec);
    for (const Block& block : blocks_of(spec)) body.push_back(make_block(tensors, block, settings));
    if (spec.policy) policy = make_policy(tensors, spec);
    value =
        make_scalar_head(tensors, "value", spec.value.planes, spec.value.widths, spec, Activation::Linear);
    if (spec.moves_left)
      moves_left = make_scalar_head(tensors, "moves_left", spec.moves_left->planes, spec.moves_left->widths,
                                    spec, Activation::Relu);
  }

  // At most kHeadBoards boards.
  void run(std::span<const Planes> boards, std::span<Outputs> outputs) const {
    std::unique_ptr<Scratch> scratch = taken_scratch();
    const std::size_t padded = padded_channels(size_of(spec.body_outputs()));
    Numbers ends(boards.size() * kSquares * padded);
    for (std::size_t first = 0; first < boards.size(); first += kBodyBoards) {
      const std::size_t count = std::min(kBodyBoards, boards.size() - first);
      Numbers& values = scratch->values[0];
      run_body(boards.subspan(first, count), values, *scratch);
      std::copy_n(values.data(), count * kSquares * padded, ends.data() + first * kSquares * padded);
      if (!policy) continue;
      for (std::size_t i = first; i < first + count; ++i) outputs[i].policy.resize(kPolicyMoves);
      std::visit(
          [&](const auto& head) { head.run(kernels, values, outputs.subspan(first, count), *scratch); },
          *policy);
    }
    std::size_t stride = 0;
    const float* found = value.run(ends.data(), padded, boards.size(), *scratch, stride);
    for (std::size_t i = 0; i < boards.size(); ++i) {
      write_value(found + i * stride, outputs[i]);
      outputs[i].transform = boards[i].transform;
    }
    if (moves_left) {
      found = moves_left->run(ends.data(), padded, boards.size(), *scratch, stride);
      for (std::size_t i = 0; i < boards.size(); ++i) outputs[i].moves_left = found[i * stride];
    }
    give_back(std::move(scratch));
  }

 private:
  void run_body(std::span<const Planes> boards, Numbers& values, Scratch& scratch) const {
    std::size_t next = 0;
    const auto* first = std::get_if<Convolution>(&body.front());
    if (first && first->is_sparse()) {
      first->run_sparse(boards, room_for(values, boards.size() * kSquares * first->padded_outputs()),
                        scratch);
      next = 1;
    } else {
      const std::size_t padded = padded_channels(size_of(spec.input.planes()));
      float* numbers = room_for(values, boards.size() * kSquares * padded);
      for (std::size_t i = 0; i < boards.size(); ++i)
        expand(boards[i], numbers + i * kSquares * padded, padded);
    }
    for (; next < body.size(); ++next) run_block(kernels, body[next], values, boards.size(), scratch);
  }

  void write_value(const float* from, Outputs& output) const {
    switch (spec.value.kind) {
      case ValueSpec::Kind::Centipawns:
        output.value = *from * static_cast<float>(spec.value.scale);
        return;
      case ValueSpec::Kind::Tanh:
        output.value = std::tanh(*from);
        return;
      case ValueSpec::Kind::Wdl:
        output.wdl = {from[0], from[1], from[2]};
        softmax_of(output.wdl);
        output.value = output.wdl[0] - output.wdl[2];
        return;
    }
  }

  // Scratch is kept for the next call; as many exist as calls were made at the same time.
  [[nodiscard]] std::unique_ptr<Scratch> taken_scratch() const {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) return std::make_unique<Scratch>();
    std::unique_ptr<Scratch> scratch = std::move(free_.back());
    free_.pop_back();
    return scratch;
  }
  void give_back(std::unique_ptr<Scratch> scratch) const {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(scratch));
  }

  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<Scratch>> free_;
};

Forward::Forward(const PlanesSpec& spec, std::span<const TensorData> tensors,
                 const kernels::PlanesKernels& kernels)
    : parts_(std::make_unique<const Parts>(spec, TensorTable(spec, tensors, kernels))) {}

Forward::~Forward() = default;

namespace {

// Calls run(boards, outputs) for at most kHeadBoards at a time.
template <class Run>
void in_portions(std::span<const Planes> boards, std::span<Outputs> outputs, const Run& run) {
  TABIA_CHECK(boards.size() == outputs.size(), "one output for each board");
  for (std::size_t first = 0; first < boards.size(); first += kHeadBoards) {
    const std::size_t count = std::min(kHeadBoards, boards.size() - first);
    run(boards.subspan(first, count), outputs.subspan(first, count));
  }
}

}  // namespace

void Forward::run(std::span<const Planes> boards, std::span<Outputs> outputs) const {
  in_portions(boards, outputs, [&](auto some, auto their) { parts_->run(some, their); });
}

Outputs Forward::run(const Planes& board) const {
  Outputs outputs;
  run({&board, 1}, {&outputs, 1});
  return outputs;
}

std::vector<LayerRange> Forward::input_ranges(const PlanesSpec& spec, std::span<const TensorData> tensors,
                                              std::span<const Planes> boards) {
  Ranges ranges;
  const Parts parts(spec, TensorTable(spec, tensors, kernels::active_planes_kernels(), &ranges));
  std::vector<Outputs> outputs(boards.size());
  in_portions(boards, outputs, [&](auto some, auto their) { parts.run(some, their); });
  std::vector<LayerRange> result;
  for (const auto& [layer, range] : ranges) result.push_back({layer, range.lowest, range.highest});
  return result;
}

}  // namespace tabia::deep
