// Networks over planes as ONNX graphs, block by block as deep/forward.cpp computes them.
//
// Values are images [batch, channels, 8, 8] as long as the body consists of convolutions, and tokens
// [batch, 64, channels] from the first embedding on.
#include "nn/onnx_planes.h"

#include <cmath>

#include "base/text.h"
#include "deep/policy.h"
#include "onnx/builder.h"

namespace tabia::nn {
namespace {

using base::concat;
using base::Error;
using base::Result;
using deep::BlockSpec;
using onnx::Builder;
using onnx::ElementType;
using onnx::real;
using onnx::Shape;
using onnx::Value;
using onnx::whole;
using onnx::wholes;

constexpr std::int64_t kBoard = 64;
constexpr std::int64_t kLayerNormOpset = 17;
constexpr float kSmolgenNorm = 1e-3f;
constexpr float kPolicyNorm = 1e-6f;
constexpr std::int64_t kMapPlanes = 12;  // seen by a dense position map

class PlanesGraph {
 public:
  PlanesGraph(const Network& network, const OnnxOptions& options)
      : network_(network), spec_(*network.spec().planes), graph_(network.spec().name), options_(options) {}

  [[nodiscard]] onnx::Model build();

 private:
  // A tensor as floats, in its own order.
  [[nodiscard]] std::vector<float> numbers(const std::string& name) const {
    const Tensor& tensor = network_.tensor(name);
    std::vector<float> values(tensor.spec().size());
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(tensor.stored(i));
    return values;
  }
  [[nodiscard]] bool has(const std::string& name) const {
    for (const Tensor& tensor : network_.tensors()) {
      if (tensor.spec().name == name) return true;
    }
    return false;
  }
  Value number(float value) { return graph_.number(value); }

  [[nodiscard]] Value take_planes();
  [[nodiscard]] Value activated(const Value& value, deep::Activation activation);
  [[nodiscard]] Value conv(const std::string& name, const Value& in, std::int64_t inputs, std::int64_t kernel,
                           deep::Activation activation);
  // A dense layer on rows [batch, inputs] or on tokens [batch, 64, inputs].
  [[nodiscard]] Value gemm(const std::string& name, const Value& rows, deep::Activation activation);
  [[nodiscard]] Value dense(const std::string& name, const Value& tokens, deep::Activation activation);
  [[nodiscard]] Value norm(const std::string& name, const Value& value, float epsilon);
  [[nodiscard]] Value reshaped(const Value& value, const Shape& shape) {
    return graph_.node("Reshape", {value, graph_.list(shape)});
  }
  [[nodiscard]] Value turned(const Value& value, const Shape& order) {
    return graph_.node("Transpose", {value}, {wholes("perm", order)});
  }
  // From an image to tokens.
  [[nodiscard]] Value tokens_of(const Value& image, std::int64_t channels) {
    return turned(reshaped(image, {0, channels, kBoard}), {0, 2, 1});
  }
  [[nodiscard]] Value residual(const deep::Block& block, const Value& in);
  [[nodiscard]] Value embed(const deep::Block& block, const Value& image);
  [[nodiscard]] Value feed_forward(const std::string& name, const std::string& norm_name, const Value& tokens,
                                   deep::Activation activation, float alpha, float epsilon);
  [[nodiscard]] Value encoder(const std::string& name, const deep::EncoderSpec& spec, const Value& tokens,
                              deep::Activation ffn, float alpha, float epsilon);
  [[nodiscard]] Value smolgen(const std::string& name, const deep::EncoderSpec& spec, const Value& tokens);
  [[nodiscard]] Value body(Value value);

  [[nodiscard]] Value scalar_head(const std::string& name, int planes, std::size_t hidden, const Value& body,
                                  deep::Activation last);
  [[nodiscard]] Value policy(const Value& body);
  [[nodiscard]] Value attention_policy(const Value& body);
  void give_value(const Value& value);

