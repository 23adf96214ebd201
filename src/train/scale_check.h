// train/scale_check.h: do the scores of a file mean what its scale says?
//
// Training takes a score of one `scale` as an expected result of 73%. A file whose scores are in another unit
// would train without complaint and give a network with useless winning chances, so the scale is checked
// against the results of the games.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "data/filter.h"
#include "train/sampler.h"

namespace tabia::train {

// The logistic function of slope * score / scale that fits the results best. A slope of 1 means that the
// scale is right.
struct ScaleFit {
  std::uint64_t positions = 0;  // with a score and a result
  double scale = 0;             // the declared scale
  double slope = 0;
  double error =
      0;  // standard error of the slope; all positions of a record together count as one observation

  double correlation = 0;  // of the fitted expected result with the results

  // The scale that fits the results. Requires a slope above 0.
  [[nodiscard]] double fitted() const noexcept { return scale / slope; }
};

// Fits the beginning of the file. The error says that it can't be read; nothing: too few results, or no
// scale.
[[nodiscard]] base::Result<std::optional<ScaleFit>> fit_scale(const Source& source,
                                                              const data::FilterRules& filter);

// The factor by which scores have to be off for a warning, and for an error.
inline constexpr double kOddScale = 3;
inline constexpr double kWrongScale = 20;

// Scores whose correlation with the results is below this say little about a scale: games of random moves
// have 0.35, self-play of a strong engine 0.8.
inline constexpr double kLeastCorrelation = 0.5;

// A warning, or nothing; an error if the scale is so far off that training makes no sense. Both only beyond
// three standard errors.
[[nodiscard]] base::Result<std::optional<std::string>> judge_scale(const std::string& path,
                                                                   const ScaleFit& fit);

}  // namespace tabia::train
