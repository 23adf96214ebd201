#include "train/planes_stages.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

#include "base/text.h"

namespace tabia::train {
namespace {

using base::concat;
using deep::Activation;
using deep::size_of;
using kernels::Finish;
using kernels::padded_channels;

constexpr std::size_t kBoardSquares = kernels::kSquares;
constexpr std::size_t kSeenPlanes = 12;  // by a dense position map, of every square
constexpr float kSmolgenEpsilon = 1e-3f;

// Adds the sums over rows of a gradient to that of a bias.
void add_bias_gradient(StageTools& tools, std::size_t array, const float* gradient, std::size_t rows,
                       std::size_t channels) {
  std::vector<double> sums(padded_channels(channels));
  tools.kernels.channel_sums(sums.data(), nullptr, gradient, nullptr, rows, channels);
  float* const to = tools.gradients[array].data();
  for (std::size_t c = 0; c < channels; ++c) to[c] += static_cast<float>(sums[c]);
}

// A dense layer on rows of numbers, and an activation.
class DenseStage {
 public:
  // rows: for each board.
  DenseStage(StageTools& tools, const std::string& name, std::size_t rows, Activation activation)
      : tools_(tools),
        layer_(tools.model.layer(name)),
        activation_(kernel_activation(activation)),
        stride_(padded_channels(layer_.outputs)),
        out_(tools.capacity * rows * stride_) {
    if (!is_fused()) before_ = FloatArray(out_.size());
  }

  [[nodiscard]] std::size_t stride() const noexcept { return stride_; }
  [[nodiscard]] std::size_t outputs() const noexcept { return layer_.outputs; }
  [[nodiscard]] std::size_t inputs() const noexcept { return layer_.inputs; }
  [[nodiscard]] float* out() noexcept { return out_.data(); }
  [[nodiscard]] const float* out() const noexcept { return out_.data(); }

  const float* forward(const float* in, std::size_t in_stride, std::size_t rows) {
    in_ = in;
    in_stride_ = in_stride;
    Finish finish;
    if (layer_.bias != PlanesLayer::kNone) finish.bias = tools_.model.trained()[layer_.bias].data();
    if (is_fused()) finish.activation = activation_;
    float* const to = is_fused() ? out_.data() : before_.data();
    tools_.kernels.dense(to, stride_, in, in_stride, layer_.packed.data(), finish, rows, layer_.outputs,
                         layer_.inputs);
    if (!is_fused()) tools_.kernels.activate(out_.data(), before_.data(), rows * stride_, activation_);
    return out_.data();
  }
  // `gradient` has rows of stride(); the gradient of inputs has rows of the inputs' stride.
  void backward(float* gradient, InputGradient in, std::size_t rows) {
    tools_.kernels.activate_gradient(gradient, is_fused() ? out_.data() : before_.data(), rows * stride_,
                                     activation_);
    float* const scratch = tools_.scratch_of(tools_.kernels.multiply_scratch());
    tools_.kernels.multiply(tools_.gradients[layer_.weights].data(), layer_.inputs, {gradient, 1, stride_},
                            {in_, in_stride_, 1}, layer_.outputs, layer_.inputs, rows, true, scratch);
    if (layer_.bias != PlanesLayer::kNone)
      add_bias_gradient(tools_, layer_.bias, gradient, rows, layer_.outputs);
    if (!in.to) return;
    Finish finish;
    if (in.add) finish.residual = in.to;
    tools_.kernels.dense(in.to, in_stride_, gradient, stride_, layer_.packed_backward.data(), finish, rows,
                         layer_.inputs, layer_.outputs);
  }

 private:
  // The derivative follows from the output.
  [[nodiscard]] bool is_fused() const noexcept {
    return activation_ == kernels::PlaneActivation::Linear || activation_ == kernels::PlaneActivation::Relu;
  }

  StageTools& tools_;
  const PlanesLayer& layer_;
  kernels::PlaneActivation activation_;
  std::size_t stride_;
  FloatArray out_;
  FloatArray before_;  // the activation, unless it is fused
  const float* in_ = nullptr;
  std::size_t in_stride_ = 0;
};

// A convolution 3x3 or 1x1, its batch norm if it has one, and an activation.
class ConvolutionStage final : public BoardStage {
 public:
  ConvolutionStage(StageTools& tools, const std::string& name, Activation activation)
      : tools_(tools),
        layer_(tools.model.layer(name)),
        activation_(kernel_activation(activation)),
        stride_(padded_channels(layer_.outputs)),
        out_(tools.capacity * kBoardSquares * stride_) {
    if (has_norm() || !is_fused()) before_ = FloatArray(out_.size());
    if (has_norm() && !is_fused()) normed_ = FloatArray(out_.size());
    scale_ = FloatArray(stride_);
    shift_ = FloatArray(stride_);
    mean_.resize(stride_);
    inverse_.resize(stride_);
  }

