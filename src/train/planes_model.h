// train/planes_model.h: the weights of a network over planes while it is trained.
//
// One array for each tensor of the network (deep::tensors_of), laid out as the kernels read it
// (TensorLayout::place says where a number of the tensor is). Batch norm (norm = "batch" in the spec) adds,
// for every convolution of the body, an array of factors, and two arrays of measured means and variances; the
// convolution's bias is then added after the norm. A network holds the result: weights and biases with the
// measured norm folded in.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "deep/spec.h"
#include "kernels/planes.h"
#include "train/trainable.h"

namespace tabia::train {

inline constexpr float kBatchNormEpsilon = 1e-5f;

// Where the numbers of a tensor are in its array.
struct TensorLayout {
  enum class Order {
    Plain,      // as in the tensor; rows of one line are padded at the end
    ByChannel,  // inputs of a row are [channel][square], stored [square][padded channel]
    BySquare,   // inputs of a row are [square][channel], stored [square][padded channel]
    Gates,      // [channel][square], stored [square][padded channel]
    Halves,     // two halves of rows, each padded
  };
  Order order = Order::Plain;
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::size_t channels = 0;  // for all except Plain

  [[nodiscard]] std::size_t numbers() const noexcept { return rows * columns; }
  [[nodiscard]] std::size_t size() const noexcept;
  [[nodiscard]] std::size_t place(std::size_t number) const noexcept;
};

// A layer as the kernels see it: a convolution or a product with a matrix.
struct PlanesLayer {
  enum class Kind { Convolution, Sparse, Dense };  // Sparse: the first, a convolution of planes
  static constexpr std::size_t kNone = ~std::size_t{0};

  Kind kind = Kind::Dense;
  std::size_t weights = 0;   // array
  std::size_t bias = kNone;  // array
  std::size_t norm = kNone;  // index of its batch norm; then the bias belongs to the norm
  std::size_t outputs = 0;
  std::size_t inputs = 0;
  FloatArray packed;
  FloatArray packed_backward;
};

struct BatchNorm {
  std::size_t channels = 0;
  std::size_t gamma = 0;  // arrays
  std::size_t beta = 0;
  std::size_t mean = 0;
  std::size_t variance = 0;
};

class PlanesModel final : public Trainable {
 public:
  // The error says why the spec can't be trained.
  [[nodiscard]] static base::Result<std::unique_ptr<PlanesModel>> make(
      const nn::ModelSpec& spec, std::uint64_t seed,
      const kernels::PlanesKernels& kernels = kernels::active_planes_kernels());

  [[nodiscard]] const deep::PlanesSpec& planes() const noexcept { return planes_; }
  [[nodiscard]] const kernels::PlanesKernels& kernels() const noexcept { return kernels_; }
  // The layer by the name of its tensors without ".weights". Requires that there is one.
  [[nodiscard]] const PlanesLayer& layer(const std::string& name) const;
  // The array of a tensor; requires that there is one.
  [[nodiscard]] std::size_t array_of(const std::string& tensor) const;
  [[nodiscard]] const std::vector<TensorLayout>& layouts() const noexcept { return layouts_; }
  [[nodiscard]] const std::vector<BatchNorm>& norms() const noexcept { return norms_; }

  [[nodiscard]] std::size_t gradient_arrays() const noexcept override {
    return layouts_.size() + norms_.size();
  }
  [[nodiscard]] std::unique_ptr<GradientSums> make_gradient() const override;
  [[nodiscard]] std::uint64_t place_in_batch(FragmentView) const noexcept override { return 0; }
  void refresh(int threads) override;
  // Takes the means and variances that the gradients measured.
  void absorb(std::span<GradientSums* const> gradients) override;
  [[nodiscard]] base::Result<std::shared_ptr<const nn::Network>> network(
      nn::Lineage lineage = {}) const override;
  // A batch norm starts out changing nothing.
  [[nodiscard]] base::Result<void> load(const nn::Network& network) override;

 private:
  PlanesModel(const nn::ModelSpec& spec, const kernels::PlanesKernels& kernels);
  void add_layers();
  void add_block_layers(const deep::Block& block, bool first);
  void add_encoder_layers(const std::string& name, const deep::EncoderSpec& spec);
  void add_policy_layers();
  void add_head_layers(const std::string& name, int planes, const std::vector<int>& widths);
  PlanesLayer& add_dense(const std::string& name);
  void add_convolution(const std::string& name, int kernel, bool first, bool in_body);
  void add_flattened(const std::string& name, std::size_t channels, bool by_square);
  void set_layout(const std::string& tensor, TensorLayout::Order order, std::size_t channels);
  void make_arrays();
  void initialise(std::uint64_t seed);
  void pack(PlanesLayer& layer);

  deep::PlanesSpec planes_;  // in single precision
  const kernels::PlanesKernels& kernels_;
  std::vector<deep::TensorShape> shapes_;
  std::map<std::string, std::size_t> arrays_;  // by the name of the tensor
  std::vector<TensorLayout> layouts_;          // by array
  std::map<std::string, std::size_t> layer_numbers_;
  std::vector<PlanesLayer> layers_;
  std::vector<BatchNorm> norms_;
  std::size_t norm_steps_ = 0;  // array: how often the norms were measured
};

[[nodiscard]] constexpr kernels::PlaneActivation kernel_activation(deep::Activation activation) noexcept {
  return static_cast<kernels::PlaneActivation>(activation);
}
static_assert(kernel_activation(deep::Activation::Mish) == kernels::PlaneActivation::Mish &&
              kernel_activation(deep::Activation::Selu) == kernels::PlaneActivation::Selu &&
              kernel_activation(deep::Activation::ReluSquared) == kernels::PlaneActivation::ReluSquared);

}  // namespace tabia::train
