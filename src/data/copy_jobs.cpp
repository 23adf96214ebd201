#include "data/copy_jobs.h"

#include <cmath>
#include <filesystem>
#include <memory>
#include <vector>

#include "base/text.h"
#include "data/duplicates.h"
#include "data/packed_position.h"
#include "data/parts.h"
#include "data/raw_record.h"
#include "data/select.h"

namespace tabia::data {
namespace {

using base::concat;
using base::Result;

// Inputs and one output, open.
struct Copy {
  Inputs inputs;
  std::unique_ptr<RecordWriter> writer;
  CopyReport report = {};

  Result<void> write(const GameRecord& record) {
    ++report.records;
    report.positions += record.plies.size();
    return writer->write(record);
  }
};

Result<std::unique_ptr<RecordWriter>> open_output(const Output& to, DataInfo info, std::string_view step,
                                                  const std::string& what) {
  info.history.emplace_back(step, what);
  return open_writer(to.path, to.writing, info);
}

template <class Job>
Result<Copy> open_copy(const Job& job, std::string_view step, const std::string& what) {
  TABIA_TRY(Inputs inputs, Inputs::open(job.from));
  TABIA_TRY(auto writer, open_output(job.to, inputs.info(), step, what));
  return Copy{std::move(inputs), std::move(writer)};
}

// Gives complete outputs their names: all of them or none.
Result<void> publish(const std::vector<RecordWriter*>& writers, const base::Watch& watch) {
  for (RecordWriter* writer : writers) TABIA_TRY_VOID(writer->complete());
  if (watch.interrupted()) return base::interruption();
  for (RecordWriter* writer : writers) TABIA_TRY_VOID(writer->publish());
  return {};
}

Result<CopyReport> finished(Copy& copy, const Pass& pass, const base::Watch& watch) {
  TABIA_TRY_VOID(publish({copy.writer.get()}, watch));
  copy.report.problems = pass.problems();
  copy.report.losses = copy.writer->losses();
  return copy.report;
}

// Writes the samples for which keep() is true, and counts them.
template <class Keep>
Result<void> write_some(const GameRecord& record, Copy& copy, Keep&& keep) {
  TABIA_TRY(const std::uint64_t written, write_kept(record, *copy.writer, keep));
  copy.report.positions += written;
  return {};
}

std::string names_of(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += concat(text.empty() ? "" : ", ", name);
  return text;
}

template <class Job>
Result<CopyReport> copy_all(const Job& job, std::string_view step, base::Watch& watch) {
  TABIA_TRY(Copy copy, open_copy(job, step, concat("from ", names_of(job.from.paths))));
  Pass pass(watch, job.from.strict);
  TABIA_TRY_VOID(
      for_each_record(copy.inputs, pass, [&](const GameRecord& record) { return copy.write(record); }));
  return finished(copy, pass, watch);
}

// The first pass of balancing: counts the samples that the rules keep, by number of pieces.
Result<PhaseBalance> balance_of(const FilterJob& job, base::Watch& watch) {
  TABIA_TRY(Inputs inputs, Inputs::open(job.from));
  Pass pass(watch, job.from.strict);
  std::array<std::uint64_t, 33> counts{};
  TABIA_TRY_VOID(for_each_record(inputs, pass, [&](const GameRecord& record) -> Result<void> {
    for_each_sample(record, [&](const Sample& sample) {
      if (!reason_to_drop(job.rules, sample))
        ++counts[static_cast<std::size_t>(piece_count(sample.position))];
    });
    return {};
  }));
  return PhaseBalance(counts, *job.balance, job.seed);
}

std::string text_of(const FilterJob& job) {
  std::string text = job.rules.text();
  if (job.balance) text += concat(text.empty() ? "" : ", ", "balance ", *job.balance, ", seed=", job.seed);
  return text;
}

// "2%" or "0.02".
Result<double> read_share(std::string_view text) {
  if (!text.ends_with('%')) return base::read_real(text, 0, 1);
  TABIA_TRY(const double percent, base::read_real(text.substr(0, text.size() - 1), 0, 100));
  return percent / 100;
}

std::string share_text(double share) { return concat(std::round(share * 1e12) / 1e10, '%'); }

// The first pass of dedup: which positions (or games) occurred before, in the order of the input.
Result<std::vector<bool>> find_repeated(const DedupJob& job, base::Watch& watch) {
  TABIA_TRY(Inputs inputs, Inputs::open(job.from));
  DuplicateFinder finder(folder_of(job.to.path), inputs.bytes_total() / kLeastBytesOfASample,
                         job.memory_bytes);
  Pass pass(watch, job.from.strict);
  TABIA_TRY_VOID(for_each_record(inputs, pass, [&](const GameRecord& record) -> Result<void> {
    return job.by_game ? finder.add(game_key(record)) : finder.add_positions(record);
  }));
  std::vector<bool> repeated;
  TABIA_TRY_VOID(finder.finish(watch, &repeated));
  return repeated;
}

}  // namespace

std::string folder_of(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

// --- convert and merge

const base::Fields<ConvertJob>& convert_fields() {
  static const auto fields = with_copy_fields<ConvertJob>({});
  return fields;
}

Result<CopyReport> run(const ConvertJob& job, base::Watch& watch) { return copy_all(job, "convert", watch); }

const base::Fields<MergeJob>& merge_fields() {
  static const auto fields = with_copy_fields<MergeJob>({});
  return fields;
}

Result<CopyReport> run(const MergeJob& job, base::Watch& watch) {
  TABIA_TRY_VOID(check_parts(job.from.paths));
  return copy_all(job, "merge", watch);
}

// --- filter

const base::Fields<FilterJob>& filter_fields() {
  using S = FilterJob;
  static const auto fields = with_copy_fields<S>(base::joined<S>(
      {base::within<S>(filter_rule_fields(), TABIA_MEMBER(rules)),
       {base::real<S>("balance", "X", 0.01, 1000, TABIA_MEMBER(balance),
                      "balance the game phases: each number of pieces keeps at most X times the average, "
                      "chosen at random"),
        seed_field<S>()}}));
  return fields;
}

Result<FilterReport> run(const FilterJob& job, base::Watch& watch) {
  const std::string what = text_of(job);
  if (what.empty()) return base::usage_fault("give at least one rule, such as --no-check");
  std::optional<PhaseBalance> balance;
  if (job.balance) {
    TABIA_TRY(balance, balance_of(job, watch));
  }
  TABIA_TRY(Copy copy, open_copy(job, "filter", what));
  FilterReport report;
  std::uint64_t place = 0;  // among the samples that pass the rules
  const auto keep = [&](const Sample& sample) {
    std::optional<DropReason> reason = reason_to_drop(job.rules, sample);
    if (!reason && balance && !balance->keeps(piece_count(sample.position), place++))
      reason = DropReason::Balance;
    if (reason) ++report.dropped[static_cast<std::size_t>(*reason)];
    return !reason;
  };
  Pass pass(watch, job.from.strict);
  TABIA_TRY_VOID(for_each_record(copy.inputs, pass,
                                 [&](const GameRecord& record) { return write_some(record, copy, keep); }));
  TABIA_TRY(report.copy, finished(copy, pass, watch));
  return report;
}

// --- split

const base::Fields<SplitJob>& split_fields() {
  using S = SplitJob;
  static const auto fields =
      with_copy_fields<S>({base::value<S>(
                               "validation", "SHARE", TABIA_MEMBER(share), read_share,
                               [](double share) -> std::optional<std::string> { return share_text(share); },
                               "share of the games, such as 2% or 0.02", "a share like 2% or 0.02"),
                           seed_field<S>()});
  return fields;
}

Result<SplitReport> run(const SplitJob& job, base::Watch& watch) {
  const std::string what = concat("by game, validation ", share_text(job.share), ", seed=", job.seed);
  TABIA_TRY(Copy copy, open_copy(job, "split", concat("training part, ", what)));
  const Output to{job.validation, job.to.writing};
  TABIA_TRY(const auto validation,
            open_output(to, copy.inputs.info(), "split", concat("validation part, ", what)));
  ValidationChoice choice(job.share, job.seed);
  SplitReport report;
  Pass pass(watch, job.from.strict);
  TABIA_TRY_VOID(for_each_record(copy.inputs, pass, [&](const GameRecord& record) -> Result<void> {
    if (!choice.is_validation(record)) return copy.write(record);
    ++report.validation.records;
    report.validation.positions += record.plies.size();
    return validation->write(record);
  }));
  TABIA_TRY_VOID(publish({copy.writer.get(), validation.get()}, watch));
  report.training = copy.report;
  report.training.problems = pass.problems();
  report.training.losses = copy.writer->losses();
  report.validation.losses = validation->losses();
  return report;
}

// --- sample

const base::Fields<SampleJob>& sample_fields() {
  using S = SampleJob;
  static const auto fields = with_copy_fields<S>(
      {base::flag<S>("by-game", TABIA_MEMBER(by_game), "N games instead of positions"), seed_field<S>()});
  return fields;
}

Result<CopyReport> run(const SampleJob& job, base::Watch& watch) {
  TABIA_TRY(Copy copy,
            open_copy(job, "sample",
                      concat(job.count, job.by_game ? " games" : " positions", ", seed=", job.seed)));
  RandomChoice choice(job.count, job.seed);
  const auto consider = [&](const auto& make_record) {
    if (!choice.wants_next()) return;
    std::string bytes;
    append_raw(bytes, make_record());
    choice.put(std::move(bytes));
  };
  Pass pass(watch, job.from.strict);
  TABIA_TRY_VOID(for_each_record(copy.inputs, pass, [&](const GameRecord& record) -> Result<void> {
    if (job.by_game)
      consider([&]() -> const GameRecord& { return record; });
    else
      for_each_sample(record, [&](const Sample& sample) { consider([&] { return record_of(sample); }); });
    return {};
  }));
  GameRecord record;
  for (const std::string& item : choice.take()) {
    std::string_view bytes = item;
    take_raw(bytes, record);
    TABIA_TRY_VOID(copy.write(record));
  }
  return finished(copy, pass, watch);
}

// --- dedup

const base::Fields<DedupJob>& dedup_fields() {
  using S = DedupJob;
  static const auto fields = with_copy_fields<S>(
      {base::flag<S>("by-game", TABIA_MEMBER(by_game), "games with the same start and moves instead"),
       memory_field<S>()});
  return fields;
}

Result<DedupReport> run(const DedupJob& job, base::Watch& watch) {
  TABIA_TRY(Copy copy, open_copy(job, "dedup", job.by_game ? "by game" : "by position"));
  TABIA_TRY(const std::vector<bool> repeated, find_repeated(job, watch));
  std::size_t place = 0;
  const auto is_new = [&] { return place < repeated.size() && !repeated[place++]; };
  Pass pass(watch, job.from.strict);
  TABIA_TRY_VOID(for_each_record(copy.inputs, pass, [&](const GameRecord& record) -> Result<void> {
    if (!job.by_game) return write_some(record, copy, [&](const Sample&) { return is_new(); });
    return is_new() ? copy.write(record) : Result<void>();
  }));
  DedupReport report;
  TABIA_TRY(report.copy, finished(copy, pass, watch));
  report.kept = job.by_game ? report.copy.records : report.copy.positions;
  report.all = repeated.size();
  return report;
}

}  // namespace tabia::data
