// deep/device_forward.h: makes the forward pass of a network, on the processor or on the device that the user
// chose.
#pragma once

#include <memory>
#include <span>

#include "base/result.h"
#include "deep/forward.h"
#include "device/opencl.h"

namespace tabia::deep {

// On a device: uploads the weights and computes one board to see that it works. Fails if the device does, if
// its memory is too small, or if the storage is i8, which only the processor supports.
[[nodiscard]] base::Result<std::unique_ptr<const Forward>> device_forward(
    const PlanesSpec& spec, std::span<const TensorData> tensors,
    std::shared_ptr<const device::Device> device);

// On the device named by TABIA_DEVICE (device/choice.h), or on the processor.
[[nodiscard]] base::Result<std::unique_ptr<const Forward>> make_forward(const PlanesSpec& spec,
                                                                        std::span<const TensorData> tensors);

}  // namespace tabia::deep
