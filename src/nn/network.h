// nn/network.h: a network ready to run: its spec, its numbers, and its origin.
//
// Immutable once made, shared by std::shared_ptr<const Network>, safe from any thread. What changes during a
// search is in AccumulatorStack (nn/accumulator.h); fresh_output() evaluates one position from scratch.
// Outputs are for the side to move. Networks of plain numbers (features "dense-N") can't evaluate positions;
// use output_of().
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/score.h"
#include "deep/batch_queue.h"
#include "deep/forward.h"
#include "kernels/kernels.h"
#include "nn/features.h"
#include "nn/foreign.h"
#include "nn/output.h"
#include "nn/relations.h"
#include "nn/spec.h"
#include "nn/tensor.h"

namespace tabia::nn {

// How a network's evaluations turn into what people read: win probability 1 / (1 + exp((a - score) / b)),
// with a and b cubic polynomials in the material on the board (1, 3, 3, 5, 9 for each piece, clamped to
// 17..78, divided by 58; coefficients from the highest power down). So a is the score at which the chance to
// win is even, which is shown as +1.00.
struct WdlModel {
  std::array<double, 4> a{0, 0, 0, 220};
  std::array<double, 4> b{0, 0, 0, 65};
  // Units that the search margins take for a pawn (eval::WinModel::margin_pawn). 0: a with all pieces on the
  // board.
  double margin_pawn = 0;
  friend bool operator==(const WdlModel&, const WdlModel&) = default;
};

// The model of networks over planes whose value is a probability, until another is fitted: their unit is a
// centipawn.
inline constexpr WdlModel kPlanesWdl = {.a = {0, 0, 0, 100}, .b = {0, 0, 0, 60}};

// Where a network comes from; stored with it in every format.
struct Lineage {
  std::string description;
  std::string parent;  // hash of the network it was trained from
  std::string data;
  std::string recipe;
  std::string date;
  std::string trainer;  // program and version
  friend bool operator==(const Lineage&, const Lineage&) = default;
};

// First-layer sums of a position for both perspectives; piece-square sums only if the spec has them.
struct Sums {
  chess::EnumArray<Color, const std::int16_t*> accumulator{};
  chess::EnumArray<Color, const std::int32_t*> piece_square{};
};

class Ensemble;

// Converts a value from -1 to 1 (wins minus losses) to evaluation units, as lc0 does.
[[nodiscard]] double units_of_value(double value, const WdlModel& model) noexcept;

class Network {
 public:
  // The tensors must be those of tensors_of(spec), in order. Kernels other than the best of this machine are
  // for tests.
  [[nodiscard]] static base::Result<std::shared_ptr<const Network>> make(
      ModelSpec spec, std::vector<Tensor> tensors, Lineage lineage, WdlModel wdl,
      const kernels::Kernels& kernels = kernels::active_kernels());

  // A network that only evaluates positions: its spec has only a name, and it has no tensors.
  [[nodiscard]] static std::shared_ptr<const Network> of_foreign(std::string name,
                                                                 std::shared_ptr<const ForeignModel> model,
                                                                 Lineage lineage, WdlModel wdl);
  // Null unless it was made by of_foreign.
  [[nodiscard]] const ForeignModel* foreign() const noexcept { return foreign_.get(); }

  // Several networks as one (nn/ensemble.h). Its spec and tensors are placeholders: it can't be written.
  [[nodiscard]] static std::shared_ptr<const Network> combined(std::string name, Ensemble ensemble);
  // Null unless it is one.
  [[nodiscard]] const Ensemble* ensemble() const noexcept { return ensemble_.get(); }
  ~Network();

  [[nodiscard]] const ModelSpec& spec() const noexcept { return spec_; }
  [[nodiscard]] const FeatureSet& features() const noexcept { return features_; }
  // Null without relation inputs.
  [[nodiscard]] const RelationSet* relations() const noexcept { return relations_ ? &*relations_ : nullptr; }
  [[nodiscard]] const std::vector<Tensor>& tensors() const noexcept { return tensors_; }
  [[nodiscard]] const Lineage& lineage() const noexcept { return lineage_; }
  [[nodiscard]] const WdlModel& wdl() const noexcept { return wdl_; }
  [[nodiscard]] const Tensor& tensor(std::string_view name) const;

  [[nodiscard]] int bucket_of(const Position& position) const noexcept {
    return output_bucket(spec_.output.buckets, spec_.output.heads, chess::count(position.occupied()));
  }

  // Computes everything from scratch.
  [[nodiscard]] Output fresh_output(const Position& position) const;
  // The same for the last position of a game, which is not empty: networks with history also use the
  // positions before it.
  [[nodiscard]] Output fresh_output(std::span<const Position> game) const;
  // Does the evaluation of a position depend on those before it?
  [[nodiscard]] bool sees_history() const noexcept;
  // Is every position computed from scratch, at a cost that makes it worth keeping the result? True for
  // networks over planes, foreign models and ensembles with one of them.
  [[nodiscard]] bool is_slow() const noexcept;
  // A number for everything the evaluation of the last position depends on (clock and earlier positions only
  // if the network sees them): with equal keys, evaluations are equal.
  [[nodiscard]] chess::Key input_key(std::span<const Position> game) const;
  // The same for a given head; requires 0 <= bucket < spec().output.heads.
  [[nodiscard]] Output fresh_output(const Position& position, int bucket) const;

