// play/solve.h: solves suites of test positions (EPD) and checks the mates that the search claims.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/fields.h"
#include "base/result.h"
#include "base/watch.h"
#include "chess/position.h"
#include "play/position_search.h"
#include "search/report.h"
#include "search/shown_score.h"

namespace tabia::play {

struct SolveJob {
  std::string suite;  // an EPD file, - for standard input
  PositionSearch search;
  std::optional<std::uint64_t> limit{};  // only the first positions
  bool mates = false;                    // only positions with a mate, whose length is checked, not the move
};
// The options of `tabia epd`: all except `suite`.
[[nodiscard]] const base::Fields<SolveJob>& solve_fields();

// A position and its solution.
struct Problem {
  std::uint64_t line = 0;  // of the file
  std::string id;
  chess::Position position;
  std::vector<chess::Move> best;   // any of these solves it
  std::vector<chess::Move> avoid;  // any move except these solves it
  std::optional<int> mate;         // the shortest known mate, in moves; negative: the side to move gets mated
  bool judged_by_mate = false;
  std::string expected;  // as text: "bm Re8#", "#-1"
};

struct Suite {
  std::string name;  // of the file, for messages
  std::vector<Problem> problems;
  std::uint64_t bad_lines = 0;
};

// A mate that the search claims to have proved.
struct MateClaim {
  int moves = 0;              // negative: the side to move gets mated
  bool line_is_legal = true;  // all of its moves
  bool line_is_mate = false;  // and it ends in checkmate after exactly this many moves
  bool contradicts = false;   // shorter than the shortest known mate, or for the other side
  [[nodiscard]] bool is_false() const noexcept { return contradicts || !line_is_legal; }
};

struct Answer {
  chess::Move found;
  bool solved = false;
  search::ShownScore score;
  int depth = 0;
  std::optional<search::Counters> solution{};  // when the final answer was found
  search::Counters counters{};
  std::vector<chess::Move> line{};
  std::optional<MateClaim> claim{};
};

// Lines that can't be used are remarks.
class SolveWatch : public base::Watch {
 public:
  // The file has been read; the suite lives until run() returns.
  virtual void begins(const Suite&) {}
  // In the order of the file. After an interrupt some are missing.
  virtual void answered(const Problem&, const Answer&) {}
};

struct SolveTotals {
  std::shared_ptr<const nn::Network> network;
  std::uint64_t bad_lines = 0;
  bool about_mates = false;  // the suite knows mates
  std::uint64_t done = 0;
  std::uint64_t solved = 0;
  std::uint64_t claims = 0;
  std::uint64_t false_claims = 0;
  std::uint64_t unfinished_lines = 0;  // of claims that are not false
  std::uint64_t nodes = 0;
  std::int64_t search_ms = 0;  // of all threads together
};

// Each position is searched with an empty table, so with limits of nodes or depth the answers are the same on
// every machine. An interrupt ends the job soon; the totals cover the answers that were finished. The
// error says why the file or the network can't be read.
[[nodiscard]] base::Result<SolveTotals> run(const SolveJob& job, SolveWatch& watch);

// One position and its answer, and the totals, as JSON objects.
[[nodiscard]] std::string answer_json(const Problem& problem, const Answer& answer);
[[nodiscard]] std::string totals_json(const SolveTotals& totals);

}  // namespace tabia::play
