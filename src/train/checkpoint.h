// train/checkpoint.h: the state of a training run on disk (docs/formats/checkpoint.md).
//
// Everything that determines the rest of the run: the weights, the optimizer's state, the position of the
// sampler, and the reports so far. A run resumed from a checkpoint produces the same losses as an
// uninterrupted one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "data/run_log.h"
#include "train/sampler.h"

namespace tabia::train {

class FloatArray;

// The contents of a checkpoint besides the arrays.
struct Progress {
  std::string recipe;                // the whole text; only a run with the same text can resume
  std::string model;                 // the spec, for readers that only want the network
  std::string data;                  // what it was trained on, with hashes
  std::string validation_data = {};  // separate validation files, if there are any; with hashes
  std::string date;                  // when the run started
  bool factoriser = false;
  bool averaged = false;     // the last arrays are running means of the weights, and these are the network
  std::uint64_t arrays = 0;  // in the file it was read from
  std::uint64_t positions = 0;
  std::uint64_t step = 0;
  std::size_t stage = 0;
  SamplerPlace place;
  double seconds = 0;
  double loss_sum = 0;  // since the last report
  std::uint64_t loss_positions = 0;
  double small_norm = 0;  // running means of squared gradients of half and whole batches, for the noise scale
  double large_norm = 0;
  double best_validation = 0;  // 0: none so far
  int reports_since_best = 0;
  std::vector<data::TrainReport> reports;
};

// All of it as text, bit for bit: the header of a checkpoint.
[[nodiscard]] std::string to_text(const Progress& progress);
[[nodiscard]] base::Result<Progress> parse_progress(std::string_view text);

// The arrays in a fixed order: those of the model, then those of the optimizer.
[[nodiscard]] base::Result<void> write_checkpoint(const std::string& path, const Progress& progress,
                                                  const std::vector<const FloatArray*>& arrays);

// Does the file start like a checkpoint?
[[nodiscard]] bool is_checkpoint(const std::string& path);

// Reads only the part before the arrays. The error says what is wrong with the file.
[[nodiscard]] base::Result<Progress> read_progress(const std::string& path);
// Fills the arrays, whose sizes must match the file; if the file has more, the first ones (zero arrays is
// fine too). On success, the checksum of the whole file has been verified.
[[nodiscard]] base::Result<Progress> read_checkpoint(const std::string& path,
                                                     const std::vector<FloatArray*>& arrays);

}  // namespace tabia::train
