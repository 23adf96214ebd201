// Jobs on training data: reports and copies.
#include "data/copy_jobs.h"
#include "data/report_jobs.h"
#include "data/shuffle.h"
#include "data/statistics_page.h"
#include "jobs/rows.h"
#include "play/filter_job.h"

namespace tabia::jobs {
namespace {

using base::JsonWriter;
using base::Result;
using data::CopyReport;

constexpr std::string_view kInMeaning = "files of any format, or folders of .tabia files";
constexpr std::string_view kOutMeaning = "the output file; its name determines the format, or `to`";

template <class S, class Access>
base::Field<S> inputs(Access access) {
  return paths<S>("in", access, std::string(kInMeaning));
}
template <class S, class Access>
base::Field<S> output(Access access) {
  return base::text<S>("out", "FILE", access, std::string(kOutMeaning));
}

void visit(data::Sources& from, JobFiles& files) {
  for (std::string& path : from.paths) files.read(path);
}

// The system's folder for temporary files needs no permission.
void visit_temporary(std::string& folder, JobFiles& files) {
  if (folder != data::InfoJob{}.folder) files.folder(folder);
}

JsonWriter& add_copy(JsonWriter& json, const CopyReport& report) {
  json.field("records", report.records).field("positions", report.positions);
  json.field("problems", report.problems);
  if (!report.losses.empty()) json.field("losses", report.losses);
  return json;
}

JobReport report_of(const CopyReport& report) {
  JsonWriter json;
  return {add_copy(json.begin_object(), report).end_object().text()};
}

JobReport report_of(const data::FilterReport& report) {
  JsonWriter json;
  add_copy(json.begin_object(), report.copy).key("dropped").begin_object();
  for (std::size_t i = 0; i < data::kDropReasons; ++i)
    if (report.dropped[i] > 0) json.field(name_of(static_cast<data::DropReason>(i)), report.dropped[i]);
  return {json.end_object().end_object().text()};
}

JobReport report_of(const data::SplitReport& report) {
  JsonWriter json;
  add_copy(json.begin_object().key("training").begin_object(), report.training).end_object();
  add_copy(json.key("validation").begin_object(), report.validation).end_object();
  return {json.end_object().text()};
}

JobReport report_of(const data::DedupReport& report) {
  JsonWriter json;
  add_copy(json.begin_object(), report.copy).field("kept", report.kept).field("all", report.all);
  return {json.end_object().text()};
}

JobReport report_of(const data::DatasetReport& report) { return {data::report_json(report)}; }
JobReport report_of(const data::CheckReport& report) { return {data::findings_json(report.findings)}; }

template <class S>
Result<JobReport> run_data(const S& job, base::Watch& watch) {
  TABIA_TRY(const auto report, run(job, watch));
  return report_of(report);
}

// A copy from `in` to `out`. `own` holds further rows that the job's fields don't have.
template <class S>
Job copy_job(std::string_view name, std::string_view summary, const base::Fields<S>& fields,
             base::Fields<S> own = {}, std::vector<std::string_view> required = {"in", "out"}) {
  own.insert(own.begin(), {inputs<S>(TABIA_MEMBER(from.paths)), output<S>(TABIA_MEMBER(to.path))});
  return make_job<S>(
      {name, summary, std::move(required)}, base::joined<S>({own, fields}),
      [](S& job, JobFiles& files) {
        visit(job.from, files);
        files.written(job.to.path);
        if constexpr (requires { job.validation; }) files.written(job.validation);
        if constexpr (requires { job.folder; }) files.folder(job.folder);
      },
      run_data<S>);
}

Job filter_job() {
  using S = play::QuietFilterJob;
  return make_job<S>(
      {"filter", "drop positions that are bad for training", {"in", "out"}},
      base::joined<S>({{inputs<S>(TABIA_MEMBER(filter.from.paths)), output<S>(TABIA_MEMBER(filter.to.path))},
                       play::filter_fields()}),
      [](S& job, JobFiles& files) {
        visit(job.filter.from, files);
        files.written(job.filter.to.path);
        files.read(job.evaluation);
      },
      run_data<S>);
}

Job info_job() {
  using S = data::InfoJob;
  return make_job<S>(
      {"info", "describe a dataset: counts, histograms, origin", {"in"}},
      base::joined<S>({{inputs<S>(TABIA_MEMBER(from.paths))}, data::info_fields()}),
      [](S& job, JobFiles& files) {
        visit(job.from, files);
        visit_temporary(job.folder, files);
      },
      run_data<S>);
}

Job check_job() {
  using S = data::CheckJob;
  return make_job<S>(
      {"check", "can this data be trusted?", {"in"}},
      base::joined<S>({{inputs<S>(TABIA_MEMBER(info.from.paths))}, data::check_fields()}),
      [](S& job, JobFiles& files) {
        visit(job.info.from, files);
        visit_temporary(job.info.folder, files);
        files.read(job.validation);
      },
      run_data<S>);
}

}  // namespace

std::vector<Job> data_jobs() {
  using data::SampleJob;
  using data::SplitJob;
  return {
      info_job(),
      check_job(),
      copy_job<data::ConvertJob>("convert", "write data in another format", data::convert_fields()),
      copy_job<data::MergeJob>("merge", "combine several inputs into one file", data::merge_fields()),
      filter_job(),
      copy_job<SplitJob>("split", "split into training and validation data, by game", data::split_fields(),
                         {base::text<SplitJob>("validation-out", "FILE", TABIA_MEMBER(validation),
                                               "the file for the validation data")},
                         {"in", "out", "validation_out"}),
      copy_job<SampleJob>("sample", "choose a few at random", data::sample_fields(),
                          {base::integer<SampleJob>("count", "N", 1, 1'000'000'000, TABIA_MEMBER(count),
                                                    "how many positions or games")
                               .shown_as("none")},
                          {"in", "out", "count"}),
      copy_job<data::DedupJob>("dedup", "remove duplicates", data::dedup_fields()),
      copy_job<data::ShuffleJob>("shuffle", "shuffle any amount of data", data::shuffle_fields()),
  };
}

}  // namespace tabia::jobs
