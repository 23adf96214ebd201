// tools/data_copy.cpp: the `tabia data …` commands that write data derived from other data.
#include <cinttypes>
#include <cstdio>

#include "base/file.h"
#include "base/text.h"
#include "base/threads.h"
#include "cli/evaluation_setup.h"
#include "data/duplicates.h"
#include "data/filter.h"
#include "data/packed_position.h"
#include "data/raw_record.h"
#include "data/select.h"
#include "data/shuffle.h"
#include "play/quiet.h"
#include "tools/data_common.h"

namespace tabia::tools {
namespace {

using base::concat;
using base::Error;
using base::Result;
using namespace tabia::data;

constexpr std::string_view kDefaultMemory = "1G";

// Inputs and one output, open.
struct Copy {
  Inputs inputs;
  std::unique_ptr<RecordWriter> writer;
};

struct Paths {
  std::vector<std::string> inputs;
  std::string output;
};

// The last positional is the output.
Paths paths_of(const Arguments& arguments) {
  Paths paths{arguments.positionals(), arguments.positionals().back()};
  paths.inputs.pop_back();
  return paths;
}

base::FileUse files_of_copy(const Arguments& arguments) {
  Paths paths = paths_of(arguments);
  return {.read = std::move(paths.inputs), .written = {std::move(paths.output)}, .folders = {}};
}

// Opens everything; the output's manifest is that of the inputs with one more step.
Result<Copy> open_copy(const Arguments& arguments, const Paths& paths, const std::string& step,
                       const std::string& what) {
  const auto reading = reading_of(arguments);
  if (!reading) return reading.error();
  auto inputs = Inputs::open(paths.inputs, *reading);
  if (!inputs) return inputs.error();
  DataInfo info = inputs->info();
  info.history.emplace_back(step, what);
  auto writer = open_writer(paths.output, writing_of(arguments), info);
  if (!writer) return writer.error();
  return Copy{std::move(*inputs), std::move(*writer)};
}

void tell_losses(const std::string& losses) {
  if (!losses.empty())
    std::fprintf(stderr, "tabia: the output format can't hold everything: %s\n", losses.c_str());
}

// For messages.
std::string shown_output(const std::string& path) {
  return base::names_standard_output(path) ? "standard output" : path;
}

// Completes the output and reports it; returns the exit code.
int finish_copy(Copy& copy, DataWatch& watch, const std::string& output, const std::string& summary) {
  if (auto completed = copy.writer->complete(); !completed) return failure(completed.error());
  if (watch.interrupted()) return data_failure(base::interruption());
  if (auto published = copy.writer->publish(); !published) return failure(published.error());
  watch.finish();
  tell_losses(copy.writer->losses());
  std::printf("%s: %s\n", shown_output(output).c_str(), summary.c_str());
  return kExitDone;
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += concat(text.empty() ? "" : ", ", name);
  return text;
}

std::string counted(std::uint64_t records, std::uint64_t positions) {
  return concat(base::with_thousands(records), " records, ", base::with_thousands(positions), " positions");
}

// --- convert and merge

int run_copy(const Arguments& arguments, const std::string& step) {
  const Paths paths = paths_of(arguments);
  DataWatch watch(step,
                  arguments.has("--strict"));  // before the output is opened: Ctrl-C leaves no trace of it
  auto copy = open_copy(arguments, paths, step, concat("from ", joined(paths.inputs)));
  if (!copy) return failure(copy.error());
  std::uint64_t records = 0;
  std::uint64_t positions = 0;
  const auto read = for_each_record(copy->inputs, watch, [&](const GameRecord& record) {
    ++records;
    positions += record.plies.size();
    return copy->writer->write(record);
  });
  if (!read) return data_failure(read.error());
  return finish_copy(*copy, watch, paths.output, counted(records, positions));
}

int run_convert(const Arguments& arguments) { return run_copy(arguments, "convert"); }
int run_merge(const Arguments& arguments) { return run_copy(arguments, "merge"); }

// --- shuffle

int run_shuffle(const Arguments& arguments) {
  const Paths paths = paths_of(arguments);
  const auto reading = reading_of(arguments);
  if (!reading) return usage_error("data shuffle", reading.error());
  const auto seed = seed_of(arguments);
  if (!seed) return usage_error("data shuffle", seed.error());
  const auto memory = parse_bytes("--memory", arguments.text("--memory", kDefaultMemory));
  if (!memory) return usage_error("data shuffle", memory.error());
  const auto threads = arguments.number("--threads", base::usable_cores(), 1, 1024);
  if (!threads) return usage_error("data shuffle", threads.error());
  const ShuffleOptions options{.by_game = arguments.has("--by-game"),
                               .seed = *seed,
                               .memory_bytes = *memory,
                               .threads = static_cast<int>(*threads),
                               .folder = arguments.text("--temporary", folder_of(paths.output))};
  DataWatch watch("shuffle", arguments.has("--strict"));
  std::string losses;
  const auto count =
      shuffle(paths.inputs, *reading, paths.output, writing_of(arguments), options, watch, &losses);
  if (!count) return data_failure(count.error());
  watch.finish();
  tell_losses(losses);
  std::printf("%s: %s %s\n", shown_output(paths.output).c_str(), base::with_thousands(*count).c_str(),
              options.by_game ? "games" : "samples");
  return kExitDone;
}

// --- filter

// "16..200", "16..", "..200".
Result<Range> parse_range(std::string_view what, const std::string& text, Range all) {
  const std::size_t dots = text.find("..");
  const auto bad = [&] {
    return Error{
        concat(what, ": found ", base::quoted(text), ", expected a range like 16..200, 16.. or ..200")};
  };
  if (dots == std::string::npos) return bad();
  const std::string_view low = std::string_view(text).substr(0, dots);
  const std::string_view high = std::string_view(text).substr(dots + 2);
  if (!low.empty()) {
    const auto number = base::parse_integer<int>(low);
    if (!number) return bad();
    all.low = *number;
  }
  if (!high.empty()) {
    const auto number = base::parse_integer<int>(high);
    if (!number) return bad();
    all.high = *number;
  }
  if (all.low > all.high) return bad();
  return all;
}

Result<FilterRules> rules_of(const Arguments& arguments) {
  FilterRules rules;
  rules.drop_in_check = arguments.has("--no-check");
  rules.drop_noisy_moves = arguments.has("--no-captures");
  rules.drop_without_score = arguments.has("--scored");
  rules.drop_without_result = arguments.has("--with-result");
  for (const auto& [option, range] : {std::pair{"--ply", &rules.ply}, std::pair{"--score", &rules.score},
                                      std::pair{"--pieces", &rules.pieces}}) {
    if (!arguments.has(option)) continue;
    const auto parsed = parse_range(option, arguments.text(option, ""), *range);
    if (!parsed) return parsed.error();
    *range = *parsed;
  }
  return rules;
}

// The rule that needs an evaluation; returns its description for the manifest.
Result<std::string> add_quiet_rule(const Arguments& arguments, long long margin_cp, FilterRules& rules) {
  if (!arguments.has("--quiet")) return std::string();
  const auto evaluation = read_evaluation_setup(arguments);
  if (!evaluation) return evaluation.error();
  const auto judge = std::make_shared<play::QuietJudge>(evaluation->network, evaluation->options,
                                                        static_cast<int>(margin_cp));
  rules.is_quiet = [judge](const Sample& sample) { return judge->is_quiet(sample.position); };
  return concat(" within ", margin_cp, " cp by ", evaluation->network_name);
}

// The first of the two passes of balancing: counts the samples that the rules keep, by number of pieces.
Result<PhaseBalance> balance_of(const Arguments& arguments, const Paths& paths, const FilterRules& rules,
                                double times, std::uint64_t seed, DataWatch& watch) {
  const auto reading = reading_of(arguments);
  if (!reading) return reading.error();
  auto inputs = Inputs::open(paths.inputs, *reading);
  if (!inputs) return inputs.error();
  watch.begin_pass("filter, counting");
  std::array<std::uint64_t, 33> counts{};
  const auto read = for_each_record(*inputs, watch, [&](const GameRecord& record) -> Result<void> {
    for_each_sample(record, [&](const Sample& sample) {
      if (reason_to_drop(rules, sample) == DropReason::Count)
        ++counts[static_cast<std::size_t>(piece_count(sample.position))];
    });
    return {};
  });
  if (!read) return read.error();
  return PhaseBalance(counts, times, seed);
}

int run_filter(const Arguments& arguments) {
  const Paths paths = paths_of(arguments);
  auto rules = rules_of(arguments);
  if (!rules) return usage_error("data filter", rules.error());
  const auto margin_cp = arguments.number("--quiet-margin", kQuietMarginCp, 0, 10'000);
  if (!margin_cp) return usage_error("data filter", margin_cp.error());
  const auto quiet = add_quiet_rule(arguments, *margin_cp, *rules);
  if (!quiet) return failure(quiet.error());
  const auto seed = seed_of(arguments);
  if (!seed) return usage_error("data filter", seed.error());
  DataWatch watch("filter", arguments.has("--strict"));
  std::optional<PhaseBalance> balance;
  // The quiet rule comes last in the text.
  std::string what = rules->text() + *quiet;
  if (arguments.has("--balance")) {
    const auto times = parse_real("--balance", arguments.text("--balance", ""), 0.01, 1000);
    if (!times) return usage_error("data filter", times.error());
    const auto made = balance_of(arguments, paths, *rules, *times, *seed, watch);
    if (!made) return data_failure(made.error());
    balance = *made;
    what += concat(what.empty() ? "" : ", ", "balance ", arguments.text("--balance", ""), ", seed=", *seed);
  }
  if (what.empty()) return usage_error("data filter", {"give at least one rule, such as --no-check"});
  auto copy = open_copy(arguments, paths, "filter", what);
  if (!copy) return failure(copy.error());
  watch.begin_pass("filter");
  std::array<std::uint64_t, kDropReasons> dropped{};
  std::uint64_t kept = 0;
  std::uint64_t place = 0;
  const auto read = for_each_record(copy->inputs, watch, [&](const GameRecord& record) -> Result<void> {
    const auto written = write_kept(record, *copy->writer, [&](const Sample& sample) {
      DropReason reason = reason_to_drop(*rules, sample);
      if (reason == DropReason::Count && balance && !balance->keeps(piece_count(sample.position), place++))
        reason = DropReason::Balance;
      if (reason == DropReason::Count) return true;
      ++dropped[static_cast<std::size_t>(reason)];
      return false;
    });
    if (!written) return written.error();
    kept += *written;
    return {};
  });
  if (!read) return data_failure(read.error());
  std::uint64_t all = kept;
  for (const std::uint64_t count : dropped) all += count;
  const int code =
      finish_copy(*copy, watch, paths.output,
                  concat(base::with_thousands(kept), " of ", base::with_thousands(all), " positions kept"));
  for (std::size_t i = 0; i < kDropReasons; ++i) {
    if (dropped[i] == 0) continue;
    std::printf("  %-22s %s\n", std::string(name_of(static_cast<DropReason>(i))).c_str(),
                base::with_thousands(dropped[i]).c_str());
  }
  return code;
}

// --- split

int run_split(const Arguments& arguments) {
  const std::string& input = arguments.positionals()[0];
  const std::string& train = arguments.positionals()[1];
  const std::string& validation = arguments.positionals()[2];
  std::string share_text = arguments.text("--validation", "2%");
  const bool percent = share_text.ends_with('%');
  if (percent) share_text.pop_back();
  const auto number = parse_real("--validation", share_text, 0, percent ? 100 : 1);
  if (!number) return usage_error("data split", number.error());
  const double share = percent ? *number / 100 : *number;
  const auto seed = seed_of(arguments);
  if (!seed) return usage_error("data split", seed.error());
  const std::string what =
      concat("by game, validation ", arguments.text("--validation", "2%"), ", seed=", *seed);
  DataWatch watch("split", arguments.has("--strict"));
  auto copy = open_copy(arguments, {{input}, train}, "split", concat("training part, ", what));
  if (!copy) return failure(copy.error());
  DataInfo info = copy->inputs.info();
  info.history.emplace_back("split", concat("validation part, ", what));
  auto other = open_writer(validation, writing_of(arguments), info);
  if (!other) return failure(other.error());
  ValidationChoice choice(share, *seed);
  std::array<std::uint64_t, 2> records{};
  std::array<std::uint64_t, 2> positions{};
  const auto read = for_each_record(copy->inputs, watch, [&](const GameRecord& record) {
    const bool chosen = choice.is_validation(record);
    ++records[chosen ? 1 : 0];
    positions[chosen ? 1 : 0] += record.plies.size();
    return (chosen ? **other : *copy->writer).write(record);
  });
  if (!read) return data_failure(read.error());
  // Either both appear or neither.
  for (RecordWriter* writer : {copy->writer.get(), other->get()}) {
    if (auto completed = writer->complete(); !completed) return failure(completed.error());
  }
  if (watch.interrupted()) return data_failure(base::interruption());
  for (RecordWriter* writer : {copy->writer.get(), other->get()}) {
    if (auto published = writer->publish(); !published) return failure(published.error());
  }
  watch.finish();
  tell_losses(copy->writer->losses());
  std::printf("%s: %s\n", shown_output(train).c_str(), counted(records[0], positions[0]).c_str());
  std::printf("%s: %s\n", shown_output(validation).c_str(), counted(records[1], positions[1]).c_str());
  return kExitDone;
}

base::FileUse files_of_split(const Arguments& arguments) {
  return {.read = {arguments.positionals()[0]},
          .written = {arguments.positionals()[1], arguments.positionals()[2]},
          .folders = {}};
}

// --- sample

int run_sample(const Arguments& arguments) {
  const auto size = parse_number("N", arguments.positionals()[0], 1, 1'000'000'000);
  if (!size) return usage_error("data sample", size.error());
  Paths paths = paths_of(arguments);
  paths.inputs.erase(paths.inputs.begin());
  if (paths.inputs.empty()) return usage_error("data sample", {"missing OUT: the file to write"});
  const auto seed = seed_of(arguments);
  if (!seed) return usage_error("data sample", seed.error());
  const bool by_game = arguments.has("--by-game");
  DataWatch watch("sample", arguments.has("--strict"));
  auto copy = open_copy(arguments, paths, "sample",
                        concat(*size, by_game ? " games" : " positions", ", seed=", *seed));
  if (!copy) return failure(copy.error());
  RandomChoice choice(static_cast<std::size_t>(*size), *seed);
  const auto read = for_each_record(copy->inputs, watch, [&](const GameRecord& record) -> Result<void> {
    const auto consider = [&](const auto& make_record) {
      if (!choice.wants_next()) return;
      std::string bytes;
      append_raw(bytes, make_record());
      choice.put(std::move(bytes));
    };
    if (by_game) {
      consider([&]() -> const GameRecord& { return record; });
    } else {
      for_each_sample(record, [&](const Sample& sample) { consider([&] { return record_of(sample); }); });
    }
    return {};
  });
  if (!read) return data_failure(read.error());
  const auto chosen = choice.take();
  GameRecord record;
  for (const std::string& item : chosen) {
    std::string_view bytes = item;
    take_raw(bytes, record);
    if (auto written = copy->writer->write(record); !written) return failure(written.error());
  }
  return finish_copy(*copy, watch, paths.output,
                     concat(base::with_thousands(chosen.size()), by_game ? " games" : " positions"));
}

base::FileUse files_of_sample(const Arguments& arguments) {
  base::FileUse use = files_of_copy(arguments);
  use.read.erase(use.read.begin());  // the first positional is N
  return use;
}

// --- dedup

int run_dedup(const Arguments& arguments) {
  const Paths paths = paths_of(arguments);
  const auto memory = parse_bytes("--memory", arguments.text("--memory", kDefaultMemory));
  if (!memory) return usage_error("data dedup", memory.error());
  const bool by_game = arguments.has("--by-game");
  DataWatch watch("dedup, looking", arguments.has("--strict"));
  auto copy = open_copy(arguments, paths, "dedup", by_game ? "by game" : "by position");
  if (!copy) return failure(copy.error());
  const auto reading = reading_of(arguments);
  auto first_pass = Inputs::open(paths.inputs, *reading);
  if (!first_pass) return failure(first_pass.error());
  // The first pass finds duplicates, the second leaves them out.
  constexpr std::uint64_t kLeastBytesOfASample = 2;
  DuplicateFinder finder(folder_of(paths.output), first_pass->bytes_total() / kLeastBytesOfASample, *memory);
  std::vector<bool> repeated;
  const auto looked = for_each_record(*first_pass, watch, [&](const GameRecord& record) -> Result<void> {
    if (by_game) return finder.add(game_key(record));
    Result<void> added;
    for_each_sample(record, [&](const Sample& sample) {
      if (added) added = finder.add(sample.position.key());
    });
    return added;
  });
  if (!looked) return data_failure(looked.error());
  if (const auto found = finder.finish(watch, &repeated); !found) return data_failure(found.error());
  const std::uint64_t all = repeated.size();
  watch.begin_pass("dedup, writing");
  std::uint64_t kept = 0;
  std::size_t place = 0;
  const auto is_new = [&] { return place < repeated.size() && !repeated[place++]; };
  const auto read = for_each_record(copy->inputs, watch, [&](const GameRecord& record) -> Result<void> {
    if (by_game) {
      if (!is_new()) return {};
      ++kept;
      return copy->writer->write(record);
    }
    const auto written = write_kept(record, *copy->writer, [&](const Sample&) { return is_new(); });
    if (!written) return written.error();
    kept += *written;
    return {};
  });
  if (!read) return data_failure(read.error());
  return finish_copy(*copy, watch, paths.output,
                     concat(base::with_thousands(kept), " of ", base::with_thousands(all),
                            by_game ? " games kept" : " positions kept"));
}

const Positional kInputs{"IN", "files of any format, or folders of .tabia files", true, true};
const Positional kOutput{"OUT", "the output file, - for standard output (then give --to)", true, false};
const Option kSeed{"--seed", "N", "random seed (default: 1)"};
const Option kMemory{"--memory", "SIZE", "approximate memory limit, such as 512M or 4G (default: 1G)"};

}  // namespace

std::vector<Command> data_copy_commands() {
  return {
      {.name = "data convert",
       .summary = "write data in another format",
       .description = "Reads the inputs one after another and writes them to OUT; its name determines "
                      "the format (or --to). What OUT can't hold is reported. Tables and other formats "
                      "that don't define their scores need the options that do.",
       .positionals = {kInputs, kOutput},
       .options = with_writing_options({}),
       .examples = {"data convert games.binpack games.tabia",
                    "data convert evals.csv evals.tabia --sign white --unit centipawns --units-per-pawn 100"},
       .run = run_convert,
       .files = files_of_copy},
      {.name = "data merge",
       .summary = "combine several inputs into one file",
       .description = "Like convert; the scores of all inputs must be in the same unit.",
       .positionals = {kInputs, kOutput},
       .options = with_writing_options({}),
       .examples = {"data merge shards/ more.tabia all.tabia"},
       .run = run_merge,
       .files = files_of_copy},
      {.name = "data shuffle",
       .summary = "shuffle any amount of data",
       .description = "Writes single positions in random order, as training needs them, or with "
                      "--by-game whole games in random order. The output depends only on the inputs "
                      "and the seed, not on memory or threads. Data that doesn't fit in memory goes to "
                      "temporary files next to the output: 42 bytes per position.",
       .positionals = {kInputs, kOutput},
       .options = with_writing_options({kSeed,
                                        kMemory,
                                        {"--threads", "N", "threads (default: all cores)"},
                                        {"--by-game", "", "keep games together"},
                                        {"--temporary", "FOLDER",
                                         "folder for temporary files (default: that "
                                         "of OUT)"}}),
       .examples = {"data shuffle games.tabia train.tabia --memory 2G --seed 1"},
       .run = run_shuffle,
       .files = files_of_copy},
      {.name = "data filter",
       .summary = "drop positions that are bad for training",
       .description = "Keeps the positions that pass all rules. Games are cut where positions are "
                      "dropped, so split into training and validation data first. Scores are for the "
                      "side to move, in the unit of the data.",
       .positionals = {kInputs, kOutput},
       .options = with_writing_options(
           {{"--no-check", "", "drop positions in check"},
            {"--no-captures", "", "drop positions whose move is a capture or a promotion"},
            {"--quiet", "",
             "keep only positions that a small capture search finds quiet, using the evaluation "
             "selected by --net and the options below it"},
            {"--quiet-margin", "CP",
             "a position counts as quiet if captures gain at most this much "
             "(default: 50)"},
            evaluation_options()[0],
            evaluation_options()[1],
            evaluation_options()[2],
            evaluation_options()[3],
            {"--scored", "", "keep only positions with a score"},
            {"--with-result", "", "keep only positions with a known result"},
            {"--ply", "A..B", "keep only these plies, counted from the start of the game"},
            {"--score", "A..B", "keep only these scores; mates count as about 32000"},
            {"--pieces", "A..B", "keep only these numbers of pieces, kings included"},
            {"--balance", "X",
             "balance the game phases: each number of pieces keeps at most X times the average, chosen "
             "at random"},
            kSeed}),
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
       .options = with_writing_options({{"--validation", "SHARE",
                                         "share of the games, such as 2% or "
                                         "0.02 (default: 2%)"},
                                        kSeed}),
       .examples = {"data split games.tabia train.tabia validation.tabia --validation 2%"},
       .run = run_split,
       .files = files_of_split},
      {.name = "data sample",
       .summary = "choose a few at random",
       .description =
           "Writes N positions (or games) chosen at random, in random order. They must fit in memory.",
       .positionals = {{"N", "how many", true}, kInputs, kOutput},
       .options = with_writing_options({{"--by-game", "", "N games instead of positions"}, kSeed}),
       .examples = {"data sample 10000 games.tabia small.tabia --seed 3"},
       .run = run_sample,
       .files = files_of_sample},
      {.name = "data dedup",
       .summary = "remove duplicates",
       .description =
           "Keeps only the first of positions that are identical by the rules (pieces, side to move, "
           "castling, en passant). The result is exact; it takes two passes and bounded memory: one "
           "bit per position, plus --memory.",
       .positionals = {kInputs, kOutput},
       .options =
           with_writing_options({{"--by-game", "", "games with the same start and moves instead"}, kMemory}),
       .examples = {"data dedup all.tabia once.tabia"},
       .run = run_dedup,
       .files = files_of_copy},
  };
}

}  // namespace tabia::tools
