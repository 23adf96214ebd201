// deep/blocks.h: the blocks and heads of networks over planes, written once for the processor and for
// devices.
//
// What computes is a family of layers, the template parameter L: HostLayers (deep/layers.h) computes with the
// kernels of this processor, DeviceLayers (deep/device_layers.h) with those of a device. A family has
//   Dense, Convolution, LayerNorm   made from LayerData
//   Numbers, Input, Output          activations, and places in them to read from and write to
//   Scratch                         memory for a pass; room_for() makes room in its Numbers
//   Constant                        numbers that don't change
//   average, excite, attend ...     what happens between layers
// Activations are [board][square][channel] with padded channels.
#pragma once

#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/check.h"
#include "base/text.h"
#include "deep/forward.h"
#include "deep/layers.h"
#include "deep/policy.h"
#include "deep/spec.h"

namespace tabia::deep {

inline constexpr std::size_t kMapNumbers = kSquares;
inline constexpr std::size_t kSeenPlanes = 12;  // of every square, seen by a dense position map
inline constexpr float kSmolgenEpsilon = 1e-3f;
inline constexpr float kPolicyEpsilon = 1e-6f;

// The fixed position map, [64][64]: in a square's row, -1 at the square itself and 1
// wherever a queen or a knight on it could go.
[[nodiscard]] std::span<const float> position_map();

// What all blocks of a network have in common.
struct BodySettings {
  Activation activation;
  Activation ffn;
  Activation smolgen;
  float alpha;
  float epsilon;
};
[[nodiscard]] BodySettings settings_of(const PlanesSpec& spec);

// Turns the outputs of the value head into value and chances.
void write_value(const ValueSpec& spec, const float* from, Outputs& output);

using Ranges = std::map<std::string, InputRange>;

// Tensors by name: blocks and heads ask for what they need.
template <class L>
class TensorTable {
 public:
  TensorTable(const L& layers, const PlanesSpec& spec, std::span<const TensorData> tensors,
              Ranges* ranges = nullptr)
      : layers_(layers), ranges_(ranges) {
    const std::vector<TensorShape> shapes = tensors_of(spec);
    TABIA_CHECK(tensors.size() == shapes.size(), "the tensors of a network over planes");
    for (std::size_t i = 0; i < shapes.size(); ++i) table_.emplace(shapes[i].name, tensors[i]);
  }

  [[nodiscard]] const L& layers() const noexcept { return layers_; }
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
  [[nodiscard]] typename L::Dense dense(const std::string& name, std::size_t inputs,
                                        Activation activation) const {
    const LayerData layer = data(name);
    return {layers_.machine(), layer, layer.weights.size() / inputs, inputs, activation};
  }
  // A dense layer over a whole board.
  [[nodiscard]] typename L::Dense board_dense(const std::string& name, std::size_t channels, bool by_channel,
                                              Activation activation) const {
    LayerData layer = data(name);
    const std::size_t outputs = layer.weights.size() / (channels * kSquares);
    const auto weights = board_weights(layer.weights, outputs, channels, by_channel);
    const auto bytes = board_weights(layer.bytes, outputs, channels, by_channel);
    layer.weights = weights;
    if (!layer.bytes.empty()) layer.bytes = bytes;
    return {layers_.machine(), layer, outputs, kSquares * padded_channels(channels), activation};
  }
  [[nodiscard]] typename L::Convolution conv(const std::string& name, std::size_t inputs, int kernel,
                                             Activation activation, bool sparse = false) const {
    const LayerData layer = data(name);
    return {layers_.machine(), layer, layer.bias.size(), inputs, kernel, activation, sparse && kernel == 3};
  }
  [[nodiscard]] typename L::LayerNorm norm(const std::string& name, float epsilon) const {
    return {layers_.machine(), (*this)(name + ".scale"), (*this)(name + ".bias"), epsilon};
  }

 private:
  const L& layers_;
  Ranges* ranges_;
  std::map<std::string, TensorData> table_;
};

// --- blocks. Each reads the `values` of some boards and overwrites them with its outputs; it may use
// scratch.values.

// Average over the squares, two dense layers, and from them a factor and an addend for each channel.
template <class L>
struct SqueezeExcitation {
  typename L::Dense squeeze;
  typename L::Dense excite;

