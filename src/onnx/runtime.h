// onnx/runtime.h: runs a model by another program's library: libonnxruntime.so, loaded when the user names
// it.
//
// No header and no link-time dependency: the library's table of functions is append-only, and we use
// entries by their numbers. It is the way to models with operators that we don't have, and to GPUs.
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

// The model in the bytes of a file. The error says why the library can't be loaded or doesn't take the model.
[[nodiscard]] base::Result<std::shared_ptr<const Runner>> load_in_runtime(std::string_view file,
                                                                          const RuntimeOptions& options);

}  // namespace tabia::onnx
