#include "train/gradient.h"

#include <algorithm>
#include <cstring>

#include "base/check.h"

namespace tabia::train {
namespace {

using nn::Activation;

constexpr std::size_t kSlice = kernels::kSlice;
// The sums of a chunk should stay in the second-level cache.
constexpr std::size_t kChunkBytes = 768u << 10;
constexpr std::size_t kMostPositions = 512;
constexpr std::size_t kLeastPositions = kLongestFragment;

bool is_simple(Activation activation) {
  return activation == Activation::Linear || activation == Activation::Relu ||
         activation == Activation::Clipped || activation == Activation::ClippedSquared;
}

// Requires is_simple().
kernels::FloatActivation simple(Activation activation) {
  switch (activation) {
    case Activation::Relu:
      return kernels::FloatActivation::Relu;
    case Activation::Clipped:
      return kernels::FloatActivation::Clipped;
    case Activation::ClippedSquared:
      return kernels::FloatActivation::ClippedSquared;
    default:
      return kernels::FloatActivation::Linear;
  }
}

// Sigmoid and tanh, for true values only: padding must stay 0.
void activate_smooth(Activation activation, float* out, const float* in, std::size_t length) {
  for (std::size_t i = 0; i < length; ++i)
    out[i] = activation == Activation::Tanh ? std::tanh(in[i]) : logistic(in[i]);
}
void activate_smooth_gradient(Activation activation, float* gradient, const float* in, std::size_t length) {
  for (std::size_t i = 0; i < length; ++i) {
    if (activation == Activation::Tanh) {
      const float y = std::tanh(in[i]);
      gradient[i] *= 1 - y * y;
    } else {
      const float y = logistic(in[i]);
      gradient[i] *= y * (1 - y);
    }
  }
}

}  // namespace

Gradient::Gradient(const Model& model)
    : model_(model),
      shape_(model.shape()),
      kernels_(kernels::active_training_kernels()),
      maker_(model.spec(), model.features()),
      capacity_(std::clamp(kChunkBytes / (shape_.stride * sizeof(float)), kLeastPositions, kMostPositions)),
      sums_(capacity_ * shape_.stride),
      raw_(capacity_),
      slope_(capacity_) {
  for (std::size_t i = 0; i < array_count(shape_); ++i) arrays_.emplace_back(array_size(shape_, i));
  if (shape_.is_direct()) return;
  for (const Shape::Layer& layer : shape_.layers) {
    Values values;
    values.stride = layer.inputs + kSlice;
    values.in = FloatArray(capacity_ * values.stride);
    values.gradient = FloatArray(capacity_ * values.stride);
    values.out_stride = layer.padded_outputs;
    values.out = FloatArray(capacity_ * values.out_stride);
    values.out_gradient = FloatArray(capacity_ * values.out_stride);
    values_.push_back(std::move(values));
  }
}

template <class Work>
void Gradient::in_chunks(std::span<const std::uint16_t* const> fragments, Work&& work) {
  for (std::size_t begin = 0; begin < fragments.size();) {
    std::size_t positions = 0;
    std::size_t end = begin;
    while (end < fragments.size() && (end == begin || positions + *fragments[end] <= capacity_))
      positions += *fragments[end++];
    TABIA_CHECK(positions <= capacity_, "a fragment is longer than a chunk");
    maker_.make(fragments.subspan(begin, end - begin), chunk_);
    work();
    begin = end;
  }
}

void Gradient::gather() {
  const kernels::RowStream stream{chunk_.stream.data(), chunk_.stream.data() + chunk_.stream.size(),
                                  shape_.views};
  const kernels::RowTable table{shape_.rows, shape_.columns, shape_.stride};
  kernels_.gather(stream, table, model_.used(kFirstWeights).data(), model_.used(kFirstBias).data(),
                  sums_.data());
}

float Gradient::piece_square(std::size_t position, std::size_t head) const noexcept {
  const float* own = sums_.data() + position * shape_.stride + shape_.padded_width + head;
  return shape_.views == 2 ? (own[0] - own[shape_.columns]) / 2 : own[0];
}

void Gradient::piece_square_gradient(std::size_t position, std::size_t head, float slope) noexcept {
  float* own = sums_of(position) + shape_.padded_width;
  const std::size_t length = shape_.columns - shape_.padded_width;
  for (int view = 0; view < shape_.views; ++view)
    std::fill_n(own + static_cast<std::size_t>(view) * shape_.columns, length, 0.0f);
  own[head] = shape_.views == 2 ? slope / 2 : slope;
  if (shape_.views == 2) own[shape_.columns + head] = -slope / 2;
}

void Gradient::forward_direct() {
  const float* weights = model_.used(layer_weights(0)).data();
  const float* bias = model_.used(layer_bias(0)).data();
  const Shape::Layer& layer = shape_.layers[0];
  for (std::size_t head = 0; head < shape_.heads; ++head) {
    const float* own = weights + head * layer.inputs;
    for (std::size_t p = chunk_.head_begin[head]; p < chunk_.head_begin[head + 1]; ++p) {
      const float* sums = sums_of(p);
      float raw = bias[head * layer.padded_outputs];
      for (std::size_t view = 0; view < static_cast<std::size_t>(shape_.views); ++view)
        raw += kernels_.output(sums + view * shape_.columns, own + view * shape_.half, shape_.half,
                               simple(shape_.activation));
      raw_[p] = raw;
    }
  }
}

void Gradient::backward_direct() {
  const float* weights = model_.used(layer_weights(0)).data();
  float* gradient = arrays_[layer_weights(0)].data();
  const Shape::Layer& layer = shape_.layers[0];
  for (std::size_t head = 0; head < shape_.heads; ++head) {
    float sum = 0;
    for (std::size_t p = chunk_.head_begin[head]; p < chunk_.head_begin[head + 1]; ++p) {
      float* sums = sums_of(p);
      sum += slope_[p];
      for (std::size_t view = 0; view < static_cast<std::size_t>(shape_.views); ++view) {
        const std::size_t at = head * layer.inputs + view * shape_.half;
        kernels_.output_gradient(sums + view * shape_.columns, weights + at, gradient + at, slope_[p],
                                 shape_.half, simple(shape_.activation));
      }
    }
    arrays_[layer_bias(0)][head * layer.padded_outputs] += sum;
  }
}

void Gradient::activate_first() {
  Values& first = values_[0];
  for (std::size_t p = 0; p < chunk_.size(); ++p) {
    for (std::size_t view = 0; view < static_cast<std::size_t>(shape_.views); ++view) {
      const float* sums = sums_of(p) + view * shape_.columns;
      float* out = first.in.data() + p * first.stride + view * shape_.half;
      if (shape_.activation == Activation::Pairwise)
        kernels_.pairwise(out, sums, shape_.half);
      else if (is_simple(shape_.activation))
        kernels_.activate(out, sums, shape_.half, simple(shape_.activation));
      else
        activate_smooth(shape_.activation, out, sums, shape_.width);
    }
  }
}

// The sums become their gradients.
void Gradient::activate_first_gradient() {
  Values& first = values_[0];
  for (std::size_t p = 0; p < chunk_.size(); ++p) {
    for (std::size_t view = 0; view < static_cast<std::size_t>(shape_.views); ++view) {
      float* sums = sums_of(p) + view * shape_.columns;
      float* gradient = first.gradient.data() + p * first.stride + view * shape_.half;
      if (shape_.activation == Activation::Pairwise) {
        kernels_.pairwise_gradient(sums, gradient, shape_.half);
        continue;
      }
      if (is_simple(shape_.activation))
        kernels_.activate_gradient(gradient, sums, shape_.half, simple(shape_.activation));
      else
        activate_smooth_gradient(shape_.activation, gradient, sums, shape_.width);
      std::memcpy(sums, gradient, shape_.half * sizeof(float));
    }
  }
}

void Gradient::forward_layers() {
  activate_first();
  const std::size_t last = shape_.layers.size() - 1;
  for (std::size_t k = 0; k <= last; ++k) {
    const Shape::Layer& layer = shape_.layers[k];
    Values& values = values_[k];
    const float* bias = model_.used(layer_bias(k)).data();
    for (std::size_t head = 0; head < shape_.heads; ++head) {
      const std::size_t begin = chunk_.head_begin[head];
      const std::size_t count = chunk_.head_begin[head + 1] - begin;
      if (count == 0) continue;
      float* out = values.out.data() + begin * values.out_stride;
      for (std::size_t p = 0; p < count; ++p)
        std::memcpy(out + p * values.out_stride, bias + head * layer.padded_outputs,
                    layer.padded_outputs * sizeof(float));
      kernels_.multiply_add(out, values.out_stride, values.in.data() + begin * values.stride, values.stride,
                            1, model_.transposed(k).data() + head * layer.inputs * layer.padded_outputs,
                            layer.padded_outputs, count, layer.padded_outputs, layer.inputs);
    }
    if (k == last) break;
    Values& next = values_[k + 1];
    for (std::size_t p = 0; p < chunk_.size(); ++p) {
      const float* out = values.out.data() + p * values.out_stride;
      float* in = next.in.data() + p * next.stride;
      if (layer.activation == Activation::Dual) {
        const std::size_t half = layer.outputs - 1;
        for (std::size_t o = 0; o < half; ++o) {
          in[o] = std::min(out[o] * out[o], 1.0f);
          in[half + o] = std::clamp(out[o], 0.0f, 1.0f);
        }
      } else if (is_simple(layer.activation)) {
        kernels_.activate(in, out, layer.padded_outputs, simple(layer.activation));
      } else {
        activate_smooth(layer.activation, in, out, layer.outputs);
      }
    }
  }
  for (std::size_t p = 0; p < chunk_.size(); ++p) {
    raw_[p] = values_[last].out[p * values_[last].out_stride];
    // What a dual layer sends past the others.
    if (shape_.layers[0].activation == Activation::Dual)
      raw_[p] += values_[0].out[p * values_[0].out_stride + shape_.layers[0].outputs - 1];
  }
}

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
    std::fill_n(values.gradient.data(), chunk_.size() * values.stride, 0.0f);
    for (std::size_t head = 0; head < shape_.heads; ++head) {
      const std::size_t begin = chunk_.head_begin[head];
      const std::size_t count = chunk_.head_begin[head + 1] - begin;
      if (count == 0) continue;
      const float* slopes = values.out_gradient.data() + begin * values.out_stride;
      const float* in = values.in.data() + begin * values.stride;
      const std::size_t weights_at = head * layer.outputs * layer.inputs;
      kernels_.multiply_add(arrays_[layer_weights(k)].data() + weights_at, layer.inputs, slopes, 1,
                            values.out_stride, in, values.stride, layer.outputs, layer.inputs, count);
      kernels_.multiply_add(values.gradient.data() + begin * values.stride, values.stride, slopes,
                            values.out_stride, 1, model_.used(layer_weights(k)).data() + weights_at,
                            layer.inputs, count, layer.inputs, layer.outputs);
      float* bias = arrays_[layer_bias(k)].data() + head * layer.padded_outputs;
      for (std::size_t p = 0; p < count; ++p)
        for (std::size_t o = 0; o < layer.outputs; ++o) bias[o] += slopes[p * values.out_stride + o];
    }
    if (k == 0) break;
    const Shape::Layer& before = shape_.layers[k - 1];
    Values& below = values_[k - 1];
    for (std::size_t p = 0; p < chunk_.size(); ++p) {
      const float* gradient = values.gradient.data() + p * values.stride;
      const float* out = below.out.data() + p * below.out_stride;
      float* slopes = below.out_gradient.data() + p * below.out_stride;
      std::fill_n(slopes, before.padded_outputs, 0.0f);
      if (before.activation == Activation::Dual) {
        const std::size_t half = before.outputs - 1;
        for (std::size_t o = 0; o < half; ++o) {
          const float squared = std::abs(out[o]) < 1 ? 2 * out[o] * gradient[o] : 0;
          const float clipped = out[o] > 0 && out[o] < 1 ? gradient[half + o] : 0;
          slopes[o] = squared + clipped;
        }
        slopes[half] = slope_[p];
      } else {
        std::memcpy(slopes, gradient, before.outputs * sizeof(float));
        if (is_simple(before.activation))
          kernels_.activate_gradient(slopes, out, before.padded_outputs, simple(before.activation));
        else
          activate_smooth_gradient(before.activation, slopes, out, before.outputs);
      }
    }
  }
  if (activation_cost > 0) {
    Values& first = values_[0];
    for (std::size_t p = 0; p < chunk_.size(); ++p) {
      float* gradient = first.gradient.data() + p * first.stride;
      for (std::size_t i = 0; i < shape_.layers[0].inputs; ++i)
        gradient[i] += static_cast<float>(activation_cost);
    }
  }
  activate_first_gradient();
}

