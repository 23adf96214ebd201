// train/model.h: the weights being trained, in the layout of the training kernels.
//
// A Model has the shape of a ModelSpec in single precision. Its arrays are padded and sliced
// (kernels/training.h); for_each_number() is the only place that knows how they correspond to the canonical
// tensors of nn/spec.h, which are used for all input and output: networks, readable checkpoints, tests.
//
// `trained` are the numbers that the optimizer updates. `used` are those that the network computes with. They
// are the same, except: with a factorizer, one more set of rows, shared by all king buckets, is added to each
// bucket (it learns from every position and so helps rare buckets; it exists only in training and is folded
// in here); with quantization-aware training, `used` are rounded to what the integers can hold, and activated
// values are rounded down as play does (rounding()).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "kernels/training.h"
#include "nn/network.h"
#include "nn/tensor.h"
#include "train/trainable.h"

namespace tabia::train {

// Sizes of the padded arrays.
struct Shape {
  struct Layer {
    std::size_t inputs = 0;   // padded
    std::size_t outputs = 0;  // true
    std::size_t padded_outputs = 0;
    nn::Activation activation = nn::Activation::Linear;
    std::size_t collected_at = 0;  // dual-all: where its values start among the inputs of the last layer
  };

  int views = 2;
  std::size_t heads = 1;
  std::size_t rows = 0;         // of the first layer: pieces, then threats and pawn pairs
  std::size_t piece_rows = 0;   // those of pieces
  std::size_t bucket_rows = 0;  // rows of one king bucket
  std::size_t width = 0;        // actual width of the accumulator
  std::size_t padded_width = 0;
  std::size_t slice = 0;    // columns stored together (kernels/training.h)
  std::size_t columns = 0;  // padded width plus, after it, the piece-square part
  std::size_t half = 0;     // activated values of one view, padded
  std::size_t true_half = 0;
  bool piece_square = false;
  nn::Activation activation = nn::Activation::Linear;
  std::vector<Layer> layers;

  [[nodiscard]] static Shape of(const nn::ModelSpec& spec);
  // Where a number of the first layer is stored.
  [[nodiscard]] std::size_t place_of(std::size_t row, std::size_t column) const noexcept {
    return column / slice * slice * rows + row * slice + column % slice;
  }
  // One output layer on values that don't depend on their neighbors: no matrices are needed.
  [[nodiscard]] bool is_direct() const noexcept;
};

// Indices of the arrays; the factorizer, if there is one, comes last.
inline constexpr std::size_t kFirstWeights = 0;
inline constexpr std::size_t kFirstBias = 1;
[[nodiscard]] constexpr std::size_t layer_weights(std::size_t layer) noexcept { return 2 + 2 * layer; }
[[nodiscard]] constexpr std::size_t layer_bias(std::size_t layer) noexcept { return 3 + 2 * layer; }
[[nodiscard]] inline std::size_t array_count(const Shape& shape) noexcept {
  return 2 + 2 * shape.layers.size();
}
[[nodiscard]] std::size_t array_size(const Shape& shape, std::size_t array) noexcept;

// Calls visit(tensor, number, array, place) for every number of the canonical tensors.
template <class Visitor>
void for_each_number(const nn::ModelSpec& spec, const Shape& shape, Visitor&& visit);

// How play rounds activated values if the layers are byte layers: down.
struct PlayRounding {
  kernels::ByteRounding first;    // after the accumulator
  kernels::ByteRounding clipped;  // after a layer; of a dual layer the second half
  kernels::ByteRounding squared;  // the first half
};
// Nothing if the spec's layers aren't byte layers.
[[nodiscard]] std::optional<PlayRounding> play_rounding(const nn::ModelSpec& spec);

enum class Initialisation { Zero, Constant, Xavier, He };

struct ModelOptions {
  bool factoriser = false;
  bool quantisation_aware = false;
  // Not He: with He the first layer's sums start so wide that most clipped activations are saturated, and the
  // weights of rare features remain the noise they started as. Measured in docs/training.md.
  Initialisation first = Initialisation::Xavier;
  Initialisation layers = Initialisation::He;
  double constant = 0.01;
  // Piece values in the piece-square part (or 0 everywhere).
  bool material_piece_square = true;
  double first_limit = 1.98;  // for the accumulator's weights, if the spec is in integers
  std::uint64_t seed = 1;
};

// The win model until one is fitted: it assumes that the output is the logit of the expected result.
[[nodiscard]] nn::WdlModel first_win_model(const nn::ModelSpec& spec);

class Model final : public Trainable {
 public:
  // The error says why the spec can't be trained.
  [[nodiscard]] static base::Result<std::unique_ptr<Model>> make(const nn::ModelSpec& spec,
                                                                 const ModelOptions& options);