  const float* forward(const float* in, std::size_t boards) override {
    in_ = in;
    Finish finish;
    const bool plain = !has_norm();
    if (plain) {
      finish.bias = tools_.model.trained()[layer_.bias].data();
      if (is_fused()) finish.activation = activation_;
    }
    convolve(plain && is_fused() ? out_.data() : before_.data(), finish, boards);
    if (has_norm()) {
      measure(boards);
      float* const to = is_fused() ? out_.data() : normed_.data();
      tools_.kernels.scale_channels(to, before_.data(), scale_.data(), nullptr, nullptr, shift_.data(),
                                    boards * kBoardSquares, layer_.outputs,
                                    is_fused() ? activation_ : kernels::PlaneActivation::Linear);
    }
    if (!is_fused())
      tools_.kernels.activate(out_.data(), argument(), boards * kBoardSquares * stride_, activation_);
    return out_.data();
  }

  void backward(float* gradient, InputGradient in, std::size_t boards) override {
    const std::size_t rows = boards * kBoardSquares;
    tools_.kernels.activate_gradient(gradient, is_fused() ? out_.data() : argument(), rows * stride_,
                                     activation_);
    if (has_norm())
      norm_backward(gradient, rows);
    else
      add_bias_gradient(tools_, layer_.bias, gradient, rows, layer_.outputs);
    float* const weights = tools_.gradients[layer_.weights].data();
    const auto& kernels = tools_.kernels;
    const std::size_t outputs = layer_.outputs;
    const std::size_t inputs = layer_.inputs;
    switch (layer_.kind) {
      case PlanesLayer::Kind::Sparse:
        kernels.sparse_conv3x3_weight_gradient(
            weights, tools_.sparse.data(), gradient, boards, outputs, inputs,
            tools_.scratch_of(kernels.sparse_conv3x3_scratch(outputs, inputs)));
        return;
      case PlanesLayer::Kind::Convolution: {
        kernels.conv3x3_weight_gradient(weights, in_, gradient, boards, outputs, inputs,
                                        tools_.scratch_of(kernels.conv3x3_scratch(outputs, inputs)));
        Finish finish;
        if (in.add) finish.residual = in.to;
        if (in.to)
          kernels.conv3x3(in.to, gradient, layer_.packed_backward.data(), finish, boards, inputs, outputs,
                          tools_.scratch_of(kernels.conv3x3_scratch(inputs, outputs)));
        return;
      }
      case PlanesLayer::Kind::Dense:
        break;
    }
    const std::size_t in_stride = padded_channels(inputs);
    kernels.multiply(weights, inputs, {gradient, 1, stride_}, {in_, in_stride, 1}, outputs, inputs, rows,
                     true, tools_.scratch_of(kernels.multiply_scratch()));
    Finish finish;
    if (in.add) finish.residual = in.to;
    if (in.to)
      kernels.dense(in.to, in_stride, gradient, stride_, layer_.packed_backward.data(), finish, rows, inputs,
                    outputs);
  }

 private:
  [[nodiscard]] bool has_norm() const noexcept { return layer_.norm != PlanesLayer::kNone; }
  [[nodiscard]] bool is_fused() const noexcept {
    return activation_ == kernels::PlaneActivation::Linear || activation_ == kernels::PlaneActivation::Relu;
  }
  // Of the activation, unless it is fused.
  [[nodiscard]] const float* argument() const noexcept {
    return has_norm() ? normed_.data() : before_.data();
  }

  void convolve(float* to, const Finish& finish, std::size_t boards) {
    const auto& kernels = tools_.kernels;
    const std::size_t outputs = layer_.outputs;
    const std::size_t inputs = layer_.inputs;
    switch (layer_.kind) {
      case PlanesLayer::Kind::Sparse:
        kernels.sparse_conv3x3(to, tools_.sparse.data(), layer_.packed.data(), finish, boards, outputs,
                               inputs, tools_.scratch_of(kernels.sparse_conv3x3_scratch(outputs, inputs)));
        return;
      case PlanesLayer::Kind::Convolution:
        kernels.conv3x3(to, in_, layer_.packed.data(), finish, boards, outputs, inputs,
                        tools_.scratch_of(kernels.conv3x3_scratch(outputs, inputs)));
        return;
      case PlanesLayer::Kind::Dense:
        kernels.dense(to, stride_, in_, padded_channels(inputs), layer_.packed.data(), finish,
                      boards * kBoardSquares, outputs, inputs);
        return;
    }
  }