void Gradient::forward() {
  gather();
  if (shape_.is_direct())
    forward_direct();
  else
    forward_layers();
  if (!shape_.piece_square) return;
  for (std::size_t head = 0; head < shape_.heads; ++head)
    for (std::size_t p = chunk_.head_begin[head]; p < chunk_.head_begin[head + 1]; ++p)
      raw_[p] += piece_square(p, head);
}

double Gradient::add(std::span<const std::uint16_t* const> fragments, const Objective& objective) {
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
    if (shape_.is_direct())
      backward_direct();
    else
      backward_layers(objective.activation_cost);
    if (shape_.piece_square) {
      for (std::size_t head = 0; head < shape_.heads; ++head)
        for (std::size_t p = chunk_.head_begin[head]; p < chunk_.head_begin[head + 1]; ++p)
          piece_square_gradient(p, head, slope_[p]);
    }
    const kernels::RowStream stream{chunk_.stream.data(), chunk_.stream.data() + chunk_.stream.size(),
                                    shape_.views};
    kernels_.scatter(stream, {shape_.rows, shape_.columns, shape_.stride}, sums_.data(),
                     arrays_[kFirstWeights].data(), arrays_[kFirstBias].data());
  });
  // The piece-square part has no bias.
  std::fill_n(arrays_[kFirstBias].data() + shape_.padded_width, shape_.columns - shape_.padded_width, 0.0f);
  return total;
}

void Gradient::record_activity() {
  activity_->on.resize(shape_.width);
  activity_->full.resize(shape_.width);
  for (std::size_t p = 0; p < chunk_.size(); ++p) {
    for (std::size_t view = 0; view < static_cast<std::size_t>(shape_.views); ++view) {
      const float* sums = sums_of(p) + view * shape_.columns;
      for (std::size_t i = 0; i < shape_.width; ++i) {
        activity_->on[i] += sums[i] > 0 ? 1 : 0;
        activity_->full[i] += sums[i] >= 1 ? 1 : 0;
      }
      ++activity_->positions;
    }
  }
}

void Gradient::evaluate(std::span<const std::uint16_t* const> fragments, const Visit& visit) {
  in_chunks(fragments, [&] {
    forward();
    if (activity_) record_activity();
    for (std::size_t p = 0; p < chunk_.size(); ++p)
      visit(chunk_.turned[p] ? -raw_[p] : raw_[p], chunk_.labels[p], chunk_.pieces[p]);
  });
}

}  // namespace tabia::train
