// nn/onnx_file.h: networks as ONNX models, both ways.
//
// Writing: every network becomes a graph that any ONNX runtime can run, in floats or, for quantized
// networks, in the exact integers of the engine. Reading: a model becomes a Network that evaluates
// positions by our own interpreter (onnx/program.h). docs/formats/onnx.md describes inputs, outputs and
// forms.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/memory.h"
#include "base/result.h"
#include "nn/network.h"
#include "onnx/model.h"
#include "onnx/program.h"
#include "onnx/runtime.h"

namespace tabia::nn {

enum class OnnxInputs {
  Planes,   // 12 planes of pieces, and the side to move: any position without knowing our features
  Indices,  // the numbers of the active inputs
  Pieces,   // the 12 planes alone, the score is White's: for programs that take a single input (OpenCV)
};

struct OnnxOptions {
  OnnxInputs inputs = OnnxInputs::Planes;
  bool exact = false;  // the integers of the engine, bit for bit; else floats
};

// The error says why this network has no such form.
[[nodiscard]] base::Result<onnx::Model> onnx_model_of(const Network& network, const OnnxOptions& options);
[[nodiscard]] base::Result<std::string> write_onnx(const Network& network, const OnnxOptions& options);

// The model in the bytes of a file, run by our interpreter. The error says what is damaged or not supported.
[[nodiscard]] base::Result<std::shared_ptr<const Network>> read_onnx(std::string_view file,
                                                                     const base::MemoryLimit& memory = {});
// The same, run by onnxruntime: models with any operators.
[[nodiscard]] base::Result<std::shared_ptr<const Network>> read_onnx(std::string_view file,
                                                                     const onnx::RuntimeOptions& options,
                                                                     const base::MemoryLimit& memory = {});
// The same, run by another backend that was made from the same file.
[[nodiscard]] base::Result<std::shared_ptr<const Network>> onnx_network(
    std::string_view file, const onnx::Model& model, std::shared_ptr<const onnx::Runner> runner);

// The keys of the metadata that we write.
inline constexpr std::string_view kOnnxSpec = "tabia.spec";          // the model spec
inline constexpr std::string_view kOnnxPassport = "tabia.passport";  // lineage and win model
inline constexpr std::string_view kOnnxNetwork = "tabia.network";    // hash of the network

}  // namespace tabia::nn