  // Mean and variance of each channel, and from them scale and shift.
  void measure(std::size_t boards) {
    const BatchNorm& norm = tools_.model.norms()[layer_.norm];
    const auto& trained = tools_.model.trained();
    const auto rows = static_cast<double>(boards * kBoardSquares);
    std::vector<double> sums(stride_);
    std::vector<double> squares(stride_);
    if (tools_.training)
      tools_.kernels.channel_sums(sums.data(), squares.data(), before_.data(), before_.data(),
                                  boards * kBoardSquares, norm.channels);
    for (std::size_t c = 0; c < norm.channels; ++c) {
      double variance = static_cast<double>(trained[norm.variance][c]);
      mean_[c] = static_cast<double>(trained[norm.mean][c]);
      if (tools_.training) {
        mean_[c] = sums[c] / rows;
        variance = std::max(squares[c] / rows - mean_[c] * mean_[c], 0.0);
        tools_.means[layer_.norm][c] += mean_[c];
        tools_.variances[layer_.norm][c] += variance;
      }
      inverse_[c] = 1 / std::sqrt(variance + static_cast<double>(kBatchNormEpsilon));
      const double scale = static_cast<double>(trained[norm.gamma][c]) * inverse_[c];
      scale_[c] = static_cast<float>(scale);
      shift_[c] = static_cast<float>(static_cast<double>(trained[norm.beta][c]) - mean_[c] * scale);
    }
  }

  // The gradient after the norm becomes that before it: with y the numbers before the norm, it is a linear
  // function of gradient and y in each channel.
  void norm_backward(float* gradient, std::size_t rows) {
    const BatchNorm& norm = tools_.model.norms()[layer_.norm];
    std::vector<double> sums(stride_);
    std::vector<double> products(stride_);
    tools_.kernels.channel_sums(sums.data(), products.data(), gradient, before_.data(), rows, norm.channels);
    FloatArray of_gradient(stride_);
    FloatArray of_before(stride_);
    FloatArray constant(stride_);
    for (std::size_t c = 0; c < norm.channels; ++c) {
      const double gamma_gradient = inverse_[c] * (products[c] - mean_[c] * sums[c]);
      tools_.gradients[norm.gamma][c] += static_cast<float>(gamma_gradient);
      tools_.gradients[norm.beta][c] += static_cast<float>(sums[c]);
      const double a = static_cast<double>(tools_.model.trained()[norm.gamma][c]) * inverse_[c];
      const double b = -a * inverse_[c] * gamma_gradient / static_cast<double>(rows);
      of_gradient[c] = static_cast<float>(a);
      of_before[c] = static_cast<float>(b);
      constant[c] = static_cast<float>(-a * sums[c] / static_cast<double>(rows) - b * mean_[c]);
    }
    tools_.kernels.scale_channels(gradient, gradient, of_gradient.data(), before_.data(), of_before.data(),
                                  constant.data(), rows, norm.channels, kernels::PlaneActivation::Linear);
  }

  StageTools& tools_;
  const PlanesLayer& layer_;
  kernels::PlaneActivation activation_;
  std::size_t stride_;
  FloatArray out_;
  FloatArray before_;  // the sums, if something more than a fused activation follows
  FloatArray normed_;
  FloatArray scale_;
  FloatArray shift_;
  std::vector<double> mean_;
  std::vector<double> inverse_;  // 1 / deviation
  const float* in_ = nullptr;
};

// Squeeze and excitation: from the mean of each channel a factor and an addend for it.
class ExcitationStage {
 public:
  ExcitationStage(StageTools& tools, const std::string& name, std::size_t channels, Activation activation)
      : tools_(tools),
        channels_(channels),
        stride_(padded_channels(channels)),
        squeeze_(tools, name + ".se1", 1, activation),
        excite_(tools, name + ".se2", 1, Activation::Linear),
        means_(tools.capacity * stride_),
        factors_(tools.capacity * stride_),
        gate_gradient_(tools.capacity * 2 * stride_),
        hidden_gradient_(tools.capacity * squeeze_.stride()),
        mean_gradient_(tools.capacity * stride_) {}

