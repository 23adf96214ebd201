// data/copy_jobs.h: the jobs that write data derived from other data; shuffling has its own file
// (data/shuffle.h).
//
// Each is a described struct (base/fields.h) and a run(). Outputs appear under their names only when they are
// complete; their manifest is that of the inputs with one more step. The error of a run() is that an input or
// output can't be opened, that the disk is full, a problem in strict reading, a usage fault, or
// interruption().
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "base/fields.h"
#include "base/result.h"
#include "base/watch.h"
#include "data/filter.h"
#include "data/inputs.h"
#include "data/options.h"

namespace tabia::data {

// What every copy reports at its end.
struct CopyReport {
  std::uint64_t records = 0;  // written
  std::uint64_t positions = 0;
  std::uint64_t problems = 0;  // parts of the inputs that could not be read and were skipped
  std::string losses = {};     // what the output's format can't hold, in words
};

// --- convert and merge: all records, one input after another. Only the name of the step differs.

struct ConvertJob {
  Sources from = {};
  Output to = {};
};
[[nodiscard]] const base::Fields<ConvertJob>& convert_fields();
[[nodiscard]] base::Result<CopyReport> run(const ConvertJob& job, base::Watch& watch);

struct MergeJob {
  Sources from = {};
  Output to = {};
};
[[nodiscard]] const base::Fields<MergeJob>& merge_fields();
[[nodiscard]] base::Result<CopyReport> run(const MergeJob& job, base::Watch& watch);

// --- filter: only the positions that pass; games are cut where others are dropped.

struct FilterJob {
  Sources from = {};
  Output to = {};
  FilterRules rules = {};
  // Each number of pieces keeps at most this many times the average; takes a second pass.
  std::optional<double> balance = {};
  std::uint64_t seed = 1;  // of the balance
};
[[nodiscard]] const base::Fields<FilterJob>& filter_fields();

struct FilterReport {
  CopyReport copy = {};
  std::array<std::uint64_t, kDropReasons> dropped{};  // positions, by DropReason
};
// Needs at least one rule.
[[nodiscard]] base::Result<FilterReport> run(const FilterJob& job, base::Watch& watch);

// --- split: into training and validation data, by game (data/select.h). Either both files appear or neither.

struct SplitJob {
  Sources from = {};
  Output to = {};               // the training data
  std::string validation = {};  // the other file
  double share = 0.02;          // of the games that go there
  std::uint64_t seed = 1;
};
[[nodiscard]] const base::Fields<SplitJob>& split_fields();

struct SplitReport {
  CopyReport training = {};
  CopyReport validation = {};  // the problems are counted with those of the training data
};
[[nodiscard]] base::Result<SplitReport> run(const SplitJob& job, base::Watch& watch);

// --- sample: a number of positions or games chosen at random, in random order; they must fit in memory.

struct SampleJob {
  Sources from = {};
  Output to = {};
  std::uint64_t count = 0;
  bool by_game = false;
  std::uint64_t seed = 1;
};
// Everything except the count.
[[nodiscard]] const base::Fields<SampleJob>& sample_fields();
[[nodiscard]] base::Result<CopyReport> run(const SampleJob& job, base::Watch& watch);

// --- dedup: without the positions (or games) that occurred before; two passes.

struct DedupJob {
  Sources from = {};
  Output to = {};
  bool by_game = false;
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;  // in addition to one bit per position
};
[[nodiscard]] const base::Fields<DedupJob>& dedup_fields();

struct DedupReport {
  CopyReport copy = {};
  std::uint64_t kept = 0;  // positions or games
  std::uint64_t all = 0;
};
[[nodiscard]] base::Result<DedupReport> run(const DedupJob& job, base::Watch& watch);

// --- for other jobs of this kind

// The rows of `from` and `to`, after those of the job itself.
template <class Job>
[[nodiscard]] base::Fields<Job> with_copy_fields(const base::Fields<Job>& own) {
  return base::joined<Job>({own, base::within<Job>(source_fields(), TABIA_MEMBER(from)),
                            base::within<Job>(output_fields(), TABIA_MEMBER(to))});
}
template <class Job>
[[nodiscard]] base::Field<Job> seed_field() {
  return base::integer<Job>("seed", "N", 0, std::numeric_limits<std::int64_t>::max(), TABIA_MEMBER(seed),
                            "random seed");
}
template <class Job>
[[nodiscard]] base::Field<Job> memory_field() {
  return base::bytes<Job>("memory", TABIA_MEMBER(memory_bytes),
                          "approximate memory limit, such as 512M or 4G")
      .not_identity();
}
// The folder of a file, for temporary files.
[[nodiscard]] std::string folder_of(const std::string& path);

}  // namespace tabia::data
