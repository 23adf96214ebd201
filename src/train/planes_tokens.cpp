#include "train/planes_tokens.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

#include "train/planes_layers.h"

namespace tabia::train {
namespace {

constexpr std::size_t kSeenPlanes = 12;  // of every square, seen by a dense position map
constexpr float kSmolgenEpsilon = 1e-3f;

// norm(x + factor * y)
class NormStage {
 public:
  NormStage(StageTools& tools, const std::string& name, std::size_t width, std::size_t rows, float epsilon)
      : tools_(tools),
        scale_(tools.model.array_of(name + ".scale")),
        bias_(tools.model.array_of(name + ".bias")),
        width_(width),
        stride_(padded_channels(width)),
        epsilon_(epsilon),
        sums_(tools.capacity * rows * stride_),
        out_(sums_.size()) {}

  // y may be null.
  const float* forward(const float* x, const float* y, float factor, std::size_t rows) {
    tools_.kernels.layer_norm(out_.data(), sums_.data(), x, y, factor, tools_.model.trained()[scale_].data(),
                              tools_.model.trained()[bias_].data(), epsilon_, stride_, rows, width_);
    return out_.data();
  }
  // Turns the gradient into that of x + factor * y.
  void backward(float* gradient, std::size_t rows) {
    tools_.kernels.layer_norm_gradient(gradient, sums_.data(), tools_.model.trained()[scale_].data(),
                                       epsilon_, tools_.gradients[scale_].data(),
                                       tools_.gradients[bias_].data(), stride_, rows, width_);
  }

 private:
  StageTools& tools_;
  std::size_t scale_;
  std::size_t bias_;
  std::size_t width_;
  std::size_t stride_;
  float epsilon_;
  FloatArray sums_;
  FloatArray out_;
};

void scale_into(float* to, const float* from, float factor, std::size_t length) {
  for (std::size_t i = 0; i < length; ++i) to[i] = factor * from[i];
}

// x = norm(x + alpha * dense2(dense1(x)))
class FeedForwardStage {
 public:
  FeedForwardStage(StageTools& tools, const std::string& name, std::size_t width, Activation activation,
                   float alpha, float epsilon)
      : alpha_(alpha),
        stride_(padded_channels(width)),
        dense1_(tools, name + ".ffn1", kBoardSquares, activation),
        dense2_(tools, name + ".ffn2", kBoardSquares, Activation::Linear),
        norm_(tools, name + ".norm2", width, kBoardSquares, epsilon),
        branch_(tools.capacity * kBoardSquares * stride_),
        hidden_(tools.capacity * kBoardSquares * dense1_.stride()) {}

  const float* forward(const float* in, std::size_t rows) {
    const float* const hidden = dense1_.forward(in, stride_, rows);
    return norm_.forward(in, dense2_.forward(hidden, dense1_.stride(), rows), alpha_, rows);
  }
  // In place: turns the gradient of the output into that of the input.
  void backward(float* gradient, std::size_t rows) {
    norm_.backward(gradient, rows);
    scale_into(branch_.data(), gradient, alpha_, rows * stride_);
    dense2_.backward(branch_.data(), {hidden_.data()}, rows);
    dense1_.backward(hidden_.data(), {gradient, true}, rows);
  }

 private:
  float alpha_;
  std::size_t stride_;
  DenseStage dense1_;
  DenseStage dense2_;
  NormStage norm_;
  FloatArray branch_;
  FloatArray hidden_;
};

// 64 x 64 numbers for each head, from the whole board.
class SmolgenStage {
 public:
  SmolgenStage(StageTools& tools, const std::string& name, const deep::EncoderSpec& spec, std::size_t width,
               Activation activation)
      : stride_(padded_channels(width)),
        heads_(size_of(spec.heads)),
        numbers_(size_of(spec.smolgen[2])),
        head_stride_(padded_channels(numbers_)),
        compress_(tools, name + ".compress", kBoardSquares, Activation::Linear),
        dense1_(tools, name + ".dense1", 1, activation),
        norm1_(tools, name + ".norm1", size_of(spec.smolgen[1]), 1, kSmolgenEpsilon),
        dense2_(tools, name + ".dense2", 1, activation),
        norm2_(tools, name + ".norm2", heads_ * numbers_, 1, kSmolgenEpsilon),
        spread_(tools, "smolgen", heads_, Activation::Linear),
        by_head_(tools.capacity * heads_ * head_stride_),
        head_gradient_(by_head_.size()),
        number_gradient_(tools.capacity * dense2_.stride()),
        hidden_gradient_(tools.capacity * dense1_.stride()),
        compressed_gradient_(tools.capacity * kBoardSquares * compress_.stride()) {}

