#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstdio>

#include "base/text.h"
#include "chess/notation.h"
#include "cli/console_watch.h"
#include "cli/evaluation_setup.h"
#include "cli/settings.h"
#include "engine/describe.h"
#include "os/file.h"
#include "play/solve.h"
#include "tools/commands.h"

namespace tabia::tools {
namespace {

using base::concat;
using chess::Move;
using chess::to_uci;
using play::Answer;
using play::Problem;

std::string score_text(const search::ShownScore& score) {
  std::array<char, 32> text{};
  if (score.is_mate) {
    std::snprintf(text.data(), text.size(), "#%d", score.value);
  } else {
    std::snprintf(text.data(), text.size(), "%+.2f", score.value / 100.0);
  }
  return text.data();
}

void print_text(const Problem& problem, const Answer& answer, int id_width) {
  char solution[32] = "-";
  if (answer.solution)
    std::snprintf(solution, sizeof solution, "%.3f s",
                  static_cast<double>(answer.solution->elapsed_ms) / 1000);
  std::printf("%-*s  %-16s  %-8s  %-6s  %8s  depth %3d  %9s\n", id_width, problem.id.c_str(),
              problem.expected.c_str(), chess::to_san(problem.position, answer.found).c_str(),
              answer.solved ? "solved" : "no", score_text(answer.score).c_str(), answer.depth, solution);
}

void warn_of_claim(const std::string& file, const Problem& problem, const Answer& answer) {
  if (!answer.claim || !answer.claim->is_false()) return;
  std::string line;
  for (const Move move : answer.line) line += concat(' ', to_uci(move));
  std::string known = problem.mate ? concat("the suite says ", *problem.mate) : "no mate is known";
  std::fprintf(stderr, "%s:%" PRIu64 ": warning: claims mate in %d, %s; the line %s:%s\n", file.c_str(),
               problem.line, answer.claim->moves, known.c_str(),
               !answer.claim->line_is_legal ? "is not legal"
               : answer.claim->line_is_mate ? "ends in mate"
                                            : "does not end in mate",
               line.c_str());
}

class EpdPrinter : public ConsoleWatch<play::SolveWatch> {
 public:
  // On a terminal the answers themselves show the progress, and a live line would get between them.
  explicit EpdPrinter(bool json)
      : ConsoleWatch(!os::is_terminal(os::kStandardOutput) ? "epd" : "", "positions"), json_(json) {}

  void begins(const play::Suite& suite) override {
    file_ = suite.name;
    for (const Problem& problem : suite.problems)
      id_width_ = std::max(id_width_, std::min<int>(static_cast<int>(problem.id.size()), 32));
  }
  void answered(const Problem& problem, const Answer& answer) override {
    if (json_) {
      std::printf("%s\n", answer_json(problem, answer).c_str());
    } else {
      print_text(problem, answer, id_width_);
    }
    std::fflush(stdout);
    warn_of_claim(file_, problem, answer);
  }

 private:
  std::string file_;
  const bool json_;
  int id_width_ = 0;
};

void print_totals(const play::SolveTotals& totals, bool json) {
  if (json) {
    std::printf("%s\n", totals_json(totals).c_str());
    return;
  }
  if (totals.about_mates || totals.false_claims > 0)
    std::printf("%" PRIu64 " mates claimed, %" PRIu64 " false, %" PRIu64 " with an incomplete line\n",
                totals.claims, totals.false_claims, totals.unfinished_lines);
  std::printf("%" PRIu64 "/%" PRIu64 " solved\n", totals.solved, totals.done);
}

base::Result<int> epd(const Arguments& arguments) {
  play::SolveJob job{.suite = arguments.positionals()[0], .search = {}};
  TABIA_TRY(job.search.evaluation, read_evaluator_options(arguments));
  TABIA_TRY_VOID(read_settings(play::solve_fields(), arguments, job));
  const bool json = arguments.has("--json");
  EpdPrinter printer(json);
  TABIA_TRY(const play::SolveTotals totals, play::run(job, printer));
  std::fprintf(stderr, "epd: %" PRIu64 " positions, %s nodes in %.1f s of search, network %s\n", totals.done,
               base::with_thousands(totals.nodes).c_str(), static_cast<double>(totals.search_ms) / 1000,
               engine::network_name(totals.network.get()).c_str());
  print_totals(totals, json);
  if (printer.interrupted()) return base::kExitInterrupted;
  if (totals.false_claims > 0) return kExitTestSaidNo;
  return totals.bad_lines == 0 ? kExitDone : kExitFailed;
}

}  // namespace

Command epd_command() {
  return {.name = "epd",
          .summary = "solve a suite of test positions",
          .description =
              "Searches every position of an EPD file and compares the result: `bm` names the best moves, "
              "`am` moves to avoid, `dm 3` or `bm #3` the shortest mate (negative: the side to move gets "
              "mated). Positions are searched in parallel, each on one thread with an empty table, so with "
              "--nodes or --depth the results are the same on every machine. Prints one line per position, "
              "in file order: id, expected answer, answer found, score, depth, and when the final answer "
              "was found. The last line is `N/M solved`. A mate counts only at its shortest length. "
              "Claimed mates are checked: one that is shorter than the suite's, or whose line is illegal, "
              "is false, and the exit code is then 3. Invalid lines are reported on standard error and "
              "skipped; the exit code is then 1.",
          .positionals = {{"FILE", "the suite, - for standard input", true}},
          .options = options_with(play::solve_fields(),
                                  {{"--json", "", "one JSON object per position, and one with the totals"}}),
          .examples = {"epd wacnew.epd", "epd mates400.epd --nodes 1000000 --mates",
                       "epd suite.epd --depth 12 --json"},
          .run = [](const Arguments& given) { return exit_code_of("epd", epd(given)); }};
}

}  // namespace tabia::tools
