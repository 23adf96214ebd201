// play/filter_job.h: the filter of data/copy_jobs.h with the one rule that needs an evaluation: keep only
// quiet positions (play/quiet.h).
#pragma once

#include "base/fields.h"
#include "base/result.h"
#include "base/watch.h"
#include "data/copy_jobs.h"
#include "eval/evaluation_choice.h"
#include "play/quiet.h"

namespace tabia::play {

struct QuietFilterJob {
  data::FilterJob filter = {};
  QuietRule quiet = {};
  eval::EvaluationChoice evaluation = {};  // only used by the quiet rule
};
[[nodiscard]] const base::Fields<QuietFilterJob>& filter_fields();

// As data::run() of a FilterJob; the error may also be about the network.
[[nodiscard]] base::Result<data::FilterReport> run(const QuietFilterJob& job, base::Watch& watch);

}  // namespace tabia::play