  // values = activation(factor * after + addend + values)
  void run(const L& layers, typename L::Input after, Activation activation, std::size_t boards,
           typename L::Output values, typename L::Scratch& scratch) const {
    const std::size_t channels = squeeze.inputs();
    const std::size_t padded = padded_channels(channels);
    const auto means = room_for(scratch.values[5], boards * padded);
    const auto hidden = room_for(scratch.values[6], boards * squeeze.padded_outputs());
    const auto gates = room_for(scratch.values[7], boards * excite.padded_outputs() + padded);
    layers.average(means, after, boards, channels);
    squeeze.run(means, padded, boards, hidden, scratch);
    excite.run(hidden, squeeze.padded_outputs(), boards, gates, scratch);
    layers.excite(values, after, gates, excite.padded_outputs(), boards, channels, activation);
  }
};

template <class L>
struct ResidualBlock {
  typename L::Convolution conv1;
  typename L::Convolution conv2;  // its activation is the block's, unless there is squeeze and excitation
  std::optional<SqueezeExcitation<L>> se;
  Activation activation = Activation::Linear;

  void run(const L& layers, typename L::Numbers& values, std::size_t boards,
           typename L::Scratch& scratch) const {
    const std::size_t size = boards * kSquares * conv1.padded_outputs();
    const auto middle = room_for(scratch.values[1], size);
    conv1.run(values.data(), boards, middle, scratch);
    if (!se) return conv2.run(middle, boards, values.data(), scratch, values.data());
    const auto after = room_for(scratch.values[2], size);
    conv2.run(middle, boards, after, scratch);
    se->run(layers, after, activation, boards, values.data(), scratch);
  }
};

template <class L>
struct FeedForward {
  typename L::Dense dense1;
  typename L::Dense dense2;
  typename L::LayerNorm norm;
  float alpha = 1;

  // tokens = norm(tokens + alpha * dense2(dense1(tokens)))
  void run(typename L::Numbers& tokens, std::size_t rows, typename L::Scratch& scratch) const {
    const std::size_t padded = dense2.padded_outputs();
    const auto hidden = room_for(scratch.values[1], rows * dense1.padded_outputs());
    const auto after = room_for(scratch.values[2], rows * padded);
    dense1.run(tokens.data(), padded, rows, hidden, scratch);
    dense2.run(hidden, dense1.padded_outputs(), rows, after, scratch);
    norm.run(tokens.data(), alpha, after, rows);
  }
};

template <class L>
struct EmbedBlock {
  std::size_t channels = 0;
  std::optional<typename L::Dense> position_layer;
  typename L::Constant map;  // the fixed position map; empty if there is none
  typename L::Dense embed;
  std::optional<typename L::LayerNorm> norm;
  typename L::Constant factors;  // [square][padded channel]; empty without gates
  typename L::Constant addends;
  std::optional<FeedForward<L>> ffn;

  void run(const L& layers, typename L::Numbers& values, std::size_t boards,
           typename L::Scratch& scratch) const {
    const std::size_t rows = boards * kSquares;
    const std::size_t width = embed.inputs();
    const std::size_t size = rows * embed.padded_outputs();
    JoinShape shape{channels, padded_channels(channels), width - channels, 0, kMapNumbers};
    typename L::Input table = map.data();
    if (position_layer) {
      table = positions(layers, values, boards, scratch);
      shape.board = position_layer->padded_outputs();
      shape.square = position_layer->outputs() / kSquares;
    }
    const auto tokens = room_for(scratch.values[1], rows * width);
    layers.join(tokens, values.data(), shape, table, rows);
    embed.run(tokens, width, rows, room_for(values, size), scratch);
    if (norm) norm->run(values.data(), rows);
    if (!factors.empty()) layers.gate_squares(values.data(), factors, addends, boards);
    if (ffn) ffn->run(values, rows, scratch);
  }

