// device/choice.h: the device that computes networks over planes, chosen by the environment variable
// TABIA_DEVICE.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "device/opencl.h"

namespace tabia::device {

// "cpu" or nothing: no device; "opencl": the best one; "opencl:2": the second one.
[[nodiscard]] base::Result<std::optional<DeviceOptions>> parse_choice(std::string_view text);

// The device named by TABIA_DEVICE, opened on the first call; null if the processor computes. The
// error says why the device can't be used.
[[nodiscard]] const base::Result<std::shared_ptr<const Device>>& chosen_device();

}  // namespace tabia::device