  // [board][head][from][to]
  const float* forward(const float* tokens, std::size_t boards) {
    const float* const compressed = compress_.forward(tokens, stride_, boards * kBoardSquares);
    const float* values = dense1_.forward(compressed, kBoardSquares * compress_.stride(), boards);
    values = norm1_.forward(values, nullptr, 0, boards);
    values = dense2_.forward(values, dense1_.stride(), boards);
    values = norm2_.forward(values, nullptr, 0, boards);
    for (std::size_t b = 0; b < boards; ++b)
      for (std::size_t h = 0; h < heads_; ++h)
        std::memcpy(by_head_.data() + (b * heads_ + h) * head_stride_,
                    values + b * dense2_.stride() + h * numbers_, numbers_ * sizeof(float));
    return spread_.forward(by_head_.data(), head_stride_, boards * heads_);
  }
  // Adds to the gradient of the tokens.
  void backward(float* gradient, float* token_gradient, std::size_t boards) {
    spread_.backward(gradient, {head_gradient_.data()}, boards * heads_);
    std::fill_n(number_gradient_.data(), boards * dense2_.stride(), 0.0f);
    for (std::size_t b = 0; b < boards; ++b)
      for (std::size_t h = 0; h < heads_; ++h)
        std::memcpy(number_gradient_.data() + b * dense2_.stride() + h * numbers_,
                    head_gradient_.data() + (b * heads_ + h) * head_stride_, numbers_ * sizeof(float));
    norm2_.backward(number_gradient_.data(), boards);
    dense2_.backward(number_gradient_.data(), {hidden_gradient_.data()}, boards);
    norm1_.backward(hidden_gradient_.data(), boards);
    dense1_.backward(hidden_gradient_.data(), {compressed_gradient_.data()}, boards);
    compress_.backward(compressed_gradient_.data(), {token_gradient, true}, boards * kBoardSquares);
  }

 private:
  std::size_t stride_;
  std::size_t heads_;
  std::size_t numbers_;  // for each head
  std::size_t head_stride_;
  DenseStage compress_;
  DenseStage dense1_;
  NormStage norm1_;
  DenseStage dense2_;
  NormStage norm2_;
  DenseStage spread_;
  FloatArray by_head_;
  FloatArray head_gradient_;
  FloatArray number_gradient_;
  FloatArray hidden_gradient_;
  FloatArray compressed_gradient_;
};

class EncoderStage final : public BoardStage {
 public:
  EncoderStage(StageTools& tools, const std::string& name, const deep::EncoderSpec& spec, std::size_t width,
               const BodyRules& rules)
      : tools_(tools),
        stride_(padded_channels(width)),
        heads_(size_of(spec.heads)),
        alpha_(rules.alpha),
        query_(tools, name + ".query", kBoardSquares, Activation::Linear),
        key_(tools, name + ".key", kBoardSquares, Activation::Linear),
        value_(tools, name + ".value", kBoardSquares, Activation::Linear),
        dense_(tools, name + ".dense", kBoardSquares, Activation::Linear),
        norm_(tools, name + ".norm1", width, kBoardSquares, rules.epsilon),
        feed_forward_(tools, name, width, rules.ffn, rules.alpha, rules.epsilon),
        chances_(tools.capacity * heads_ * kHeadNumbers),
        chance_gradient_(chances_.size()),
        seen_(tools.capacity * kBoardSquares * query_.stride()),
        branch_(tools.capacity * kBoardSquares * stride_),
        seen_gradient_(seen_.size()),
        query_gradient_(seen_.size()),
        key_gradient_(seen_.size()),
        value_gradient_(seen_.size()) {
    if (spec.has_smolgen()) smolgen_.emplace(tools, name + ".smolgen", spec, width, rules.smolgen);
  }

