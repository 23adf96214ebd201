#include "train/planes_stages.h"

#include <algorithm>
#include <cmath>

#include "train/planes_layers.h"
#include "train/planes_tokens.h"

namespace tabia::train {
namespace {

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
    // The shortcut around the convolutions.
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

std::unique_ptr<BoardStage> make_block_stage(StageTools& tools, const deep::Block& block,
                                             const BodyRules& rules) {
  switch (block.spec.kind) {
    case deep::BlockSpec::Kind::Conv:
      break;
    case deep::BlockSpec::Kind::Residual:
      return std::make_unique<ResidualStage>(tools, block, rules.activation);
    case deep::BlockSpec::Kind::Embed:
      return make_embed_stage(tools, block, rules);
    case deep::BlockSpec::Kind::Encoder:
      return make_encoder_stage(tools, block.name, block.spec.encoder, size_of(block.outputs), rules);
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

}  // namespace tabia::train
