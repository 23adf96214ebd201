#include "train/planes_reference.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/text.h"
#include "deep/policy.h"

namespace tabia::train {
namespace {

using base::concat;
using deep::Activation;
using deep::size_of;

constexpr std::size_t kTokens = 64;  // squares of a board

double plain_activation(Activation activation, double x) {
  constexpr double kSeluScale = 1.0507009873554805;
  constexpr double kSeluAlpha = 1.6732632423543772;
  switch (activation) {
    case Activation::Linear:
      return x;
    case Activation::Relu:
      return std::max(x, 0.0);
    case Activation::Mish:
      return x * std::tanh(std::log1p(std::exp(x)));
    case Activation::Tanh:
      return std::tanh(x);
    case Activation::Sigmoid:
      return 1 / (1 + std::exp(-x));
    case Activation::Selu:
      return kSeluScale * (x > 0 ? x : kSeluAlpha * (std::exp(x) - 1));
    case Activation::Swish:
      return x / (1 + std::exp(-x));
    case Activation::ReluSquared:
      return x > 0 ? x * x : 0;
  }
  return x;
}

void plain_softmax(double* values, std::size_t count) {
  const double highest = *std::max_element(values, values + count);
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += values[i] = std::exp(values[i] - highest);
  for (std::size_t i = 0; i < count; ++i) values[i] /= sum;
}

// [rows][columns] becomes [columns][rows].
std::vector<double> transposed(const std::vector<double>& numbers, std::size_t rows) {
  const std::size_t columns = numbers.size() / rows;
  std::vector<double> turned(numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) turned[i % columns * rows + i / columns] = numbers[i];
  return turned;
}

// Four sums at a time, which is a fixed order too.
double dot(const double* a, const double* b, std::size_t count) {
  double sums[4] = {};
  std::size_t i = 0;
  for (; i + 4 <= count; i += 4)
    for (std::size_t k = 0; k < 4; ++k) sums[k] += a[i + k] * b[i + k];
  for (; i < count; ++i) sums[0] += a[i] * b[i];
  return sums[0] + sums[1] + sums[2] + sums[3];
}

// out += factor * in
void add_row(double* __restrict out, const double* __restrict in, double factor, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) out[i] += factor * in[i];
}

}  // namespace

PlanesReference::PlanesReference(const PlanesModel& model) : model_(model), spec_(model.planes()) {
  for (std::size_t i = 0; i < model.gradient_arrays(); ++i) {
    const bool is_tensor = i < model.layouts().size();
    const std::size_t count =
        is_tensor ? model.layouts()[i].numbers() : model.norms()[i - model.layouts().size()].channels;
    Values& numbers = numbers_.emplace_back(count);
    for (std::size_t k = 0; k < count; ++k)
      numbers[k] = static_cast<double>(model.trained()[i][is_tensor ? model.layouts()[i].place(k) : k]);
  }
}

const PlanesReference::Values& PlanesReference::tensor(const std::string& name) const {
  return numbers_[model_.array_of(name)];
}

double PlanesReference::alpha() const { return std::pow(2.0 * std::max(1, spec_.encoder_count()), -0.25); }

double PlanesReference::epsilon() const {
  for (const deep::BlockSpec& block : spec_.body)
    if (block.positions == deep::BlockSpec::Positions::Dense) return 1e-3;
  return 1e-6;
}

Activation PlanesReference::ffn_activation() const { return spec_.ffn_activation.value_or(spec_.activation); }

PlanesReference::Values PlanesReference::dense(const std::string& name, const Values& in,
                                               Activation activation) const {
  const PlanesLayer& layer = model_.layer(name);
  const TensorLayout& layout = model_.layouts()[layer.weights];
  const Values& rows_of_weights = numbers_[layer.weights];
  const Values* const bias = layer.bias == PlanesLayer::kNone ? nullptr : &numbers_[layer.bias];
  const std::size_t inputs = layout.columns;
  const std::size_t rows = in.size() / inputs;
  Values out(rows * layout.rows);
  for (std::size_t row = 0; row < rows; ++row) {
    double* const to = out.data() + row * layout.rows;
    if (bias) std::copy(bias->begin(), bias->end(), to);
    for (std::size_t o = 0; o < layout.rows; ++o)
      to[o] += dot(rows_of_weights.data() + o * inputs, in.data() + row * inputs, inputs);
    for (std::size_t o = 0; o < layout.rows; ++o) to[o] = plain_activation(activation, to[o]);
  }
  return out;
}