  // out = activation(in * factor + addend + residual)
  void forward(const float* in, const float* residual, float* out, std::size_t boards,
               kernels::PlaneActivation activation) {
    in_ = in;
    tools_.kernels.average(means_.data(), in, boards, channels_);
    const float* const hidden = squeeze_.forward(means_.data(), stride_, boards);
    const float* const gates = excite_.forward(hidden, squeeze_.stride(), boards);
    for (std::size_t b = 0; b < boards; ++b) {
      tools_.kernels.activate(factors_.data() + b * stride_, gates + 2 * b * stride_, stride_,
                              kernels::PlaneActivation::Sigmoid);
      const std::size_t at = b * kBoardSquares * stride_;
      tools_.kernels.scale_channels(out + at, in + at, factors_.data() + b * stride_, residual + at, nullptr,
                                    gates + (2 * b + 1) * stride_, kBoardSquares, channels_, activation);
    }
  }
  // From the gradient of the argument of the activation to that of `in`.
  void backward(const float* gradient, float* in_gradient, std::size_t boards) {
    std::vector<double> sums(stride_);
    std::vector<double> products(stride_);
    for (std::size_t b = 0; b < boards; ++b) {
      std::fill(sums.begin(), sums.end(), 0.0);
      std::fill(products.begin(), products.end(), 0.0);
      const std::size_t at = b * kBoardSquares * stride_;
      tools_.kernels.channel_sums(sums.data(), products.data(), gradient + at, in_ + at, kBoardSquares,
                                  channels_);
      float* const gates = gate_gradient_.data() + 2 * b * stride_;
      for (std::size_t c = 0; c < channels_; ++c) {
        const auto factor = static_cast<double>(factors_[b * stride_ + c]);
        gates[c] = static_cast<float>(products[c] * factor * (1 - factor));
        gates[stride_ + c] = static_cast<float>(sums[c]);
      }
    }
    excite_.backward(gate_gradient_.data(), {hidden_gradient_.data()}, boards);
    squeeze_.backward(hidden_gradient_.data(), {mean_gradient_.data()}, boards);
    for (std::size_t i = 0; i < boards * stride_; ++i) mean_gradient_[i] /= static_cast<float>(kBoardSquares);
    for (std::size_t b = 0; b < boards; ++b) {
      const std::size_t at = b * kBoardSquares * stride_;
      tools_.kernels.scale_channels(in_gradient + at, gradient + at, factors_.data() + b * stride_, nullptr,
                                    nullptr, mean_gradient_.data() + b * stride_, kBoardSquares, channels_,
                                    kernels::PlaneActivation::Linear);
    }
  }

 private:
  StageTools& tools_;
  std::size_t channels_;
  std::size_t stride_;
  DenseStage squeeze_;
  DenseStage excite_;
  FloatArray means_;
  FloatArray factors_;
  FloatArray gate_gradient_;
  FloatArray hidden_gradient_;
  FloatArray mean_gradient_;
  const float* in_ = nullptr;
};

class ResidualStage final : public BoardStage {
 public:
  ResidualStage(StageTools& tools, const deep::Block& block, Activation activation)
      : tools_(tools),
        activation_(kernel_activation(activation)),
        stride_(padded_channels(size_of(block.outputs))),
        conv1_(tools, block.name + ".conv1", activation),
        conv2_(tools, block.name + ".conv2", Activation::Linear),
        out_(tools.capacity * kBoardSquares * stride_),
        before_(activation_ == kernels::PlaneActivation::Relu ? 0 : out_.size()),
        inner_gradient_(out_.size()),
        middle_gradient_(out_.size()) {
    if (block.spec.se > 0) excitation_.emplace(tools, block.name, size_of(block.outputs), activation);
  }

  const float* forward(const float* in, std::size_t boards) override {
    const bool fused = before_.size() == 0;
    const std::size_t numbers = boards * kBoardSquares * stride_;
    const float* const inner = conv2_.forward(conv1_.forward(in, boards), boards);
    float* const to = fused ? out_.data() : before_.data();
    if (excitation_) {
      excitation_->forward(inner, in, to, boards, fused ? activation_ : kernels::PlaneActivation::Linear);
    } else {
      std::memcpy(to, inner, numbers * sizeof(float));
      tools_.kernels.add_scaled(to, in, 1, numbers);
      if (fused) tools_.kernels.activate(to, to, numbers, activation_);
    }
    if (!fused) tools_.kernels.activate(out_.data(), before_.data(), numbers, activation_);
    return out_.data();
  }

