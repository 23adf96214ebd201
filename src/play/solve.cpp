#include "play/solve.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <mutex>
#include <utility>

#include "base/file.h"
#include "base/json.h"
#include "base/stop_on_interrupt.h"
#include "base/text.h"
#include "chess/epd.h"
#include "chess/fen.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "eval/evaluation_choice.h"

namespace tabia::play {
namespace {

using base::concat;
using namespace tabia::chess;
using search::ShownScore;

// --- the suite

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

// Faults are remarks, as FILE:LINE, and the line is skipped.
Suite read_suite(base::InputFile& file, const SolveJob& job, base::Watch& watch) {
  Suite suite;
  suite.name = file.name();
  std::uint64_t without_mate = 0;
  std::uint64_t malformed = 0;  // operations, in positions that count
  base::LineReader lines(file.stream());
  const auto complain = [&](std::string_view fault) {
    ++suite.bad_lines;
    watch.remark(concat(file.name(), ':', lines.number(), ": ", fault));
  };
  while ((!job.limit || suite.problems.size() < *job.limit) && lines.next()) {
    const std::string_view text = bare_line(lines.line(), lines.number());
    if (text.empty() || text.front() == '#') continue;
    if (lines.is_cut()) {
      complain("the line is too long");
      continue;
    }
    std::vector<std::string> ignored;
    const auto epd = parse_epd(text, FenReading::Lenient, &ignored);
    malformed += ignored.size();
    if (!epd) {
      complain(epd.error().message);
      continue;
    }
    auto problem = to_problem(*epd, lines.number(), job.mates);
    if (!problem) {
      complain(problem.error().message);
    } else if (!problem->expected.empty() && (problem->judged_by_mate || !job.mates)) {
      suite.problems.push_back(std::move(*problem));
    } else if (job.mates) {
      ++without_mate;
    } else {
      complain("nothing to solve; the record needs bm, am or dm");
    }
  }
  if (file.fault()) {
    ++suite.bad_lines;
    watch.remark(file.fault()->message);
  }
  if (without_mate > 0) watch.remark(concat(without_mate, " positions without a mate skipped"));
  if (malformed > 0) watch.remark(concat(malformed, " malformed operations ignored"));
  return suite;
}

// --- an answer

bool contains(const std::vector<Move>& moves, Move move) {
  return std::find(moves.begin(), moves.end(), move) != moves.end();
}

bool is_solution(const Problem& problem, Move move, const ShownScore& score) {
  if (problem.judged_by_mate) return score.is_mate && score.value == *problem.mate;
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
class SolutionObserver : public search::Observer {
 public:
  SolutionObserver(const Problem& problem, const eval::WinModel& model) : problem_(problem), model_(model) {}

  void on_line(const search::Line& line, const search::Counters& counters) override {
    if (line.rank != 1 || line.moves.empty()) return;
    const ShownScore score = search::shown_score(line.score, model_, problem_.position);
    if (!is_solution(problem_, line.moves.front(), score)) {
      solution_.reset();
    } else if (!solution_) {
      solution_ = counters;
    }
  }

  [[nodiscard]] const std::optional<search::Counters>& solution() const noexcept { return solution_; }

 private:
  const Problem& problem_;
  const eval::WinModel& model_;
  std::optional<search::Counters> solution_;
};

Answer solve(const Problem& problem, search::Limits limits, search::MoveSearch& searcher,
             const std::stop_token& stop) {
  // Once the mate is found there is nothing left to look for.
  if (problem.judged_by_mate && *problem.mate > 0) limits.mate = problem.mate;
  SolutionObserver observer(problem, searcher.win_model());
  const search::SearchResult result = search_until(stop, searcher, Game(problem.position), limits, &observer);
  Answer answer;
  answer.found = result.best;
  answer.counters = result.counters;
  if (!result.lines.empty()) {
    const search::Line& line = result.lines.front();
    answer.score = search::shown_score(line.score, searcher.win_model(), problem.position);
    answer.depth = line.depth;
    answer.line = line.moves;
    if (answer.score.is_mate && line.bound == search::Bound::Exact)
      answer.claim = check_claim(problem, answer.score.value, line.moves);
  }
  answer.solved = is_solution(problem, answer.found, answer.score);
  if (answer.solved) answer.solution = observer.solution().value_or(result.counters);
  return answer;
}

void add(const Answer& answer, SolveTotals& totals) {
  ++totals.done;
  totals.solved += answer.solved ? 1 : 0;
  totals.nodes += answer.counters.nodes;
  totals.search_ms += answer.counters.elapsed_ms;
  if (!answer.claim) return;
  ++totals.claims;
  if (answer.claim->is_false()) {
    ++totals.false_claims;
  } else if (!answer.claim->line_is_mate) {
    ++totals.unfinished_lines;
  }
}

// Passes on the answers in the order of the file, each as soon as all answers before it are there. May be
// called from any thread.
class InOrder {
 public:
  InOrder(const Suite& suite, SolveTotals& totals, SolveWatch& watch)
      : suite_(suite), totals_(totals), watch_(watch), answers_(suite.problems.size()) {}

  void add(std::size_t index, Answer answer) {
    const std::scoped_lock lock(mutex_);
    answers_[index] = std::move(answer);
    while (next_ < answers_.size() && answers_[next_]) hand_on(next_++);
    watch_.progress(++arrived_, answers_.size());
  }

  // After an interrupt, also passes on answers that wait for an earlier one that will never come.
  void finish() {
    for (; next_ < answers_.size(); ++next_)
      if (answers_[next_]) hand_on(next_);
  }

 private:
  void hand_on(std::size_t index) {
    play::add(*answers_[index], totals_);
    watch_.answered(suite_.problems[index], *answers_[index]);
  }

  const Suite& suite_;
  SolveTotals& totals_;
  SolveWatch& watch_;
  std::mutex mutex_;
  std::vector<std::optional<Answer>> answers_;
  std::size_t next_ = 0;
  std::uint64_t arrived_ = 0;
};

}  // namespace

const base::Fields<SolveJob>& solve_fields() {
  using J = SolveJob;
  static const base::Fields<J> fields = base::joined<J>(
      {base::within<J>(position_search_fields(), TABIA_MEMBER(search)),
       {base::integer<J>("limit", "N", 1, std::numeric_limits<std::int64_t>::max(), TABIA_MEMBER(limit),
                         "only the first N positions"),
        base::flag<J>("mates", TABIA_MEMBER(mates),
                      "only positions with a mate; check the length of the mate, not the move")}});
  return fields;
}

base::Result<SolveTotals> run(const SolveJob& job, SolveWatch& watch) {
  TABIA_TRY(const PositionSearcher setup, PositionSearcher::open(job.search));
  TABIA_TRY(base::InputFile file, base::InputFile::open(job.suite));
  const Suite suite = read_suite(file, job, watch);
  watch.begins(suite);
  SolveTotals totals;
  totals.network = setup.network();
  totals.bad_lines = suite.bad_lines;
  totals.about_mates = std::any_of(suite.problems.begin(), suite.problems.end(),
                                   [](const Problem& problem) { return problem.mate.has_value(); });
  const base::StopOnInterrupt interrupt(watch);
  const std::stop_token stop = interrupt.token();
  InOrder in_order(suite, totals, watch);
  setup.for_each(suite.problems.size(), stop, [&](std::size_t index, search::MoveSearch& searcher) {
    Answer answer = solve(suite.problems[index], setup.limits_from_now(), searcher, stop);
    if (!stop.stop_requested()) in_order.add(index, std::move(answer));
  });
  in_order.finish();
  return totals;
}

std::string answer_json(const Problem& problem, const Answer& answer) {
  base::JsonWriter json;
  json.begin_object()
      .field("line", problem.line)
      .field("id", problem.id)
      .field("fen", chess::to_fen(problem.position));
  json.field("expected", problem.expected)
      .field("found", chess::to_uci(answer.found))
      .field("solved", answer.solved);
  json.field(answer.score.is_mate ? "mate" : "cp", answer.score.value);
  json.field("depth", answer.depth)
      .field("nodes", answer.counters.nodes)
      .field("time_ms", answer.counters.elapsed_ms);
  if (answer.solution)
    json.field("solution_ms", answer.solution->elapsed_ms).field("solution_nodes", answer.solution->nodes);
  if (answer.claim)
    json.field("mate_is_false", answer.claim->is_false())
        .field("mate_line_complete", answer.claim->line_is_mate);
  json.key("pv").begin_array();
  for (const chess::Move move : answer.line) json.value(chess::to_uci(move));
  json.end_array().end_object();
  return json.text();
}

std::string totals_json(const SolveTotals& totals) {
  base::JsonWriter json;
  json.begin_object().field("solved", totals.solved).field("positions", totals.done);
  json.field("mates_claimed", totals.claims).field("mates_false", totals.false_claims);
  json.field("mate_lines_incomplete", totals.unfinished_lines).field("bad_lines", totals.bad_lines);
  json.field("nodes", totals.nodes)
      .field("time_ms", totals.search_ms)
      .field("network", eval::network_name(totals.network.get()));
  return json.end_object().text();
}

}  // namespace tabia::play