PlanesReference::Values PlanesReference::flattened(const std::string& name, const Values& in,
                                                   std::size_t boards, bool by_square,
                                                   Activation activation) const {
  if (by_square) return dense(name, in, activation);
  const std::size_t channels = in.size() / boards / kTokens;
  Values turned(in.size());
  for (std::size_t b = 0; b < boards; ++b)
    for (std::size_t s = 0; s < kTokens; ++s)
      for (std::size_t c = 0; c < channels; ++c)
        turned[(b * channels + c) * kTokens + s] = in[(b * kTokens + s) * channels + c];
  return dense(name, turned, activation);
}

void PlanesReference::batch_norm(std::size_t norm, Values& values) const {
  const BatchNorm& numbers = model_.norms()[norm];
  const std::size_t channels = numbers.channels;
  const std::size_t count = values.size() / channels;
  const auto rows = static_cast<double>(count);
  for (std::size_t c = 0; c < channels; ++c) {
    double mean = 0;
    for (std::size_t i = c; i < values.size(); i += channels) mean += values[i] / rows;
    double variance = 0;
    for (std::size_t i = c; i < values.size(); i += channels)
      variance += (values[i] - mean) * (values[i] - mean) / rows;
    const double scale =
        numbers_[numbers.gamma][c] / std::sqrt(variance + static_cast<double>(kBatchNormEpsilon));
    for (std::size_t i = c; i < values.size(); i += channels)
      values[i] = (values[i] - mean) * scale + numbers_[numbers.beta][c];
  }
}

PlanesReference::Values PlanesReference::convolution(const std::string& name, const Values& in, int kernel,
                                                     Activation activation) const {
  const PlanesLayer& layer = model_.layer(name);
  const std::size_t outputs = model_.layouts()[layer.weights].rows;
  const std::size_t taps = size_of(kernel * kernel);
  const std::size_t inputs = model_.layouts()[layer.weights].columns / taps;
  const Values weights = transposed(numbers_[layer.weights], outputs);  // [input][tap][output]
  const int reach = kernel / 2;
  const std::size_t rows = in.size() / inputs;
  Values out(rows * outputs);
  for (std::size_t row = 0; row < rows; ++row) {
    const int rank = static_cast<int>(row % kTokens) / 8;
    const int file = static_cast<int>(row % kTokens) % 8;
    for (int r = -reach; r <= reach; ++r) {
      for (int f = -reach; f <= reach; ++f) {
        if (rank + r < 0 || rank + r > 7 || file + f < 0 || file + f > 7) continue;
        const double* from = in.data() + (row + static_cast<std::size_t>(8 * r + f)) * inputs;
        const auto tap = size_of((r + reach) * kernel + f + reach);
        for (std::size_t i = 0; i < inputs; ++i)
          add_row(out.data() + row * outputs, weights.data() + (i * taps + tap) * outputs, from[i], outputs);
      }
    }
    if (layer.norm != PlanesLayer::kNone) continue;
    for (std::size_t o = 0; o < outputs; ++o) out[row * outputs + o] += numbers_[layer.bias][o];
  }
  if (layer.norm != PlanesLayer::kNone) batch_norm(layer.norm, out);
  for (double& value : out) value = plain_activation(activation, value);
  return out;
}

PlanesReference::Values PlanesReference::layer_norm(const std::string& name, Values values,
                                                    double norm_epsilon) const {
  const Values& scale = tensor(name + ".scale");
  const Values& bias = tensor(name + ".bias");
  const std::size_t width = scale.size();
  const auto count = static_cast<double>(width);
  for (std::size_t row = 0; row < values.size(); row += width) {
    double mean = 0;
    for (std::size_t i = 0; i < width; ++i) mean += values[row + i] / count;
    double variance = 0;
    for (std::size_t i = 0; i < width; ++i)
      variance += (values[row + i] - mean) * (values[row + i] - mean) / count;
    for (std::size_t i = 0; i < width; ++i)
      values[row + i] = (values[row + i] - mean) / std::sqrt(variance + norm_epsilon) * scale[i] + bias[i];
  }
  return values;
}

