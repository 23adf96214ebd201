#include "device/choice.h"

#include <cstdlib>

#include "base/text.h"

namespace tabia::device {
namespace {

constexpr const char* kVariable = "TABIA_DEVICE";

// Never a usage error: the fault is in the environment, which no command's help explains.
base::Error failed(const base::Error& error, const std::string& place) {
  return {error.inside(place).message, base::ErrorKind::Failed};
}

base::Result<std::shared_ptr<const Device>> device_named(const char* text) {
  const auto choice = parse_choice(text != nullptr ? text : "");
  if (!choice) return failed(choice.error(), kVariable);
  if (!*choice) return std::shared_ptr<const Device>();
  auto device = Device::open(**choice);
  if (!device) return failed(device.error(), base::concat(kVariable, "=", text));
  return device;
}

}  // namespace

base::Result<std::optional<DeviceOptions>> parse_choice(std::string_view text) {
  constexpr std::string_view kOpenCl = "opencl";
  if (text.empty() || text == "cpu") return std::optional<DeviceOptions>();
  DeviceOptions options;
  if (text == kOpenCl) return std::optional(options);
  if (text.substr(0, kOpenCl.size() + 1) == "opencl:") {
    const auto number = base::parse_integer<int>(text.substr(kOpenCl.size() + 1));
    if (number && *number >= 1) {
      options.number = *number;
      return std::optional(options);
    }
  }
  return base::usage_fault(base::concat("found ", base::quoted(text),
                                        ", expected cpu, opencl or opencl:N (1 is the first device)"));
}

const base::Result<std::shared_ptr<const Device>>& chosen_device() {
  // Never destroyed: at exit, drivers may be unloaded before our destructors run.
  static const auto* device = new base::Result(device_named(std::getenv(kVariable)));
  return *device;
}

}  // namespace tabia::device
