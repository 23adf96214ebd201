#include "deep/forward.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <variant>

#include "base/check.h"
#include "base/text.h"
#include "deep/layers.h"
#include "deep/policy.h"

namespace tabia::deep {
namespace {

using Numbers = std::vector<float>;

constexpr std::size_t kMapNumbers = kSquares;
constexpr std::size_t kSeenPlanes = 12;  // by a dense position map, of every square
constexpr float kSmolgenEpsilon = 1e-3f;
constexpr std::size_t kMostBoards = 32;  // computed together; more only costs cache

// Tensors by name, so that blocks and heads ask for what they need.
class TensorTable {
 public:
  TensorTable(const PlanesSpec& spec, std::span<const TensorData> tensors) {
    const std::vector<TensorShape> shapes = tensors_of(spec);
    TABIA_CHECK(tensors.size() == shapes.size(), "the tensors of a network over planes");
    for (std::size_t i = 0; i < shapes.size(); ++i) table_.emplace(shapes[i].name, tensors[i].numbers);
  }
  [[nodiscard]] std::span<const float> operator()(const std::string& name) const {
    const auto found = table_.find(name);
    TABIA_CHECK(found != table_.end(), "the network has no such tensor");
    return found->second;
  }
  [[nodiscard]] Dense dense(const std::string& name, std::size_t inputs, Activation activation) const {
    const auto bias = (*this)(name + ".bias");
    return {(*this)(name + ".weights"), bias, bias.size(), inputs, activation};
  }
  [[nodiscard]] Convolution conv(const std::string& name, std::size_t inputs, int kernel,
                                 Activation activation) const {
    const auto bias = (*this)(name + ".bias");
    return {(*this)(name + ".weights"), bias, bias.size(), inputs, size_of(kernel), activation};
  }
  [[nodiscard]] LayerNorm norm(const std::string& name, float epsilon) const {
    return {(*this)(name + ".scale"), (*this)(name + ".bias"), epsilon};
  }

 private:
  std::map<std::string, std::span<const float>> table_;
};

// x + factor * y, into y.
void add_scaled(std::span<const float> x, float factor, std::span<float> y) {
  for (std::size_t i = 0; i < x.size(); ++i) y[i] = x[i] + factor * y[i];
}

// --- blocks

// Average over the squares, two dense layers, and from them a factor and an addend for each channel.
struct SqueezeExcitation {
  Dense squeeze;
  Dense excite;

  void run(Numbers& values, std::size_t boards) const {
    const std::size_t channels = squeeze.inputs();
    Numbers means(channels);
    Numbers hidden(squeeze.outputs());
    Numbers gates(2 * channels);
    for (std::size_t board = 0; board < boards; ++board) {
      float* first = values.data() + board * kSquares * channels;
      std::fill(means.begin(), means.end(), 0.0f);
      for (std::size_t square = 0; square < kSquares; ++square)
        for (std::size_t c = 0; c < channels; ++c) means[c] += first[square * channels + c];
      for (float& mean : means) mean /= static_cast<float>(kSquares);
      squeeze.run(means.data(), 1, hidden.data());
      excite.run(hidden.data(), 1, gates.data());
      activate(Activation::Sigmoid, {gates.data(), channels});
      for (std::size_t square = 0; square < kSquares; ++square) {
        float* at = first + square * channels;
        for (std::size_t c = 0; c < channels; ++c) at[c] = at[c] * gates[c] + gates[channels + c];
      }
    }
  }
};

struct ResidualBlock {
  Convolution conv1;
  Convolution conv2;
  std::optional<SqueezeExcitation> se;
  Activation activation;