PlanesReference::Values PlanesReference::residual(const deep::Block& block, const Values& in) const {
  const std::string& name = block.name;
  Values out =
      convolution(name + ".conv2", convolution(name + ".conv1", in, block.spec.kernel, spec_.activation),
                  block.spec.kernel, Activation::Linear);
  const std::size_t channels = size_of(block.outputs);
  if (block.spec.se > 0) {
    Values means(out.size() / kTokens);
    for (std::size_t i = 0; i < out.size(); ++i)
      means[i / (kTokens * channels) * channels + i % channels] += out[i] / static_cast<double>(kTokens);
    const Values gates =
        dense(name + ".se2", dense(name + ".se1", means, spec_.activation), Activation::Linear);
    for (std::size_t i = 0; i < out.size(); ++i) {
      const double* gate = gates.data() + i / (kTokens * channels) * 2 * channels + i % channels;
      out[i] = out[i] * plain_activation(Activation::Sigmoid, gate[0]) + gate[channels];
    }
  }
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = plain_activation(spec_.activation, out[i] + in[i]);
  return out;
}

PlanesReference::Values PlanesReference::feed_forward(const std::string& name, const Values& in,
                                                      Activation activation, double factor,
                                                      double norm_epsilon) const {
  Values out = dense(name + ".ffn2", dense(name + ".ffn1", in, activation), Activation::Linear);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = in[i] + factor * out[i];
  return layer_norm(name + ".norm2", std::move(out), norm_epsilon);
}

PlanesReference::Values PlanesReference::embed(const deep::Block& block, const Values& in,
                                               std::size_t boards) const {
  constexpr std::size_t kSeen = 12;
  const auto channels = size_of(block.inputs);
  const bool is_dense = block.spec.positions == deep::BlockSpec::Positions::Dense;
  const bool is_map = block.spec.positions == deep::BlockSpec::Positions::Map;
  const std::size_t extra = is_dense ? size_of(block.spec.position_width) : is_map ? kTokens : 0;
  Values numbers;
  if (is_dense) {
    Values seen;
    for (std::size_t row = 0; row < boards * kTokens; ++row)
      for (std::size_t i = 0; i < kSeen; ++i) seen.push_back(in[row * channels + i]);
    numbers = dense(block.name + ".positions", seen, Activation::Linear);
  } else if (is_map) {
    numbers.resize(boards * kTokens * kTokens);
    for (std::size_t b = 0; b < boards; ++b) {
      for (const deep::PolicyMove& move : deep::policy_moves())
        numbers[(b * kTokens + move.from) * kTokens + move.to] = 1;
      for (std::size_t s = 0; s < kTokens; ++s) numbers[(b * kTokens + s) * kTokens + s] = -1;
    }
  }
  Values tokens;
  for (std::size_t row = 0; row < boards * kTokens; ++row) {
    for (std::size_t c = 0; c < channels; ++c) tokens.push_back(in[row * channels + c]);
    for (std::size_t c = 0; c < extra; ++c) tokens.push_back(numbers[row * extra + c]);
  }
  Values out = dense(block.name + ".embed", tokens, spec_.activation);
  if (is_dense) out = layer_norm(block.name + ".norm1", std::move(out), epsilon());
  if (block.spec.gates) {
    const auto width = size_of(block.outputs);
    for (std::size_t i = 0; i < out.size(); ++i) {
      const std::size_t gate = i % width * kTokens + i / width % kTokens;
      out[i] = out[i] * tensor(block.name + ".gates.scale")[gate] + tensor(block.name + ".gates.bias")[gate];
    }
  }
  return is_dense ? feed_forward(block.name, out, ffn_activation(), alpha(), epsilon()) : out;
}

