// tools/data_report.cpp: the `tabia data …` commands that inspect data and report on it.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "chess/fen.h"
#include "chess/notation.h"
#include "data/report_jobs.h"
#include "tools/data_common.h"

namespace tabia::tools {
namespace {

using base::concat;
using base::with_thousands;
using namespace tabia::data;

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
  InfoJob job;
  job.from.paths = arguments.positionals();
  return run_data_job(
      "data info", info_fields(), arguments, job, [&](const InfoJob&, const DatasetReport& report) {
        tell_problems(report.problems);
        if (arguments.has("--html")) {
          const auto written = base::write_file_atomically(arguments.text("--html", ""), report_page(report));
          if (!written) return failure(written.error());
        }
        if (arguments.has("--json")) {
          std::printf("%s\n", report_json(report).c_str());
        } else {
          print_report(report);
        }
        return kExitDone;
      });
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
  std::printf("%s\n", findings_json(list).c_str());
}

int run_check(const Arguments& arguments) {
  CheckJob job;
  job.info.from.paths = arguments.positionals();
  return run_data_job("data check", check_fields(), arguments, job,
                      [&](const CheckJob&, const CheckReport& report) {
                        tell_problems(report.problems);
                        print_findings(report.findings, arguments.has("--json"));
                        return verdict(report.findings) == Grade::Bad ? kExitTestSaidNo : kExitDone;
                      });
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

void show_record(std::uint64_t number, const GameRecord& record, std::uint64_t plies) {
  std::printf("record %llu: %zu positions, %s\n", static_cast<unsigned long long>(number),
              record.plies.size(), std::string(chess::to_string(record.result)).c_str());
  std::uint64_t shown = 0;
  for_each_sample(record, [&](const Sample& sample) {
    if (shown++ < plies) show_sample(sample, false);
  });
  if (shown > plies) std::printf("  ... %llu more\n", static_cast<unsigned long long>(shown - plies));
}

int run_show(const Arguments& arguments) {
  constexpr std::string_view kName = "data show";
  ShowJob job;
  job.from.paths = {arguments.positionals()[0]};
  if (const auto read = read_settings(show_fields(), arguments, job); !read)
    return data_failure(kName, read.error());
  DataWatch watch("show");
  const auto problems = run(job, watch, [&](std::uint64_t number, const GameRecord& record) {
    if (!arguments.has("--json")) return show_record(number, record, job.plies);
    for_each_sample(record, [](const Sample& sample) { show_sample(sample, true); });
  });
  if (!problems) return data_failure(kName, problems.error());
  tell_problems(*problems);
  return kExitDone;
}

const Option kJson{"--json", "", "one JSON object"};

}  // namespace

std::vector<Command> data_report_commands() {
  return {
      {.name = "data info",
       .summary = "describe a dataset: counts, histograms, origin",
       .description = "Reads everything and prints counts of records, results, scores, pieces, plies "
                      "and duplicates, the bytes per position, how well scores predict results, and "
                      "the manifest.",
       .positionals = {kDataInputs},
       .options = data_options(
           info_fields(), {kJson, {"--html", "FILE", "also write a page with plots; - for standard output"}}),
       .examples = {"data info games.tabia", "data info games.tabia --html games.html",
                    "data info shards/ --json"},
       .run = run_info,
       .files = files_of_info},
      {.name = "data check",
       .summary = "can this data be trusted? the exit code is 3 if not",
       .description = "Reads everything and looks for damaged or illegal records, scores with the "
                      "wrong sign, clipped scores, scores that don't predict results, duplicates, and "
                      "with --validation for games or positions that are in both.",
       .positionals = {kDataInputs},
       .options = data_options(check_fields(), {kJson}),
       .examples = {"data check train.tabia --validation validation.tabia"},
       .run = run_check},
      {.name = "data show",
       .summary = "print a few records",
       .description = "Prints records: for each position the ply, the move in algebraic notation, the "
                      "score for the side to move in the unit of the data, the result of the game for "
                      "that side, and the FEN.",
       .positionals = {{"IN", "a file of any format, or a folder of .tabia files", true}},
       .options = data_options(show_fields(),
                               {{"--json", "", "one JSON object per position and line, for all positions"}}),
       .examples = {"data show games.tabia --count 1 --plies 200"},
       .run = run_show},
  };
}

}  // namespace tabia::tools
