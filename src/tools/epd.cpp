#include "chess/epd.h"

#include <unistd.h>

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <optional>

#include "base/file.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "base/progress.h"
#include "base/text.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "engine/convert.h"
#include "tools/commands.h"
#include "tools/search_setup.h"

namespace tabia::tools {
namespace {

using base::concat;
using base::InterruptGuard;
using namespace tabia::chess;

// --- the suite

// A position and its solution.
struct Problem {
  std::uint64_t line = 0;
  std::string id;
  Position position;
  std::vector<Move> best;   // any of these solves it
  std::vector<Move> avoid;  // any move but these solves it
  std::optional<int> mate;  // the shortest known mate, in moves; negative: the side to move gets mated
  bool judged_by_mate = false;
  std::string expected;  // for people
};

struct Suite {
  std::vector<Problem> problems;
  std::uint64_t bad_lines = 0;
  std::uint64_t passed_over = 0;     // no mate to check with --mates
  std::uint64_t odd_operations = 0;  // ignored, in positions that count
};

std::string san_list(const Position& position, std::string_view opcode, const std::vector<Move>& moves) {
  std::string text(opcode);
  for (const Move move : moves) text += concat(' ', to_san(position, move));
  return text;
}

base::Result<Problem> to_problem(const Epd& epd, std::uint64_t line, bool mates_only) {
  Problem problem{.line = line,
                  .id = epd.id().value_or(concat("line ", line)),
                  .position = epd.position,
                  .best = {},
                  .avoid = {},
                  .mate = {},
                  .judged_by_mate = false,
                  .expected = {}};
  const auto best = epd.best_moves();
  if (!best) return best.error();
  const auto avoid = epd.avoid_moves();
  if (!avoid) return avoid.error();
  const auto mate = epd.mate_in();
  if (!mate) return mate.error();
  if (legal_moves(epd.position).empty())
    return base::Error{"the game is over in this position; there is no legal move"};
  problem.best = *best;
  problem.avoid = *avoid;
  if (mate->has_value() && **mate != 0) problem.mate = *mate;
  problem.judged_by_mate = problem.mate && (mates_only || (problem.best.empty() && problem.avoid.empty()));
  if (problem.judged_by_mate) {
    problem.expected = concat('#', *problem.mate);
  } else if (!problem.best.empty()) {
    problem.expected = san_list(epd.position, "bm", problem.best);
  }
  if (!problem.judged_by_mate && !problem.avoid.empty()) {
    if (!problem.expected.empty()) problem.expected += ' ';
    problem.expected += san_list(epd.position, "am", problem.avoid);
  }
  return problem;
}

// Faults are reported on standard error as FILE:LINE, and the line is skipped.
Suite read_suite(base::InputFile& file, bool mates_only, std::uint64_t most) {
  Suite suite;
  base::LineReader lines(file.stream());
  while (suite.problems.size() < most && lines.next()) {
    const std::string_view text = bare_line(lines.line(), lines.number());
    if (text.empty() || text.front() == '#') continue;
    const auto complain = [&](const base::Error& error) {
      ++suite.bad_lines;
      std::fprintf(stderr, "%s:%" PRIu64 ": %s\n", file.name().c_str(), lines.number(),
                   error.message.c_str());
    };
    if (lines.is_cut()) {
      complain({"the line is too long"});
      continue;
    }
    std::vector<std::string> odd;
    const auto epd = parse_epd(text, FenReading::Lenient, &odd);
    suite.odd_operations += odd.size();
    if (!epd) {
      complain(epd.error());
      continue;
    }
    auto problem = to_problem(*epd, lines.number(), mates_only);
    if (!problem) {
      complain(problem.error());
    } else if (!problem->expected.empty() && (problem->judged_by_mate || !mates_only)) {
      suite.problems.push_back(std::move(*problem));
    } else if (mates_only) {
      ++suite.passed_over;
    } else {
      complain({"nothing to solve; the record needs bm, am or dm"});
    }
  }
  if (file.fault()) {
    ++suite.bad_lines;
    std::fprintf(stderr, "%s\n", file.fault()->message.c_str());
  }
  return suite;
}

// --- an answer

// A mate that the search claims to have proved.
struct MateClaim {
  int moves = 0;              // negative: the side to move gets mated
  bool line_is_legal = true;  // all of its moves
  bool line_is_mate = false;  // and it ends in checkmate after exactly this many moves
  bool contradicts = false;   // shorter than the shortest known mate, or for the other side
  [[nodiscard]] bool is_false() const noexcept { return contradicts || !line_is_legal; }
};

struct Answer {
  bool done = false;
  Move found;
  bool solved = false;
  uci::InfoScore score;
  int depth = 0;
  std::optional<search::Counters> solution;  // when the final answer was found
  search::Counters counters;
  std::vector<Move> line;
  std::optional<MateClaim> claim;
};

bool contains(const std::vector<Move>& moves, Move move) {
  return std::find(moves.begin(), moves.end(), move) != moves.end();
}

bool is_solution(const Problem& problem, Move move, const uci::InfoScore& score) {
  if (problem.judged_by_mate) return score.unit == uci::InfoScore::Unit::Mate && score.value == *problem.mate;
  if (!problem.best.empty() && !contains(problem.best, move)) return false;
  return !contains(problem.avoid, move);
}

MateClaim check_claim(const Problem& problem, int moves, const std::vector<Move>& line) {
  MateClaim claim{.moves = moves};
  if (problem.mate) {
    claim.contradicts = (moves > 0) != (*problem.mate > 0) || std::abs(moves) < std::abs(*problem.mate);
  }
  Game game(problem.position);
  for (const Move move : line) {
    if (!game.position().is_legal(move)) {
      claim.line_is_legal = false;
      return claim;
    }
    game.play(move);
  }
  const std::size_t plies =
      moves > 0 ? static_cast<std::size_t>(2 * moves - 1) : static_cast<std::size_t>(-2 * moves);
  claim.line_is_mate = line.size() == plies && game.end() == GameEnd::Checkmate;
  return claim;
}

// Notes when the solution was found, and forgets it if the search switches to another move.
class SolutionWatch : public search::Observer {
 public:
  SolutionWatch(const Problem& problem, const eval::WinModel& model)
      : problem_(problem), presentation_{.win_model = model, .root = problem.position} {}