  void run(Numbers& values, std::size_t boards) const {
    Numbers middle(values.size());
    Numbers after(values.size());
    conv1.run(values.data(), boards, middle.data());
    conv2.run(middle.data(), boards, after.data());
    if (se) se->run(after, boards);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = activated(activation, after[i] + values[i]);
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

  // x = norm(x + alpha * dense2(dense1(x)))
  void run(Numbers& tokens, std::size_t rows) const {
    Numbers hidden(rows * dense1.outputs());
    Numbers after(tokens.size());
    dense1.run(tokens.data(), rows, hidden.data());
    dense2.run(hidden.data(), rows, after.data());
    add_scaled(tokens, alpha, after);
    norm.run(after.data(), rows);
    tokens = std::move(after);
  }
};

struct EmbedBlock {
  std::size_t channels = 0;
  BlockSpec::Positions positions = BlockSpec::Positions::None;
  std::optional<Dense> position_layer;
  Dense embed;
  std::optional<LayerNorm> norm;
  Numbers factors;  // [square][channel]; empty without gates
  Numbers addends;
  std::optional<FeedForward> ffn;

  void run(Numbers& values, std::size_t boards) const {
    const std::size_t rows = boards * kSquares;
    const std::size_t extra = embed.inputs() - channels;
    Numbers tokens(rows * embed.inputs());
    const Numbers map = extra > 0 ? position_numbers(values, boards) : Numbers();
    for (std::size_t row = 0; row < rows; ++row) {
      float* token = tokens.data() + row * embed.inputs();
      std::copy_n(values.data() + row * channels, channels, token);
      if (extra > 0) std::copy_n(map.data() + row * extra, extra, token + channels);
    }
    values.resize(rows * embed.outputs());
    embed.run(tokens.data(), rows, values.data());
    if (norm) norm->run(values.data(), rows);
    for (std::size_t i = 0; !factors.empty() && i < values.size(); ++i)
      values[i] = values[i] * factors[i % factors.size()] + addends[i % factors.size()];
    if (ffn) ffn->run(values, rows);
  }

