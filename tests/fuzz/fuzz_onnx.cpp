// Any bytes as an ONNX model. Accepted input must run, and must read back the same after writing. A run gets
// little memory, so that a model with huge tensors is refused instead of computed.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "onnx/model.h"
#include "onnx/program.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tabia;
  const std::string_view file(reinterpret_cast<const char*>(data), size);
  const auto model = onnx::read_model(file);
  if (!model) {
    TABIA_CHECK(!model.error().message.empty(), "an error without a message");
    return 0;
  }
  const std::string written = onnx::write_model(*model);
  const auto again = onnx::read_model(written);
  TABIA_CHECK(again.ok(), again.ok() ? "" : again.error().message.c_str());
  TABIA_CHECK(onnx::write_model(*again) == written, "another model after writing and reading");
  const auto program = onnx::Program::make(*model, {.memory = std::size_t{1} << 22});
  TABIA_CHECK(program.ok() || !program.error().message.empty(), "an error without a message");
  return 0;
}