  void backward(float* gradient, InputGradient in, std::size_t boards) override {
    const std::size_t numbers = boards * kBoardSquares * stride_;
    tools_.kernels.activate_gradient(gradient, before_.size() == 0 ? out_.data() : before_.data(), numbers,
                                     activation_);
    if (excitation_)
      excitation_->backward(gradient, inner_gradient_.data(), boards);
    else
      std::memcpy(inner_gradient_.data(), gradient, numbers * sizeof(float));
    conv2_.backward(inner_gradient_.data(), {middle_gradient_.data()}, boards);
    // The way around the convolutions.
    if (in.to && in.add) tools_.kernels.add_scaled(in.to, gradient, 1, numbers);
    if (in.to && !in.add) std::memcpy(in.to, gradient, numbers * sizeof(float));
    conv1_.backward(middle_gradient_.data(), {in.to, true}, boards);
  }

 private:
  StageTools& tools_;
  kernels::PlaneActivation activation_;
  std::size_t stride_;
  ConvolutionStage conv1_;
  ConvolutionStage conv2_;
  std::optional<ExcitationStage> excitation_;
  FloatArray out_;
  FloatArray before_;  // the activation, unless it is relu
  FloatArray inner_gradient_;
  FloatArray middle_gradient_;
};

// --- tokens

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
  // The gradient becomes that of x + factor * y.
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
  // In place: the gradient of the output becomes that of the input.
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

// What all blocks of a body have in common.
struct BodyRules {
  Activation activation;
  Activation ffn;
  Activation smolgen;
  float alpha;
  float epsilon;
};

BodyRules rules_of(const deep::PlanesSpec& spec) {
  const bool dense = std::any_of(spec.body.begin(), spec.body.end(), [](const deep::BlockSpec& block) {
    return block.positions == deep::BlockSpec::Positions::Dense;
  });
  const int encoders = std::max(1, spec.encoder_count());
  return {spec.activation, spec.ffn_activation.value_or(spec.activation),
          spec.smolgen_activation.value_or(spec.activation),
          static_cast<float>(std::pow(2.0 * encoders, -0.25)), dense ? 1e-3f : 1e-6f};
}

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

// What a square tells about the others: -1 at itself, 1 wherever a queen or a knight on it could go.
void write_position_map(std::size_t square, float* to) {
  std::fill_n(to, kBoardSquares, 0.0f);
  for (const deep::PolicyMove& move : deep::policy_moves())
    if (move.from == square) to[move.to] = 1;
  to[square] = -1;
}

// Squares become tokens.
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

std::unique_ptr<BoardStage> make_block_stage(StageTools& tools, const deep::Block& block,
                                             const BodyRules& rules) {
  switch (block.spec.kind) {
    case deep::BlockSpec::Kind::Conv:
      break;
    case deep::BlockSpec::Kind::Residual:
      return std::make_unique<ResidualStage>(tools, block, rules.activation);
    case deep::BlockSpec::Kind::Embed:
      return std::make_unique<EmbedStage>(tools, block, rules);
    case deep::BlockSpec::Kind::Encoder:
      return std::make_unique<EncoderStage>(tools, block.name, block.spec.encoder, size_of(block.outputs),
                                            rules);
  }
  return std::make_unique<ConvolutionStage>(tools, block.name + ".conv", rules.activation);
}

}  // namespace

BodyStages::BodyStages(StageTools& tools) : tools_(tools) {
  const deep::PlanesSpec& spec = tools.model.planes();
  const BodyRules rules = rules_of(spec);
  channels_ = size_of(spec.body_outputs());
  for (const deep::Block& block : deep::blocks_of(spec)) {
    const std::size_t size = tools.capacity * kBoardSquares * padded_channels(size_of(block.inputs));
    gradients_.emplace_back(blocks_.empty() ? 0 : size);
    if (blocks_.empty()) sparse_ = block.spec.kind == deep::BlockSpec::Kind::Conv && block.spec.kernel == 3;
    blocks_.push_back(make_block_stage(tools, block, rules));
  }
}

const float* BodyStages::forward(const float* in, std::size_t boards) {
  if (tools_.training) ++tools_.measured;
  for (const auto& block : blocks_) in = block->forward(in, boards);
  return in;
}

void BodyStages::backward(float* gradient, std::size_t boards) {
  for (std::size_t i = blocks_.size(); i-- > 0;) {
    float* const before = i > 0 ? gradients_[i].data() : nullptr;
    blocks_[i]->backward(gradient, {before}, boards);
    gradient = before;
  }
}

// --- heads

namespace {

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
      encoders_.push_back(std::make_unique<EncoderStage>(tools, concat("policy.encoder", k + 1),
                                                         spec.policy->encoders[k], embed_.outputs(), rules));
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
  std::vector<std::unique_ptr<EncoderStage>> encoders_;
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
