// train/planes_reference.h: what training computes for a network over planes, written plainly: the loss, in
// double precision, one number after another.
//
// It has no gradient: the fast one (train/planes_gradient.h) is checked against finite differences of this
// loss.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "train/planes_gradient.h"
#include "train/planes_model.h"

namespace tabia::train {

class PlanesReference {
 public:
  // With the numbers of the model.
  explicit PlanesReference(const PlanesModel& model);

  // By array of the model that has a gradient: the numbers of the tensor in canonical order, or the factors
  // of a batch norm.
  [[nodiscard]] std::vector<std::vector<double>>& numbers() noexcept { return numbers_; }

  // The summed loss of the boards; batch norm measures all of them together.
  [[nodiscard]] double loss(std::span<const PlanesBoard> boards, const Objective& objective) const;

 private:
  using Values = std::vector<double>;  // [row][channel]

  [[nodiscard]] const Values& tensor(const std::string& name) const;
  [[nodiscard]] Values dense(const std::string& name, const Values& in, deep::Activation activation) const;
  // The same for a layer over whole boards whose inputs are numbered channel by channel.
  [[nodiscard]] Values flattened(const std::string& name, const Values& in, std::size_t boards,
                                 bool by_square, deep::Activation activation) const;
  [[nodiscard]] Values convolution(const std::string& name, const Values& in, int kernel,
                                   deep::Activation activation) const;
  void batch_norm(std::size_t norm, Values& values) const;
  [[nodiscard]] Values layer_norm(const std::string& name, Values values, double epsilon) const;
  [[nodiscard]] Values residual(const deep::Block& block, const Values& in) const;
  [[nodiscard]] Values embed(const deep::Block& block, const Values& in, std::size_t boards) const;
  [[nodiscard]] Values encoder(const std::string& name, const deep::EncoderSpec& spec, const Values& in,
                               deep::Activation ffn, double alpha, double epsilon) const;
  [[nodiscard]] Values feed_forward(const std::string& name, const Values& in, deep::Activation activation,
                                    double alpha, double epsilon) const;
  [[nodiscard]] Values smolgen(const std::string& name, const Values& in, std::size_t boards) const;
  [[nodiscard]] Values body(std::span<const PlanesBoard> boards) const;
  [[nodiscard]] Values scalar_head(const std::string& name, int planes, std::size_t widths,
                                   const Values& body, std::size_t boards, deep::Activation last) const;
  // Logits of the 1858 moves of every board.
  [[nodiscard]] Values policy(const Values& body, std::size_t boards) const;
  [[nodiscard]] Values attention_policy(const Values& body, std::size_t boards) const;
  [[nodiscard]] double alpha() const;
  [[nodiscard]] double epsilon() const;
  [[nodiscard]] deep::Activation ffn_activation() const;

  const PlanesModel& model_;
  const deep::PlanesSpec& spec_;
  std::vector<std::vector<double>> numbers_;
};

}  // namespace tabia::train