  const Network& network_;
  const deep::PlanesSpec& spec_;
  Builder graph_;
  OnnxOptions options_;
  Value white_;  // [batch, 1]; empty if the outputs are for the side to move anyway, or for White
};

const std::vector<onnx::Dimension> kOneNumber = {{-1, "batch"}, {1, ""}};

// --- inputs

Value PlanesGraph::take_planes() {
  const deep::InputSpec& input = spec_.input;
  const std::int64_t count = input.planes();
  if (!takes_common_planes(input)) {
    const bool is_lc0 = input.kind == deep::InputSpec::Kind::Lc0;
    return graph_.input(is_lc0 ? "/input/planes" : "network_planes", ElementType::Float,
                        {{-1, "batch"}, {count, ""}, {8, ""}, {8, ""}},
                        is_lc0 ? "the planes of lc0" : "the planes that the model spec describes");
  }
  const Value planes =
      graph_.input("planes", ElementType::Float, {{-1, "batch"}, {12, ""}, {8, ""}, {8, ""}},
                   "1 where a piece is: P N B R Q K of White, then of Black; rank 8 first, file a first");
  if (options_.inputs != OnnxInputs::Pieces)
    white_ = graph_.input("white_to_move", ElementType::Float, kOneNumber, "1 if White is to move, else 0");
  Value value = planes;
  std::vector<std::int64_t> order;
  for (const char letter : input.order)
    order.push_back(static_cast<std::int64_t>(std::string_view("PNBRQK").find(letter)));
  const std::int64_t first = input.first == Color::White ? 0 : 6;
  std::vector<std::int64_t> all;
  for (const std::int64_t block : {first, 6 - first})
    for (const std::int64_t piece : order) all.push_back(block + piece);
  if (!std::is_sorted(all.begin(), all.end()))
    value = graph_.node("Gather", {value, graph_.list(all)}, {whole("axis", 1)});
  if (!input.a8_first)
    value = graph_.node("Gather", {value, graph_.list({7, 6, 5, 4, 3, 2, 1, 0})}, {whole("axis", 2)});
  if (!input.side_to_move) return value;
  // One more plane, filled.
  const Value plane = graph_.node("Expand", {reshaped(white_, {-1, 1, 1, 1}), graph_.list({1, 1, 8, 8})});
  return graph_.node("Concat", {value, plane}, {whole("axis", 1)});
}

// --- layers

Value PlanesGraph::activated(const Value& value, deep::Activation activation) {
  switch (activation) {
    case deep::Activation::Linear:
      return value;
    case deep::Activation::Relu:
      return graph_.node("Relu", {value});
    case deep::Activation::Mish:
      return graph_.node("Mul", {value, graph_.node("Tanh", {graph_.node("Softplus", {value})})});
    case deep::Activation::Tanh:
      return graph_.node("Tanh", {value});
    case deep::Activation::Sigmoid:
      return graph_.node("Sigmoid", {value});
    case deep::Activation::Selu:
      return graph_.node("Selu", {value});
    case deep::Activation::Swish:
      return graph_.node("Mul", {value, graph_.node("Sigmoid", {value})});
    case deep::Activation::ReluSquared: {
      const Value positive = graph_.node("Relu", {value});
      return graph_.node("Mul", {positive, positive});
    }
  }
  return value;
}

Value PlanesGraph::conv(const std::string& name, const Value& in, std::int64_t inputs, std::int64_t kernel,
                        deep::Activation activation) {
  const std::vector<float> weights = numbers(concat(name, ".weights"));
  const std::vector<float> bias = numbers(concat(name, ".bias"));
  const auto filters = static_cast<std::int64_t>(bias.size());
  const std::int64_t pad = kernel / 2;
  const Value sums =
      graph_.node("Conv",
                  {in, graph_.constant(concat(name, ".weights"), {filters, inputs, kernel, kernel}, weights),
                   graph_.constant(concat(name, ".bias"), {filters}, bias)},
                  {wholes("kernel_shape", {kernel, kernel}), wholes("pads", {pad, pad, pad, pad}),
                   wholes("strides", {1, 1})});
  return activated(sums, activation);
}

Value PlanesGraph::gemm(const std::string& name, const Value& rows, deep::Activation activation) {
  const TensorSpec& shape = network_.tensor(concat(name, ".weights")).spec();
  std::vector<Value> inputs = {
      rows, graph_.constant(concat(name, ".weights"),
                            {static_cast<std::int64_t>(shape.rows), static_cast<std::int64_t>(shape.columns)},
                            numbers(concat(name, ".weights")))};
  if (has(concat(name, ".bias")))
    inputs.push_back(graph_.constant(concat(name, ".bias"), {static_cast<std::int64_t>(shape.rows)},
                                     numbers(concat(name, ".bias"))));
  return activated(graph_.node("Gemm", inputs, {whole("transB", 1)}), activation);
}

Value PlanesGraph::dense(const std::string& name, const Value& tokens, deep::Activation activation) {
  const TensorSpec& shape = network_.tensor(concat(name, ".weights")).spec();
  const std::vector<float> weights = numbers(concat(name, ".weights"));
  std::vector<float> matrix(weights.size());
  for (std::size_t o = 0; o < shape.rows; ++o)
    for (std::size_t i = 0; i < shape.columns; ++i)
      matrix[i * shape.rows + o] = weights[o * shape.columns + i];
  const auto outputs = static_cast<std::int64_t>(shape.rows);
  Value sums = graph_.node(
      "MatMul", {tokens, graph_.constant(concat(name, ".weights"),
                                         {static_cast<std::int64_t>(shape.columns), outputs}, matrix)});
  if (has(concat(name, ".bias")))
    sums = graph_.node(
        "Add", {sums, graph_.constant(concat(name, ".bias"), {outputs}, numbers(concat(name, ".bias")))});
  return activated(sums, activation);
}

Value PlanesGraph::norm(const std::string& name, const Value& value, float epsilon) {
  graph_.model().opset = kLayerNormOpset;
  const std::vector<float> scale = numbers(concat(name, ".scale"));
  const auto width = static_cast<std::int64_t>(scale.size());
  return graph_.node("LayerNormalization",
                     {value, graph_.constant(concat(name, ".scale"), {width}, scale),
                      graph_.constant(concat(name, ".bias"), {width}, numbers(concat(name, ".bias")))},
                     {whole("axis", -1), real("epsilon", epsilon)});
}

// --- blocks

Value PlanesGraph::residual(const deep::Block& block, const Value& in) {
  const std::int64_t channels = block.inputs;
  const std::int64_t kernel = block.spec.kernel;
  const Value middle = conv(concat(block.name, ".conv1"), in, channels, kernel, spec_.activation);
  Value after = conv(concat(block.name, ".conv2"), middle, channels, kernel, deep::Activation::Linear);
  if (block.spec.se > 0) {
    const Value means =
        graph_.node("Flatten", {graph_.node("GlobalAveragePool", {after})}, {whole("axis", 1)});
    const Value squeezed = gemm(concat(block.name, ".se1"), means, spec_.activation);
    const Value excited = gemm(concat(block.name, ".se2"), squeezed, deep::Activation::Linear);
    const std::vector<Value> halves = graph_.nodes("Split", 2, {excited}, {whole("axis", 1)});
    const Value factor = reshaped(graph_.node("Sigmoid", {halves[0]}), {0, channels, 1, 1});
    const Value addend = reshaped(halves[1], {0, channels, 1, 1});
    after = graph_.node("Add", {graph_.node("Mul", {after, factor}), addend});
  }
  return activated(graph_.node("Add", {after, in}), spec_.activation);
}

float norm_epsilon(const deep::PlanesSpec& spec) {
  for (const BlockSpec& block : spec.body) {
    if (block.positions == BlockSpec::Positions::Dense) return 1e-3f;
  }
  return 1e-6f;
}
float encoder_alpha(const deep::PlanesSpec& spec) {
  return static_cast<float>(std::pow(2.0 * std::max(1, spec.encoder_count()), -0.25));
}

Value PlanesGraph::feed_forward(const std::string& name, const std::string& norm_name, const Value& tokens,
                                deep::Activation activation, float alpha, float epsilon) {
  const Value hidden = dense(concat(name, ".ffn1"), tokens, activation);
  const Value after =
      graph_.node("Mul", {dense(concat(name, ".ffn2"), hidden, deep::Activation::Linear), number(alpha)});
  return norm(norm_name, graph_.node("Add", {tokens, after}), epsilon);
}

Value PlanesGraph::embed(const deep::Block& block, const Value& image) {
  const std::int64_t channels = block.inputs;
  Value tokens = tokens_of(image, channels);
  const std::string name = concat(block.name, ".embed");
  const bool is_dense = block.spec.positions == BlockSpec::Positions::Dense;
  if (is_dense) {
    const std::int64_t width = block.spec.position_width;
    const Value seen =
        graph_.node("Slice", {tokens, graph_.list({0}), graph_.list({kMapPlanes}), graph_.list({2})});
    const Value map = gemm(concat(block.name, ".positions"), reshaped(seen, {0, kBoard * kMapPlanes}),
                           deep::Activation::Linear);
    tokens = graph_.node("Concat", {tokens, reshaped(map, {0, kBoard, width})}, {whole("axis", 2)});
  } else if (block.spec.positions == BlockSpec::Positions::Map) {
    // -1 at a square itself, 1 wherever a queen or knight could go; the same for every board.
    std::vector<float> map(kBoard * kBoard, 0.0f);
    for (std::size_t square = 0; square < kBoard; ++square) map[square * (kBoard + 1)] = -1;
    for (const deep::PolicyMove& move : deep::policy_moves())
      map[std::size_t{move.from} * kBoard + move.to] = 1;
    // [1, 64, 64] for as many boards as there are: by adding it to zeros of that shape.
    const Value one = graph_.node("Slice", {tokens, graph_.list({0}), graph_.list({1}), graph_.list({2})});
    const Value zeros = graph_.node("Mul", {one, number(0)});
    tokens = graph_.node(
        "Concat",
        {tokens, graph_.node("Add", {zeros, graph_.constant("position_map", {1, kBoard, kBoard}, map)})},
        {whole("axis", 2)});
  }
  Value value = dense(name, tokens, spec_.activation);
  const float epsilon = norm_epsilon(spec_);
  if (is_dense) value = norm(concat(block.name, ".norm1"), value, epsilon);
  if (block.spec.gates) {
    // Stored channel by channel.
    const auto by_square = [&](const std::string& gate) {
      const std::vector<float> stored = numbers(concat(block.name, gate));
      const auto width = static_cast<std::size_t>(block.outputs);
      std::vector<float> result(stored.size());
      for (std::size_t c = 0; c < width; ++c)
        for (std::size_t s = 0; s < kBoard; ++s) result[s * width + c] = stored[c * kBoard + s];
      return graph_.constant(concat(block.name, gate), {1, kBoard, block.outputs}, result);
    };
    value = graph_.node("Add",
                        {graph_.node("Mul", {value, by_square(".gates.scale")}), by_square(".gates.bias")});
  }
  if (!is_dense) return value;
  return feed_forward(block.name, concat(block.name, ".norm2"), value,
                      spec_.ffn_activation.value_or(spec_.activation), encoder_alpha(spec_), epsilon);
}

Value PlanesGraph::smolgen(const std::string& name, const deep::EncoderSpec& spec, const Value& tokens) {
  const deep::Activation activation = spec_.smolgen_activation.value_or(spec_.activation);
  const Value compressed = dense(concat(name, ".compress"), tokens, deep::Activation::Linear);
  const Value flat = reshaped(compressed, {0, kBoard * spec.smolgen[0]});
  const Value hidden =
      norm(concat(name, ".norm1"), gemm(concat(name, ".dense1"), flat, activation), kSmolgenNorm);
  const Value all =
      norm(concat(name, ".norm2"), gemm(concat(name, ".dense2"), hidden, activation), kSmolgenNorm);
  const Value by_head = reshaped(all, {0, spec.heads, spec.smolgen[2]});
  return reshaped(dense("smolgen", by_head, deep::Activation::Linear), {0, spec.heads, kBoard, kBoard});
}

Value PlanesGraph::encoder(const std::string& name, const deep::EncoderSpec& spec, const Value& tokens,
                           deep::Activation ffn, float alpha, float epsilon) {
  const auto width = static_cast<std::int64_t>(network_.tensor(concat(name, ".query.weights")).spec().rows);
  const std::int64_t depth = width / spec.heads;
  const auto heads_of = [&](const std::string& part, const Shape& order) {
    const Value all = dense(concat(name, part), tokens, deep::Activation::Linear);
    return turned(reshaped(all, {0, kBoard, spec.heads, depth}), order);
  };
  const Value queries = heads_of(".query", {0, 2, 1, 3});
  const Value keys = heads_of(".key", {0, 2, 3, 1});
  const Value values = heads_of(".value", {0, 2, 1, 3});
  Value logits = graph_.node(
      "Mul", {graph_.node("MatMul", {queries, keys}), number(1.0f / std::sqrt(static_cast<float>(depth)))});
  if (spec.has_smolgen())
    logits = graph_.node("Add", {logits, smolgen(concat(name, ".smolgen"), spec, tokens)});
  const Value seen = graph_.node("MatMul", {graph_.node("Softmax", {logits}, {whole("axis", -1)}), values});
  const Value joined = reshaped(turned(seen, {0, 2, 1, 3}), {0, kBoard, width});
  const Value after =
      graph_.node("Mul", {dense(concat(name, ".dense"), joined, deep::Activation::Linear), number(alpha)});
  const Value attended = norm(concat(name, ".norm1"), graph_.node("Add", {tokens, after}), epsilon);
  return feed_forward(name, concat(name, ".norm2"), attended, ffn, alpha, epsilon);
}

Value PlanesGraph::body(Value value) {
  for (const deep::Block& block : deep::blocks_of(spec_)) {
    switch (block.spec.kind) {
      case BlockSpec::Kind::Conv:
        value = conv(concat(block.name, ".conv"), value, block.inputs, block.spec.kernel, spec_.activation);
        break;
      case BlockSpec::Kind::Residual:
        value = residual(block, value);
        break;
      case BlockSpec::Kind::Embed:
        value = embed(block, value);
        break;
      case BlockSpec::Kind::Encoder:
        value =
            encoder(block.name, block.spec.encoder, value, spec_.ffn_activation.value_or(spec_.activation),
                    encoder_alpha(spec_), norm_epsilon(spec_));
        break;
    }
  }
  return value;
}

// --- heads

// A layer on every square (a 1x1 convolution of images, or a dense layer of tokens), then all squares in a
// row.
Value PlanesGraph::scalar_head(const std::string& name, int planes, std::size_t hidden, const Value& body_end,
                               deep::Activation last) {
  Value value = body_end;
  if (planes > 0)
    value = spec_.is_attention()
                ? dense(concat(name, ".conv"), value, spec_.activation)
                : conv(concat(name, ".conv"), value, spec_.body_outputs(), 1, spec_.activation);
  value = graph_.node("Flatten", {value}, {whole("axis", 1)});
  for (std::size_t k = 0; k <= hidden; ++k)
    value = gemm(concat(name, ".dense", k + 1), value, k < hidden ? spec_.activation : last);
  return value;
}

Value PlanesGraph::attention_policy(const Value& body_end) {
  const bool has_tokens = spec_.is_attention();
  const deep::Activation ffn =
      has_tokens ? spec_.ffn_activation.value_or(spec_.activation) : deep::Activation::Selu;
  Value tokens = has_tokens ? body_end : tokens_of(body_end, spec_.body_outputs());
  tokens = dense("policy.embed", tokens, has_tokens ? spec_.activation : deep::Activation::Selu);
  for (std::size_t k = 0; k < spec_.policy->encoders.size(); ++k)
    tokens = encoder(concat("policy.encoder", k + 1), spec_.policy->encoders[k], tokens, ffn, 1, kPolicyNorm);
  const Value queries = dense("policy.query", tokens, deep::Activation::Linear);
  const Value keys = dense("policy.key", tokens, deep::Activation::Linear);
  const auto width = static_cast<float>(network_.tensor("policy.query.weights").spec().rows);
  const Value products = graph_.node(
      "Mul", {graph_.node("MatMul", {queries, turned(keys, {0, 2, 1})}), number(1.0f / std::sqrt(width))});
  const Value flat = reshaped(products, {0, kBoard * kBoard});
  // Promotions, the last of the moves, have an addend by piece and file.
  const Value last_rank =
      graph_.node("Slice", {keys, graph_.list({56}), graph_.list({64}), graph_.list({1})});
  const Value offsets = dense("policy.promotion", last_rank, deep::Activation::Linear);
  const auto part = [&](std::int64_t begin, std::int64_t end) {
    return graph_.node("Slice", {offsets, graph_.list({begin}), graph_.list({end}), graph_.list({2})});
  };
  const Value addends = reshaped(graph_.node("Add", {part(0, 3), part(3, 4)}), {0, 24});
  std::vector<std::int64_t> plain;
  std::vector<std::int64_t> promoting;
  std::vector<std::int64_t> addend_of;
  for (const deep::PolicyMove& move : deep::policy_moves()) {
    const std::int64_t place = std::int64_t{move.from} * kBoard + move.to;
    if (move.promotion < 0) {
      plain.push_back(place);
    } else {
      promoting.push_back(place);
      addend_of.push_back(move.to % 8 * 3 + move.promotion);
    }
  }
  const auto chosen = [&](const Value& from, const std::vector<std::int64_t>& places) {
    return graph_.node("Gather", {from, graph_.list(places)}, {whole("axis", 1)});
  };
  const Value promotions = graph_.node("Add", {chosen(flat, promoting), chosen(addends, addend_of)});
  return graph_.node("Concat", {chosen(flat, plain), promotions}, {whole("axis", 1)});
}

Value PlanesGraph::policy(const Value& body_end) {
  const std::int64_t channels = spec_.body_outputs();
  switch (spec_.policy->kind) {
    case deep::PolicySpec::Kind::Classical: {
      const Value planes = conv("policy.conv", body_end, channels, 1, spec_.activation);
      return gemm("policy.dense", graph_.node("Flatten", {planes}, {whole("axis", 1)}),
                  deep::Activation::Linear);
    }
    case deep::PolicySpec::Kind::Convolution: {
      const Value middle = conv("policy.conv1", body_end, channels, 3, spec_.activation);
      const auto filters = static_cast<std::int64_t>(network_.tensor("policy.conv1.bias").spec().size());
      const Value planes = conv("policy.conv2", middle, filters, 3, deep::Activation::Linear);
      std::vector<std::int64_t> places;
      for (const deep::PolicyMove& move : deep::policy_moves()) places.push_back(move.convolution);
      return graph_.node("Gather",
                         {graph_.node("Flatten", {planes}, {whole("axis", 1)}), graph_.list(places)},
                         {whole("axis", 1)});
    }
    case deep::PolicySpec::Kind::Attention:
      break;
  }
  return attention_policy(body_end);
}

// For the side to move, no matter whose view the network takes.
void PlanesGraph::give_value(const Value& output) {
  Value sign;
  if (!white_.empty() && !spec_.input.is_movers())
    sign = graph_.node("Sub", {graph_.node("Mul", {white_, number(2)}), number(1)});
  const auto for_mover = [&](const Value& value) {
    return sign.empty() ? value : graph_.node("Mul", {value, sign});
  };
  switch (spec_.value.kind) {
    case deep::ValueSpec::Kind::Centipawns: {
      const Value units = graph_.node("Mul", {output, number(static_cast<float>(spec_.value.scale))});
      if (options_.inputs == OnnxInputs::Pieces) {
        graph_.output("white_score", units, ElementType::Float, kOneNumber, "evaluation units, for White");
        return;
      }
      graph_.output("score", for_mover(units), ElementType::Float, kOneNumber,
                    "evaluation units, for the side to move");
      return;
    }
    case deep::ValueSpec::Kind::Tanh:
      graph_.output("/output/value", for_mover(graph_.node("Tanh", {output})), ElementType::Float, kOneNumber,
                    "-1 (lost) to 1 (won), for the side to move");
      return;
    case deep::ValueSpec::Kind::Wdl:
      break;
  }
  Value chances = graph_.node("Softmax", {output}, {whole("axis", -1)});
  if (!sign.empty()) {
    const Value swapped = graph_.node("Gather", {chances, graph_.list({2, 1, 0})}, {whole("axis", 1)});
    chances = graph_.node("Where", {graph_.node("Greater", {white_, number(0.5f)}), chances, swapped});
  }
  graph_.output("/output/wdl", chances, ElementType::Float, {{-1, "batch"}, {3, ""}},
                "chances to win, draw and lose, for the side to move");
}

onnx::Model PlanesGraph::build() {
  const Value end = body(take_planes());
  if (spec_.policy)
    graph_.output("/output/policy", policy(end), ElementType::Float,
                  {{-1, "batch"}, {deep::kPolicyMoves, ""}}, "logits of the 1858 moves, legal or not");
  give_value(
      scalar_head("value", spec_.value.planes, spec_.value.widths.size(), end, deep::Activation::Linear));
  if (spec_.moves_left)
    graph_.output("/output/mlh",
                  scalar_head("moves_left", spec_.moves_left->planes, spec_.moves_left->widths.size(), end,
                              deep::Activation::Relu),
                  ElementType::Float, kOneNumber, "plies to the end of the game");
  return std::move(graph_).take();
}

}  // namespace

bool takes_common_planes(const deep::InputSpec& input) noexcept {
  return input.kind == deep::InputSpec::Kind::Pieces && input.view == deep::InputSpec::View::White &&
         input.history == 1 && !input.castling && !input.clock && !input.rating;
}

Result<onnx::Model> onnx_of_planes(const Network& network, const OnnxOptions& options) {
  if (options.exact || options.inputs == OnnxInputs::Indices)
    return Error{"a network over planes computes in floats from planes; leave out --exact and --inputs"};
  const deep::PlanesSpec& spec = *network.spec().planes;
  if (options.inputs == OnnxInputs::Pieces &&
      (!takes_common_planes(spec.input) || spec.input.side_to_move || spec.policy ||
       spec.value.kind != deep::ValueSpec::Kind::Centipawns))
    return Error{
        "--inputs pieces is for networks that see the 12 planes of pieces only and give centipawns; leave it "
        "out"};
  if (network.spec().planes->storage == deep::Storage::I8)
    return Error{
        "networks over planes in i8 have no ONNX form; convert the network they were quantized from"};
  return PlanesGraph(network, options).build();
}

}  // namespace tabia::nn
