// train/planes_layers.h: what blocks and heads are made of: dense layers and convolutions, forward and
// backward. Only for the stages of train/planes_stages.h, whose rules hold here too.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "train/planes_stages.h"

namespace tabia::train {

using deep::Activation;
using deep::size_of;
using kernels::Finish;
using kernels::padded_channels;

inline constexpr std::size_t kBoardSquares = kernels::kSquares;

// Adds the sums over rows of a gradient to that of a bias.
inline void add_bias_gradient(StageTools& tools, std::size_t array, const float* gradient, std::size_t rows,
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
  // The argument of the activation, unless it is fused.
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

  // Turns the gradient after the norm into the gradient before it, which in each channel is a linear function
  // of the gradient and of the numbers y before the norm.
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

}  // namespace tabia::train
