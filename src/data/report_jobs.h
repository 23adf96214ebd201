// data/report_jobs.h: the jobs that read data and report on it: info, check, show.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/fields.h"
#include "base/result.h"
#include "base/watch.h"
#include "data/inputs.h"
#include "data/quality.h"
#include "data/statistics_page.h"
#include "os/file.h"

namespace tabia::data {

// Counts everything in the inputs.
struct InfoJob {
  Sources from = {};
  bool skip_duplicates = false;
  std::uint64_t memory_bytes = std::uint64_t{512} << 20;  // for finding duplicates
  std::string folder = os::temporary_folder();            // for what doesn't fit in memory
};
[[nodiscard]] const base::Fields<InfoJob>& info_fields();
[[nodiscard]] base::Result<DatasetReport> run(const InfoJob& job, base::Watch& watch);

// Judges whether the inputs can be trusted.
struct CheckJob {
  InfoJob info = {};
  std::string validation = {};  // data that must not overlap with the inputs; empty: none
};
[[nodiscard]] const base::Fields<CheckJob>& check_fields();

struct CheckReport {
  std::vector<Finding> findings;
  std::uint64_t problems = 0;
};
[[nodiscard]] base::Result<CheckReport> run(const CheckJob& job, base::Watch& watch);

// {"verdict": ..., "findings": [...]}.
[[nodiscard]] std::string findings_json(const std::vector<Finding>& findings);

// Passes a few records to `visit`, with their numbers from 1.
struct ShowJob {
  Sources from = {};
  std::uint64_t count = 3;
  std::uint64_t skip = 0;
  std::uint64_t plies = 10;  // positions of each record, in output for people
};
[[nodiscard]] const base::Fields<ShowJob>& show_fields();
// Returns the number of problems.
[[nodiscard]] base::Result<std::uint64_t> run(
    const ShowJob& job, base::Watch& watch,
    const std::function<void(std::uint64_t number, const GameRecord& record)>& visit);

}  // namespace tabia::data
