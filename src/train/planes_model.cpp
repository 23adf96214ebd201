#include "train/planes_model.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/random.h"
#include "base/text.h"
#include "base/threads.h"
#include "nn/network_parts.h"
#include "nn/quantise.h"
#include "train/model.h"

namespace tabia::train {
namespace {

using base::concat;
using base::Error;
using base::Result;
using deep::size_of;
using kernels::padded_channels;

constexpr std::size_t kBoard = kernels::kSquares;

}  // namespace

std::size_t TensorLayout::size() const noexcept {
  switch (order) {
    case Order::Plain:
      return rows == 1 ? padded_channels(columns) : rows * columns;
    case Order::ByChannel:
    case Order::BySquare:
      return rows * kBoard * padded_channels(channels);
    case Order::Gates:
      return kBoard * padded_channels(channels);
    case Order::Halves:
      return rows == 1 ? 2 * padded_channels(channels) : 2 * padded_channels(channels) * columns;
  }
  return 0;
}

std::size_t TensorLayout::place(std::size_t number) const noexcept {
  const std::size_t padded = padded_channels(channels);
  const std::size_t row = number / columns;
  const std::size_t column = number % columns;
  switch (order) {
    case Order::Plain:
      return number;
    case Order::ByChannel:
      return (row * kBoard + column % kBoard) * padded + column / kBoard;
    case Order::BySquare:
      return (row * kBoard + column / channels) * padded + column % channels;
    case Order::Gates:
      return column * padded + row;
    case Order::Halves: {
      const std::size_t line = rows == 1 ? column : row;
      const std::size_t stored = line / channels * padded + line % channels;
      return rows == 1 ? stored : stored * columns + column;
    }
  }
  return number;
}

PlanesModel::PlanesModel(const nn::ModelSpec& spec, const kernels::PlanesKernels& kernels)
    : Trainable(spec),
      planes_(*nn::float_twin(spec).planes),
      kernels_(kernels),
      shapes_(tensors_of(planes_)) {
  for (const deep::TensorShape& shape : shapes_) {
    arrays_.emplace(shape.name, layouts_.size());
    layouts_.push_back({TensorLayout::Order::Plain, shape.rows, shape.columns, 0});
  }
  add_layers();
  make_arrays();
}

Result<std::unique_ptr<PlanesModel>> PlanesModel::make(const nn::ModelSpec& spec, std::uint64_t seed,
                                                       const kernels::PlanesKernels& kernels) {
  if (!spec.planes) return Error{"body: expected a network over planes"};
  TABIA_TRY_VOID(nn::check_spec(spec));
  if (spec.planes->storage == deep::Storage::I8)
    return Error{"storage: train in f32 or f16, and quantize the result to i8 afterward"};
  std::unique_ptr<PlanesModel> model(new PlanesModel(spec, kernels));
  model->initialise(seed);
  model->refresh(1);
  return model;
}

Result<std::unique_ptr<Trainable>> make_trainable(const nn::ModelSpec& spec, const ModelOptions& options) {
  if (spec.planes) {
    TABIA_TRY(std::unique_ptr<Trainable> model, PlanesModel::make(spec, options.seed));
    return model;
  }
  TABIA_TRY(std::unique_ptr<Trainable> model, Model::make(spec, options));
  return model;
}

const PlanesLayer& PlanesModel::layer(const std::string& name) const {
  const auto found = layer_numbers_.find(name);
  TABIA_CHECK(found != layer_numbers_.end(), "a layer of the network");
  return layers_[found->second];
}

std::size_t PlanesModel::array_of(const std::string& tensor) const {
  const auto found = arrays_.find(tensor);
  TABIA_CHECK(found != arrays_.end(), "a tensor of the network");
  return found->second;
}

// --- layers

PlanesLayer& PlanesModel::add_dense(const std::string& name) {
  const std::size_t weights = array_of(name + ".weights");
  PlanesLayer layer;
  layer.weights = weights;
  if (const auto bias = arrays_.find(name + ".bias"); bias != arrays_.end()) layer.bias = bias->second;
  layer.outputs = shapes_[weights].rows;
  layer.inputs = shapes_[weights].columns;
  layer_numbers_.emplace(name, layers_.size());
  return layers_.emplace_back(std::move(layer));
}

void PlanesModel::add_convolution(const std::string& name, int kernel, bool first, bool in_body) {
  PlanesLayer& layer = add_dense(name);
  if (kernel == 3) {
    layer.inputs /= kernels::kTaps;
    layer.kind = first ? PlanesLayer::Kind::Sparse : PlanesLayer::Kind::Convolution;
  }
  if (!in_body || !planes_.batch_norm) return;
  layer.norm = norms_.size();
  norms_.push_back({.channels = layer.outputs, .beta = layer.bias});
}

void PlanesModel::set_layout(const std::string& tensor, TensorLayout::Order order, std::size_t channels) {
  TensorLayout& layout = layouts_[array_of(tensor)];
  layout.order = order;
  layout.channels = channels;
}

void PlanesModel::add_flattened(const std::string& name, std::size_t channels, bool by_square) {
  PlanesLayer& layer = add_dense(name);
  layer.inputs = kBoard * padded_channels(channels);
  set_layout(name + ".weights", by_square ? TensorLayout::Order::BySquare : TensorLayout::Order::ByChannel,
             channels);
}

void PlanesModel::add_encoder_layers(const std::string& name, const deep::EncoderSpec& spec) {
  if (spec.has_smolgen()) {
    add_dense(name + ".smolgen.compress");
    add_flattened(name + ".smolgen.dense1", size_of(spec.smolgen[0]), true);
    add_dense(name + ".smolgen.dense2");
  }
  for (const char* part : {".query", ".key", ".value", ".dense", ".ffn1", ".ffn2"}) add_dense(name + part);
}

void PlanesModel::add_block_layers(const deep::Block& block, bool first) {
  const std::string& name = block.name;
  switch (block.spec.kind) {
    case deep::BlockSpec::Kind::Conv:
      add_convolution(name + ".conv", block.spec.kernel, first, true);
      return;
    case deep::BlockSpec::Kind::Residual: {
      add_convolution(name + ".conv1", block.spec.kernel, false, true);
      add_convolution(name + ".conv2", block.spec.kernel, false, true);
      if (block.spec.se == 0) return;
      add_dense(name + ".se1");
      const std::size_t channels = size_of(block.outputs);
      add_dense(name + ".se2").outputs = 2 * padded_channels(channels);
      set_layout(name + ".se2.weights", TensorLayout::Order::Halves, channels);
      set_layout(name + ".se2.bias", TensorLayout::Order::Halves, channels);
      return;
    }
    case deep::BlockSpec::Kind::Embed: {
      const bool dense = block.spec.positions == deep::BlockSpec::Positions::Dense;
      if (dense) add_dense(name + ".positions");
      add_dense(name + ".embed");
      for (const char* part : {".gates.scale", ".gates.bias"})
        if (block.spec.gates) set_layout(name + part, TensorLayout::Order::Gates, size_of(block.outputs));
      if (!dense) return;
      add_dense(name + ".ffn1");
      add_dense(name + ".ffn2");
      return;
    }
    case deep::BlockSpec::Kind::Encoder:
      add_encoder_layers(name, block.spec.encoder);
      return;
  }
}

void PlanesModel::add_policy_layers() {
  const deep::PolicySpec& policy = *planes_.policy;
  switch (policy.kind) {
    case deep::PolicySpec::Kind::Classical:
      add_dense("policy.conv");
      add_flattened("policy.dense", size_of(policy.planes), false);
      return;
    case deep::PolicySpec::Kind::Convolution:
      add_convolution("policy.conv1", 3, false, false);
      add_convolution("policy.conv2", 3, false, false);
      return;
    case deep::PolicySpec::Kind::Attention:
      add_dense("policy.embed");
      for (std::size_t k = 0; k < policy.encoders.size(); ++k)
        add_encoder_layers(concat("policy.encoder", k + 1), policy.encoders[k]);
      add_dense("policy.query");
      add_dense("policy.key");
      return;
  }
}

void PlanesModel::add_head_layers(const std::string& name, int planes, const std::vector<int>& widths) {
  if (planes > 0) add_dense(name + ".conv");
  const std::size_t channels = size_of(planes > 0 ? planes : planes_.body_outputs());
  add_flattened(name + ".dense1", channels, planes_.is_attention());
  for (std::size_t k = 1; k <= widths.size(); ++k) add_dense(concat(name, ".dense", k + 1));
}

void PlanesModel::add_layers() {
  bool first = true;
  for (const deep::Block& block : deep::blocks_of(planes_)) {
    add_block_layers(block, first);
    first = false;
  }
  if (arrays_.contains("smolgen.weights")) add_dense("smolgen");
  if (planes_.policy) add_policy_layers();
  add_head_layers("value", planes_.value.planes, planes_.value.widths);
  if (planes_.moves_left)
    add_head_layers("moves_left", planes_.moves_left->planes, planes_.moves_left->widths);
}

void PlanesModel::make_arrays() {
  constexpr float kUnlimited = 1e30f;
  constexpr float kMostHalf = 65504;
  const float limit = spec_.planes->storage == deep::Storage::F16 ? kMostHalf : kUnlimited;
  const auto add = [&](std::string name, std::size_t size, std::size_t end, bool is_bias, bool is_statistic) {
    regions_.push_back({std::move(name), trained_.size(), 0, end, limit, 0, is_bias, is_statistic});
    trained_.emplace_back(size);
    return trained_.size() - 1;
  };
  for (std::size_t i = 0; i < layouts_.size(); ++i) {
    // Padding after a line of numbers stays 0; padding inside a layout has a gradient of 0.
    const bool line = layouts_[i].order == TensorLayout::Order::Plain;
    add(shapes_[i].name, layouts_[i].size(), line ? layouts_[i].numbers() : layouts_[i].size(),
        shapes_[i].role == deep::TensorShape::Role::Bias, false);
  }
  for (std::size_t i = 0; i < norms_.size(); ++i)
    norms_[i].gamma = add(concat("norm", i + 1, ".scale"), padded_channels(norms_[i].channels),
                          norms_[i].channels, false, false);
  for (std::size_t i = 0; i < norms_.size(); ++i) {
    const std::size_t size = padded_channels(norms_[i].channels);
    norms_[i].mean = add(concat("norm", i + 1, ".mean"), size, norms_[i].channels, false, true);
    norms_[i].variance = add(concat("norm", i + 1, ".variance"), size, norms_[i].channels, false, true);
  }
  if (!norms_.empty()) norm_steps_ = add("norm.steps", 1, 1, false, true);
}

void PlanesModel::initialise(std::uint64_t seed) {
  base::Random random(seed);
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    const double mean = deep::initial_mean(shapes_[i]);
    const double deviation = deep::initial_deviation(shapes_[i]);
    for (std::size_t k = 0; k < shapes_[i].size(); ++k)
      trained_[i][layouts_[i].place(k)] =
          static_cast<float>(deviation > 0 ? mean + deviation * base::bell(random) : mean);
  }
  for (const BatchNorm& norm : norms_) {
    std::fill_n(trained_[norm.gamma].data(), norm.channels, 1.0f);
    std::fill_n(trained_[norm.variance].data(), norm.channels, 1.0f);
  }
}