  [[nodiscard]] Numbers position_numbers(const Numbers& values, std::size_t boards) const {
    Numbers numbers;
    if (!position_layer) {
      for (std::size_t board = 0; board < boards; ++board)
        numbers.insert(numbers.end(), position_map().begin(), position_map().end());
      return numbers;
    }
    Numbers seen;
    for (std::size_t row = 0; row < boards * kSquares; ++row) {
      const float* square = values.data() + row * channels;
      seen.insert(seen.end(), square, square + kSeenPlanes);
    }
    numbers.resize(boards * position_layer->outputs());
    position_layer->run(seen.data(), boards, numbers.data());
    return numbers;
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

  // [board][head][from][to]
  [[nodiscard]] Numbers run(const Numbers& tokens, std::size_t boards) const {
    Numbers compressed(boards * kSquares * compress.outputs());
    compress.run(tokens.data(), boards * kSquares, compressed.data());
    Numbers hidden(boards * dense1.outputs());
    dense1.run(compressed.data(), boards, hidden.data());
    norm1.run(hidden.data(), boards);
    Numbers numbers(boards * dense2.outputs());
    dense2.run(hidden.data(), boards, numbers.data());
    norm2.run(numbers.data(), boards);
    Numbers logits(boards * heads * spread.outputs());
    spread.run(numbers.data(), boards * heads, logits.data());
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

  void run(Numbers& tokens, std::size_t boards) const {
    const std::size_t rows = boards * kSquares;
    const std::size_t width = query.outputs();
    Numbers queries(rows * width);
    Numbers keys(rows * width);
    Numbers values(rows * width);
    query.run(tokens.data(), rows, queries.data());
    key.run(tokens.data(), rows, keys.data());
    value.run(tokens.data(), rows, values.data());
    Numbers logits = smolgen ? smolgen->run(tokens, boards) : Numbers(boards * heads * kSquares * kSquares);
    Numbers seen(rows * width);
    for (std::size_t board = 0; board < boards; ++board) {
      for (std::size_t head = 0; head < heads; ++head) {
        const std::size_t offset = board * kSquares * width + head * (width / heads);
        attend(queries.data() + offset, keys.data() + offset, values.data() + offset,
               logits.data() + (board * heads + head) * kSquares * kSquares, seen.data() + offset);
      }
    }
    Numbers after(tokens.size());
    dense.run(seen.data(), rows, after.data());
    add_scaled(tokens, alpha, after);
    norm.run(after.data(), rows);
    tokens = std::move(after);
    ffn.run(tokens, rows);
  }

  // One head of one board; rows are `width` apart. `logits` begin with what smolgen says.
  void attend(const float* queries, const float* keys, const float* values, float* logits,
              float* seen) const {
    const std::size_t width = query.outputs();
    const std::size_t depth = width / heads;
    const float scale = 1.0f / std::sqrt(static_cast<float>(depth));
    for (std::size_t from = 0; from < kSquares; ++from) {
      float* row = logits + from * kSquares;
      for (std::size_t to = 0; to < kSquares; ++to) {
        float sum = 0;
        for (std::size_t i = 0; i < depth; ++i) sum += queries[from * width + i] * keys[to * width + i];
        row[to] += sum * scale;
      }
      softmax({row, kSquares});
      float* out = seen + from * width;
      for (std::size_t to = 0; to < kSquares; ++to)
        for (std::size_t i = 0; i < depth; ++i) out[i] += row[to] * values[to * width + i];
    }
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
  return {Dense(tensors(name + ".compress.weights"), {}, size_of(compressed), width, Activation::Linear),
          tensors.dense(name + ".dense1", size_of(compressed) * kSquares, activation),
          tensors.norm(name + ".norm1", kSmolgenEpsilon),
          tensors.dense(name + ".dense2", size_of(hidden), activation),
          tensors.norm(name + ".norm2", kSmolgenEpsilon),
          Dense(tensors("smolgen.weights"), {}, std::size_t{kSquares} * kSquares, size_of(numbers),
                Activation::Linear),
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
  made.positions = block.spec.positions;
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
  const auto by_square = [&](std::span<const float> by_channel) {
    Numbers numbers(by_channel.size());
    for (std::size_t c = 0; c < channels; ++c)
      for (std::size_t s = 0; s < kSquares; ++s) numbers[s * channels + c] = by_channel[c * kSquares + s];
    return numbers;
  };
  made.factors = by_square(tensors(block.name + ".gates.scale"));
  made.addends = by_square(tensors(block.name + ".gates.bias"));
  return made;
}

AnyBlock make_block(const TensorTable& tensors, const Block& block, const BodySettings& settings) {
  const BlockSpec& spec = block.spec;
  const std::string& name = block.name;
  const std::size_t inputs = size_of(block.inputs);
  switch (spec.kind) {
    case BlockSpec::Kind::Conv:
      return tensors.conv(name + ".conv", inputs, spec.kernel, settings.activation);
    case BlockSpec::Kind::Residual: {
      ResidualBlock made{tensors.conv(name + ".conv1", inputs, spec.kernel, settings.activation),
                         tensors.conv(name + ".conv2", inputs, spec.kernel, Activation::Linear), std::nullopt,
                         settings.activation};
      if (spec.se > 0)
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

void run_block(const AnyBlock& block, Numbers& values, std::size_t boards) {
  if (const auto* conv = std::get_if<Convolution>(&block)) {
    Numbers after(boards * kSquares * conv->outputs());
    conv->run(values.data(), boards, after.data());
    values = std::move(after);
  } else if (const auto* residual = std::get_if<ResidualBlock>(&block)) {
    residual->run(values, boards);
  } else if (const auto* embed = std::get_if<EmbedBlock>(&block)) {
    embed->run(values, boards);
  } else {
    std::get<EncoderBlock>(block).run(values, boards);
  }
}

// --- heads

// Value and moves left: an optional 1x1 convolution, then dense layers over the whole board.
struct ScalarHead {
  std::optional<Dense> conv;
  std::vector<Dense> layers;

  [[nodiscard]] Numbers run(const Numbers& body, std::size_t boards) const {
    Numbers values;
    const Numbers* in = &body;
    const auto apply = [&](const Dense& layer, std::size_t rows) {
      Numbers next(rows * layer.outputs());
      layer.run(in->data(), rows, next.data());
      values = std::move(next);
      in = &values;
    };
    if (conv) apply(*conv, boards * kSquares);
    for (const Dense& layer : layers) apply(layer, boards);
    return values;
  }
};

// A dense layer over the whole board, after a convolution or after tokens.
Dense make_flattened(const TensorTable& tensors, const std::string& name, std::size_t channels, bool tokens,
                     Activation activation) {
  const auto bias = tensors(name + ".bias");
  const auto weights = tensors(name + ".weights");
  if (tokens) return {weights, bias, bias.size(), channels * kSquares, activation};
  return Dense::by_channel(weights, bias, bias.size(), channels, activation);
}

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
    head.layers.push_back(k == 0 ? make_flattened(tensors, layer, channels, spec.is_attention(), activation)
                                 : tensors.dense(layer, size_of(widths[k - 1]), activation));
  }
  return head;
}

struct ClassicalPolicy {
  Dense conv;
  Dense dense;

  void run(const Numbers& body, std::span<Outputs> outputs) const {
    Numbers planes(outputs.size() * kSquares * conv.outputs());
    conv.run(body.data(), outputs.size() * kSquares, planes.data());
    for (std::size_t board = 0; board < outputs.size(); ++board)
      dense.run(planes.data() + board * kSquares * conv.outputs(), 1, outputs[board].policy.data());
  }
};

struct ConvolutionPolicy {
  Convolution conv1;
  Convolution conv2;

  void run(const Numbers& body, std::span<Outputs> outputs) const {
    Numbers middle(outputs.size() * kSquares * conv1.outputs());
    Numbers planes(outputs.size() * kSquares * conv2.outputs());
    conv1.run(body.data(), outputs.size(), middle.data());
    conv2.run(middle.data(), outputs.size(), planes.data());
    for (std::size_t board = 0; board < outputs.size(); ++board) {
      const float* first = planes.data() + board * kSquares * conv2.outputs();
      for (std::size_t i = 0; i < kPolicyMoves; ++i) {
        const std::size_t place = policy_moves()[i].convolution;
        outputs[board].policy[i] = first[place % kSquares * conv2.outputs() + place / kSquares];
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

  void run(const Numbers& body, std::span<Outputs> outputs) const {
    const std::size_t rows = outputs.size() * kSquares;
    Numbers tokens(rows * embed.outputs());
    embed.run(body.data(), rows, tokens.data());
    for (const EncoderBlock& encoder : encoders) encoder.run(tokens, outputs.size());
    const std::size_t width = query.outputs();
    Numbers queries(rows * width);
    Numbers keys(rows * width);
    query.run(tokens.data(), rows, queries.data());
    key.run(tokens.data(), rows, keys.data());
    for (std::size_t board = 0; board < outputs.size(); ++board)
      write(queries.data() + board * kSquares * width, keys.data() + board * kSquares * width,
            outputs[board].policy);
  }

  void write(const float* queries, const float* keys, Numbers& logits) const {
    const std::size_t width = query.outputs();
    const float scale = 1.0f / std::sqrt(static_cast<float>(width));
    std::array<float, 8 * 4> offsets;
    promotion.run(keys + 56 * width, 8, offsets.data());
    for (std::size_t i = 0; i < kPolicyMoves; ++i) {
      const PolicyMove& move = policy_moves()[i];
      const float* from = queries + move.from * width;
      const float* to = keys + move.to * width;
      float sum = 0;
      for (std::size_t c = 0; c < width; ++c) sum += from[c] * to[c];
      logits[i] = sum * scale;
      if (move.promotion < 0) continue;
      const float* offset = offsets.data() + std::size_t{move.to} % 8 * 4;
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
                                         width, ffn, 1, 1e-6f));
  head.query = tensors.dense("policy.query", width, Activation::Linear);
  head.key = tensors.dense("policy.key", width, Activation::Linear);
  head.promotion = Dense(tensors("policy.promotion.weights"), {}, 4, head.key.outputs(), Activation::Linear);
  return head;
}

AnyPolicy make_policy(const TensorTable& tensors, const PlanesSpec& spec) {
  const auto channels = size_of(spec.body_outputs());
  switch (spec.policy->kind) {
    case PolicySpec::Kind::Classical:
      return ClassicalPolicy{
          tensors.dense("policy.conv", channels, spec.activation),
          make_flattened(tensors, "policy.dense", size_of(spec.policy->planes), false, Activation::Linear)};
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

}  // namespace

struct Forward::Parts {
  PlanesSpec spec;
  std::vector<AnyBlock> body;
  std::optional<AnyPolicy> policy;
  ScalarHead value;
  std::optional<ScalarHead> moves_left;

  Parts(const PlanesSpec& planes_spec, const TensorTable& tensors) : spec(planes_spec) {
    const BodySettings settings = settings_of(spec);
    for (const Block& block : blocks_of(spec)) body.push_back(make_block(tensors, block, settings));
    if (spec.policy) policy = make_policy(tensors, spec);
    value =
        make_scalar_head(tensors, "value", spec.value.planes, spec.value.widths, spec, Activation::Linear);
    if (spec.moves_left)
      moves_left = make_scalar_head(tensors, "moves_left", spec.moves_left->planes, spec.moves_left->widths,
                                    spec, Activation::Relu);
  }

  void run(std::span<const Planes> boards, std::span<Outputs> outputs) const {
    const auto channels = size_of(spec.input.planes());
    Numbers values(boards.size() * kSquares * channels);
    for (std::size_t i = 0; i < boards.size(); ++i)
      expand(boards[i], values.data() + i * kSquares * channels);
    for (const AnyBlock& block : body) run_block(block, values, boards.size());
    if (policy) {
      for (Outputs& output : outputs) output.policy.resize(kPolicyMoves);
      std::visit([&](const auto& head) { head.run(values, outputs); }, *policy);
    }
    write_values(value.run(values, boards.size()), outputs);
    if (!moves_left) return;
    const Numbers plies = moves_left->run(values, boards.size());
    for (std::size_t i = 0; i < outputs.size(); ++i) outputs[i].moves_left = plies[i];
  }

  void write_values(Numbers values, std::span<Outputs> outputs) const {
    const auto each = size_of(spec.value.outputs());
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      float* from = values.data() + i * each;
      Outputs& output = outputs[i];
      switch (spec.value.kind) {
        case ValueSpec::Kind::Centipawns:
          output.value = *from * static_cast<float>(spec.value.scale);
          break;
        case ValueSpec::Kind::Tanh:
          output.value = std::tanh(*from);
          break;
        case ValueSpec::Kind::Wdl:
          softmax({from, each});
          output.wdl = {from[0], from[1], from[2]};
          output.value = from[0] - from[2];
          break;
      }
    }
  }
};

Forward::Forward(const PlanesSpec& spec, std::span<const TensorData> tensors)
    : parts_(std::make_unique<const Parts>(spec, TensorTable(spec, tensors))) {}

Forward::~Forward() = default;

void Forward::run(std::span<const Planes> boards, std::span<Outputs> outputs) const {
  TABIA_CHECK(boards.size() == outputs.size(), "one output for each board");
  for (std::size_t first = 0; first < boards.size(); first += kMostBoards) {
    const std::size_t count = std::min(kMostBoards, boards.size() - first);
    parts_->run(boards.subspan(first, count), outputs.subspan(first, count));
  }
}

Outputs Forward::run(const Planes& board) const {
  Outputs outputs;
  run({&board, 1}, {&outputs, 1});
  return outputs;
}

}  // namespace tabia::deep
