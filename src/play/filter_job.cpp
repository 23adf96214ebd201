#include "play/filter_job.h"

#include <memory>

#include "base/text.h"

namespace tabia::play {

const base::Fields<QuietFilterJob>& filter_fields() {
  using S = QuietFilterJob;
  static const base::Fields<S> rows = base::joined<S>(
      {base::within<S>(
           quiet_fields("keep only positions that a small capture search finds quiet, using the evaluation "
                        "selected by --net and the options below it"),
           TABIA_MEMBER(quiet)),
       base::within<S>(eval::evaluation_fields(), TABIA_MEMBER(evaluation)),
       base::within<S>(data::filter_fields(), TABIA_MEMBER(filter))});
  return rows;
}

base::Result<data::FilterReport> run(const QuietFilterJob& job, base::Watch& watch) {
  data::FilterJob filter = job.filter;
  if (job.quiet.wanted) {
    TABIA_TRY(const eval::EvaluationSetup evaluation, eval::load(job.evaluation));
    const auto judge =
        std::make_shared<QuietJudge>(evaluation.network, evaluation.options, job.quiet.margin_cp());
    filter.rules.is_quiet = [judge](const data::Sample& sample) { return judge->is_quiet(sample.position); };
    filter.rules.quiet_text =
        base::concat("within ", job.quiet.margin_cp(), " cp by ", evaluation.network_name);
  }
  return data::run(filter, watch);
}

}  // namespace tabia::play
