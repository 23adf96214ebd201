// onnx/program.h: runs a model: our own interpreter over a closed list of operators.
//
// A Program is immutable once made, and safe from any thread. Making one does a trial run with batch 1, which
// checks everything that doesn't depend on the inputs' numbers: operators, names, types and shapes.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "onnx/model.h"
#include "onnx/operators.h"
#include "onnx/tensor.h"

namespace tabia::onnx {

// What runs a model: this interpreter, or another program's library (onnx/runtime.h).
class Runner {
 public:
  virtual ~Runner() = default;
  [[nodiscard]] virtual const std::vector<ValueInfo>& inputs() const noexcept = 0;
  [[nodiscard]] virtual const std::vector<ValueInfo>& outputs() const noexcept = 0;
  // Takes one tensor for each of inputs(), and returns one for each of outputs(), in order. Safe from
  // any thread. The error names the node.
  [[nodiscard]] virtual base::Result<Tensors> run(std::span<const Tensor> inputs) const = 0;
};

struct ProgramOptions {
  std::size_t memory = std::size_t{1} << 30;  // bytes that the values of one run may take
};

class Program final : public Runner {
 public:
  // The error names the node and what is wrong: an unknown operator, a name that nothing defines, shapes that
  // don't fit together, too much memory.
  [[nodiscard]] static base::Result<std::shared_ptr<const Program>> make(const Model& model,
                                                                         const ProgramOptions& options = {});

  [[nodiscard]] const std::vector<ValueInfo>& inputs() const noexcept override { return inputs_; }
  [[nodiscard]] const std::vector<ValueInfo>& outputs() const noexcept override { return outputs_; }
  [[nodiscard]] base::Result<Tensors> run(std::span<const Tensor> inputs) const override;

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};
  // A node whose values are slot numbers.
  struct Step {
    Node node;  // without names of inputs
    const Operator* action = nullptr;
    std::vector<std::size_t> inputs;   // kNone: not given
    std::vector<std::size_t> outputs;  // kNone: not wanted
    std::vector<std::size_t> frees;    // slots that no later step reads
  };

  Program() = default;
  [[nodiscard]] base::Result<void> build(const Model& model);
  [[nodiscard]] base::Result<void> try_out() const;
  [[nodiscard]] base::Result<Tensors> apply(const Step& step, const Tensors& slots, Budget& budget) const;
  // Computes whatever depends on constants only.
  [[nodiscard]] base::Result<bool> fold(const Step& step);
  [[nodiscard]] base::Result<void> keep(std::size_t slot, const Tensor& constant);
  void transpose_constants(Step& step);
  void find_last_uses();

  ProgramOptions options_;
  std::int64_t opset_ = 13;
  std::vector<ValueInfo> inputs_;
  std::vector<ValueInfo> outputs_;
  std::vector<Step> steps_;
  std::size_t constant_bytes_ = 0;
  Tensors constants_;              // by slot
  std::vector<bool> is_constant_;  // by slot
  std::vector<std::size_t> inputs_at_;
  std::vector<std::size_t> outputs_at_;
};

}  // namespace tabia::onnx
