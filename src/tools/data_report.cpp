// tools/data_report.cpp: the `tabia data …` commands that inspect data and report on it.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "chess/fen.h"
#include "chess/notation.h"
#include "data/duplicates.h"
#include "data/overlap.h"
#include "data/quality.h"
#include "data/statistics_page.h"
#include "tools/data_common.h"

namespace tabia::tools {
namespace {

using base::concat;
using base::Error;
using base::Result;
using base::with_thousands;
using namespace tabia::data;

constexpr std::string_view kDefaultMemory = "512M";

// --- the pass shared by info and check

// Counts everything; `also` sees every record too.
template <class Visitor>
Result<DatasetReport> surveyed(const Arguments& arguments, const std::vector<std::string>& paths,
                               DataWatch& watch, Visitor&& also) {
  const auto reading = reading_of(arguments);
  if (!reading) return reading.error();
  const auto memory = parse_bytes("--memory", arguments.text("--memory", kDefaultMemory));
  if (!memory) return memory.error();
  auto inputs = Inputs::open(paths, *reading);
  if (!inputs) return inputs.error();
  DatasetReport report;
  for (const std::string& path : paths) report.path += concat(report.path.empty() ? "" : ", ", path);
  report.info = inputs->info();
  constexpr std::uint64_t kLeastBytesOfASample = 2;
  const bool find_duplicates = !arguments.has("--no-duplicates");
  DuplicateFinder finder(arguments.text("--temporary", "/tmp"), inputs->bytes_total() / kLeastBytesOfASample,
                         *memory);
  const auto read = for_each_record(*inputs, watch, [&](const GameRecord& record) -> Result<void> {
    report.statistics.add(record);
    also(record);
    Result<void> added;
    if (!find_duplicates) return added;
    for_each_sample(record, [&](const Sample& sample) {
      if (added) added = finder.add(sample.position.key());
    });
    return added;
  });
  if (!read) return read.error();
  if (find_duplicates) {
    const auto duplicates = finder.finish(watch);
    if (!duplicates) return duplicates.error();
    report.duplicates = *duplicates;
  }
  report.bytes = inputs->bytes_total();
  report.problems = watch.problems();
  return report;
}

// --- info

std::string with_share(std::uint64_t part, std::uint64_t all) {
  char text[32];
  const auto divisor = static_cast<double>(std::max<std::uint64_t>(all, 1));
  std::snprintf(text, sizeof text, " (%.2f%%)", 100 * static_cast<double>(part) / divisor);
  return with_thousands(part) + text;
}

// A text histogram of at most this many lines.
void print_bars(const char* title, const std::vector<std::pair<std::string, std::uint64_t>>& rows) {
  std::uint64_t top = 1;
  for (const auto& [label, count] : rows) top = std::max(top, count);
  std::printf("\n%s\n", title);
  constexpr std::uint64_t kWidest = 50;
  for (const auto& [label, count] : rows) {
    if (count == 0) continue;
    const std::string bar(static_cast<std::size_t>((count * kWidest + top - 1) / top), '#');
    std::printf("  %12s %14s %s\n", label.c_str(), with_thousands(count).c_str(), bar.c_str());
  }
}

void print_histograms(const Statistics& s) {
  std::vector<std::pair<std::string, std::uint64_t>> rows;
  constexpr int kBinsTogether = 8;  // 400 units per line
  for (int bin = -Statistics::kLastBin; bin <= Statistics::kLastBin; ++bin) {
    const int first = static_cast<int>(std::lround(static_cast<double>(bin) / kBinsTogether)) * kBinsTogether;
    const std::string label = concat(first * Statistics::kBinUnits);
    if (rows.empty() || rows.back().first != label) rows.emplace_back(label, 0);
    rows.back().second += s.scores[static_cast<std::size_t>(bin + Statistics::kLastBin)].count;
  }
  print_bars("scores around", rows);
  rows.clear();
  for (std::size_t i = 2; i < s.pieces.size(); i += 2)
    rows.emplace_back(concat(i, "-", i + 1), s.pieces[i] + (i + 1 < s.pieces.size() ? s.pieces[i + 1] : 0));
  print_bars("pieces", rows);
  rows.clear();
  for (std::size_t i = 0; i < s.plies.size(); i += 2)
    rows.emplace_back(concat(i * Statistics::kPlyUnits, i + 2 < s.plies.size() ? "" : "+"),
                      s.plies[i] + s.plies[i + 1]);
  print_bars("plies from", rows);
}

void print_report(const DatasetReport& report) {
  const Statistics& s = report.statistics;
  const auto row = [](std::string_view name, const std::string& value) {
    std::printf("%-21s %s\n", concat(name, ":").c_str(), value.c_str());
  };
  const auto decimal = [](double number) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", number);
    return std::string(text);
  };
  row("data", report.path);
  row("records", concat(with_thousands(s.records), ", ", with_thousands(s.games), " of them games"));
  row("positions", with_thousands(s.positions));
  row("bytes", concat(with_thousands(report.bytes), ", ",
                      decimal(static_cast<double>(report.bytes) /
                              static_cast<double>(std::max<std::uint64_t>(s.positions, 1))),
                      " a position"));
  row("results",
      concat("White won ", with_share(s.results[1], s.records), ", drawn ",
             with_share(s.results[3], s.records), ", Black won ", with_share(s.results[2], s.records),
             ", unknown ", with_share(s.results[0], s.records)));
  row("without a score", with_share(s.without_score, s.positions));
  row("mates", with_share(s.mates, s.positions));
  row("without a move", with_share(s.without_move, s.positions));
  row("in check", with_share(s.in_check, s.positions));
  row("captures, promotions", with_share(s.noisy_moves, s.positions));
  if (report.duplicates) row("occurred before", with_share(*report.duplicates, s.positions));
  row("largest score", concat(s.largest_score, ", ", with_share(s.at_largest, s.positions)));
  if (const WdlFit fit = fit_wdl(s); fit.k > 0) {
    char text[64];
    std::snprintf(text, sizeof text, "%.4f", fit.mean_deviation);
    row("points by score",
        concat("1/(1+exp(-score/k)) with k = ", decimal(fit.k), ", mean deviation ", text));
  }
  row("scores are in",
      concat(report.info.scale.unit, ", ", decimal(report.info.scale.units_per_pawn), " a pawn"));
  if (!report.info.network.empty()) row("network", base::quoted(report.info.network, 200));
  if (!report.info.source.empty()) row("source", base::quoted(report.info.source, 200));
  if (report.info.seed != 0) row("seed", concat(report.info.seed));
  for (const auto& [step, what] : report.info.history) row(concat("- ", step), base::quoted(what, 200));
  print_histograms(s);
}

int run_info(const Arguments& arguments) {
  DataWatch watch("info", arguments.has("--strict"));
  const auto report = surveyed(arguments, arguments.positionals(), watch, [](const GameRecord&) {});
  if (!report) return data_failure(report.error());
  watch.finish();
  if (arguments.has("--html")) {
    const std::string page = report_page(*report);
    if (watch.interrupted()) return data_failure(base::interruption());
    const auto written = base::write_file_atomically(arguments.text("--html", ""), page);
    if (!written) return failure(written.error());
  }
  if (arguments.has("--json")) {
    std::printf("%s\n", report_json(*report).c_str());
  } else {
    print_report(*report);
  }
  return kExitDone;
}

base::FileUse files_of_info(const Arguments& arguments) {
  return {.read = arguments.positionals(), .written = {arguments.text("--html", "")}, .folders = {}};
}

// --- check

void print_findings(const std::vector<Finding>& list, bool as_json) {
  if (!as_json) {
    for (const Finding& finding : list) {
      std::printf("%-9s %-24s %s\n", std::string(name_of(finding.grade)).c_str(), finding.name.c_str(),
                  finding.text.c_str());
    }
    std::printf("\n%s\n", verdict(list) == Grade::Bad        ? "not to be trusted"
                          : verdict(list) == Grade::Doubtful ? "usable, with doubts"
                                                             : "good");
    return;
  }
  base::JsonWriter json;
  json.begin_object().field("verdict", name_of(verdict(list))).key("findings").begin_array();
  for (const Finding& finding : list) {
    json.begin_object()
        .field("name", finding.name)
        .field("grade", name_of(finding.grade))
        .field("text", finding.text)
        .end_object();
  }
  json.end_array().end_object();
  std::printf("%s\n", json.text().c_str());
}

int run_check(const Arguments& arguments) {
  DataWatch watch("check", arguments.has("--strict"));
  OverlapFinder overlap;
  const bool compare = arguments.has("--validation");
  if (compare) {
    const auto reading = reading_of(arguments);
    if (!reading) return usage_error("data check", reading.error());
    auto inputs = Inputs::open({arguments.text("--validation", "")}, *reading);
    if (!inputs) return failure(inputs.error());
    const auto read = for_each_record(*inputs, watch, [&](const GameRecord& record) -> Result<void> {
      overlap.add_validation(record);
      return {};
    });
    if (!read) return data_failure(read.error());
  }
  const auto report = surveyed(arguments, arguments.positionals(), watch, [&](const GameRecord& record) {
    if (compare) overlap.add_training(record);
  });
  if (!report) return data_failure(report.error());
  watch.finish();
  Evidence evidence{report->info, report->statistics, report->problems, report->duplicates, std::nullopt};
  if (compare) evidence.overlap = overlap.result();
  const auto list = findings(evidence);
  if (watch.interrupted()) return data_failure(base::interruption());
  print_findings(list, arguments.has("--json"));
  return verdict(list) == Grade::Bad ? kExitTestSaidNo : kExitDone;
}

// --- show

std::string score_text(const Sample& sample) {
  if (!sample.has_score()) return "none";
  if (!sample.is_mate()) return std::to_string(sample.score);
  const int plies = base::kMate - std::abs(sample.score);
  return concat(sample.score > 0 ? "mate in " : "mated in ", plies, " plies");
}

std::string_view outcome_text(Outcome outcome) {
  switch (outcome) {
    case Outcome::Win:
      return "win";
    case Outcome::Draw:
      return "draw";
    case Outcome::Loss:
      return "loss";
    case Outcome::Unknown:
      break;
  }
  return "unknown";
}

void show_sample(const Sample& sample, bool as_json) {
  const std::string fen = chess::to_fen(sample.position);
  const std::string san = sample.move ? chess::to_san(sample.position, sample.move) : "-";
  if (!as_json) {
    std::printf("  ply %-4d %-8s score %-8s %-8s %s\n", static_cast<int>(sample.ply), san.c_str(),
                score_text(sample).c_str(), std::string(outcome_text(sample.outcome)).c_str(), fen.c_str());
    return;
  }
  base::JsonWriter json;
  json.begin_object().field("fen", fen).field("ply", static_cast<int>(sample.ply));
  if (sample.move) json.field("move", chess::to_uci(sample.move)).field("san", san);
  if (sample.is_mate()) {
    json.field("mate_plies", sample.score > 0 ? base::kMate - sample.score : -(base::kMate + sample.score));
  } else if (sample.has_score()) {
    json.field("score", static_cast<int>(sample.score));
  }
  json.field("outcome", outcome_text(sample.outcome)).end_object();
  std::printf("%s\n", json.text().c_str());
}

int run_show(const Arguments& arguments) {
  constexpr long long kMost = std::numeric_limits<long long>::max();
  const auto count = arguments.number("--count", 3, 1, kMost);
  const auto skip = arguments.number("--skip", 0, 0, kMost);
  const auto plies = arguments.number("--plies", 10, 1, kMost);
  for (const auto* number : {&count, &skip, &plies}) {
    if (!*number) return usage_error("data show", number->error());
  }
  const auto reading = reading_of(arguments);
  if (!reading) return usage_error("data show", reading.error());
  auto inputs = Inputs::open({arguments.positionals()[0]}, *reading);
  if (!inputs) return failure(inputs.error());
  DataWatch watch("show", arguments.has("--strict"));
  const bool as_json = arguments.has("--json");
  long long place = 0;
  const auto enough = base::interruption();  // ends the pass without being an error
  const auto read = for_each_record(*inputs, watch, [&](const GameRecord& record) -> Result<void> {
    if (place++ < *skip) return {};
    if (!as_json)
      std::printf("record %lld: %zu positions, %s\n", place, record.plies.size(),
                  std::string(chess::to_string(record.result)).c_str());
    long long shown = 0;
    for_each_sample(record, [&](const Sample& sample) {
      if (shown++ < *plies || as_json) show_sample(sample, as_json);
    });
    if (!as_json && shown > *plies) std::printf("  ... %lld more\n", shown - *plies);
    if (place >= *skip + *count) return enough;
    return {};
  });
  if (!read && (read.error().kind != base::ErrorKind::Interrupted || watch.interrupted()))
    return data_failure(read.error());
  watch.finish();
  return kExitDone;
}

const Positional kInputs{"IN", "files of any format, or folders of .tabia files", true, true};
const Option kJson{"--json", "", "one JSON object"};
const Option kMemory{"--memory", "SIZE",
                     "memory for finding duplicates, such as 512M or 4G (default: "
                     "512M)"};
const Option kNoDuplicates{"--no-duplicates", "", "don't look for duplicates"};
const Option kTemporary{"--temporary", "FOLDER",
                        "folder for data that doesn't fit in memory (default: "
                        "/tmp)"};

}  // namespace

