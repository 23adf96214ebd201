#include "deep/device_forward.h"

#include "deep/blocks.h"
#if !defined(__wasm__)
#include "deep/device_layers.h"
#include "device/choice.h"
#endif

namespace tabia::deep {

using base::Error;
using base::Result;

#if defined(__wasm__)

// A page in a browser can't reach a device.
Result<std::unique_ptr<const Forward>> make_forward(const PlanesSpec& spec,
                                                    std::span<const TensorData> tensors) {
  return std::make_unique<const Forward>(spec, tensors);
}

#else

Result<std::unique_ptr<const Forward>> device_forward(const PlanesSpec& spec,
                                                      std::span<const TensorData> tensors,
                                                      std::shared_ptr<const device::Device> device) {
  if (spec.storage == Storage::I8)
    return Error{base::concat("found storage i8, but ", device->name(),
                              " computes in f32 only; unset TABIA_DEVICE or convert the network"),
                 base::ErrorKind::Failed};
  auto pass = std::make_unique<Pass<DeviceLayers>>(spec, tensors, nullptr, std::move(device));
  try {
    const Planes board;
    Outputs outputs;
    pass->run({&board, 1}, {&outputs, 1});
  } catch (const std::runtime_error& failure) {
    return Error{failure.what(), base::ErrorKind::Failed};
  }
  TABIA_TRY_VOID(pass->layers().reserve());
  return std::make_unique<const Forward>(std::move(pass));
}

Result<std::unique_ptr<const Forward>> make_forward(const PlanesSpec& spec,
                                                    std::span<const TensorData> tensors) {
  TABIA_TRY(const std::shared_ptr<const device::Device> device, device::chosen_device());
  if (device) return device_forward(spec, tensors, device);
  // The object itself isn't const: tests replace its machine with one that fails.
  return std::unique_ptr<const Forward>(std::make_unique<Forward>(spec, tensors));
}

#endif

}  // namespace tabia::deep
