// tools/data_copy.cpp: the `tabia data ...` commands that write data derived from other data.
#include <cstdio>

#include "base/file.h"
#include "base/text.h"
#include "data/copy_jobs.h"
#include "data/shuffle.h"
#include "play/filter_job.h"
#include "tools/data_common.h"

namespace tabia::tools {
namespace {

using base::concat;
using base::with_thousands;
using namespace tabia::data;

// A job with the inputs and the output of the command line: the last positional is the output.
template <class Job>
Job copy_job(const Arguments& arguments) {
  Job job;
  job.from.paths = arguments.positionals();
  job.to.path = job.from.paths.back();
  job.from.paths.pop_back();
  return job;
}

std::string counted(const CopyReport& report) {
  return concat(with_thousands(report.records), " records, ", with_thousands(report.positions), " positions");
}

void print_output(const std::string& path, const std::string& summary) {
  std::printf("%s: %s\n", base::names_standard_output(path) ? "standard output" : path.c_str(),
              summary.c_str());
}

int print_copy(const std::string& path, const CopyReport& report, const std::string& summary) {
  tell_problems(report.problems);
  if (!report.losses.empty())
    std::fprintf(stderr, "tabia: the output format can't hold everything: %s\n", report.losses.c_str());
  print_output(path, summary);
  return kExitDone;
}

// Every record, one input after another.
template <class Job>
int run_copy(std::string_view command, const base::Fields<Job>& fields, const Arguments& arguments) {
  return run_data_job(command, fields, arguments, copy_job<Job>(arguments),
                      [](const Job& job, const CopyReport& report) {
                        return print_copy(job.to.path, report, counted(report));
                      });
}

int run_convert(const Arguments& arguments) { return run_copy("data convert", convert_fields(), arguments); }
int run_merge(const Arguments& arguments) { return run_copy("data merge", merge_fields(), arguments); }

int run_shuffle(const Arguments& arguments) {
  return run_data_job("data shuffle", shuffle_fields(), arguments, copy_job<ShuffleJob>(arguments),
                      [](const ShuffleJob& job, const CopyReport& report) {
                        return print_copy(
                            job.to.path, report,
                            concat(with_thousands(report.records), job.by_game ? " games" : " samples"));
                      });
}

int print_filter(const FilterJob& job, const FilterReport& report) {
  std::uint64_t all = report.copy.positions;
  for (const std::uint64_t count : report.dropped) all += count;
  print_copy(job.to.path, report.copy,
             concat(with_thousands(report.copy.positions), " of ", with_thousands(all), " positions kept"));
  for (std::size_t i = 0; i < kDropReasons; ++i) {
    if (report.dropped[i] > 0)
      std::printf("  %-22s %s\n", std::string(name_of(static_cast<DropReason>(i))).c_str(),
                  with_thousands(report.dropped[i]).c_str());
  }
  return kExitDone;
}

int run_filter(const Arguments& arguments) {
  play::QuietFilterJob fresh;
  fresh.filter = copy_job<FilterJob>(arguments);
  return run_data_job("data filter", play::filter_fields(), arguments, fresh,
                      [](const play::QuietFilterJob& job, const FilterReport& report) {
                        return print_filter(job.filter, report);
                      });
}

int run_split(const Arguments& arguments) {
  SplitJob fresh;
  fresh.from.paths = {arguments.positionals()[0]};
  fresh.to.path = arguments.positionals()[1];
  fresh.validation = arguments.positionals()[2];
  return run_data_job("data split", split_fields(), arguments, fresh,
                      [](const SplitJob& job, const SplitReport& report) {
                        print_copy(job.to.path, report.training, counted(report.training));
                        print_output(job.validation, counted(report.validation));
                        return kExitDone;
                      });
}

base::FileUse files_of_split(const Arguments& arguments) {
  return {.read = {arguments.positionals()[0]},
          .written = {arguments.positionals()[1], arguments.positionals()[2]},
          .folders = {}};
}

int run_sample(const Arguments& arguments) {
  constexpr std::string_view kName = "data sample";
  auto fresh = copy_job<SampleJob>(arguments);
  const auto count = parse_number("N", arguments.positionals()[0], 1, 1'000'000'000);
  if (!count) return usage_error(kName, count.error());
  fresh.count = static_cast<std::uint64_t>(*count);
  fresh.from.paths.erase(fresh.from.paths.begin());
  if (fresh.from.paths.empty()) return usage_error(kName, {"missing OUT: the file to write"});
  return run_data_job(
      kName, sample_fields(), arguments, fresh, [](const SampleJob& job, const CopyReport& report) {
        return print_copy(job.to.path, report,
                          concat(with_thousands(report.records), job.by_game ? " games" : " positions"));
      });
}

base::FileUse files_of_sample(const Arguments& arguments) {
  base::FileUse use = files_of_copy(arguments);
  if (!use.read.empty()) use.read.erase(use.read.begin());  // the first positional is N
  return use;
}

int run_dedup(const Arguments& arguments) {
  return run_data_job("data dedup", dedup_fields(), arguments, copy_job<DedupJob>(arguments),
                      [](const DedupJob& job, const DedupReport& report) {
                        return print_copy(
                            job.to.path, report.copy,
                            concat(with_thousands(report.kept), " of ", with_thousands(report.all),
                                   job.by_game ? " games kept" : " positions kept"));
                      });
}

const Positional kOutput{"OUT", "the output file, - for standard output (then give --to)", true, false};

}  // namespace

std::vector<Command> data_copy_commands() {
  return {
      {.name = "data convert",
       .summary = "write data in another format",
       .description = "Reads the inputs one after another and writes them to OUT; its name determines "
                      "the format (or --to). What OUT can't hold is reported. Tables and other formats "
                      "that don't define their scores need the options that do.",
       .positionals = {kDataInputs, kOutput},
       .options = options_of(convert_fields()),
       .examples = {"data convert games.binpack games.tabia",
                    "data convert evals.csv evals.tabia --sign white --unit centipawns --units-per-pawn 100"},
       .run = run_convert,
       .files = files_of_copy},
      {.name = "data merge",
       .summary = "combine several inputs into one file",
       .description = "Like convert; the scores of all inputs must be in the same unit.",
       .positionals = {kDataInputs, kOutput},
       .options = options_of(merge_fields()),
       .examples = {"data merge shards/ more.tabia all.tabia"},
       .run = run_merge,
       .files = files_of_copy},
      {.name = "data shuffle",
       .summary = "shuffle any amount of data",
       .description = "Writes single positions in random order, as training needs them, or with "
                      "--by-game whole games in random order. The output depends only on the inputs "
                      "and the seed, not on memory or threads. Data that doesn't fit in memory goes to "
                      "temporary files next to the output: 42 bytes per position.",
       .positionals = {kDataInputs, kOutput},
       .options = options_of(shuffle_fields()),
       .examples = {"data shuffle games.tabia train.tabia --memory 2G --seed 1"},
       .run = run_shuffle,
       .files = files_of_copy},
      {.name = "data filter",
       .summary = "drop positions that are bad for training",
       .description = "Keeps the positions that pass all rules. Games are cut where positions are "
                      "dropped, so split into training and validation data first. Scores are for the "
                      "side to move, in the unit of the data.",
       .positionals = {kDataInputs, kOutput},
       .options = options_of(play::filter_fields()),
       .examples =
           {"data filter games.tabia quiet.tabia --no-check --no-captures --ply 16.. --score -10000..10000",
            "data filter games.tabia quiet.tabia --quiet --ply 16..",
            "data filter games.tabia even.tabia --balance 1 --seed 7"},
       .run = run_filter,
       .files = files_of_copy},
      {.name = "data split",
       .summary = "split into training and validation data, by game",
       .description = "Puts each game at random into one of two files. No game is in both: consecutive "
                      "pieces of one game stay together, and a game that occurs twice goes to the same "
                      "file both times.",
       .positionals = {{"IN", "a file or a folder", true},
                       {"TRAIN", "the file for most of the games", true},
                       {"VALIDATION", "the file for the others", true}},
       .options = options_of(split_fields()),
       .examples = {"data split games.tabia train.tabia validation.tabia --validation 2%"},
       .run = run_split,
       .files = files_of_split},
      {.name = "data sample",
       .summary = "choose a few at random",
       .description =
           "Writes N positions (or games) chosen at random, in random order. They must fit in memory.",
       .positionals = {{"N", "how many", true}, kDataInputs, kOutput},
       .options = options_of(sample_fields()),
       .examples = {"data sample 10000 games.tabia small.tabia --seed 3"},
       .run = run_sample,
       .files = files_of_sample},
      {.name = "data dedup",
       .summary = "remove duplicates",
       .description =
           "Keeps only the first of positions that are identical by the rules (pieces, side to move, "
           "castling, en passant). The result is exact; it takes two passes and bounded memory: one "
           "bit per position, plus --memory.",
       .positionals = {kDataInputs, kOutput},
       .options = options_of(dedup_fields()),
       .examples = {"data dedup all.tabia once.tabia"},
       .run = run_dedup,
       .files = files_of_copy},
  };
}

}  // namespace tabia::tools