PlanesReference::Values PlanesReference::smolgen(const std::string& name, const Values& in,
                                                 std::size_t boards) const {
  constexpr double kEpsilon = 1e-3;
  const Activation activation = spec_.smolgen_activation.value_or(spec_.activation);
  Values values = dense(name + ".compress", in, Activation::Linear);
  values = flattened(name + ".dense1", values, boards, true, activation);
  values = layer_norm(name + ".norm1", std::move(values), kEpsilon);
  values = dense(name + ".dense2", values, activation);
  values = layer_norm(name + ".norm2", std::move(values), kEpsilon);
  return dense("smolgen", values, Activation::Linear);
}

PlanesReference::Values PlanesReference::encoder(const std::string& name, const deep::EncoderSpec& spec,
                                                 const Values& in, Activation ffn, double factor,
                                                 double norm_epsilon) const {
  const Values queries = dense(name + ".query", in, Activation::Linear);
  const Values keys = dense(name + ".key", in, Activation::Linear);
  const Values values = dense(name + ".value", in, Activation::Linear);
  const std::size_t width = tensor(name + ".query.bias").size();
  const std::size_t heads = size_of(spec.heads);
  const std::size_t depth = width / heads;
  const std::size_t boards = queries.size() / width / kTokens;
  Values logits(boards * heads * kTokens * kTokens);
  if (spec.has_smolgen()) logits = smolgen(name + ".smolgen", in, boards);
  Values seen(queries.size());
  for (std::size_t row = 0; row < boards * heads * kTokens; ++row) {
    const std::size_t board = row / kTokens / heads;
    const std::size_t column = row / kTokens % heads * depth;
    const double* query = queries.data() + (board * kTokens + row % kTokens) * width + column;
    double* line = logits.data() + row * kTokens;
    for (std::size_t to = 0; to < kTokens; ++to) {
      const double* key = keys.data() + (board * kTokens + to) * width + column;
      for (std::size_t i = 0; i < depth; ++i)
        line[to] += query[i] * key[i] / std::sqrt(static_cast<double>(depth));
    }
    plain_softmax(line, kTokens);
    double* out = seen.data() + (board * kTokens + row % kTokens) * width + column;
    for (std::size_t to = 0; to < kTokens; ++to)
      for (std::size_t i = 0; i < depth; ++i)
        out[i] += line[to] * values[(board * kTokens + to) * width + column + i];
  }
  Values mixed = dense(name + ".dense", seen, Activation::Linear);
  for (std::size_t i = 0; i < mixed.size(); ++i) mixed[i] = in[i] + factor * mixed[i];
  mixed = layer_norm(name + ".norm1", std::move(mixed), norm_epsilon);
  return feed_forward(name, mixed, ffn, factor, norm_epsilon);
}

PlanesReference::Values PlanesReference::body(std::span<const PlanesBoard> boards) const {
  Values values;
  for (const PlanesBoard& board : boards) {
    const auto count = size_of(board.planes.count);
    for (std::size_t s = 0; s < kTokens; ++s)
      for (std::size_t i = 0; i < count; ++i) {
        const deep::Plane& plane = board.planes.planes[i];
        values.push_back((plane.squares >> s & 1) != 0 ? static_cast<double>(plane.value) : 0);
      }
  }
  for (const deep::Block& block : deep::blocks_of(spec_)) {
    switch (block.spec.kind) {
      case deep::BlockSpec::Kind::Conv:
        values = convolution(block.name + ".conv", values, block.spec.kernel, spec_.activation);
        break;
      case deep::BlockSpec::Kind::Residual:
        values = residual(block, values);
        break;
      case deep::BlockSpec::Kind::Embed:
        values = embed(block, values, boards.size());
        break;
      case deep::BlockSpec::Kind::Encoder:
        values = encoder(block.name, block.spec.encoder, values, ffn_activation(), alpha(), epsilon());
        break;
    }
  }
  return values;
}

PlanesReference::Values PlanesReference::scalar_head(const std::string& name, int planes, std::size_t widths,
                                                     const Values& body_values, std::size_t boards,
                                                     Activation last) const {
  Values values = planes > 0 ? dense(name + ".conv", body_values, spec_.activation) : body_values;
  for (std::size_t k = 0; k <= widths; ++k) {
    const Activation activation = k < widths ? spec_.activation : last;
    const std::string layer = concat(name, ".dense", k + 1);
    values = k == 0 ? flattened(layer, values, boards, spec_.is_attention(), activation)
                    : dense(layer, values, activation);
  }
  return values;
}

