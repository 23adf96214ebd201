// service/settings.h: every setting of the service, described once: command line, help and docs follow from it.
#pragma once

#include "base/fields.h"
#include "service/service.h"

namespace tabia::service {

// In the order of the help.
[[nodiscard]] const base::Fields<ServiceOptions>& service_fields();

// With the numbers of threads filled in that are 0, which means: one for each core.
// The error names settings that don't go together.
[[nodiscard]] base::Result<ServiceOptions> completed(ServiceOptions options);

}  // namespace tabia::service