  // The whole output of a network over planes for the last position of `game` (deep/planes.h), as it is for
  // the side to move. Requires spec().planes.
  [[nodiscard]] deep::Outputs deep_outputs(std::span<const Position> game,
                                           const deep::EncodeOptions& options = {}) const;
  // Its value as an evaluation.
  [[nodiscard]] Output output_of(const deep::Outputs& outputs) const noexcept;
  // The same for the last positions of several games.
  [[nodiscard]] std::vector<deep::Outputs> deep_outputs_of(std::span<const std::span<const Position>> games,
                                                           deep::BatchQueue& queue) const;
  // Null unless it is a network over planes.
  [[nodiscard]] const deep::Forward* forward() const noexcept { return forward_.get(); }
  // Turns outputs of forward() into outputs for the side to move.
  void turn_to_mover(const Position& position, deep::Outputs& outputs) const noexcept;

  // Do its inputs come from positions? If not, fresh_output() is meaningless.
  [[nodiscard]] bool evaluates_positions() const noexcept { return spec_.features.is_chess(); }
  // The output for these numbers, after the output's activation and multiplied by eval_scale. Requires
  // features "dense-N" and N numbers.
  [[nodiscard]] double output_of(std::span<const float> inputs) const;

  // --- for AccumulatorStack; these require spec().is_quantised()

  // The output of a head from given sums.
  [[nodiscard]] Output output(const Sums& sums, Color side_to_move, int bucket) const noexcept;
  [[nodiscard]] const std::int16_t* weights() const noexcept { return weights_; }
  [[nodiscard]] const std::int16_t* bias() const noexcept { return bias_; }
  // Null without a piece-square part.
  [[nodiscard]] const std::int32_t* piece_square_weights() const noexcept { return piece_square_; }
  // The same for the relation inputs; null without them.
  [[nodiscard]] const std::int8_t* relation_weights() const noexcept { return relation_weights_; }
  [[nodiscard]] const std::int32_t* relation_piece_square_weights() const noexcept {
    return relation_piece_square_;
  }
  [[nodiscard]] const kernels::Kernels& kernels() const noexcept { return kernels_; }
  // The raw output of 1.0.
  [[nodiscard]] double raw_scale() const noexcept { return raw_scale_; }
  [[nodiscard]] std::int64_t raw_factor() const noexcept { return raw_factor_; }

  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;

 private:
  // A dense layer of bytes of one head, in the layout the kernels read.
  struct PackedLayer {
    AlignedBuffer weights;
    AlignedBuffer bias;  // 32-bit, padded
    std::size_t inputs = 0;
    std::size_t outputs = 0;
    int shift = 0;  // from 32-bit sums to bytes
  };

  Network(ModelSpec spec, FeatureSet features, std::vector<Tensor> tensors, Lineage lineage, WdlModel wdl,
          const kernels::Kernels& kernels);
  // Both fail only if TABIA_DEVICE names a device that can't compute this network.
  [[nodiscard]] base::Result<void> prepare();
  [[nodiscard]] base::Result<void> prepare_forward();
  void pack_layers();
  [[nodiscard]] Output float_output(const Position& position, int bucket) const;
  // After the first layer, in single precision: from its activated values to the output.
  [[nodiscard]] double float_layers(std::vector<float> values, std::size_t head) const;
  // An output in floating point, after the output's activation and multiplied by eval_scale.
  [[nodiscard]] double shaped(double output) const noexcept;
  [[nodiscard]] std::int64_t direct_output(const Sums& sums, Color side_to_move, int bucket) const noexcept;
  [[nodiscard]] std::int64_t layered_output(const Sums& sums, Color side_to_move, int bucket) const noexcept;
  // What a first-layer sum adds directly to the result, in the units of the result.
  [[nodiscard]] std::int64_t straight(std::int64_t sum, int shift) const noexcept;
  // The last layer's sum plus what bypassed it, in the units of the result.
  [[nodiscard]] std::int64_t result_of(std::int64_t sum, std::int64_t past_the_others) const noexcept;
  // Adds the rows of the active relation inputs to the sums of a perspective.
  void add_relations(const Position& position, Color perspective, std::int16_t* accumulator,
                     std::int32_t* piece_square) const noexcept;
  [[nodiscard]] base::Score scaled(std::int64_t raw) const noexcept;

  ModelSpec spec_;
  FeatureSet features_;
  std::optional<RelationSet> relations_;
  std::unique_ptr<const Ensemble> ensemble_;
  std::unique_ptr<const deep::Forward> forward_;
  std::unique_ptr<deep::BatchQueue> queue_;  // for all threads that evaluate with this network
  std::shared_ptr<const ForeignModel> foreign_;
  std::vector<Tensor> tensors_;
  Lineage lineage_;
  WdlModel wdl_;
  const kernels::Kernels& kernels_;
  const std::int16_t* weights_ = nullptr;
  const std::int16_t* bias_ = nullptr;
  const std::int32_t* piece_square_ = nullptr;
  const std::int8_t* relation_weights_ = nullptr;
  const std::int32_t* relation_piece_square_ = nullptr;
  std::vector<std::vector<PackedLayer>> heads_;  // by head, then by layer
  std::vector<AlignedBuffer> direct_weights_;    // by head; 16-bit, the side to move's half first
  bool small_weights_ = false;                   // see kernels::dot_clipped_squared
  int byte_one_ = 127;                           // 1.0 between layers of bytes
  double raw_scale_ = 1;                         // raw output of 1.0
  std::int64_t raw_factor_ = 1;                  // the same as a whole number, for arithmetic in integers
};

}  // namespace tabia::nn
