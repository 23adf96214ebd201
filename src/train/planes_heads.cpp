#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "train/planes_layers.h"
#include "train/planes_tokens.h"

namespace tabia::train {
namespace {

using base::concat;

class ScalarHeadStage final : public BoardStage {
 public:
  ScalarHeadStage(StageTools& tools, const std::string& name, int planes, std::size_t widths, Activation last)
      : body_stride_(padded_channels(size_of(tools.model.planes().body_outputs()))) {
    const Activation activation = tools.model.planes().activation;
    if (planes > 0) conv_.emplace(tools, name + ".conv", kBoardSquares, activation);
    for (std::size_t k = 0; k <= widths; ++k)
      layers_.push_back(std::make_unique<DenseStage>(tools, concat(name, ".dense", k + 1), 1,
                                                     k < widths ? activation : last));
    for (std::size_t k = 1; k <= widths; ++k)
      gradients_.emplace_back(tools.capacity * layers_[k - 1]->stride());
    if (conv_) conv_gradient_ = FloatArray(tools.capacity * kBoardSquares * conv_->stride());
  }

  const float* forward(const float* in, std::size_t boards) override {
    std::size_t stride = body_stride_;
    if (conv_) {
      in = conv_->forward(in, body_stride_, boards * kBoardSquares);
      stride = conv_->stride();
    }
    stride *= kBoardSquares;
    for (const auto& layer : layers_) {
      in = layer->forward(in, stride, boards);
      stride = layer->stride();
    }
    return in;
  }
  void backward(float* gradient, InputGradient in, std::size_t boards) override {
    for (std::size_t k = layers_.size(); k-- > 1;) {
      layers_[k]->backward(gradient, {gradients_[k - 1].data()}, boards);
      gradient = gradients_[k - 1].data();
    }
    layers_[0]->backward(gradient, conv_ ? InputGradient{conv_gradient_.data()} : in, boards);
    if (conv_) conv_->backward(conv_gradient_.data(), in, boards * kBoardSquares);
  }

 private:
  std::size_t body_stride_;
  std::optional<DenseStage> conv_;
  std::vector<std::unique_ptr<DenseStage>> layers_;
  std::vector<FloatArray> gradients_;
  FloatArray conv_gradient_;
};

class ClassicalPolicyStage final : public PolicyStage {
 public:
  explicit ClassicalPolicyStage(StageTools& tools)
      : body_stride_(padded_channels(size_of(tools.model.planes().body_outputs()))),
        conv_(tools, "policy.conv", kBoardSquares, tools.model.planes().activation),
        dense_(tools, "policy.dense", 1, Activation::Linear),
        gradient_(tools.capacity * dense_.stride()),
        conv_gradient_(tools.capacity * kBoardSquares * conv_.stride()) {}

  void forward(const float* in, std::size_t boards) override {
    const float* const planes = conv_.forward(in, body_stride_, boards * kBoardSquares);
    dense_.forward(planes, kBoardSquares * conv_.stride(), boards);
  }
  void logits(std::size_t board, std::span<const int> moves, std::span<float> to) const override {
    for (std::size_t i = 0; i < moves.size(); ++i)
      to[i] = dense_.out()[board * dense_.stride() + size_of(moves[i])];
  }
  void begin_backward(std::size_t boards) override {
    std::fill_n(gradient_.data(), boards * dense_.stride(), 0.0f);
  }
  void set_gradient(std::size_t board, std::span<const int> moves,
                    std::span<const float> gradients) override {
    for (std::size_t i = 0; i < moves.size(); ++i)
      gradient_[board * dense_.stride() + size_of(moves[i])] = gradients[i];
  }
  void backward(InputGradient in, std::size_t boards) override {
    dense_.backward(gradient_.data(), {conv_gradient_.data()}, boards);
    conv_.backward(conv_gradient_.data(), in, boards * kBoardSquares);
  }