  void on_line(const search::Line& line, const search::Counters& counters) override {
    if (line.rank != 1 || line.moves.empty()) return;
    const auto score = engine::to_score(line.score, search::Bound::Exact, presentation_);
    if (!is_solution(problem_, line.moves.front(), score)) {
      solution_.reset();
    } else if (!solution_) {
      solution_ = counters;
    }
  }

  [[nodiscard]] const std::optional<search::Counters>& solution() const noexcept { return solution_; }
  [[nodiscard]] const engine::Presentation& presentation() const noexcept { return presentation_; }

 private:
  const Problem& problem_;
  engine::Presentation presentation_;
  std::optional<search::Counters> solution_;
};

Answer solve(const Problem& problem, const SearchSetup& setup, search::Searcher& searcher) {
  search::Limits limits = setup.limits_from_now();
  // Once the mate is found there is nothing left to look for.
  if (problem.judged_by_mate && *problem.mate > 0) limits.mate = problem.mate;
  SolutionWatch watch(problem, searcher.win_model());
  const search::SearchResult result = searcher.search(Game(problem.position), limits, &watch);
  Answer answer;
  answer.found = result.best;
  answer.counters = result.counters;
  if (!result.lines.empty()) {
    const search::Line& line = result.lines.front();
    answer.score = engine::to_score(line.score, search::Bound::Exact, watch.presentation());
    answer.depth = line.depth;
    answer.line = line.moves;
    if (answer.score.unit == uci::InfoScore::Unit::Mate && line.bound == search::Bound::Exact)
      answer.claim = check_claim(problem, answer.score.value, line.moves);
  }
  answer.solved = is_solution(problem, answer.found, answer.score);
  if (answer.solved) answer.solution = watch.solution().value_or(result.counters);
  answer.done = !InterruptGuard::interrupted();
  return answer;
}

// --- what is printed

std::string score_text(const uci::InfoScore& score) {
  char text[32];
  if (score.unit == uci::InfoScore::Unit::Mate) {
    std::snprintf(text, sizeof text, "#%d", score.value);
  } else {
    std::snprintf(text, sizeof text, "%+.2f", score.value / 100.0);
  }
  return text;
}

void print_text(const Problem& problem, const Answer& answer, int id_width) {
  char solution[32] = "-";
  if (answer.solution)
    std::snprintf(solution, sizeof solution, "%.3f s",
                  static_cast<double>(answer.solution->elapsed_ms) / 1000);
  std::printf("%-*s  %-16s  %-8s  %-6s  %8s  depth %3d  %9s\n", id_width, problem.id.c_str(),
              problem.expected.c_str(), to_san(problem.position, answer.found).c_str(),
              answer.solved ? "solved" : "no", score_text(answer.score).c_str(), answer.depth, solution);
}

void print_json(const Problem& problem, const Answer& answer) {
  base::JsonWriter json;
  json.begin_object()
      .field("line", problem.line)
      .field("id", problem.id)
      .field("fen", to_fen(problem.position));
  json.field("expected", problem.expected)
      .field("found", to_uci(answer.found))
      .field("solved", answer.solved);
  json.field(answer.score.unit == uci::InfoScore::Unit::Mate ? "mate" : "cp", answer.score.value);
  json.field("depth", answer.depth)
      .field("nodes", answer.counters.nodes)
      .field("time_ms", answer.counters.elapsed_ms);
  if (answer.solution)
    json.field("solution_ms", answer.solution->elapsed_ms).field("solution_nodes", answer.solution->nodes);
  if (answer.claim)
    json.field("mate_is_false", answer.claim->is_false())
        .field("mate_line_complete", answer.claim->line_is_mate);
  json.key("pv").begin_array();
  for (const Move move : answer.line) json.value(to_uci(move));
  json.end_array().end_object();
  std::printf("%s\n", json.text().c_str());
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

struct Totals {
  std::uint64_t done = 0;
  std::uint64_t solved = 0;
  std::uint64_t claims = 0;
  std::uint64_t false_claims = 0;
  std::uint64_t unfinished_lines = 0;  // of claims that are not false
  std::uint64_t nodes = 0;
  std::int64_t search_ms = 0;  // of all threads together

  void add(const Answer& answer) {
    ++done;
    solved += answer.solved ? 1 : 0;
    nodes += answer.counters.nodes;
    search_ms += answer.counters.elapsed_ms;
    if (!answer.claim) return;
    ++claims;
    if (answer.claim->is_false()) {
      ++false_claims;
    } else if (!answer.claim->line_is_mate) {
      ++unfinished_lines;
    }
  }
};

// Prints answers in file order, each as soon as all before it are done. Callable from any thread.
class OrderedPrinter {
 public:
  OrderedPrinter(const Suite& suite, std::string file, bool json)
      : suite_(suite), file_(std::move(file)), json_(json), answers_(suite.problems.size()) {
    for (const Problem& problem : suite.problems)
      id_width_ = std::max(id_width_, std::min<int>(static_cast<int>(problem.id.size()), 32));
  }

  void add(std::size_t index, Answer answer) {
    const std::scoped_lock lock(mutex_);
    answers_[index] = std::move(answer);
    while (next_ < answers_.size() && answers_[next_].done) print(next_++);
    std::fflush(stdout);
  }

  // After an interrupt, also prints those waiting for an earlier one that will never come.
  [[nodiscard]] Totals finish() {
    for (; next_ < answers_.size(); ++next_) {
      if (answers_[next_].done) print(next_);
    }
    return totals_;
  }

 private:
  void print(std::size_t index) {
    const Problem& problem = suite_.problems[index];
    if (json_) {
      print_json(problem, answers_[index]);
    } else {
      print_text(problem, answers_[index], id_width_);
    }
    warn_of_claim(file_, problem, answers_[index]);
    totals_.add(answers_[index]);
  }

  const Suite& suite_;
  const std::string file_;
  const bool json_;
  int id_width_ = 0;
  std::mutex mutex_;
  std::vector<Answer> answers_;
  std::size_t next_ = 0;
  Totals totals_;
};

void print_totals(const Suite& suite, const Totals& totals, const SearchSetup& setup, bool json) {
  if (json) {
    base::JsonWriter writer;
    writer.begin_object().field("solved", totals.solved).field("positions", totals.done);
    writer.field("mates_claimed", totals.claims).field("mates_false", totals.false_claims);
    writer.field("mate_lines_incomplete", totals.unfinished_lines).field("bad_lines", suite.bad_lines);
    writer.field("nodes", totals.nodes)
        .field("time_ms", totals.search_ms)
        .field("network", setup.evaluation.network_name);
    writer.end_object();
    std::printf("%s\n", writer.text().c_str());
    return;
  }
  const bool about_mates = std::any_of(suite.problems.begin(), suite.problems.end(),
                                       [](const Problem& problem) { return problem.mate.has_value(); });
  if (about_mates || totals.false_claims > 0) {
    std::printf("%" PRIu64 " mates claimed, %" PRIu64 " false, %" PRIu64 " with an incomplete line\n",
                totals.claims, totals.false_claims, totals.unfinished_lines);
  }
  std::printf("%" PRIu64 "/%" PRIu64 " solved\n", totals.solved, totals.done);
}

int run_epd(const Arguments& arguments) {
  const auto limit = arguments.number("--limit", INT64_MAX, 1, INT64_MAX);
  if (!limit) return usage_error("epd", limit.error());
  const SearchSetupOrExit read = read_search_setup("epd", arguments);
  if (read.exit_code != kExitDone) return read.exit_code;
  auto file = base::InputFile::open(arguments.positionals()[0]);
  if (!file) return failure(file.error());
  const bool json = arguments.has("--json");
  const Suite suite = read_suite(*file, arguments.has("--mates"), static_cast<std::uint64_t>(*limit));
  if (suite.passed_over > 0)
    std::fprintf(stderr, "%" PRIu64 " positions without a mate skipped\n", suite.passed_over);
  if (suite.odd_operations > 0)
    std::fprintf(stderr, "%" PRIu64 " malformed operations ignored\n", suite.odd_operations);

  const InterruptGuard guard;
  OrderedPrinter printer(suite, file->name(), json);
  {
    // On a terminal the answers themselves show the progress, and a live line would get between them.
    std::optional<base::Progress> progress;
    if (::isatty(STDOUT_FILENO) == 0) progress.emplace("epd", suite.problems.size(), "positions");
    search_all(read.setup, suite.problems.size(), [&](std::size_t index, search::Searcher& searcher) {
      printer.add(index, solve(suite.problems[index], read.setup, searcher));
      if (progress) progress->advance();
    });
  }
  const Totals totals = printer.finish();
  std::fflush(stdout);
  std::fprintf(stderr, "epd: %" PRIu64 " positions, %s nodes in %.1f s of search, network %s\n", totals.done,
               base::with_thousands(totals.nodes).c_str(), static_cast<double>(totals.search_ms) / 1000,
               read.setup.evaluation.network_name.c_str());
  print_totals(suite, totals, read.setup, json);
  if (InterruptGuard::interrupted()) return base::kExitInterrupted;
  if (totals.false_claims > 0) return kExitTestSaidNo;
  return suite.bad_lines == 0 ? kExitDone : kExitFailed;
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
          .options = with_search_options(
              {{"--limit", "N", "only the first N positions"},
               {"--mates", "", "only positions with a mate; check the length of the mate, not the move"},
               {"--json", "", "one JSON object per position, and one with the totals"}}),
          .examples = {"epd wacnew.epd", "epd mates400.epd --nodes 1000000 --mates",
                       "epd suite.epd --depth 12 --json"},
          .run = run_epd};
}

}  // namespace tabia::tools
