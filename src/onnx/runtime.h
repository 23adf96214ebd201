// onnx/runtime.h: runs a model with another project's library: libonnxruntime.so, loaded when the user names
// it.
//
// No header and no link-time dependency: the library's function table is append-only, and we use its entries
// by number. Use it for models with operators that we don't have, and for GPUs.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "onnx/program.h"

namespace tabia::onnx {

enum class Provider { Cpu, Cuda, TensorRt };

struct RuntimeOptions {
  std::string library;  // path of libonnxruntime.so
  Provider provider = Provider::Cpu;
  int threads = 1;  // of one run
};

// Loads the model from the bytes of a file. The error says why the library can't be loaded or rejects the
// model.
[[nodiscard]] base::Result<std::shared_ptr<const Runner>> load_in_runtime(std::string_view file,
                                                                          const RuntimeOptions& options);

}  // namespace tabia::onnx
