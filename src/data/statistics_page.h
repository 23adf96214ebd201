// data/statistics_page.h: the statistics of a dataset as JSON, and as a self-contained HTML page with plots.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "data/info.h"
#include "data/statistics.h"

namespace tabia::data {

struct DatasetReport {
  std::string path;
  DataInfo info;
  Statistics statistics;
  std::uint64_t bytes = 0;
  std::uint64_t problems = 0;
  std::optional<std::uint64_t> duplicates;
};

[[nodiscard]] std::string report_json(const DatasetReport& report);
[[nodiscard]] std::string report_page(const DatasetReport& report);

}  // namespace tabia::data