void PlanesModel::pack(PlanesLayer& layer) {
  const float* weights = trained_[layer.weights].data();
  const auto reserve = [](FloatArray& array, std::size_t size) {
    if (array.size() != size) array = FloatArray(size);
    return array.data();
  };
  const std::size_t outputs = layer.outputs;
  const std::size_t inputs = layer.inputs;
  switch (layer.kind) {
    case PlanesLayer::Kind::Sparse:
      kernels_.pack_sparse_conv3x3(reserve(layer.packed, kernels_.sparse_conv3x3_size(outputs, inputs)),
                                   weights, outputs, inputs);
      return;
    case PlanesLayer::Kind::Convolution:
      kernels_.pack_conv3x3(reserve(layer.packed, kernels_.conv3x3_size(outputs, inputs)), weights, outputs,
                            inputs);
      kernels_.pack_conv3x3_backward(reserve(layer.packed_backward, kernels_.conv3x3_size(inputs, outputs)),
                                     weights, outputs, inputs);
      return;
    case PlanesLayer::Kind::Dense:
      kernels_.pack_dense(reserve(layer.packed, kernels_.dense_size(outputs, inputs)), weights, outputs,
                          inputs);
      kernels_.pack_dense_backward(reserve(layer.packed_backward, kernels_.dense_size(inputs, outputs)),
                                   weights, outputs, inputs);
      return;
  }
}

