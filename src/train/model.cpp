#include "train/model.h"

#include <algorithm>
#include <cmath>

#include "base/block.h"
#include "base/random.h"
#include "base/text.h"
#include "base/threads.h"
#include "chess/types.h"
#include "nn/network_parts.h"
#include "nn/quantise.h"
#include "nn/relations.h"

namespace tabia::train {
namespace {

using base::concat;
using base::Error;
using base::Result;

using kernels::kLanes;

std::size_t padded(std::size_t size, std::size_t step = kLanes) { return base::rounded_up(size, step); }

// Wide slices mean fewer passes over the lists of rows; narrow ones stay in a closer cache
// (docs/performance.md).
constexpr std::size_t kWidestSlice = 64;
// Rows active at a time: the fan-in for scaling first-layer weights.
constexpr double kActiveRows = 32;
// Pawn to queen, for the piece-square part, in units in which the output 1.0 is eval_scale.
constexpr double kPieceValues[] = {100, 320, 330, 500, 950, 0};

}  // namespace

Shape Shape::of(const nn::ModelSpec& spec) {
  Shape shape;
  const nn::FeatureSet features = spec.features.make().value();
  shape.views = spec.perspective ? 2 : 1;
  shape.heads = static_cast<std::size_t>(spec.output.heads);
  shape.piece_rows = features.rows();
  shape.rows = shape.piece_rows;
  if (spec.features.relations.any()) shape.rows += nn::RelationSet(spec.features.relations).rows();
  shape.bucket_rows = features.bucket_rows();
  shape.width = static_cast<std::size_t>(spec.accumulator.width);
  shape.activation = spec.accumulator.activation;
  shape.true_half = shape.activation == nn::Activation::Pairwise ? shape.width / 2 : shape.width;
  shape.half = padded(shape.true_half);
  shape.padded_width = shape.activation == nn::Activation::Pairwise ? 2 * shape.half : shape.half;
  shape.slice = shape.half % kWidestSlice == 0   ? kWidestSlice
                : shape.half % (2 * kLanes) == 0 ? 2 * kLanes
                                                 : kLanes;
  shape.piece_square = spec.piece_square;
  shape.columns = shape.padded_width + (spec.piece_square ? padded(shape.heads, shape.slice) : 0);
  std::size_t collected = 0;
  for (std::size_t k = 0; k < spec.layers.size(); ++k) {
    Layer layer;
    layer.inputs = k == 0 ? static_cast<std::size_t>(shape.views) * shape.half
                          : padded(static_cast<std::size_t>(spec.inputs_of_layer(k)));
    layer.outputs = static_cast<std::size_t>(spec.layers[k].width);
    layer.padded_outputs = padded(layer.outputs);
    layer.activation = spec.layers[k].activation;
    if (layer.activation == nn::Activation::DualAll) {
      layer.collected_at = collected;
      collected += 2 * layer.outputs;
    }
    shape.layers.push_back(layer);
  }
  return shape;
}

bool Shape::is_direct() const noexcept {
  return layers.size() == 1 &&
         (activation == nn::Activation::Linear || activation == nn::Activation::Relu ||
          activation == nn::Activation::Clipped || activation == nn::Activation::ClippedSquared);
}

std::size_t array_size(const Shape& shape, std::size_t array) noexcept {
  if (array == kFirstWeights) return shape.rows * shape.columns;
  if (array == kFirstBias) return shape.columns;
  if (array >= array_count(shape)) return shape.bucket_rows * shape.columns;
  const Shape::Layer& layer = shape.layers[(array - 2) / 2];
  return array % 2 == 0 ? shape.heads * layer.outputs * layer.inputs : shape.heads * layer.padded_outputs;
}

Model::Model(nn::ModelSpec spec, nn::FeatureSet features, ModelOptions options)
    : Trainable(std::move(spec)), features_(features), options_(options), shape_(Shape::of(spec_)) {
  const std::size_t arrays = array_count(shape_) + (options_.factoriser ? 1 : 0);
  for (std::size_t i = 0; i < arrays; ++i) trained_.emplace_back(array_size(shape_, i));
  used_.resize(arrays);
  if (!shape_.is_direct()) {
    for (const Shape::Layer& layer : shape_.layers)
      transposed_.emplace_back(shape_.heads * layer.inputs * layer.padded_outputs);
  }
  make_regions();
}

std::optional<PlayRounding> play_rounding(const nn::ModelSpec& spec) {
  if (spec.layers.front().storage != nn::Storage::I8) return std::nullopt;
  const nn::ByteTransform transform = nn::byte_transform(spec.accumulator);
  const auto one = static_cast<float>(nn::byte_one(spec.arithmetic));
  const auto scale = static_cast<float>(spec.accumulator.scale);
  const bool product = spec.accumulator.activation != nn::Activation::Clipped;
  return PlayRounding{
      .first = {.limit = static_cast<float>(transform.limit) / scale,
                .steps = (product ? scale * scale : scale) / static_cast<float>(1 << transform.shift),
                .one = one},
      .clipped = {.limit = 1, .steps = one, .one = one},
      // Squares are divided by 128 whatever the byte for 1.0.
      .squared = {.limit = 1, .steps = one * one / 128, .one = one}};
}

Result<std::unique_ptr<Model>> Model::make(const nn::ModelSpec& spec, const ModelOptions& options) {
  if (auto good = nn::check_spec(spec); !good) return good.error();
  if (spec.planes) return Error{"body: this way of training is not for networks over planes"};
  if (auto good = nn::check_spec(nn::float_twin(spec)); !good) return good.error().inside("float twin");
  const auto features = spec.features.make();
  if (!features) return features.error();
  const bool relations = spec.features.relations.any();
  const std::size_t rows =
      features->rows() + (relations ? nn::RelationSet(spec.features.relations).rows() : 0);
  if (rows >= 65536) {
    return Error{concat("features: found ", rows, " inputs, training needs fewer than 65536",
                        relations ? " (\"768-mirrored\" with the threats of \"stockfish-19\" has)" : "")};
  }
  if (relations && options.factoriser)
    return Error{"`factoriser`: can't be combined with threats or pawn pairs"};
  if (spec.accumulator.activation == nn::Activation::Pairwise && spec.accumulator.width % 32 != 0)
    return Error{concat("accumulator: found width ", spec.accumulator.width,
                        ", training with pairwise needs a multiple of 32")};
  if (options.factoriser && features->bucket_count() < 2)
    return Error{"`factoriser`: these features have only one king bucket, so there is nothing to share"};
  if (options.quantisation_aware && !spec.is_quantised())
    return Error{"quantisation_aware: the model is in floating point"};
  std::unique_ptr<Model> model(new Model(spec, *features, options));
  model->initialise();
  model->set_quantisation_aware(options.quantisation_aware);
  return model;
}

// The limits are what the integers of the target can hold; see docs/training.md.
void Model::make_regions() {
  const std::vector<nn::TensorSpec> tensors = nn::tensors_of(spec_);
  const bool quantised = spec_.is_quantised();
  constexpr float kUnlimited = 1e30f;
  const auto limit_of = [&](const nn::TensorSpec& tensor) {
    switch (tensor.storage) {
      case nn::Storage::I8:
        return static_cast<float>(127 / tensor.scale);
      case nn::Storage::I16:
        // A weight after the accumulator times the largest sum must fit in 16 bits: the fast path in play
        // needs it.
        if (tensor.name != "accumulator.weights" && tensor.name != "accumulator.bias")
          return static_cast<float>(32767 / tensor.scale / spec_.accumulator.scale);
        return static_cast<float>(options_.first_limit);
      case nn::Storage::I32:
      case nn::Storage::F16:
      case nn::Storage::F32:
        break;
    }
    return kUnlimited;
  };
  const std::size_t first_end = shape_.padded_width * shape_.rows;
  for (const nn::TensorSpec& tensor : tensors) {
    Region region{tensor.name, 0, 0, 0, limit_of(tensor), quantised ? static_cast<float>(tensor.scale) : 0,
                  false};
    region.is_bias = tensor.name.ends_with(".bias");
    const bool first = tensor.name == "accumulator.weights" || tensor.name == "piece_square";
    const bool of_relations = tensor.name.starts_with("relations.");
    if (of_relations || (first && shape_.rows > shape_.piece_rows)) {
      region.array = kFirstWeights;
      region.begin = tensor.name.ends_with("piece_square") ? first_end : 0;
      region.end = tensor.name.ends_with("piece_square") ? array_size(shape_, kFirstWeights) : first_end;
      add_first_regions(region, of_relations);
      continue;
    }
    if (tensor.name == "accumulator.weights") {
      region.array = kFirstWeights;
      region.end = first_end;
    } else if (tensor.name == "accumulator.bias") {
      region.array = kFirstBias;
      region.end = shape_.padded_width;
    } else if (tensor.name == "piece_square") {
      region.array = kFirstWeights;
      region.begin = first_end;
      region.end = array_size(shape_, kFirstWeights);
    } else {
      const auto layer = static_cast<std::size_t>(tensor.name[5] - '1');
      region.array = region.is_bias ? layer_bias(layer) : layer_weights(layer);
      region.end = array_size(shape_, region.array);
    }
    // The sum of a row and its factorizer row must stay within the limit.
    const bool shared = options_.factoriser && region.array == kFirstWeights;
    if (shared) region.limit /= 2;
    regions_.push_back(region);
    if (!shared) continue;
    region.name += ".factoriser";
    region.array = array_count(shape_);
    region.begin = region.begin / shape_.rows * shape_.bucket_rows;
    region.end = region.end / shape_.rows * shape_.bucket_rows;
    regions_.push_back(region);
  }
}

// The rows of the pieces, or of the relations, in each slice of these columns.
void Model::add_first_regions(Region region, bool relations) {
  const std::size_t first = (relations ? shape_.piece_rows : 0) * shape_.slice;
  const std::size_t count = (relations ? shape_.rows - shape_.piece_rows : shape_.piece_rows) * shape_.slice;
  const std::size_t end = region.end;
  for (std::size_t slice = region.begin; slice < end; slice += shape_.rows * shape_.slice) {
    region.begin = slice + first;
    region.end = region.begin + count;
    regions_.push_back(region);
  }
}

void Model::initialise() {
  const std::vector<nn::TensorSpec> tensors = nn::tensors_of(spec_);
  base::Random random(options_.seed);
  const auto deviation_of = [&](const nn::TensorSpec& tensor) {
    const bool first = tensor.name == "accumulator.weights";
    const double fan_in =
        first ? std::min(kActiveRows, static_cast<double>(tensor.rows)) : static_cast<double>(tensor.columns);
    const auto fan_out = static_cast<double>(first ? tensor.columns : tensor.rows / shape_.heads);
    switch (first ? options_.first : options_.layers) {
      case Initialisation::He:
        return std::sqrt(2 / fan_in);
      case Initialisation::Xavier:
        return std::sqrt(2 / (fan_in + fan_out));
      case Initialisation::Zero:
      case Initialisation::Constant:
        break;
    }
    return 0.0;
  };
  for_each_number(
      spec_, shape_, [&](std::size_t tensor, std::size_t number, std::size_t array, std::size_t place) {
        const nn::TensorSpec& spec = tensors[tensor];
        double value = 0;
        if (spec.name == "piece_square" || spec.name.starts_with("relations.")) {
          // Rows are ordered by plane; which piece a plane stands for depends on the features, so only the
          // own view of 768 is filled. Relations start without effect: their value is learned on top of the
          // value of the pieces, and rows that are hardly ever active stay small.
          value = 0;
        } else if (!spec.name.ends_with(".bias")) {
          const bool first = spec.name == "accumulator.weights";
          const double deviation = deviation_of(spec);
          const bool constant = (first ? options_.first : options_.layers) == Initialisation::Constant;
          value = constant ? options_.constant : deviation == 0 ? 0 : deviation * base::bell(random);
          // All heads start the same, so that each benefits from what the others learned.
          const std::size_t per_head = spec.size() / shape_.heads;
          if (!first && number >= per_head) {
            const std::size_t layer = (array - 2) / 2;
            const std::size_t stride = shape_.layers[layer].outputs * shape_.layers[layer].inputs;
            trained_[array][place] = trained_[array][place % stride];
            return;
          }
        }
        trained_[array][place] = static_cast<float>(value);
      });
  if (spec_.piece_square && options_.material_piece_square) {
    // In each view own pieces count positively and the other side's negatively.
    for (int view = 0; view < shape_.views; ++view) {
      const auto perspective = static_cast<chess::Color>(view);
      for (int king = 0; king < 64; ++king) {
        const nn::FeatureContext context = features_.context(perspective, static_cast<chess::Square>(king));
        for (int square = 0; square < 64; ++square) {
          for (const chess::Color color : {chess::Color::White, chess::Color::Black}) {
            for (const chess::PieceType type : chess::kPieceTypes) {
              const chess::Piece piece = chess::make_piece(color, type);
              if (!features_.has_input(piece)) continue;
              const std::uint32_t row =
                  features_.index(perspective, context, piece, static_cast<chess::Square>(square));
              const double value = kPieceValues[static_cast<std::size_t>(type)] / spec_.output.eval_scale *
                                   (color == perspective ? 1 : -1);
              for (std::size_t head = 0; head < shape_.heads; ++head) {
                const std::size_t column = shape_.padded_width + head;
                trained_[kFirstWeights][shape_.place_of(row, column)] = static_cast<float>(value);
              }
            }
          }
        }
      }
    }
  }
}

void Model::set_quantisation_aware(bool aware) {
  options_.quantisation_aware = aware;
  rounding_ = aware ? play_rounding(spec_) : std::nullopt;
  for (std::size_t i = 0; i < array_count(shape_); ++i) {
    const bool apart = aware || (options_.factoriser && i == kFirstWeights);
    used_[i] = apart ? FloatArray(array_size(shape_, i)) : FloatArray();
  }
  refresh(1);
}

void Model::refresh(int threads) {
  const std::size_t slices = shape_.columns / shape_.slice;
  if (options_.factoriser) {
    base::parallel_for(slices, threads, [&](std::size_t slice) {
      const float* shared = trained_.back().data() + slice * shape_.slice * shape_.bucket_rows;
      const float* own = trained_[kFirstWeights].data() + slice * shape_.slice * shape_.rows;
      float* sum = used_[kFirstWeights].data() + slice * shape_.slice * shape_.rows;
      const std::size_t period = shape_.bucket_rows * shape_.slice;
      for (std::size_t begin = 0; begin < shape_.rows * shape_.slice; begin += period)
        for (std::size_t i = 0; i < period; ++i) sum[begin + i] = own[begin + i] + shared[i];
    });
  }
  if (options_.quantisation_aware) {
    for (const Region& region : regions_) {
      if (region.array >= array_count(shape_)) continue;
      const bool folded = options_.factoriser && region.array == kFirstWeights;
      const float* from = folded ? used_[region.array].data() : trained_[region.array].data();
      float* to = used_[region.array].data();
      for (std::size_t i = region.begin; i < region.end; ++i)
        to[i] = std::nearbyint(from[i] * region.grid) / region.grid;
    }
  }
  for (std::size_t k = 0; k < transposed_.size(); ++k) {
    const Shape::Layer& layer = shape_.layers[k];
    const float* from = used(layer_weights(k)).data();
    float* to = transposed_[k].data();
    for (std::size_t head = 0; head < shape_.heads; ++head)
      for (std::size_t o = 0; o < layer.outputs; ++o)
        for (std::size_t i = 0; i < layer.inputs; ++i)
          to[(head * layer.inputs + i) * layer.padded_outputs + o] =
              from[(head * layer.outputs + o) * layer.inputs + i];
  }
}

void Model::fold_gradient(const FloatArray& rows, FloatArray& factoriser) const {
  const std::size_t period = shape_.bucket_rows * shape_.slice;
  for (std::size_t slice = 0; slice < shape_.columns / shape_.slice; ++slice) {
    const float* from = rows.data() + slice * shape_.slice * shape_.rows;
    float* to = factoriser.data() + slice * period;
    for (std::size_t begin = 0; begin < shape_.rows * shape_.slice; begin += period)
      for (std::size_t i = 0; i < period; ++i) to[i] += from[begin + i];
  }
}

std::vector<nn::Tensor> Model::tensors_from(const std::vector<FloatArray>& arrays) const {
  std::vector<nn::Tensor> tensors = nn::empty_tensors(nn::float_twin(spec_));
  for_each_number(spec_, shape_,
                  [&](std::size_t tensor, std::size_t number, std::size_t array, std::size_t place) {
                    tensors[tensor].values<float>()[number] = arrays[array][place];
                  });
  return tensors;
}

nn::WdlModel first_win_model(const nn::ModelSpec& spec) {
  // In the data we know, half of the games are won at an expected result of about 69%: a logit of 0.8.
  constexpr double kEvenChance = 0.8;
  constexpr double kSpread = 0.25;
  nn::WdlModel wdl;
  wdl.a = {0, 0, 0, std::max(kEvenChance * spec.output.eval_scale, 1.0)};
  wdl.b = {0, 0, 0, std::max(kSpread * spec.output.eval_scale, 1.0)};
  return wdl;
}

Result<std::shared_ptr<const nn::Network>> Model::network(nn::Lineage lineage) const {
  std::vector<nn::Tensor> tensors = nn::empty_tensors(nn::float_twin(spec_));
  for_each_number(spec_, shape_,
                  [&](std::size_t tensor, std::size_t number, std::size_t array, std::size_t place) {
                    tensors[tensor].values<float>()[number] = used(array)[place];
                  });
  return nn::Network::make(nn::float_twin(spec_), std::move(tensors), std::move(lineage),
                           first_win_model(spec_));
}

namespace {

// For each king bucket of `fine`, the bucket of `coarse` that contains its squares; empty if there is none.
std::vector<std::size_t> coarse_buckets(const nn::FeatureSpec& coarse, const nn::FeatureSpec& fine) {
  constexpr auto kKings = nn::FeatureSpec::Kind::KingBuckets;
  if (coarse.kind != kKings || fine.kind != kKings || coarse.mirrored != fine.mirrored) return {};
  const std::size_t count = std::size_t{1} + *std::max_element(fine.buckets.begin(), fine.buckets.end());
  constexpr std::size_t kUnknown = chess::kSquareCount;
  std::vector<std::size_t> found(count, kUnknown);
  for (std::size_t square = 0; square < fine.buckets.size(); ++square) {
    std::size_t& bucket = found[fine.buckets[square]];
    if (bucket != kUnknown && bucket != coarse.buckets[square]) return {};
    bucket = coarse.buckets[square];
  }
  return found;
}

// How the first layer of a model can be derived from a network of another shape.
enum class Growth { None, Inputs, Layers, Pairs };

// Inputs: threats or pawn pairs in addition, or king buckets divided further. Layers: the same accumulator
// followed by other layers. Pairs: the squares of a clipped accumulator become products of two halves that
// start nearly the same. In the last two cases the piece-square part may be new. The output must mean the
// same.
Growth growth_between(const nn::ModelSpec& network, const nn::ModelSpec& model) {
  nn::ModelSpec grown = network;
  if (!network.features.relations.any()) grown.features.relations = model.features.relations;
  if (!coarse_buckets(network.features, model.features).empty())
    grown.features.buckets = model.features.buckets;
  if (grown == model) return Growth::Inputs;
  grown.features = network.features;
  grown.layers = model.layers;
  if (!network.piece_square) grown.piece_square = model.piece_square;
  if (grown == model) return Growth::Layers;
  const bool squares = network.accumulator.activation == nn::Activation::ClippedSquared;
  grown.accumulator.activation = nn::Activation::Pairwise;
  grown.accumulator.width *= 2;
  return squares && grown == model ? Growth::Pairs : Growth::None;
}

const nn::Tensor* tensor_named(const nn::Network& network, const std::string& name) {
  const auto& tensors = network.tensors();
  const auto found = std::find_if(tensors.begin(), tensors.end(),
                                  [&](const nn::Tensor& tensor) { return tensor.spec().name == name; });
  return found == tensors.end() ? nullptr : &*found;
}

float true_value(const nn::Tensor& tensor, std::size_t number) {
  return static_cast<float>(tensor.stored(number) / tensor.spec().scale);
}

}  // namespace

Result<void> Model::load(const nn::Network& network) {
  const nn::ModelSpec own = nn::float_twin(spec_);
  const nn::ModelSpec other = nn::float_twin(network.spec());
  if (!(other == own)) {
    const Growth growth = growth_between(other, own);
    if (growth == Growth::None) {
      return Error{concat("the network has another shape; found\n", nn::to_text(network.spec()), "expected\n",
                          nn::to_text(spec_), "or one it can grow from (docs/training.md)\n")};
    }
    if (growth == Growth::Inputs)
      add_inputs_to(network);
    else
      grow_from(network, growth == Growth::Pairs);
  } else {
    for (FloatArray& array : trained_) std::fill_n(array.data(), array.size(), 0.0f);
    for_each_number(spec_, shape_,
                    [&](std::size_t tensor, std::size_t number, std::size_t array, std::size_t place) {
                      trained_[array][place] = true_value(network.tensors()[tensor], number);
                    });
  }
  if (options_.factoriser) share_rows();
  refresh(1);
  return {};
}

// Relations start at 0, and each king bucket starts with the rows of the network's bucket that contains it,
// so that the model starts as good as the network.
void Model::add_inputs_to(const nn::Network& network) {
  const std::vector<nn::TensorSpec> names = nn::tensors_of(spec_);
  const std::vector<std::size_t> coarse = coarse_buckets(network.spec().features, spec_.features);
  std::vector<const nn::Tensor*> tensors;
  tensors.reserve(names.size());
  for (const nn::TensorSpec& name : names) tensors.push_back(tensor_named(network, name.name));
  const auto number_in_network = [&](const nn::TensorSpec& own, std::size_t i) {
    if (coarse.empty() || (own.name != "accumulator.weights" && own.name != "piece_square")) return i;
    const std::size_t bucket_size = shape_.bucket_rows * own.columns;
    return coarse[i / bucket_size] * bucket_size + i % bucket_size;
  };
  for (FloatArray& array : trained_) std::fill_n(array.data(), array.size(), 0.0f);
  for_each_number(
      spec_, shape_, [&](std::size_t tensor, std::size_t i, std::size_t array, std::size_t place) {
        if (tensors[tensor])
          trained_[array][place] = true_value(*tensors[tensor], number_in_network(names[tensor], i));
      });
}

// The halves of a pair would stay the same forever if they started the same: each weight is changed by a
// tenth of what is typical of its column, up in one half and down in the other.
void Model::grow_from(const nn::Network& network, bool pairs) {
  constexpr float kApart = 0.1f;
  for (FloatArray* array : {&trained_[kFirstWeights], &trained_[kFirstBias]})
    std::fill_n(array->data(), array->size(), 0.0f);
  if (options_.factoriser) std::fill_n(trained_.back().data(), trained_.back().size(), 0.0f);
  const std::vector<nn::TensorSpec> names = nn::tensors_of(spec_);
  const nn::Tensor& weights = *tensor_named(network, "accumulator.weights");
  const std::size_t width = weights.spec().columns;
  std::vector<double> squares(width);
  for (std::size_t i = 0; i < weights.spec().size(); ++i)
    squares[i % width] +=
        static_cast<double>(true_value(weights, i)) * static_cast<double>(true_value(weights, i));
  base::Random random(options_.seed);
  std::vector<float> moved(weights.spec().size());
  for (std::size_t i = 0; pairs && i < moved.size(); ++i)
    moved[i] =
        kApart * static_cast<float>(base::bell(random) *
                                    std::sqrt(squares[i % width] / static_cast<double>(weights.spec().rows)));

  const nn::Tensor* const piece_square = tensor_named(network, "piece_square");
  for_each_number(spec_, shape_,
                  [&](std::size_t tensor, std::size_t i, std::size_t array, std::size_t place) {
                    const std::string& name = names[tensor].name;
                    if (name == "accumulator.weights") {
                      const std::size_t columns = names[tensor].columns;
                      const std::size_t from = i / columns * width + i % columns % width;
                      trained_[array][place] =
                          true_value(weights, from) + (i % columns < width ? moved[from] : -moved[from]);
                    } else if (name == "accumulator.bias") {
                      trained_[array][place] = true_value(*tensor_named(network, name), i % width);
                    } else if (name == "piece_square" && piece_square) {
                      trained_[array][place] = true_value(*piece_square, i);
                    }
                  });
  const bool straight = spec_.layers.size() > 1 && network.spec().layers.size() == 1 &&
                        spec_.layers.front().activation == nn::Activation::Dual;
  if (straight) keep_output(network);
}

// The output of the network becomes what the first layer passes straight to the result; the last layer starts
// by adding nothing.
void Model::keep_output(const nn::Network& network) {
  const std::size_t outputs = shape_.layers.front().outputs;
  const auto inputs = static_cast<std::size_t>(spec_.inputs_of_layer(0));
  const nn::Tensor& bias = network.tensors().back();
  const nn::Tensor& weights = network.tensors()[network.tensors().size() - 2];
  for (const std::size_t array :
       {layer_weights(shape_.layers.size() - 1), layer_bias(shape_.layers.size() - 1)})
    std::fill_n(trained_[array].data(), trained_[array].size(), 0.0f);
  for_each_number(spec_, shape_, [&](std::size_t, std::size_t i, std::size_t array, std::size_t place) {
    const std::size_t row = array == layer_weights(0) ? i / inputs : i;
    if ((array != layer_weights(0) && array != layer_bias(0)) || row % outputs != outputs - 1) return;
    trained_[array][place] = array == layer_bias(0)
                                 ? true_value(bias, row / outputs)
                                 : true_value(weights, row / outputs * inputs + i % inputs);
  });
}

// A network contains only the sums. Each is split so that both parts stay within their limit of half the
// sum's, because the optimizer's first step would clip anything larger; as close to the mean of the buckets
// as that allows.
void Model::share_rows() {
  const std::size_t period = shape_.bucket_rows * shape_.slice;
  const std::size_t buckets = shape_.rows / shape_.bucket_rows;
  for (const Region& region : regions_) {
    if (region.array != kFirstWeights) continue;
    const std::size_t slice_numbers = shape_.rows * shape_.slice;
    for (std::size_t begin = region.begin; begin < region.end; begin += slice_numbers) {
      float* const own = trained_[kFirstWeights].data() + begin;
      float* const shared = trained_.back().data() + begin / shape_.rows * shape_.bucket_rows;
      for (std::size_t i = 0; i < period; ++i) {
        float least = own[i];
        float most = own[i];
        float sum = 0;
        for (std::size_t b = 0; b < buckets; ++b) {
          const float value = own[b * period + i];
          least = std::min(least, value);
          most = std::max(most, value);
          sum += value;
        }
        const float low = std::max(most - region.limit, -region.limit);
        const float high = std::min(least + region.limit, region.limit);
        const float mean = sum / static_cast<float>(buckets);
        // If the buckets are too far apart, something is clipped in any case.
        shared[i] = low <= high ? std::clamp(mean, low, high) : (low + high) / 2;
        for (std::size_t b = 0; b < buckets; ++b) own[b * period + i] -= shared[i];
      }
    }
  }
}

}  // namespace tabia::train