 private:
  std::size_t body_stride_;
  DenseStage conv_;
  DenseStage dense_;
  FloatArray gradient_;
  FloatArray conv_gradient_;
};

class ConvolutionPolicyStage final : public PolicyStage {
 public:
  explicit ConvolutionPolicyStage(StageTools& tools)
      : conv1_(tools, "policy.conv1", tools.model.planes().activation),
        conv2_(tools, "policy.conv2", Activation::Linear),
        stride_(padded_channels(deep::kPolicyPlanes)),
        gradient_(tools.capacity * kBoardSquares * stride_),
        middle_gradient_(tools.capacity * kBoardSquares *
                         padded_channels(tools.model.layer("policy.conv1").outputs)) {}

  void forward(const float* in, std::size_t boards) override {
    planes_ = conv2_.forward(conv1_.forward(in, boards), boards);
  }
  void logits(std::size_t board, std::span<const int> moves, std::span<float> to) const override {
    for (std::size_t i = 0; i < moves.size(); ++i) to[i] = planes_[place_of(board, moves[i])];
  }
  void begin_backward(std::size_t boards) override {
    std::fill_n(gradient_.data(), boards * kBoardSquares * stride_, 0.0f);
  }
  void set_gradient(std::size_t board, std::span<const int> moves,
                    std::span<const float> gradients) override {
    for (std::size_t i = 0; i < moves.size(); ++i) gradient_[place_of(board, moves[i])] = gradients[i];
  }
  void backward(InputGradient in, std::size_t boards) override {
    conv2_.backward(gradient_.data(), {middle_gradient_.data()}, boards);
    conv1_.backward(middle_gradient_.data(), in, boards);
  }

 private:
  [[nodiscard]] std::size_t place_of(std::size_t board, int move) const {
    const std::size_t place = deep::policy_moves()[size_of(move)].convolution;
    return (board * kBoardSquares + place % kBoardSquares) * stride_ + place / kBoardSquares;
  }

  ConvolutionStage conv1_;
  ConvolutionStage conv2_;
  std::size_t stride_;
  FloatArray gradient_;
  FloatArray middle_gradient_;
  const float* planes_ = nullptr;
};

class AttentionPolicyStage final : public PolicyStage {
 public:
  explicit AttentionPolicyStage(StageTools& tools)
      : tools_(tools),
        body_stride_(padded_channels(size_of(tools.model.planes().body_outputs()))),
        promotion_(tools.model.array_of("policy.promotion.weights")),
        embed_(tools, "policy.embed", kBoardSquares, embed_activation(tools.model.planes())),
        query_(tools, "policy.query", kBoardSquares, Activation::Linear),
        key_(tools, "policy.key", kBoardSquares, Activation::Linear),
        query_gradient_(tools.capacity * kBoardSquares * query_.stride()),
        key_gradient_(query_gradient_.size()) {
    const deep::PlanesSpec& spec = tools.model.planes();
    BodyRules rules{spec.activation, Activation::Selu, spec.activation, 1, 1e-6f};
    if (spec.is_attention()) rules.ffn = spec.ffn_activation.value_or(spec.activation);
    for (std::size_t k = 0; k < spec.policy->encoders.size(); ++k)
      encoders_.push_back(make_encoder_stage(tools, concat("policy.encoder", k + 1), spec.policy->encoders[k],
                                             embed_.outputs(), rules));
    for (std::size_t k = 0; k <= encoders_.size(); ++k)
      token_gradients_.emplace_back(tools.capacity * kBoardSquares * embed_.stride());
  }

