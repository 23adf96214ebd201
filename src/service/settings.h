// service/settings.h: every setting of the service, defined once; command line, help and docs derive from it.
#pragma once

#include <string_view>

#include "base/fields.h"
#include "service/service.h"

namespace tabia::service {

// In the order of the help.
[[nodiscard]] const base::Fields<ServiceOptions>& service_fields();

// Replaces thread counts of 0 by the number of cores. The error names settings that can't be combined.
[[nodiscard]] base::Result<ServiceOptions> completed(ServiceOptions options);

// Does this name mean the machine itself, and can't anyone else make it mean something different?
[[nodiscard]] bool is_loopback(std::string_view host);

}  // namespace tabia::service