  const float* forward(const float* in, std::size_t boards) override {
    const std::size_t rows = boards * kBoardSquares;
    const float* const queries = query_.forward(in, stride_, rows);
    const float* const keys = key_.forward(in, stride_, rows);
    const float* const values = value_.forward(in, stride_, rows);
    const float* const added = smolgen_ ? smolgen_->forward(in, boards) : nullptr;
    const std::size_t width = query_.stride();
    float* const scratch = tools_.scratch_of(tools_.kernels.multiply_scratch());
    for_each_head(boards, [&](std::size_t at, std::size_t head) {
      float* const chances = chances_.data() + head * kHeadNumbers;
      tools_.kernels.multiply(chances, kBoardSquares, {queries + at, width, 1}, {keys + at, 1, width},
                              kBoardSquares, kBoardSquares, depth(), false, scratch);
      tools_.kernels.softmax(chances, kBoardSquares, scale(), added ? added + head * kHeadNumbers : nullptr,
                             kBoardSquares, kBoardSquares);
      tools_.kernels.multiply(seen_.data() + at, width, {chances, kBoardSquares, 1}, {values + at, width, 1},
                              kBoardSquares, depth(), kBoardSquares, false, scratch);
    });
    const float* const mixed = dense_.forward(seen_.data(), width, rows);
    return feed_forward_.forward(norm_.forward(in, mixed, alpha_, rows), rows);
  }

  void backward(float* gradient, InputGradient in, std::size_t boards) override {
    const std::size_t rows = boards * kBoardSquares;
    feed_forward_.backward(gradient, rows);
    norm_.backward(gradient, rows);
    scale_into(branch_.data(), gradient, alpha_, rows * stride_);
    dense_.backward(branch_.data(), {seen_gradient_.data()}, rows);
    attention_backward(boards);
    query_.backward(query_gradient_.data(), {gradient, true}, rows);
    key_.backward(key_gradient_.data(), {gradient, true}, rows);
    value_.backward(value_gradient_.data(), {gradient, true}, rows);
    if (smolgen_) smolgen_->backward(chance_gradient_.data(), gradient, boards);
    if (in.to && in.add) tools_.kernels.add_scaled(in.to, gradient, 1, rows * stride_);
    if (in.to && !in.add) std::memcpy(in.to, gradient, rows * stride_ * sizeof(float));
  }

 private:
  static constexpr std::size_t kHeadNumbers = kBoardSquares * kBoardSquares;

  [[nodiscard]] std::size_t depth() const noexcept { return query_.outputs() / heads_; }
  [[nodiscard]] float scale() const noexcept { return 1.0f / std::sqrt(static_cast<float>(depth())); }
  // visit(where its columns begin in rows of queries, number of the head in the batch)
  template <class Visit>
  void for_each_head(std::size_t boards, const Visit& visit) const {
    for (std::size_t b = 0; b < boards; ++b)
      for (std::size_t h = 0; h < heads_; ++h)
        visit(b * kBoardSquares * query_.stride() + h * depth(), b * heads_ + h);
  }
  void attention_backward(std::size_t boards) {
    const std::size_t width = query_.stride();
    const auto& kernels = tools_.kernels;
    float* const scratch = tools_.scratch_of(kernels.multiply_scratch());
    for_each_head(boards, [&](std::size_t at, std::size_t head) {
      const float* const chances = chances_.data() + head * kHeadNumbers;
      float* const wanted = chance_gradient_.data() + head * kHeadNumbers;
      const float* const seen = seen_gradient_.data() + at;
      kernels.multiply(value_gradient_.data() + at, width, {chances, 1, kBoardSquares}, {seen, width, 1},
                       kBoardSquares, depth(), kBoardSquares, false, scratch);
      kernels.multiply(wanted, kBoardSquares, {seen, width, 1}, {value_.out() + at, 1, width}, kBoardSquares,
                       kBoardSquares, depth(), false, scratch);
      kernels.softmax_gradient(wanted, chances, kBoardSquares, kBoardSquares, kBoardSquares);
      kernels.multiply(query_gradient_.data() + at, width, {wanted, kBoardSquares, 1},
                       {key_.out() + at, width, 1}, kBoardSquares, depth(), kBoardSquares, false, scratch);
      kernels.multiply(key_gradient_.data() + at, width, {wanted, 1, kBoardSquares},
                       {query_.out() + at, width, 1}, kBoardSquares, depth(), kBoardSquares, false, scratch);
    });
    const std::size_t numbers = boards * kBoardSquares * width;
    scale_into(query_gradient_.data(), query_gradient_.data(), scale(), numbers);
    scale_into(key_gradient_.data(), key_gradient_.data(), scale(), numbers);
  }

