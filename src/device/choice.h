// device/choice.h: which device computes networks over planes: what the environment variable TABIA_DEVICE says.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "device/opencl.h"

namespace tabia::device {

// "cpu" or nothing: no device; "opencl": the best one; "opencl:2": the second one.
[[nodiscard]] base::Result<std::optional<DeviceOptions>> parse_choice(std::string_view text);

// The device named by TABIA_DEVICE, opened at the first call; null if the processor computes. The error says
// why there is no such device.
[[nodiscard]] const base::Result<std::shared_ptr<const Device>>& chosen_device();

}  // namespace tabia::device