PlanesReference::Values PlanesReference::attention_policy(const Values& body_values,
                                                          std::size_t boards) const {
  const bool tokens = spec_.is_attention();
  const Activation ffn = tokens ? ffn_activation() : Activation::Selu;
  Values values = dense("policy.embed", body_values, tokens ? spec_.activation : Activation::Selu);
  for (std::size_t k = 0; k < spec_.policy->encoders.size(); ++k)
    values = encoder(concat("policy.encoder", k + 1), spec_.policy->encoders[k], values, ffn, 1, 1e-6);
  const Values queries = dense("policy.query", values, Activation::Linear);
  const Values keys = dense("policy.key", values, Activation::Linear);
  const Values& promotion = tensor("policy.promotion.weights");
  const std::size_t width = promotion.size() / 4;
  Values logits;
  for (std::size_t b = 0; b < boards; ++b) {
    for (const deep::PolicyMove& move : deep::policy_moves()) {
      const double* query = queries.data() + (b * kTokens + move.from) * width;
      const double* key = keys.data() + (b * kTokens + move.to) * width;
      double logit = 0;
      for (std::size_t i = 0; i < width; ++i) {
        logit += query[i] * key[i] / std::sqrt(static_cast<double>(width));
        if (move.promotion >= 0)
          logit += key[i] * (promotion[size_of(move.promotion) * width + i] + promotion[3 * width + i]);
      }
      logits.push_back(logit);
    }
  }
  return logits;
}

PlanesReference::Values PlanesReference::policy(const Values& body_values, std::size_t boards) const {
  switch (spec_.policy->kind) {
    case deep::PolicySpec::Kind::Attention:
      return attention_policy(body_values, boards);
    case deep::PolicySpec::Kind::Classical:
      return flattened("policy.dense", dense("policy.conv", body_values, spec_.activation), boards, false,
                       Activation::Linear);
    case deep::PolicySpec::Kind::Convolution:
      break;
  }
  const Values planes = convolution(
      "policy.conv2", convolution("policy.conv1", body_values, 3, spec_.activation), 3, Activation::Linear);
  const std::size_t count = deep::kPolicyPlanes;
  Values logits;
  for (std::size_t b = 0; b < boards; ++b)
    for (const deep::PolicyMove& move : deep::policy_moves())
      logits.push_back(
          planes[(b * kTokens + move.convolution % kTokens) * count + move.convolution / kTokens]);
  return logits;
}

double PlanesReference::loss(std::span<const PlanesBoard> boards, const Objective& objective) const {
  const Values after = body(boards);
  const Values values = scalar_head("value", spec_.value.planes, spec_.value.widths.size(), after,
                                    boards.size(), Activation::Linear);
  const Values logits = spec_.policy ? policy(after, boards.size()) : Values();
  const Values plies =
      spec_.moves_left ? scalar_head("moves_left", spec_.moves_left->planes, spec_.moves_left->widths.size(),
                                     after, boards.size(), Activation::Relu)
                       : Values();
  const std::size_t outputs = size_of(spec_.value.outputs());
  double total = 0;
  for (std::size_t b = 0; b < boards.size(); ++b) {
    const HeadTargets targets = boards[b].known();
    total += value_loss(spec_.value.kind, objective, {values.data() + b * outputs, outputs}, targets).loss;
    if (spec_.policy && targets.played >= 0) {
      Values legal;
      for (const int move : targets.moves) legal.push_back(logits[b * deep::kPolicyMoves + size_of(move)]);
      Values slopes(legal.size());
      total += objective.policy_weight * policy_loss(legal, targets.played, slopes);
    }
    if (spec_.moves_left && targets.plies_left >= 0)
      total += objective.moves_left_weight * moves_left_loss(plies[b], targets.plies_left).loss;
  }
  return total;
}

}  // namespace tabia::train