 private:
  // What the dense position map says: [board][position_layer's outputs].
  [[nodiscard]] typename L::Input positions(const L& layers, const typename L::Numbers& values,
                                            std::size_t boards, typename L::Scratch& scratch) const {
    const auto seen = room_for(scratch.values[2], boards * kSquares * kSeenPlanes);
    layers.join(seen, values.data(), {kSeenPlanes, padded_channels(channels)}, typename L::Input{},
                boards * kSquares);
    const auto numbers = room_for(scratch.values[3], boards * position_layer->padded_outputs());
    position_layer->run(seen, kSquares * kSeenPlanes, boards, numbers, scratch);
    return numbers;
  }
};

// Smolgen: attention logits that don't depend on queries and keys. 64 x 64 numbers for
// each head, made from the whole board.
template <class L>
struct Smolgen {
  typename L::Dense compress;
  typename L::Dense dense1;
  typename L::LayerNorm norm1;
  typename L::Dense dense2;
  typename L::LayerNorm norm2;
  typename L::Dense spread;  // the matrix that all blocks share
  std::size_t heads = 0;

  // [board][head][from][to], in scratch.values[7].
  [[nodiscard]] typename L::Input run(const typename L::Numbers& tokens, std::size_t boards,
                                      typename L::Scratch& scratch) const {
    const std::size_t rows = boards * kSquares;
    const auto compressed = room_for(scratch.values[1], rows * compress.padded_outputs());
    compress.run(tokens.data(), padded_channels(compress.inputs()), rows, compressed, scratch);
    const auto hidden = room_for(scratch.values[2], boards * dense1.padded_outputs());
    dense1.run(compressed, kSquares * compress.padded_outputs(), boards, hidden, scratch);
    norm1.run(hidden, boards);
    const auto numbers = room_for(scratch.values[3], boards * dense2.padded_outputs());
    dense2.run(hidden, dense1.padded_outputs(), boards, numbers, scratch);
    norm2.run(numbers, boards);
    const auto logits = room_for(scratch.values[7], boards * heads * spread.padded_outputs());
    spread.run_groups(numbers, spread.inputs(), {boards, heads, dense2.padded_outputs()}, logits, scratch);
    return logits;
  }
};

template <class L>
struct EncoderBlock {
  std::optional<Smolgen<L>> smolgen;
  typename L::Dense query;
  typename L::Dense key;
  typename L::Dense value;
  typename L::Dense dense;
  typename L::LayerNorm norm;
  float alpha = 1;
  std::size_t heads = 1;
  FeedForward<L> ffn;

