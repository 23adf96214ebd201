// eval/evaluation_choice.h: how positions are evaluated, as a setting of commands and jobs.
#pragma once

#include <memory>
#include <string>

#include "base/fields.h"
#include "base/result.h"
#include "eval/evaluator.h"
#include "nn/load.h"
#include "nn/network.h"

namespace tabia::eval {

struct EvaluationChoice {
  std::string net = {};  // a file; empty: the embedded network
  nn::OnnxRuntime runtime = {};
  EvaluatorOptions options = {};
};
// --net isn't part of an identity; the content of the file is (nn::network_hash).
[[nodiscard]] const base::Fields<EvaluationChoice>& evaluation_fields();

// Rows for nn::OnnxRuntime: which library runs ONNX models.
[[nodiscard]] const base::Fields<nn::OnnxRuntime>& onnx_runtime_fields();

// The choice with its network.
struct EvaluationSetup {
  std::shared_ptr<const nn::Network> network;
  std::string network_name;
  EvaluatorOptions options;

  [[nodiscard]] Evaluator evaluator() const { return Evaluator(network, options); }
};
// The error says why the file can't be read.
[[nodiscard]] base::Result<EvaluationSetup> load(const EvaluationChoice& choice);

// The name of the network in its spec, or its hash if it has none; "none" for null.
[[nodiscard]] std::string network_name(const nn::Network* network);

}  // namespace tabia::eval
