// train/report_page.h: a training run as one self-contained HTML page with its curves.
#pragma once

#include <string>

#include "train/checkpoint.h"

namespace tabia::train {

// `watched` are the positions whose evaluations are in the reports.
[[nodiscard]] std::string report_page(const std::string& name, const Progress& progress,
                                      const std::vector<std::string>& watched);

}  // namespace tabia::train
