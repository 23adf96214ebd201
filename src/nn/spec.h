// nn/spec.h: what a network looks like, as data with a text form.
//
// One ModelSpec describes every network that Tabia can run or train: plain MLPs and networks with incremental
// accumulators (`accumulator` and `layers`), and networks over planes (`input`, `body` and heads,
// deep/spec.h). The same text is in models/*.toml, in checkpoints and in the header of every network file.
// Only tensors_of() knows which tensors a spec has, their order and shape; allocation, initialization,
// quantization, files and `tabia net info` all follow it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "deep/spec.h"
#include "nn/features.h"
#include "nn/relations.h"

namespace tabia::nn {

enum class Activation {
  Linear,
  Relu,
  Sigmoid,
  Tanh,
  Clipped,         // "crelu": clamp(x, 0, 1)
  ClippedSquared,  // "screlu": clamp(x, 0, 1)^2
  Pairwise,        // "pairwise": clamp(first half) * clamp(second half); halves the width
  Dual,            // "dual": squares and clips all outputs but the last, which goes directly to the result
  // "dual-all": squares and clips all outputs. The last layer takes these values of every layer before it,
  // and the difference of the first layer's last two outputs goes directly to the result.
  DualAll,
};

enum class Storage { F32, I16, I8, I32, F16 };

// The exact rounding that the numbers go through.
enum class Arithmetic {
  Tabia,            // our own, described in docs/formats/network.md
  StockfishHalfkp,  // Stockfish 12 and 13
  StockfishHalfka,  // Stockfish 15.1 to 18
  Stockfish19,      // powers of two: 256 is 1.0 in the accumulator, 128 between layers
};
// The byte for 1.0 between layers of bytes. (The largest byte is 127 in any case.)
[[nodiscard]] constexpr int byte_one(Arithmetic arithmetic) noexcept {
  return arithmetic == Arithmetic::Stockfish19 ? 128 : 127;
}

// One of the feature sets of nn/features.h with its parameters.
struct FeatureSpec {
  enum class Kind { Planes, KingBuckets, Halfkp, HalfkaHm, Dense };
  Kind kind = Kind::KingBuckets;
  PlaneOrder planes;                       // for Planes
  std::array<std::uint8_t, 64> buckets{};  // for KingBuckets
  bool mirrored = false;                   // for KingBuckets
  int inputs = 0;                          // for Dense: how many plain numbers
  RelationSpec relations;                  // inputs of two pieces, in addition to those of one

  // Do the inputs come from a chess position, seen only from White's side, or from both?
  [[nodiscard]] bool is_chess() const noexcept { return kind != Kind::Dense; }
  [[nodiscard]] bool is_one_sided() const noexcept { return kind == Kind::Planes || kind == Kind::Dense; }
  [[nodiscard]] base::Result<FeatureSet> make() const;
  friend bool operator==(const FeatureSpec&, const FeatureSpec&) = default;
};

struct AccumulatorSpec {
  int width = 0;  // outputs of the first layer, for each perspective
  Activation activation = Activation::ClippedSquared;
  Storage storage = Storage::I16;
  int scale = 255;  // stored value of 1.0
  friend bool operator==(const AccumulatorSpec&, const AccumulatorSpec&) = default;
};

struct LayerSpec {
  int width = 1;
  Activation activation = Activation::Linear;
  Storage storage = Storage::I16;
  int scale = 64;  // stored value of a weight of 1.0
  friend bool operator==(const LayerSpec&, const LayerSpec&) = default;
};

struct OutputSpec {
  OutputBuckets buckets = OutputBuckets::One;
  int heads = 1;                               // how many sets of layers there are to choose from
  Activation activation = Activation::Linear;  // Linear or Tanh; also Sigmoid if the inputs aren't chess
  double eval_scale = 400;                     // evaluation units of an output of 1.0
  friend bool operator==(const OutputSpec&, const OutputSpec&) = default;
};

struct ModelSpec {
  std::string name;
  FeatureSpec features;
  bool perspective = true;    // two accumulators, the side to move's first; else one, from White's side
  bool piece_square = false;  // inputs also add directly to the output
  AccumulatorSpec accumulator;
  std::vector<LayerSpec> layers;  // the last has width 1
  OutputSpec output;
  Arithmetic arithmetic = Arithmetic::Tabia;
  // A network over planes. It has no layers; of the rest only the name is used.
  std::optional<deep::PlanesSpec> planes;

  // Networks with equal specs can use each other's weights; the name does not matter.
  friend bool operator==(const ModelSpec& a, const ModelSpec& b) {
    return a.features == b.features && a.perspective == b.perspective && a.piece_square == b.piece_square &&
           a.accumulator == b.accumulator && a.layers == b.layers && a.output == b.output &&
           a.arithmetic == b.arithmetic && a.planes == b.planes;
  }

  // Number of values that layer `index` takes; index == layers.size() gives the output width of the last
  // layer.
  [[nodiscard]] int inputs_of_layer(std::size_t index) const noexcept;
  // Index of the first layer's weights in tensors_of().
  [[nodiscard]] std::size_t first_layer_tensor() const noexcept;
  // Does the last layer take the values of all other layers (Activation::DualAll)?
  [[nodiscard]] bool is_collected() const noexcept {
    return !layers.empty() && layers.front().activation == Activation::DualAll;
  }
  // True: inference on integers with incrementally updated accumulators. False: in floating point, from
  // scratch.
  [[nodiscard]] bool is_quantised() const noexcept { return accumulator.storage == Storage::I16; }

  // The spec of a network over planes.
  [[nodiscard]] static ModelSpec over_planes(std::string name, deep::PlanesSpec planes);
};

struct TensorSpec {
  std::string name;
  std::size_t rows = 0;
  std::size_t columns = 0;
  Storage storage = Storage::F32;
  double scale = 1;  // stored value of 1.0

  [[nodiscard]] std::size_t size() const noexcept { return rows * columns; }
  [[nodiscard]] std::size_t bytes() const noexcept;
  friend bool operator==(const TensorSpec&, const TensorSpec&) = default;
};

[[nodiscard]] std::size_t bytes_of(Storage storage) noexcept;

// The tensors of a network in their canonical order:
//   accumulator.weights  inputs x width, one row for each input
//   accumulator.bias     1 x width
//   piece_square         inputs x heads, if the spec has it
//   relations.weights    inputs of two pieces x width, if there are any
//   relations.piece_square  the same x heads, if there are any and the spec has a piece-square part
//   layer<k>.weights     (heads * width) x inputs of the layer, head by head
//   layer<k>.bias        heads x width
// or those of deep::tensors_of.
// Requires a spec that check_spec accepts.
[[nodiscard]] std::vector<TensorSpec> tensors_of(const ModelSpec& spec);

// Fails with the reason if the spec can't be run.
[[nodiscard]] base::Result<void> check_spec(const ModelSpec& spec);

// Reads the text form; the error names the line or the key. The result has passed check_spec.
[[nodiscard]] base::Result<ModelSpec> parse_spec(std::string_view text);
// The text form, in canonical order; parse_spec gives the same spec back.
[[nodiscard]] std::string to_text(const ModelSpec& spec);

[[nodiscard]] std::string_view name_of(Activation activation) noexcept;
[[nodiscard]] std::string_view name_of(Storage storage) noexcept;
[[nodiscard]] std::string_view name_of(Arithmetic arithmetic) noexcept;

}  // namespace tabia::nn