  StageTools& tools_;
  std::size_t stride_;
  std::size_t heads_;
  float alpha_;
  DenseStage query_;
  DenseStage key_;
  DenseStage value_;
  DenseStage dense_;
  NormStage norm_;
  FeedForwardStage feed_forward_;
  std::optional<SmolgenStage> smolgen_;
  FloatArray chances_;
  FloatArray chance_gradient_;
  FloatArray seen_;
  FloatArray branch_;
  FloatArray seen_gradient_;
  FloatArray query_gradient_;
  FloatArray key_gradient_;
  FloatArray value_gradient_;
};

// The fixed position map in a square's row: -1 at the square itself, 1 wherever a queen or a knight on it
// could go.
void write_position_map(std::size_t square, float* to) {
  std::fill_n(to, kBoardSquares, 0.0f);
  for (const deep::PolicyMove& move : deep::policy_moves())
    if (move.from == square) to[move.to] = 1;
  to[square] = -1;
}

// Turns squares into tokens.
class EmbedStage final : public BoardStage {
 public:
  EmbedStage(StageTools& tools, const deep::Block& block, const BodyRules& rules)
      : tools_(tools),
        channels_(size_of(block.inputs)),
        in_stride_(padded_channels(channels_)),
        embed_(tools, block.name + ".embed", kBoardSquares, rules.activation),
        token_stride_(padded_channels(embed_.inputs())),
        tokens_(tools.capacity * kBoardSquares * token_stride_),
        token_gradient_(tokens_.size()),
        out_(tools.capacity * kBoardSquares * embed_.stride()) {
    const bool dense = block.spec.positions == deep::BlockSpec::Positions::Dense;
    if (block.spec.positions == deep::BlockSpec::Positions::Map) write_map();
    if (dense) {
      positions_.emplace(tools, block.name + ".positions", 1, Activation::Linear);
      seen_ = FloatArray(tools.capacity * kBoardSquares * kSeenPlanes);
      position_gradient_ = FloatArray(tools.capacity * positions_->stride());
      norm_.emplace(tools, block.name + ".norm1", embed_.outputs(), kBoardSquares, rules.epsilon);
      feed_forward_.emplace(tools, block.name, embed_.outputs(), rules.ffn, rules.alpha, rules.epsilon);
    }
    if (block.spec.gates) {
      gate_scale_ = tools.model.array_of(block.name + ".gates.scale");
      gate_bias_ = tools.model.array_of(block.name + ".gates.bias");
    }
  }

  const float* forward(const float* in, std::size_t boards) override {
    const std::size_t rows = boards * kBoardSquares;
    for (std::size_t row = 0; row < rows; ++row)
      std::memcpy(tokens_.data() + row * token_stride_, in + row * in_stride_, channels_ * sizeof(float));
    if (positions_) write_dense_positions(in, boards);
    const float* values = embed_.forward(tokens_.data(), token_stride_, rows);
    if (norm_) values = norm_->forward(values, nullptr, 0, rows);
    if (gate_scale_ != PlanesLayer::kNone) values = open_gates(values, boards);
    return feed_forward_ ? feed_forward_->forward(values, rows) : values;
  }

  void backward(float* gradient, InputGradient in, std::size_t boards) override {
    const std::size_t rows = boards * kBoardSquares;
    if (feed_forward_) feed_forward_->backward(gradient, rows);
    if (gate_scale_ != PlanesLayer::kNone) gates_backward(gradient, boards);
    if (norm_) norm_->backward(gradient, rows);
    const bool wanted = in.to || positions_;
    embed_.backward(gradient, {wanted ? token_gradient_.data() : nullptr}, rows);
    if (positions_) positions_backward(boards);
    if (!in.to) return;
    for (std::size_t row = 0; row < rows; ++row) {
      const float* const from = token_gradient_.data() + row * token_stride_;
      float* const to = in.to + row * in_stride_;
      for (std::size_t c = 0; c < channels_; ++c) to[c] = in.add ? to[c] + from[c] : from[c];
    }
  }

