#include "eval/evaluation_choice.h"

#include <utility>

#include "eval/evaluator_fields.h"
#include "nn/embedded.h"
#include "nn/load.h"

namespace tabia::eval {
using base::Result;

const base::Fields<EvaluationChoice>& evaluation_fields() {
  using S = EvaluationChoice;
  static const base::Fields<S> fields = base::joined<S>(
      {{base::text<S>("net", "FILE", TABIA_MEMBER(net),
                      "the network: Tabia's own format, Stockfish's .nnue, lc0's .pb.gz, ONNX, or text")
            .shown_as("the embedded one")
            .not_identity()},
       base::within<S>(onnx_runtime_fields(), TABIA_MEMBER(runtime)),
       base::within<S>(evaluator_fields(), TABIA_MEMBER(options))});
  return fields;
}

const base::Fields<nn::OnnxRuntime>& onnx_runtime_fields() {
  using S = nn::OnnxRuntime;
  static const base::Fields<S> fields = {
      base::text<S>("onnxruntime", "FILE", TABIA_MEMBER(library),
                    "run ONNX networks by this libonnxruntime.so")
          .shown_as("our own interpreter")
          .not_identity(),
      base::choice<S, nn::OnnxProvider>("provider", "NAME",
                                        {{"cpu", nn::OnnxProvider::Cpu},
                                         {"cuda", nn::OnnxProvider::Cuda},
                                         {"tensorrt", nn::OnnxProvider::TensorRt}},
                                        TABIA_MEMBER(provider),
                                        "with --onnxruntime: what computes: cpu, cuda or tensorrt")
          .not_identity()};
  return fields;
}

Result<EvaluationSetup> load(const EvaluationChoice& choice) {
  TABIA_TRY(auto network, choice.net.empty() ? nn::read_network(nn::embedded_network())
                                             : nn::load_network(choice.net, choice.runtime));
  std::string name = network_name(network.get());
  return EvaluationSetup{std::move(network), std::move(name), choice.options};
}

std::string network_name(const nn::Network* network) {
  if (network == nullptr) return "none";
  return network->spec().name.empty() ? nn::network_hash(*network) : network->spec().name;
}

}  // namespace tabia::eval
