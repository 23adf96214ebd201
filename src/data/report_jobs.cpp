#include "data/report_jobs.h"

#include <limits>

#include "base/json.h"
#include "base/text.h"
#include "data/duplicates.h"
#include "data/overlap.h"

namespace tabia::data {
namespace {

using base::concat;
using base::Result;

constexpr std::int64_t kAnyNumber = std::numeric_limits<std::int64_t>::max();

// Counts everything; `also` gets every record too.
template <class Visitor>
Result<DatasetReport> surveyed(const InfoJob& job, base::Watch& watch, Visitor&& also) {
  TABIA_TRY(Inputs inputs, Inputs::open(job.from));
  DatasetReport report;
  for (const std::string& path : job.from.paths) report.path += concat(report.path.empty() ? "" : ", ", path);
  report.info = inputs.info();
  DuplicateFinder finder(job.folder, inputs.bytes_total() / kLeastBytesOfASample, job.memory_bytes);
  Pass pass(watch, job.from.strict);
  TABIA_TRY_VOID(for_each_record(inputs, pass, [&](const GameRecord& record) -> Result<void> {
    report.statistics.add(record);
    also(record);
    return job.skip_duplicates ? Result<void>() : finder.add_positions(record);
  }));
  if (!job.skip_duplicates) {
    TABIA_TRY(report.duplicates, finder.finish(watch));
  }
  report.bytes = inputs.bytes_total();
  report.problems = pass.problems();
  return report;
}

}  // namespace

const base::Fields<InfoJob>& info_fields() {
  using S = InfoJob;
  static const auto fields = base::joined<S>(
      {{base::flag<S>("no-duplicates", TABIA_MEMBER(skip_duplicates), "don't look for duplicates"),
        base::bytes<S>("memory", TABIA_MEMBER(memory_bytes),
                       "memory for finding duplicates, such as 512M or 4G"),
        base::text<S>("temporary", "FOLDER", TABIA_MEMBER(folder),
                      "folder for data that doesn't fit in memory")},
       base::within<S>(source_fields(), TABIA_MEMBER(from))});
  return fields;
}

Result<DatasetReport> run(const InfoJob& job, base::Watch& watch) {
  return surveyed(job, watch, [](const GameRecord&) {});
}

const base::Fields<CheckJob>& check_fields() {
  using S = CheckJob;
  static const auto fields =
      base::joined<S>({{base::text<S>("validation", "FILE", TABIA_MEMBER(validation),
                                      "validation data, which must not overlap with IN")},
                       base::within<S>(info_fields(), TABIA_MEMBER(info))});
  return fields;
}

Result<CheckReport> run(const CheckJob& job, base::Watch& watch) {
  OverlapFinder overlap;
  const bool compare = !job.validation.empty();
  Pass pass(watch, job.info.from.strict);  // of the validation data
  if (compare) {
    TABIA_TRY(Inputs inputs, Inputs::open({job.validation}, job.info.from.reading));
    TABIA_TRY_VOID(for_each_record(inputs, pass, [&](const GameRecord& record) -> Result<void> {
      overlap.add_validation(record);
      return {};
    }));
  }
  TABIA_TRY(const DatasetReport report, surveyed(job.info, watch, [&](const GameRecord& record) {
              if (compare) overlap.add_training(record);
            }));
  const std::uint64_t problems = pass.problems() + report.problems;
  Evidence evidence{report.info, report.statistics, problems, report.duplicates, std::nullopt};
  if (compare) evidence.overlap = overlap.result();
  CheckReport checked{findings(evidence), problems};
  if (watch.interrupted()) return base::interruption();
  return checked;
}

std::string findings_json(const std::vector<Finding>& findings) {
  base::JsonWriter json;
  json.begin_object().field("verdict", name_of(verdict(findings))).key("findings").begin_array();
  for (const Finding& finding : findings) {
    json.begin_object().field("name", finding.name).field("grade", name_of(finding.grade));
    json.field("text", finding.text).end_object();
  }
  return json.end_array().end_object().text();
}

const base::Fields<ShowJob>& show_fields() {
  using base::integer;
  using S = ShowJob;
  static const auto fields = base::joined<S>(
      {{integer<S>("count", "N", 1, kAnyNumber, TABIA_MEMBER(count), "how many records to show"),
        integer<S>("skip", "N", 0, kAnyNumber, TABIA_MEMBER(skip), "skip this many records first"),
        integer<S>("plies", "N", 1, kAnyNumber, TABIA_MEMBER(plies), "positions to show of each record")},
       base::within<S>(source_fields(), TABIA_MEMBER(from))});
  return fields;
}

Result<std::uint64_t> run(const ShowJob& job, base::Watch& watch,
                          const std::function<void(std::uint64_t number, const GameRecord& record)>& visit) {
  TABIA_TRY(Inputs inputs, Inputs::open(job.from));
  std::uint64_t number = 0;
  Pass pass(watch, job.from.strict);
  const auto read = for_each_record(inputs, pass, [&](const GameRecord& record) -> Result<void> {
    if (number++ >= job.skip) visit(number, record);
    if (number >= job.skip + job.count) return base::interruption();  // ends the pass; no error
    return {};
  });
  const bool enough = number >= job.skip + job.count && !watch.interrupted();
  if (!read && !enough) return read.error();
  return pass.problems();
}

}  // namespace tabia::data