  void run(const L& layers, typename L::Numbers& tokens, std::size_t boards,
           typename L::Scratch& scratch) const {
    const std::size_t rows = boards * kSquares;
    const std::size_t padded = padded_channels(query.inputs());
    const std::size_t stride = query.padded_outputs();
    typename L::Input added{};
    if (smolgen) added = smolgen->run(tokens, boards, scratch);
    const auto queries = room_for(scratch.values[1], rows * stride);
    const auto keys = room_for(scratch.values[2], rows * stride);
    const auto values = room_for(scratch.values[3], rows * stride);
    query.run(tokens.data(), padded, rows, queries, scratch);
    key.run(tokens.data(), padded, rows, keys, scratch);
    value.run(tokens.data(), padded, rows, values, scratch);
    const auto seen = room_for(scratch.values[4], rows * stride);
    layers.attend(seen, queries, keys, values, added, {boards, heads, query.outputs() / heads, stride},
                  scratch);
    const auto after = room_for(scratch.values[5], rows * padded);
    dense.run(seen, stride, rows, after, scratch);
    norm.run(tokens.data(), alpha, after, rows);
    ffn.run(tokens, rows, scratch);
  }
};

template <class L>
EncoderBlock<L> make_encoder(const TensorTable<L>& tensors, const std::string& name, const EncoderSpec& spec,
                             std::size_t width, Activation ffn_activation, float alpha, float epsilon) {
  EncoderBlock<L> block;
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

template <class L>
Smolgen<L> make_smolgen(const TensorTable<L>& tensors, const std::string& name, const EncoderSpec& spec,
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

template <class L>
EmbedBlock<L> make_embed(const TensorTable<L>& tensors, const Block& block, const BodySettings& settings) {
  EmbedBlock<L> made;
  made.channels = size_of(block.inputs);
  const bool dense = block.spec.positions == BlockSpec::Positions::Dense;
  std::size_t inputs = made.channels;
  if (block.spec.positions == BlockSpec::Positions::Map) {
    inputs += kMapNumbers;
    made.map = tensors.layers().constant(position_map());
  }
  if (dense) {
    inputs += size_of(block.spec.position_width);
    made.position_layer =
        tensors.dense(block.name + ".positions", kSquares * kSeenPlanes, Activation::Linear);
    made.norm = tensors.norm(block.name + ".norm1", settings.epsilon);
    made.ffn =
        FeedForward<L>{tensors.dense(block.name + ".ffn1", size_of(block.outputs), settings.ffn),
                       tensors.dense(block.name + ".ffn2", size_of(block.spec.ffn), Activation::Linear),
                       tensors.norm(block.name + ".norm2", settings.epsilon), settings.alpha};
  }
  made.embed = tensors.dense(block.name + ".embed", inputs, settings.activation);
  if (!block.spec.gates) return made;
  const auto channels = size_of(block.outputs);
  const auto by_square = [&](const std::string& name) {
    return tensors.layers().constant(board_weights(tensors(block.name + name), 1, channels, true));
  };
  made.factors = by_square(".gates.scale");
  made.addends = by_square(".gates.bias");
  return made;
}

template <class L>
using AnyBlock = std::variant<typename L::Convolution, ResidualBlock<L>, EmbedBlock<L>, EncoderBlock<L>>;

template <class L>
AnyBlock<L> make_block(const TensorTable<L>& tensors, const Block& block, const BodySettings& settings) {
  const BlockSpec& spec = block.spec;
  const std::string& name = block.name;
  const std::size_t inputs = size_of(block.inputs);
  const bool first = name == "body1";
  switch (spec.kind) {
    case BlockSpec::Kind::Conv:
      return tensors.conv(name + ".conv", inputs, spec.kernel, settings.activation, first);
    case BlockSpec::Kind::Residual: {
      const bool se = spec.se > 0;
      ResidualBlock<L> made{
          tensors.conv(name + ".conv1", inputs, spec.kernel, settings.activation),
          tensors.conv(name + ".conv2", inputs, spec.kernel, se ? Activation::Linear : settings.activation),
          std::nullopt, settings.activation};
      if (se)
        made.se = SqueezeExcitation<L>{tensors.dense(name + ".se1", inputs, settings.activation),
                                       tensors.dense(name + ".se2", size_of(spec.se), Activation::Linear)};
      return made;
    }
    case BlockSpec::Kind::Embed:
      return make_embed(tensors, block, settings);
    case BlockSpec::Kind::Encoder:
      break;
  }
  EncoderBlock<L> made =
      make_encoder(tensors, name, spec.encoder, inputs, settings.ffn, settings.alpha, settings.epsilon);
  if (spec.encoder.has_smolgen())
    made.smolgen = make_smolgen(tensors, name + ".smolgen", spec.encoder, inputs, settings.smolgen);
  return made;
}

template <class L>
void run_block(const L& layers, const AnyBlock<L>& block, typename L::Numbers& values, std::size_t boards,
               typename L::Scratch& scratch) {
  if (const auto* conv = std::get_if<typename L::Convolution>(&block)) {
    conv->run(values.data(), boards, room_for(scratch.values[1], boards * kSquares * conv->padded_outputs()),
              scratch);
    std::swap(values, scratch.values[1]);
  } else if (const auto* residual = std::get_if<ResidualBlock<L>>(&block)) {
    residual->run(layers, values, boards, scratch);
  } else if (const auto* embed = std::get_if<EmbedBlock<L>>(&block)) {
    embed->run(layers, values, boards, scratch);
  } else {
    std::get<EncoderBlock<L>>(block).run(layers, values, boards, scratch);
  }
}

// --- heads. Their outputs are read back to the host.

// Value and moves left: an optional 1x1 convolution, then dense layers over the whole board.
template <class L>
struct ScalarHead {
  std::optional<typename L::Dense> conv;
  std::vector<typename L::Dense> layers;

  // The outputs, `stride` apart.
  [[nodiscard]] const float* run(const L& family, typename L::Input body, std::size_t padded,
                                 std::size_t boards, typename L::Scratch& scratch,
                                 std::size_t& stride) const {
    typename L::Input in = body;
    stride = padded;
    std::size_t target = 1;
    const auto apply = [&](const typename L::Dense& layer, std::size_t rows) {
      const auto out = room_for(scratch.values[target], rows * layer.padded_outputs());
      layer.run(in, stride, rows, out, scratch);
      in = out;
      stride = layer.padded_outputs();
      target = 3 - target;
    };
    if (conv) apply(*conv, boards * kSquares);
    stride *= kSquares;
    for (const auto& layer : layers) apply(layer, boards);
    return family.on_host(in, boards * stride, scratch.host[0]);
  }
};

template <class L>
ScalarHead<L> make_scalar_head(const TensorTable<L>& tensors, const std::string& name, int planes,
                               const std::vector<int>& widths, const PlanesSpec& spec, Activation last) {
  ScalarHead<L> head;
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

template <class L>
struct ClassicalPolicy {
  typename L::Dense conv;
  typename L::Dense dense;

  void run(const L& layers, const typename L::Numbers& body, std::span<Outputs> outputs,
           typename L::Scratch& scratch) const {
    const std::size_t boards = outputs.size();
    const std::size_t stride = dense.padded_outputs();
    const auto planes = room_for(scratch.values[1], boards * kSquares * conv.padded_outputs());
    const auto logits = room_for(scratch.values[2], boards * stride);
    conv.run(body.data(), padded_channels(conv.inputs()), boards * kSquares, planes, scratch);
    dense.run(planes, kSquares * conv.padded_outputs(), boards, logits, scratch);
    const float* found = layers.on_host(logits, boards * stride, scratch.host[0]);
    for (std::size_t board = 0; board < boards; ++board)
      std::copy_n(found + board * stride, kPolicyMoves, outputs[board].policy.data());
  }
};

template <class L>
struct ConvolutionPolicy {
  typename L::Convolution conv1;
  typename L::Convolution conv2;

  void run(const L& layers, const typename L::Numbers& body, std::span<Outputs> outputs,
           typename L::Scratch& scratch) const {
    const std::size_t stride = conv2.padded_outputs();
    const std::size_t size = outputs.size() * kSquares * stride;
    const auto middle = room_for(scratch.values[1], outputs.size() * kSquares * conv1.padded_outputs());
    const auto planes = room_for(scratch.values[2], size);
    conv1.run(body.data(), outputs.size(), middle, scratch);
    conv2.run(middle, outputs.size(), planes, scratch);
    const float* found = layers.on_host(planes, size, scratch.host[0]);
    for (std::size_t board = 0; board < outputs.size(); ++board) {
      const float* first = found + board * kSquares * stride;
      for (std::size_t i = 0; i < kPolicyMoves; ++i) {
        const std::size_t place = policy_moves()[i].convolution;
        outputs[board].policy[i] = first[place % kSquares * stride + place / kSquares];
      }
    }
  }
};

template <class L>
struct AttentionPolicy {
  typename L::Dense embed;
  std::vector<EncoderBlock<L>> encoders;
  typename L::Dense query;
  typename L::Dense key;
  typename L::Dense promotion;  // 4 outputs: queen, rook, bishop, and what is added to all three

  void run(const L& layers, const typename L::Numbers& body, std::span<Outputs> outputs,
           typename L::Scratch& scratch) const {
    constexpr std::size_t kRank = 8;
    const std::size_t boards = outputs.size();
    const std::size_t rows = boards * kSquares;
    typename L::Numbers& tokens = scratch.values[8];
    embed.run(body.data(), padded_channels(embed.inputs()), rows,
              room_for(tokens, rows * embed.padded_outputs()), scratch);
    for (const EncoderBlock<L>& encoder : encoders) encoder.run(layers, tokens, boards, scratch);
    const std::size_t stride = query.padded_outputs();
    const auto queries = room_for(scratch.values[1], rows * stride);
    const auto keys = room_for(scratch.values[2], rows * stride);
    query.run(tokens.data(), embed.padded_outputs(), rows, queries, scratch);
    key.run(tokens.data(), embed.padded_outputs(), rows, keys, scratch);
    const auto products = room_for(scratch.values[6], rows * kSquares);
    layers.products(products, queries, keys, {boards, 1, query.outputs(), stride}, scratch);
    const std::size_t offset_size = kRank * promotion.padded_outputs();
    const auto offsets = room_for(scratch.values[3], boards * offset_size);
    promotion.run_groups(keys + (kSquares - kRank) * stride, stride, {boards, kRank, kSquares * stride},
                         offsets, scratch);
    const float* found = layers.on_host(products, rows * kSquares, scratch.host[0]);
    const float* added = layers.on_host(offsets, boards * offset_size, scratch.host[1]);
    for (std::size_t board = 0; board < boards; ++board)
      write(found + board * kSquares * kSquares, added + board * offset_size, outputs[board].policy);
  }

 private:
  void write(const float* products, const float* offsets, std::vector<float>& logits) const {
    const float scale = 1.0f / std::sqrt(static_cast<float>(query.outputs()));
    for (std::size_t i = 0; i < kPolicyMoves; ++i) {
      const PolicyMove& move = policy_moves()[i];
      logits[i] = products[move.from * kSquares + move.to] * scale;
      if (move.promotion < 0) continue;
      const float* offset = offsets + std::size_t{move.to} % 8 * promotion.padded_outputs();
      logits[i] += offset[static_cast<std::uint8_t>(move.promotion)] + offset[3];
    }
  }
};

template <class L>
using AnyPolicy = std::variant<ClassicalPolicy<L>, ConvolutionPolicy<L>, AttentionPolicy<L>>;

template <class L>
AttentionPolicy<L> make_attention_policy(const TensorTable<L>& tensors, const PlanesSpec& spec) {
  const PolicySpec& policy = *spec.policy;
  const auto channels = size_of(spec.body_outputs());
  const auto width = policy.width > 0 ? size_of(policy.width) : channels;
  const bool tokens = spec.is_attention();
  const Activation ffn = tokens ? spec.ffn_activation.value_or(spec.activation) : Activation::Selu;
  AttentionPolicy<L> head;
  head.embed = tensors.dense("policy.embed", channels, tokens ? spec.activation : Activation::Selu);
  for (std::size_t k = 0; k < policy.encoders.size(); ++k)
    head.encoders.push_back(make_encoder(tensors, base::concat("policy.encoder", k + 1), policy.encoders[k],
                                         width, ffn, 1, kPolicyEpsilon));
  head.query = tensors.dense("policy.query", width, Activation::Linear);
  head.key = tensors.dense("policy.key", width, Activation::Linear);
  head.promotion = tensors.dense("policy.promotion", head.key.outputs(), Activation::Linear);
  return head;
}

template <class L>
AnyPolicy<L> make_policy(const TensorTable<L>& tensors, const PlanesSpec& spec) {
  const auto channels = size_of(spec.body_outputs());
  switch (spec.policy->kind) {
    case PolicySpec::Kind::Classical:
      return ClassicalPolicy<L>{
          tensors.dense("policy.conv", channels, spec.activation),
          tensors.board_dense("policy.dense", size_of(spec.policy->planes), true, Activation::Linear)};
    case PolicySpec::Kind::Convolution: {
      typename L::Convolution first = tensors.conv("policy.conv1", channels, 3, spec.activation);
      const std::size_t filters = first.outputs();
      return ConvolutionPolicy<L>{std::move(first),
                                  tensors.conv("policy.conv2", filters, 3, Activation::Linear)};
    }
    case PolicySpec::Kind::Attention:
      break;
  }
  return make_attention_policy(tensors, spec);
}

// --- the whole network

template <class L>
class Pass final : public Forward::Machine {
 public:
  // The last arguments are passed to the family's constructor.
  template <class... Arguments>
  Pass(const PlanesSpec& spec, std::span<const TensorData> tensors, Ranges* ranges, Arguments&&... arguments)
      : layers_(std::forward<Arguments>(arguments)...), spec_(spec) {
    const TensorTable<L> table(layers_, spec, tensors, ranges);
    const BodySettings settings = settings_of(spec_);
    for (const Block& block : blocks_of(spec_)) body_.push_back(make_block(table, block, settings));
    if (spec_.policy) policy_ = make_policy(table, spec_);
    value_ =
        make_scalar_head(table, "value", spec_.value.planes, spec_.value.widths, spec_, Activation::Linear);
    if (spec_.moves_left)
      moves_left_ = make_scalar_head(table, "moves_left", spec_.moves_left->planes, spec_.moves_left->widths,
                                     spec_, Activation::Relu);
  }

  [[nodiscard]] L& layers() noexcept { return layers_; }
  [[nodiscard]] std::string name() const override { return layers_.name(); }
  [[nodiscard]] bool is_device() const noexcept override { return L::kIsDevice; }
  void run(std::span<const Planes> boards, std::span<Outputs> outputs) const override {
    const std::size_t most = layers_.most_boards();
    for (std::size_t first = 0; first < boards.size(); first += most) {
      const std::size_t count = std::min(most, boards.size() - first);
      layers_.with_scratch([&](typename L::Scratch& scratch) {
        run_some(boards.subspan(first, count), outputs.subspan(first, count), scratch);
      });
    }
  }

 private:
  void run_some(std::span<const Planes> boards, std::span<Outputs> outputs,
                typename L::Scratch& scratch) const {
    const std::size_t padded = padded_channels(size_of(spec_.body_outputs()));
    const std::size_t size = kSquares * padded;
    const auto ends = room_for(scratch.ends, boards.size() * size);
    for (std::size_t first = 0; first < boards.size(); first += L::kBodyBoards) {
      const std::size_t count = std::min(L::kBodyBoards, boards.size() - first);
      typename L::Numbers& values = scratch.values[0];
      run_body(boards.subspan(first, count), values, scratch);
      layers_.copy(ends + first * size, values.data(), count * size);
      if (!policy_) continue;
      for (std::size_t i = first; i < first + count; ++i) outputs[i].policy.resize(kPolicyMoves);
      std::visit([&](const auto& head) { head.run(layers_, values, outputs.subspan(first, count), scratch); },
                 *policy_);
    }
    std::size_t stride = 0;
    const float* found = value_.run(layers_, ends, padded, boards.size(), scratch, stride);
    for (std::size_t i = 0; i < boards.size(); ++i) {
      write_value(spec_.value, found + i * stride, outputs[i]);
      outputs[i].transform = boards[i].transform;
    }
    if (!moves_left_) return;
    found = moves_left_->run(layers_, ends, padded, boards.size(), scratch, stride);
    for (std::size_t i = 0; i < boards.size(); ++i) outputs[i].moves_left = found[i * stride];
  }

  void run_body(std::span<const Planes> boards, typename L::Numbers& values,
                typename L::Scratch& scratch) const {
    std::size_t next = 0;
    const auto* first = std::get_if<typename L::Convolution>(&body_.front());
    if (first && first->run_sparse(boards, values, scratch)) {
      next = 1;
    } else {
      const std::size_t padded = padded_channels(size_of(spec_.input.planes()));
      layers_.expand(room_for(values, boards.size() * kSquares * padded), boards, padded, scratch);
    }
    for (; next < body_.size(); ++next) run_block(layers_, body_[next], values, boards.size(), scratch);
  }

  L layers_;
  PlanesSpec spec_;
  std::vector<AnyBlock<L>> body_;
  std::optional<AnyPolicy<L>> policy_;
  ScalarHead<L> value_;
  std::optional<ScalarHead<L>> moves_left_;
};

}  // namespace tabia::deep
