// data/shuffle.h: training data in random order, however large it is.
//
// Every sample (or game) gets a random number from the seed and its place in the input; the output is sorted
// by these numbers. So it depends on the input and the seed only, not on memory or threads. There are two
// passes: the first distributes into buckets by the highest bits, on disk if necessary, and the second sorts
// each bucket.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "data/copy_jobs.h"

namespace tabia::data {

struct ShuffleJob {
  Sources from = {};
  Output to = {};
  bool by_game = false;  // whole records, each with its samples in order; otherwise single samples
  std::uint64_t seed = 1;
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;  // about how much memory may be used
  int threads = 0;                                      // 0: all cores
  std::string folder = {};                              // for temporary files; empty: that of the output
};
[[nodiscard]] const base::Fields<ShuffleJob>& shuffle_fields();

// The number by which the item at this place in the input is sorted; all are different for the same seed.
class ShuffleKeys {
 public:
  explicit ShuffleKeys(std::uint64_t seed) noexcept;
  [[nodiscard]] std::uint64_t operator()(std::uint64_t place) const noexcept;

 private:
  std::uint64_t seed_;
};

// The records of the report are the samples (or games) written.
[[nodiscard]] base::Result<CopyReport> run(const ShuffleJob& job, base::Watch& watch);

}  // namespace tabia::data