 private:
  void write_map() {
    for (std::size_t row = 0; row < tools_.capacity * kBoardSquares; ++row)
      write_position_map(row % kBoardSquares, tokens_.data() + row * token_stride_ + channels_);
  }
  [[nodiscard]] std::size_t position_width() const noexcept { return embed_.inputs() - channels_; }
  void write_dense_positions(const float* in, std::size_t boards) {
    for (std::size_t row = 0; row < boards * kBoardSquares; ++row)
      std::memcpy(seen_.data() + row * kSeenPlanes, in + row * in_stride_, kSeenPlanes * sizeof(float));
    const float* const numbers = positions_->forward(seen_.data(), kBoardSquares * kSeenPlanes, boards);
    for (std::size_t row = 0; row < boards * kBoardSquares; ++row)
      std::memcpy(
          tokens_.data() + row * token_stride_ + channels_,
          numbers + row / kBoardSquares * positions_->stride() + row % kBoardSquares * position_width(),
          position_width() * sizeof(float));
  }
  void positions_backward(std::size_t boards) {
    for (std::size_t row = 0; row < boards * kBoardSquares; ++row)
      std::memcpy(position_gradient_.data() + row / kBoardSquares * positions_->stride() +
                      row % kBoardSquares * position_width(),
                  token_gradient_.data() + row * token_stride_ + channels_, position_width() * sizeof(float));
    positions_->backward(position_gradient_.data(), {}, boards);
  }
  const float* open_gates(const float* values, std::size_t boards) {
    ungated_ = values;
    const float* const scale = tools_.model.trained()[gate_scale_].data();
    const float* const bias = tools_.model.trained()[gate_bias_].data();
    const std::size_t size = kBoardSquares * embed_.stride();
    for (std::size_t b = 0; b < boards; ++b)
      for (std::size_t i = 0; i < size; ++i) out_[b * size + i] = values[b * size + i] * scale[i] + bias[i];
    return out_.data();
  }
  void gates_backward(float* gradient, std::size_t boards) {
    const float* const scale = tools_.model.trained()[gate_scale_].data();
    float* const scale_gradient = tools_.gradients[gate_scale_].data();
    float* const bias_gradient = tools_.gradients[gate_bias_].data();
    const std::size_t stride = embed_.stride();
    for (std::size_t row = 0; row < boards * kBoardSquares; ++row) {
      const std::size_t gate = row % kBoardSquares * stride;
      float* const at = gradient + row * stride;
      for (std::size_t c = 0; c < embed_.outputs(); ++c) {
        scale_gradient[gate + c] += at[c] * ungated_[row * stride + c];
        bias_gradient[gate + c] += at[c];
        at[c] *= scale[gate + c];
      }
    }
  }

  StageTools& tools_;
  std::size_t channels_;
  std::size_t in_stride_;
  DenseStage embed_;
  std::size_t token_stride_;
  FloatArray tokens_;
  FloatArray token_gradient_;
  FloatArray out_;
  std::optional<DenseStage> positions_;
  FloatArray seen_;
  FloatArray position_gradient_;
  std::optional<NormStage> norm_;
  std::optional<FeedForwardStage> feed_forward_;
  std::size_t gate_scale_ = PlanesLayer::kNone;
  std::size_t gate_bias_ = PlanesLayer::kNone;
  const float* ungated_ = nullptr;
};

}  // namespace

BodyRules rules_of(const deep::PlanesSpec& spec) {
  const bool dense = std::any_of(spec.body.begin(), spec.body.end(), [](const deep::BlockSpec& block) {
    return block.positions == deep::BlockSpec::Positions::Dense;
  });
  const int encoders = std::max(1, spec.encoder_count());
  return {spec.activation, spec.ffn_activation.value_or(spec.activation),
          spec.smolgen_activation.value_or(spec.activation),
          static_cast<float>(std::pow(2.0 * encoders, -0.25)), dense ? 1e-3f : 1e-6f};
}

std::unique_ptr<BoardStage> make_embed_stage(StageTools& tools, const deep::Block& block,
                                             const BodyRules& rules) {
  return std::make_unique<EmbedStage>(tools, block, rules);
}

std::unique_ptr<BoardStage> make_encoder_stage(StageTools& tools, const std::string& name,
                                               const deep::EncoderSpec& spec, std::size_t width,
                                               const BodyRules& rules) {
  return std::make_unique<EncoderStage>(tools, name, spec, width, rules);
}

}  // namespace tabia::train