  [[nodiscard]] const nn::FeatureSet& features() const noexcept { return features_; }
  [[nodiscard]] const Shape& shape() const noexcept { return shape_; }
  [[nodiscard]] const ModelOptions& options() const noexcept { return options_; }
  [[nodiscard]] bool has_factoriser() const noexcept override {
    return trained_.size() > array_count(shape_);
  }
  [[nodiscard]] std::size_t gradient_arrays() const noexcept override { return array_count(shape_); }
  [[nodiscard]] std::unique_ptr<GradientSums> make_gradient() const override;
  [[nodiscard]] std::uint64_t place_in_batch(FragmentView fragment) const noexcept override;
  [[nodiscard]] bool is_quantisation_aware() const noexcept override { return options_.quantisation_aware; }

  [[nodiscard]] const FloatArray& used(std::size_t array) const noexcept {
    return used_[array].size() ? used_[array] : trained_[array];
  }
  // weights of a dense layer with inputs as rows, for the forward pass: heads x inputs x padded outputs
  [[nodiscard]] const FloatArray& transposed(std::size_t layer) const noexcept { return transposed_[layer]; }

  // How activated values are rounded: as in play, if training is quantization-aware and play uses bytes.
  [[nodiscard]] const std::optional<PlayRounding>& rounding() const noexcept { return rounding_; }

  // Turns rounding of `used` and of activated values on or off. On requires a model in integers.
  void set_quantisation_aware(bool aware) override;
  // Updates `used` and `transposed` after `trained` changed.
  void refresh(int threads) override;
  // Computes the factorizer's gradient from that of the rows.
  void fold_gradient(const FloatArray& rows, FloatArray& factoriser) const override;

  // The network in single precision (nn::float_twin of the spec). Its win probability model is
  // first_win_model(); `tabia net fit-wdl` fits a better one.
  [[nodiscard]] base::Result<std::shared_ptr<const nn::Network>> network(
      nn::Lineage lineage = {}) const override;
  // The canonical tensors filled from any set of arrays of this shape.
  [[nodiscard]] std::vector<nn::Tensor> tensors_from(const std::vector<FloatArray>& arrays) const;
  // Copies the weights of a network whose spec, or whose float twin, is that of this model. The factorizer
  // takes its share of the sums. A model can also grow from a smaller network: threats and pawn pairs, which
  // start at 0; king buckets that divide the network's, each starting with the rows of the one it is part of;
  // other layers after the same accumulator, a "pairwise" accumulator twice as wide as a "screlu" one, a new
  // piece-square part. A "dual" first layer then passes the network's single output straight to
  // the result, so that the model starts as good (with pairs: nearly as good) as the network. The error says
  // how the specs differ.
  [[nodiscard]] base::Result<void> load(const nn::Network& network) override;

 private:
  Model(nn::ModelSpec spec, nn::FeatureSet features, ModelOptions options);
  void make_regions();
  void add_first_regions(Region region, bool relations);
  void share_rows();
  void add_inputs_to(const nn::Network& network);
  void grow_from(const nn::Network& network, bool pairs);
  void keep_output(const nn::Network& network);
  void initialise();

  nn::FeatureSet features_;
  ModelOptions options_;
  Shape shape_;
  std::vector<FloatArray> used_;  // empty if it is the same as trained_
  std::vector<FloatArray> transposed_;
  std::optional<PlayRounding> rounding_;
};

template <class Visitor>
void for_each_number(const nn::ModelSpec& spec, const Shape& shape, Visitor&& visit) {
  std::size_t tensor = 0;
  const auto visit_rows = [&](std::size_t begin, std::size_t end, std::size_t first_column,
                              std::size_t columns) {
    for (std::size_t row = begin; row < end; ++row)
      for (std::size_t column = 0; column < columns; ++column)
        visit(tensor, (row - begin) * columns + column, kFirstWeights,
              shape.place_of(row, first_column + column));
    ++tensor;
  };
  visit_rows(0, shape.piece_rows, 0, shape.width);
  for (std::size_t column = 0; column < shape.width; ++column) visit(tensor, column, kFirstBias, column);
  ++tensor;
  if (spec.piece_square) visit_rows(0, shape.piece_rows, shape.padded_width, shape.heads);
  if (shape.rows > shape.piece_rows) {
    visit_rows(shape.piece_rows, shape.rows, 0, shape.width);
    if (spec.piece_square) visit_rows(shape.piece_rows, shape.rows, shape.padded_width, shape.heads);
  }
  for (std::size_t k = 0; k < shape.layers.size(); ++k) {
    const Shape::Layer& layer = shape.layers[k];
    const auto inputs = static_cast<std::size_t>(spec.inputs_of_layer(k));
    // After the accumulator each view is padded separately; after a dual layer the values are contiguous.
    const std::size_t part = k == 0 ? shape.true_half : inputs;
    const std::size_t padded_part = k == 0 ? shape.half : layer.inputs;
    for (std::size_t row = 0; row < shape.heads * layer.outputs; ++row)
      for (std::size_t input = 0; input < inputs; ++input)
        visit(tensor, row * inputs + input, layer_weights(k),
              row * layer.inputs + input / part * padded_part + input % part);
    ++tensor;
    for (std::size_t head = 0; head < shape.heads; ++head)
      for (std::size_t o = 0; o < layer.outputs; ++o)
        visit(tensor, head * layer.outputs + o, layer_bias(k), head * layer.padded_outputs + o);
    ++tensor;
  }
}

}  // namespace tabia::train