std::vector<Command> data_report_commands() {
  return {
      {.name = "data info",
       .summary = "describe a dataset: counts, histograms, origin",
       .description = "Reads everything and prints counts of records, results, scores, pieces, plies "
                      "and duplicates, the bytes per position, how well scores predict results, and "
                      "the manifest.",
       .positionals = {kInputs},
       .options = with_reading_options({kJson,
                                        {"--html", "FILE",
                                         "also write a page with plots; - for "
                                         "standard output"},
                                        kNoDuplicates,
                                        kMemory,
                                        kTemporary}),
       .examples = {"data info games.tabia", "data info games.tabia --html games.html",
                    "data info shards/ --json"},
       .run = run_info,
       .files = files_of_info},
      {.name = "data check",
       .summary = "can this data be trusted? the exit code is 3 if not",
       .description = "Reads everything and looks for damaged or illegal records, scores with the "
                      "wrong sign, clipped scores, scores that don't predict results, duplicates, and "
                      "with --validation for games or positions that are in both.",
       .positionals = {kInputs},
       .options = with_reading_options({{"--validation", "FILE",
                                         "validation data, which must not "
                                         "overlap with IN"},
                                        kJson,
                                        kNoDuplicates,
                                        kMemory,
                                        kTemporary}),
       .examples = {"data check train.tabia --validation validation.tabia"},
       .run = run_check},
      {.name = "data show",
       .summary = "print a few records",
       .description = "Prints records: for each position the ply, the move in algebraic notation, the "
                      "score for the side to move in the unit of the data, the result of the game for "
                      "that side, and the FEN.",
       .positionals = {{"IN", "a file of any format, or a folder of .tabia files", true}},
       .options = with_reading_options({{"--count", "N", "how many records to show (default: 3)"},
                                        {"--skip", "N", "skip this many records first"},
                                        {"--plies", "N", "positions to show of each record (default: 10)"},
                                        {"--json", "",
                                         "one JSON object per position and line, for all "
                                         "positions"}}),
       .examples = {"data show games.tabia --count 1 --plies 200"},
       .run = run_show},
  };
}

}  // namespace tabia::tools
