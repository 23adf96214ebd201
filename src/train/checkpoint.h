// train/checkpoint.h: a training run as it stands, on disk (docs/formats/checkpoint.md).
//
// Everything that decides what comes next: the numbers of the model, those of the optimiser, where the sampler is, and the
// reports so far. A run that goes on from a checkpoint gives the losses that it would have given without the break.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "data/run_log.h"
#include "train/sampler.h"

namespace tabia::train {

class FloatArray;

// What a checkpoint holds besides the arrays.
struct Progress {
  std::string recipe;                // the whole text; a run goes on only with the same
  std::string model;                 // the spec, for those who want only the network
  std::string data;                  // what it was trained on, with hashes
  std::string validation_data = {};  // the files that it is validated on, if they are others; with hashes
  std::string date;                  // of the beginning
  bool factoriser = false;
  bool averaged = false;     // the last arrays are running means of the model's, and they are what is shipped
  std::uint64_t arrays = 0;  // in the file that it was read from
  std::uint64_t positions = 0;
  std::uint64_t step = 0;
  std::size_t stage = 0;
  SamplerPlace place;
  double seconds = 0;
  double loss_sum = 0;  // since the last report
  std::uint64_t loss_positions = 0;
  double small_norm = 0;  // running means of squared gradients of half and whole batches, for the noise scale
  double large_norm = 0;
  double norm_weight = 0;
  double best_validation = 0;  // 0: none so far
  int reports_since_best = 0;
  std::vector<data::TrainReport> reports;
};

// The arrays in a fixed order: those of the model, then those of the optimiser.
[[nodiscard]] base::Result<void> write_checkpoint(const std::string& path, const Progress& progress,
                                                  const std::vector<const FloatArray*>& arrays);

// Does the file begin like a checkpoint?
[[nodiscard]] bool is_checkpoint(const std::string& path);

// Only what stands before the arrays. The error says what is wrong with the file.
[[nodiscard]] base::Result<Progress> read_progress(const std::string& path);
// Fills the arrays, whose sizes must be those of the file; of a longer file the first ones (none is a number too). The
// checksum of the whole file is right afterwards.
[[nodiscard]] base::Result<Progress> read_checkpoint(const std::string& path,
                                                     const std::vector<FloatArray*>& arrays);

}  // namespace tabia::train
