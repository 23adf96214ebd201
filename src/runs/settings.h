// runs/settings.h: settings that several kinds of runs have.
#pragma once

#include <utility>

#include "base/fields.h"

namespace tabia::runs {

// --metrics FILE, for LiveFile (runs/live.h).
template <class Settings, class Access>
[[nodiscard]] base::Field<Settings> metrics_row(Access access) {
  return base::text<Settings>(
             "metrics", "FILE", std::move(access),
             "while it runs, keep metrics for Prometheus in this file, NAME.prom, for the textfile "
             "collector of the node exporter")
      .not_identity();
}

}  // namespace tabia::runs