void PlanesModel::refresh(int threads) {
  base::parallel_for(layers_.size(), threads, [&](std::size_t i) { pack(layers_[i]); });
}

// --- networks

Result<std::shared_ptr<const nn::Network>> PlanesModel::network(nn::Lineage lineage) const {
  const nn::ModelSpec twin = nn::float_twin(spec_);
  std::vector<nn::Tensor> tensors = nn::empty_tensors(twin);
  for (std::size_t i = 0; i < tensors.size(); ++i)
    for (std::size_t k = 0; k < shapes_[i].size(); ++k)
      tensors[i].values<float>()[k] = trained_[i][layouts_[i].place(k)];
  for (const PlanesLayer& layer : layers_) {
    if (layer.norm == PlanesLayer::kNone) continue;
    const BatchNorm& norm = norms_[layer.norm];
    const std::span<float> weights = tensors[layer.weights].values<float>();
    const std::span<float> bias = tensors[layer.bias].values<float>();
    for (std::size_t c = 0; c < norm.channels; ++c) {
      const float factor =
          trained_[norm.gamma][c] / std::sqrt(trained_[norm.variance][c] + kBatchNormEpsilon);
      const std::size_t row = weights.size() / norm.channels;
      for (std::size_t k = 0; k < row; ++k) weights[c * row + k] *= factor;
      bias[c] -= factor * trained_[norm.mean][c];
    }
  }
  const bool is_score = planes_.value.kind == deep::ValueSpec::Kind::Centipawns;
  return nn::Network::make(twin, std::move(tensors), std::move(lineage),
                           is_score ? first_win_model(spec_) : nn::kPlanesWdl);
}

Result<void> PlanesModel::load(const nn::Network& network) {
  // Files hold folded numbers, so a network fits with batch norms and without.
  const auto shape_of = [](const nn::ModelSpec& spec) {
    nn::ModelSpec shape = nn::float_twin(spec);
    if (shape.planes) shape.planes->batch_norm = false;
    return shape;
  };
  if (!(shape_of(network.spec()) == shape_of(spec_)))
    return Error{concat("the network has another shape; found\n", nn::to_text(network.spec()), "expected\n",
                        nn::to_text(spec_))};
  for (std::size_t i = 0; i < shapes_.size(); ++i)
    for (std::size_t k = 0; k < shapes_[i].size(); ++k)
      trained_[i][layouts_[i].place(k)] = static_cast<float>(network.tensors()[i].stored(k));
  for (const BatchNorm& norm : norms_) {
    std::fill_n(trained_[norm.gamma].data(), norm.channels, 1.0f);
    std::fill_n(trained_[norm.mean].data(), norm.channels, 0.0f);
    std::fill_n(trained_[norm.variance].data(), norm.channels, 1.0f - kBatchNormEpsilon);
  }
  refresh(1);
  return {};
}

}  // namespace tabia::train
