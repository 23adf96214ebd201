#include "train/gradient.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/check.h"

namespace tabia::train {
namespace {

using kernels::kLanes;
// The sums of a chunk should fit in the L2 cache.
constexpr std::size_t kChunkBytes = 768u << 10;
constexpr std::size_t kMostChunkPositions = 512;
constexpr std::size_t kLeastChunkPositions = kLongestFragment;

bool is_simple(nn::Activation activation) {
  return activation == nn::Activation::Linear || activation == nn::Activation::Relu ||
         activation == nn::Activation::Clipped || activation == nn::Activation::ClippedSquared;
}

// Requires is_simple().
kernels::FloatActivation simple(nn::Activation activation) {
  switch (activation) {
    case nn::Activation::Relu:
      return kernels::FloatActivation::Relu;
    case nn::Activation::Clipped:
      return kernels::FloatActivation::Clipped;
    case nn::Activation::ClippedSquared:
      return kernels::FloatActivation::ClippedSquared;
    default:
      return kernels::FloatActivation::Linear;
  }
}

// Sigmoid and tanh, only for real values: padding must stay 0.
void activate_smooth(nn::Activation activation, float* out, const float* in, std::size_t length) {
  for (std::size_t i = 0; i < length; ++i)
    out[i] = activation == nn::Activation::Tanh ? std::tanh(in[i]) : logistic(in[i]);
}
void activate_smooth_gradient(nn::Activation activation, float* gradient, const float* in,
                              std::size_t length) {
  for (std::size_t i = 0; i < length; ++i) {
    if (activation == nn::Activation::Tanh) {
      const float y = std::tanh(in[i]);
      gradient[i] *= 1 - y * y;
    } else {
      const float y = logistic(in[i]);
      gradient[i] *= y * (1 - y);
    }
  }
}

// The two values of each output of a dual layer: first the squares, then the clipped ones.
void activate_dual(const float* out, std::size_t count, float* in) {
  for (std::size_t o = 0; o < count; ++o) {
    in[o] = std::min(out[o] * out[o], 1.0f);
    in[count + o] = std::clamp(out[o], 0.0f, 1.0f);
  }
}
// The value as play stores it: rounded down to bytes.
float as_byte(float value, const kernels::ByteRounding& rounding) {
  return std::min(std::floor(value * rounding.steps), kernels::kMostByte) / rounding.one;
}
void activate_dual(const float* out, std::size_t count, float* in, const PlayRounding& rounding) {
  for (std::size_t o = 0; o < count; ++o) {
    in[o] = as_byte(std::min(out[o] * out[o], 1.0f), rounding.squared);
    in[count + o] = as_byte(std::clamp(out[o], 0.0f, 1.0f), rounding.clipped);
  }
}
// Adds to the slopes of the outputs what the gradient of those values contributes.
void add_dual_gradient(const float* gradient, const float* out, std::size_t count, float* slopes) {
  for (std::size_t o = 0; o < count; ++o) {
    const float squared = std::abs(out[o]) < 1 ? 2 * out[o] * gradient[o] : 0;
    const float clipped = out[o] > 0 && out[o] < 1 ? gradient[count + o] : 0;
    slopes[o] += squared + clipped;
  }
}

}  // namespace

Gradient::Gradient(const Model& model, const kernels::TrainingKernels& kernels)
    : model_(model),
      shape_(model.shape()),
      kernels_(kernels),
      maker_(model.spec(), model.features()),
      capacity_(
          std::clamp(kChunkBytes / (static_cast<std::size_t>(shape_.views) * shape_.columns * sizeof(float)),
                     kLeastChunkPositions, kMostChunkPositions)),
      sums_(capacity_ * static_cast<std::size_t>(shape_.views) * shape_.columns),
      partial_(capacity_ * kLanes),
      raw_(capacity_),
      slope_(capacity_) {
  for (std::size_t i = 0; i < array_count(shape_); ++i) arrays_.emplace_back(array_size(shape_, i));
  if (shape_.is_direct()) return;
  for (const Shape::Layer& layer : shape_.layers) {
    Values values;
    values.stride = layer.inputs;
    values.in = FloatArray(capacity_ * values.stride);
    values.gradient = FloatArray(capacity_ * values.stride);
    values.out_stride = layer.padded_outputs;
    values.out = FloatArray(capacity_ * values.out_stride);
    values.out_gradient = FloatArray(capacity_ * values.out_stride);
    values_.push_back(std::move(values));
  }
}

template <class Work>
void Gradient::in_chunks(std::span<const FragmentView> fragments, Work&& work) {
  for (std::size_t begin = 0; begin < fragments.size();) {
    std::size_t positions = 0;
    std::size_t end = begin;
    while (end < fragments.size() && (end == begin || positions + fragments[end].positions() <= capacity_))
      positions += fragments[end++].positions();
    TABIA_CHECK(positions <= capacity_, "a fragment is longer than a chunk");
    maker_.make(fragments.subspan(begin, end - begin), chunk_);
    work();
    begin = end;
  }
}

kernels::RowStream Gradient::stream() const noexcept {
  return {chunk_.stream.data(), chunk_.stream.data() + chunk_.stream.size(), views(), shape_.slice};
}

// ---- a single output directly on the first layer

void Gradient::forward_direct() {
  const float* weights = model_.used(layer_weights(0)).data();
  const std::size_t inputs = shape_.layers[0].inputs;
  std::fill_n(partial_.data(), chunk_.size() * kLanes, 0.0f);
  for (std::size_t slice = 0; slice < shape_.padded_width / shape_.slice; ++slice) {
    kernels_.gather(stream(), model_.used(kFirstWeights).data() + slice * shape_.slice * shape_.rows,
                    model_.used(kFirstBias).data() + slice * shape_.slice, sums(slice));
    for (std::size_t head = 0; head < shape_.heads; ++head) {
      const std::size_t begin = chunk_.head_begin[head];
      const std::size_t count = chunk_.head_begin[head + 1] - begin;
      if (count == 0) continue;
      for (std::size_t view = 0; view < views(); ++view)
        kernels_.output(partial_.data() + begin * kLanes,
                        sums(slice) + (begin * views() + view) * shape_.slice, views() * shape_.slice,
                        weights + head * inputs + view * shape_.half + slice * shape_.slice, shape_.slice,
                        count, simple(shape_.activation));
    }
  }
  const Shape::Layer& layer = shape_.layers[0];
  for (std::size_t head = 0; head < shape_.heads; ++head)
    for (std::size_t p = chunk_.head_begin[head]; p < chunk_.head_begin[head + 1]; ++p)
      raw_[p] = model_.used(layer_bias(0))[head * layer.padded_outputs];
  kernels_.add_lanes(raw_.data(), partial_.data(), chunk_.size());
}

void Gradient::backward_direct(std::size_t slice) {
  const float* weights = model_.used(layer_weights(0)).data();
  float* gradient = arrays_[layer_weights(0)].data();
  const std::size_t inputs = shape_.layers[0].inputs;
  for (std::size_t head = 0; head < shape_.heads; ++head) {
    const std::size_t begin = chunk_.head_begin[head];
    const std::size_t count = chunk_.head_begin[head + 1] - begin;
    if (count == 0) continue;
    for (std::size_t view = 0; view < views(); ++view) {
      const std::size_t at = head * inputs + view * shape_.half + slice * shape_.slice;
      kernels_.output_gradient(sums(slice) + (begin * views() + view) * shape_.slice, views() * shape_.slice,
                               weights + at, gradient + at, shape_.slice, slope_.data() + begin, count,
                               simple(shape_.activation));
    }
  }
}

// ---- dense layers

// The activated values of the first layer, slice by slice, into values_[0].in.
void Gradient::activate_first() {
  const std::size_t length = chunk_.size() * views() * shape_.slice;
  const std::size_t slices = shape_.half / shape_.slice;
  const auto& rounding = model_.rounding();
  for (std::size_t slice = 0; slice < slices; ++slice) {
    float* out = values_[0].in.data() + slice * slice_size();
    if (shape_.activation == nn::Activation::Pairwise && rounding) {
      kernels_.pairwise_bytes(out, sums(slice), sums(slice + slices), length, rounding->first);
    } else if (shape_.activation == nn::Activation::Pairwise) {
      kernels_.pairwise(out, sums(slice), sums(slice + slices), length);
    } else if (is_simple(shape_.activation)) {
      kernels_.activate(out, sums(slice), length, simple(shape_.activation));
      if (rounding) kernels_.round_to_bytes(out, length, rounding->first);
    } else {
      // Padding must stay 0.
      const std::size_t lanes = std::min(shape_.slice, shape_.width - slice * shape_.slice);
      for (std::size_t i = 0; i < length; i += shape_.slice)
        activate_smooth(shape_.activation, out + i, sums(slice) + i, lanes);
    }
  }
}

// The first dense layer, whose inputs are stored in slices: sixteen inputs at a time.
void Gradient::multiply_first() {
  const Shape::Layer& layer = shape_.layers[0];
  Values& values = values_[0];
  for (std::size_t head = 0; head < shape_.heads; ++head) {
    const std::size_t begin = chunk_.head_begin[head];
    const std::size_t count = chunk_.head_begin[head + 1] - begin;
    if (count == 0) continue;
    const float* weights = model_.transposed(0).data() + head * layer.inputs * layer.padded_outputs;
    for (std::size_t slice = 0; slice < shape_.half / shape_.slice; ++slice) {
      for (std::size_t view = 0; view < views(); ++view) {
        const float* in = values.in.data() + slice * slice_size() + (begin * views() + view) * shape_.slice;
        kernels_.multiply_add(values.out.data() + begin * values.out_stride, values.out_stride, in,
                              views() * shape_.slice, 1,
                              weights + (view * shape_.half + slice * shape_.slice) * layer.padded_outputs,
                              layer.padded_outputs, count, layer.padded_outputs, shape_.slice);
      }
    }
  }
}

void Gradient::multiply_first_back() {
  const Shape::Layer& layer = shape_.layers[0];
  Values& values = values_[0];
  for (std::size_t head = 0; head < shape_.heads; ++head) {
    const std::size_t begin = chunk_.head_begin[head];
    const std::size_t count = chunk_.head_begin[head + 1] - begin;
    if (count == 0) continue;
    const float* slopes = values.out_gradient.data() + begin * values.out_stride;
    const std::size_t weights_at = head * layer.outputs * layer.inputs;
    for (std::size_t slice = 0; slice < shape_.half / shape_.slice; ++slice) {
      for (std::size_t view = 0; view < views(); ++view) {
        const std::size_t at = slice * slice_size() + (begin * views() + view) * shape_.slice;
        const std::size_t column = view * shape_.half + slice * shape_.slice;
        kernels_.multiply_add(arrays_[layer_weights(0)].data() + weights_at + column, layer.inputs, slopes, 1,
                              values.out_stride, values.in.data() + at, views() * shape_.slice, layer.outputs,
                              shape_.slice, count);
        kernels_.multiply_add(values.gradient.data() + at, views() * shape_.slice, slopes, values.out_stride,
                              1, model_.used(layer_weights(0)).data() + weights_at + column, layer.inputs,
                              count, shape_.slice, layer.outputs);
      }
    }
  }
}

void Gradient::forward_layers() {
  for (std::size_t slice = 0; slice < shape_.padded_width / shape_.slice; ++slice)
    kernels_.gather(stream(), model_.used(kFirstWeights).data() + slice * shape_.slice * shape_.rows,
                    model_.used(kFirstBias).data() + slice * shape_.slice, sums(slice));
  activate_first();
  const auto& rounding = model_.rounding();
  const auto dual = [&](const float* out, std::size_t count, float* in) {
    if (rounding)
      activate_dual(out, count, in, *rounding);
    else
      activate_dual(out, count, in);
  };
  const std::size_t last = shape_.layers.size() - 1;
  for (std::size_t k = 0; k <= last; ++k) {
    const Shape::Layer& layer = shape_.layers[k];
    Values& values = values_[k];
    const float* bias = model_.used(layer_bias(k)).data();
    for (std::size_t head = 0; head < shape_.heads; ++head)
      for (std::size_t p = chunk_.head_begin[head]; p < chunk_.head_begin[head + 1]; ++p)
        std::memcpy(values.out.data() + p * values.out_stride, bias + head * layer.padded_outputs,
                    layer.padded_outputs * sizeof(float));
    if (k == 0) {
      multiply_first();
    } else {
      for (std::size_t head = 0; head < shape_.heads; ++head) {
        const std::size_t begin = chunk_.head_begin[head];
        kernels_.multiply_add(values.out.data() + begin * values.out_stride, values.out_stride,
                              values.in.data() + begin * values.stride, values.stride, 1,
                              model_.transposed(k).data() + head * layer.inputs * layer.padded_outputs,
                              layer.padded_outputs, chunk_.head_begin[head + 1] - begin, layer.padded_outputs,
                              layer.inputs);
      }
    }
    if (k == last) break;
    Values& next = values_[k + 1];
    for (std::size_t p = 0; p < chunk_.size(); ++p) {
      const float* out = values.out.data() + p * values.out_stride;
      float* in = next.in.data() + p * next.stride;
      if (layer.activation == nn::Activation::Dual) {
        dual(out, layer.outputs - 1, in);
      } else if (layer.activation == nn::Activation::DualAll) {
        if (k + 1 < last) dual(out, layer.outputs, in);
        dual(out, layer.outputs, values_[last].in.data() + p * values_[last].stride + layer.collected_at);
      } else if (is_simple(layer.activation)) {
        kernels_.activate(in, out, layer.padded_outputs, simple(layer.activation));
        if (rounding) kernels_.round_to_bytes(in, layer.padded_outputs, rounding->clipped);
      } else {
        activate_smooth(layer.activation, in, out, layer.outputs);
      }
    }
  }
  for (std::size_t p = 0; p < chunk_.size(); ++p) {
    raw_[p] = values_[last].out[p * values_[last].out_stride];
    // What a dual layer passes around the others.
    const float* first_end = values_[0].out.data() + p * values_[0].out_stride + shape_.layers[0].outputs;
    if (shape_.layers[0].activation == nn::Activation::Dual) raw_[p] += first_end[-1];
    if (shape_.layers[0].activation == nn::Activation::DualAll) raw_[p] += first_end[-2] - first_end[-1];
  }
}

// The derivative of cost * |value|; 0 for padding, whose values are 0.
void Gradient::add_activation_cost(float cost) {
  const std::size_t length = chunk_.size() * views() * shape_.slice;
  for (std::size_t slice = 0; slice < shape_.half / shape_.slice; ++slice) {
    const float* in = values_[0].in.data() + slice * slice_size();
    float* gradient = values_[0].gradient.data() + slice * slice_size();
    for (std::size_t i = 0; i < length; ++i) gradient[i] += in[i] > 0 ? cost : in[i] < 0 ? -cost : 0.0f;
  }
}

// From the slopes of the output to values_[0].gradient.
void Gradient::backward_layers(double activation_cost) {
  const std::size_t last = shape_.layers.size() - 1;
  for (std::size_t p = 0; p < chunk_.size(); ++p) {
    float* gradient = values_[last].out_gradient.data() + p * values_[last].out_stride;
    std::fill_n(gradient, shape_.layers[last].padded_outputs, 0.0f);
    gradient[0] = slope_[p];
  }
  for (std::size_t k = last + 1; k-- > 0;) {
    const Shape::Layer& layer = shape_.layers[k];
    Values& values = values_[k];
    std::fill_n(values.gradient.data(), values.gradient.size(), 0.0f);
    if (k == 0 && activation_cost > 0) add_activation_cost(static_cast<float>(activation_cost));
    for (std::size_t head = 0; head < shape_.heads; ++head) {
      float* bias = arrays_[layer_bias(k)].data() + head * layer.padded_outputs;
      for (std::size_t p = chunk_.head_begin[head]; p < chunk_.head_begin[head + 1]; ++p)
        for (std::size_t o = 0; o < layer.outputs; ++o)
          bias[o] += values.out_gradient[p * values.out_stride + o];
    }
    if (k == 0) return multiply_first_back();
    for (std::size_t head = 0; head < shape_.heads; ++head) {
      const std::size_t begin = chunk_.head_begin[head];
      const std::size_t count = chunk_.head_begin[head + 1] - begin;
      const float* slopes = values.out_gradient.data() + begin * values.out_stride;
      const std::size_t weights_at = head * layer.outputs * layer.inputs;
      kernels_.multiply_add(arrays_[layer_weights(k)].data() + weights_at, layer.inputs, slopes, 1,
                            values.out_stride, values.in.data() + begin * values.stride, values.stride,
                            layer.outputs, layer.inputs, count);
      kernels_.multiply_add(values.gradient.data() + begin * values.stride, values.stride, slopes,
                            values.out_stride, 1, model_.used(layer_weights(k)).data() + weights_at,
                            layer.inputs, count, layer.inputs, layer.outputs);
    }
    const Shape::Layer& before = shape_.layers[k - 1];
    Values& below = values_[k - 1];
    for (std::size_t p = 0; p < chunk_.size(); ++p) {
      const float* gradient = values.gradient.data() + p * values.stride;
      const float* out = below.out.data() + p * below.out_stride;
      float* slopes = below.out_gradient.data() + p * below.out_stride;
      std::fill_n(slopes, before.padded_outputs, 0.0f);
      if (before.activation == nn::Activation::Dual) {
        add_dual_gradient(gradient, out, before.outputs - 1, slopes);
        slopes[before.outputs - 1] = slope_[p];
      } else if (before.activation == nn::Activation::DualAll) {
        if (k < last) add_dual_gradient(gradient, out, before.outputs, slopes);
        add_dual_gradient(values_[last].gradient.data() + p * values_[last].stride + before.collected_at, out,
                          before.outputs, slopes);
        if (k == 1) {
          slopes[before.outputs - 2] += slope_[p];
          slopes[before.outputs - 1] -= slope_[p];
        }
      } else {
        std::memcpy(slopes, gradient, before.outputs * sizeof(float));
        if (is_simple(before.activation))
          kernels_.activate_gradient(slopes, out, before.padded_outputs, simple(before.activation));
        else
          activate_smooth_gradient(before.activation, slopes, out, before.outputs);
      }
    }
  }
}

// Turns the sums of a slice into their gradients, given those of the activated values.
void Gradient::first_gradient(std::size_t slice) {
  const std::size_t length = chunk_.size() * views() * shape_.slice;
  const std::size_t slices = shape_.half / shape_.slice;
  if (shape_.activation == nn::Activation::Pairwise) {
    if (slice < slices)
      kernels_.pairwise_gradient(sums(slice), sums(slice + slices),
                                 values_[0].gradient.data() + slice * slice_size(), length);
    return;
  }
  float* gradient = values_[0].gradient.data() + slice * slice_size();
  if (is_simple(shape_.activation)) {
    kernels_.activate_gradient(gradient, sums(slice), length, simple(shape_.activation));
  } else {
    const std::size_t lanes = std::min(shape_.slice, shape_.width - slice * shape_.slice);
    for (std::size_t i = 0; i < length; i += shape_.slice)
      activate_smooth_gradient(shape_.activation, gradient + i, sums(slice) + i, lanes);
  }
  std::memcpy(sums(slice), gradient, length * sizeof(float));
}

// ---- both

void Gradient::forward() {
  if (shape_.is_direct())
    forward_direct();
  else
    forward_layers();
  // The piece-square part: the head's own column, half the difference of the views.
  for (std::size_t slice = shape_.padded_width / shape_.slice; slice < shape_.columns / shape_.slice;
       ++slice) {
    kernels_.gather(stream(), model_.used(kFirstWeights).data() + slice * shape_.slice * shape_.rows,
                    model_.used(kFirstBias).data() + slice * shape_.slice, sums(slice));
    for (std::size_t lane = 0; lane < shape_.slice; ++lane) {
      const std::size_t head = slice * shape_.slice - shape_.padded_width + lane;
      if (head >= shape_.heads) break;
      for (std::size_t p = chunk_.head_begin[head]; p < chunk_.head_begin[head + 1]; ++p) {
        const float* own = sums(slice) + p * views() * shape_.slice + lane;
        raw_[p] += views() == 2 ? (own[0] - own[shape_.slice]) / 2 : own[0];
      }
    }
  }
}

void Gradient::piece_square_gradient(std::size_t slice) {
  std::fill_n(sums(slice), chunk_.size() * views() * shape_.slice, 0.0f);
  for (std::size_t lane = 0; lane < shape_.slice; ++lane) {
    const std::size_t head = slice * shape_.slice - shape_.padded_width + lane;
    if (head >= shape_.heads) break;
    for (std::size_t p = chunk_.head_begin[head]; p < chunk_.head_begin[head + 1]; ++p) {
      float* own = sums(slice) + p * views() * shape_.slice + lane;
      own[0] = views() == 2 ? slope_[p] / 2 : slope_[p];
      if (views() == 2) own[shape_.slice] = -slope_[p] / 2;
    }
  }
}

void Gradient::backward(const Objective& objective) {
  const bool direct = shape_.is_direct();
  if (!direct) {
    backward_layers(objective.activation_cost);
  } else {
    for (std::size_t head = 0; head < shape_.heads; ++head)
      for (std::size_t p = chunk_.head_begin[head]; p < chunk_.head_begin[head + 1]; ++p)
        arrays_[layer_bias(0)][head * shape_.layers[0].padded_outputs] += slope_[p];
  }
  for (std::size_t slice = 0; slice < shape_.columns / shape_.slice; ++slice) {
    if (slice * shape_.slice >= shape_.padded_width)
      piece_square_gradient(slice);
    else if (direct)
      backward_direct(slice);
    else
      first_gradient(slice);
    kernels_.scatter(stream(), sums(slice),
                     arrays_[kFirstWeights].data() + slice * shape_.slice * shape_.rows,
                     arrays_[kFirstBias].data() + slice * shape_.slice);
  }
  // The piece-square part has no bias.
  std::fill_n(arrays_[kFirstBias].data() + shape_.padded_width, shape_.columns - shape_.padded_width, 0.0f);
}

double Gradient::add(std::span<const FragmentView> fragments, const Objective& objective) {
  double total = 0;
  in_chunks(fragments, [&] {
    forward();
    for (std::size_t p = 0; p < chunk_.size(); ++p) {
      Target<float> target = target_of<float>(chunk_.labels[p], objective.result_weight, objective.loss);
      if (chunk_.turned[p]) target = {1 - target.expected, -target.score};
      const LossValue<float> value = loss_of<float>(objective.loss, raw_[p], target);
      slope_[p] = value.slope;
      total += static_cast<double>(value.loss);
    }
    backward(objective);
  });
  return total;
}

void Gradient::record_activity() {
  activity_->on.resize(shape_.width);
  activity_->full.resize(shape_.width);
  for (std::size_t i = 0; i < shape_.width; ++i) {
    const float* lane = sums(i / shape_.slice) + i % shape_.slice;
    for (std::size_t p = 0; p < chunk_.size() * views(); ++p) {
      activity_->on[i] += lane[p * shape_.slice] > 0 ? 1 : 0;
      activity_->full[i] += lane[p * shape_.slice] >= 1 ? 1 : 0;
    }
  }
  activity_->positions += chunk_.size() * views();
}

void Gradient::evaluate(std::span<const FragmentView> fragments, const Objective& objective,
                        const Visit& visit) {
  in_chunks(fragments, [&] {
    forward();
    if (activity_) record_activity();
    for (std::size_t p = 0; p < chunk_.size(); ++p) {
      Evaluated found;
      found.raw = chunk_.turned[p] ? -raw_[p] : raw_[p];
      found.label = chunk_.labels[p];
      found.pieces = chunk_.pieces[p];
      const auto target = target_of<double>(found.label, objective.result_weight, objective.loss);
      found.loss = loss_of<double>(objective.loss, static_cast<double>(found.raw), target).loss;
      visit(found);
    }
  });
}

std::unique_ptr<GradientSums> Model::make_gradient() const { return std::make_unique<Gradient>(*this); }

std::uint64_t Model::place_in_batch(FragmentView fragment) const noexcept {
  return train::place_in_batch(features_, fragment);
}

}  // namespace tabia::train