  void forward(const float* in, std::size_t boards) override {
    const std::size_t rows = boards * kBoardSquares;
    const float* tokens = embed_.forward(in, body_stride_, rows);
    for (const auto& encoder : encoders_) tokens = encoder->forward(tokens, boards);
    query_.forward(tokens, embed_.stride(), rows);
    key_.forward(tokens, embed_.stride(), rows);
  }
  void logits(std::size_t board, std::span<const int> moves, std::span<float> to) const override {
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const deep::PolicyMove& move = deep::policy_moves()[size_of(moves[i])];
      const float* const from = query_.out() + row_of(board, move.from);
      const float* const target = key_.out() + row_of(board, move.to);
      to[i] = dot(from, target) * scale();
      if (move.promotion >= 0)
        to[i] += dot(target, promotion_row(move.promotion)) + dot(target, promotion_row(3));
    }
  }
  void begin_backward(std::size_t boards) override {
    std::fill_n(query_gradient_.data(), boards * kBoardSquares * query_.stride(), 0.0f);
    std::fill_n(key_gradient_.data(), boards * kBoardSquares * query_.stride(), 0.0f);
  }
  void set_gradient(std::size_t board, std::span<const int> moves,
                    std::span<const float> gradients) override {
    float* const promotion = tools_.gradients[promotion_].data();
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const deep::PolicyMove& move = deep::policy_moves()[size_of(moves[i])];
      const std::size_t from = row_of(board, move.from);
      const std::size_t to = row_of(board, move.to);
      const float slope = gradients[i] * scale();
      for (std::size_t c = 0; c < width(); ++c) {
        query_gradient_[from + c] += slope * key_.out()[to + c];
        key_gradient_[to + c] += slope * query_.out()[from + c];
      }
      if (move.promotion < 0) continue;
      for (const int row : {int{move.promotion}, 3}) {
        for (std::size_t c = 0; c < width(); ++c) {
          promotion[size_of(row) * width() + c] += gradients[i] * key_.out()[to + c];
          key_gradient_[to + c] += gradients[i] * promotion_row(row)[c];
        }
      }
    }
  }
  void backward(InputGradient in, std::size_t boards) override {
    const std::size_t rows = boards * kBoardSquares;
    float* gradient = token_gradients_.back().data();
    query_.backward(query_gradient_.data(), {gradient}, rows);
    key_.backward(key_gradient_.data(), {gradient, true}, rows);
    for (std::size_t k = encoders_.size(); k-- > 0;) {
      encoders_[k]->backward(gradient, {token_gradients_[k].data()}, boards);
      gradient = token_gradients_[k].data();
    }
    embed_.backward(gradient, in, rows);
  }

 private:
  [[nodiscard]] static Activation embed_activation(const deep::PlanesSpec& spec) {
    return spec.is_attention() ? spec.activation : Activation::Selu;
  }
  [[nodiscard]] std::size_t width() const noexcept { return query_.outputs(); }
  [[nodiscard]] float scale() const noexcept { return 1.0f / std::sqrt(static_cast<float>(width())); }
  [[nodiscard]] std::size_t row_of(std::size_t board, std::size_t square) const noexcept {
    return (board * kBoardSquares + square) * query_.stride();
  }
  [[nodiscard]] const float* promotion_row(int row) const noexcept {
    return tools_.model.trained()[promotion_].data() + size_of(row) * width();
  }
  [[nodiscard]] float dot(const float* a, const float* b) const noexcept {
    float sum = 0;
    for (std::size_t c = 0; c < width(); ++c) sum += a[c] * b[c];
    return sum;
  }

  StageTools& tools_;
  std::size_t body_stride_;
  std::size_t promotion_;
  DenseStage embed_;
  std::vector<std::unique_ptr<BoardStage>> encoders_;
  DenseStage query_;
  DenseStage key_;
  FloatArray query_gradient_;
  FloatArray key_gradient_;
  std::vector<FloatArray> token_gradients_;  // before each encoder, and after the last
};

}  // namespace

std::unique_ptr<BoardStage> make_scalar_head(StageTools& tools, const std::string& name, int planes,
                                             std::size_t widths, deep::Activation last) {
  return std::make_unique<ScalarHeadStage>(tools, name, planes, widths, last);
}

std::unique_ptr<PolicyStage> make_policy_stage(StageTools& tools) {
  switch (tools.model.planes().policy->kind) {
    case deep::PolicySpec::Kind::Classical:
      return std::make_unique<ClassicalPolicyStage>(tools);
    case deep::PolicySpec::Kind::Convolution:
      return std::make_unique<ConvolutionPolicyStage>(tools);
    case deep::PolicySpec::Kind::Attention:
      break;
  }
  return std::make_unique<AttentionPolicyStage>(tools);
}

}  // namespace tabia::train
