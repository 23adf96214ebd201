// data/shuffle.h: training data in random order, however large it is.
//
// Every sample (or game) gets a random number from the seed and its place in the input; the output is sorted
// by these numbers. So it depends on the input and the seed only, not on memory or threads. There are two
// passes: the first distributes into buckets by the highest bits, on disk if necessary, and the second sorts
// each bucket.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "data/inputs.h"

namespace tabia::data {

struct ShuffleOptions {
  bool by_game = false;  // whole records, each with its samples in order; otherwise single samples
  std::uint64_t seed = 1;
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;  // about how much memory may be used
  int threads = 1;
  std::string folder = ".";  // for temporary files
};

// The number by which the item at this place in the input is sorted; all are different for the same seed.
class ShuffleKeys {
 public:
  explicit ShuffleKeys(std::uint64_t seed) noexcept;
  [[nodiscard]] std::uint64_t operator()(std::uint64_t place) const noexcept;

 private:
  std::uint64_t seed_;
};

// Reads the inputs and writes them shuffled to the path. Returns the number of samples (or games).
[[nodiscard]] base::Result<std::uint64_t> shuffle(const std::vector<std::string>& inputs,
                                                  const ReadOptions& reading, const std::string& output,
                                                  const WriteOptions& writing, const ShuffleOptions& options,
                                                  Watch& watch, std::string* losses = nullptr);

}  // namespace tabia::data
