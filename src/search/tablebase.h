// search/tablebase.h: perfect play from Syzygy tables, if there are any.
//
// The Fathom library reads the tables (src/search/tablebase.cpp is its only user); without it, or without
// tables, there is no Tablebase and the search works without one. Fathom supports tables of up to seven
// pieces.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/score.h"
#include "chess/game.h"
#include "chess/position.h"

namespace tabia::search {

struct TablebaseOptions {
  int probe_depth = 1;          // plies; at lower depths positions with the most pieces are not probed
  int probe_limit = 7;          // positions with more pieces are not probed
  bool fifty_move_rule = true;  // wins that take too long count as draws
};

// The result with best play, for the side to move. Cursed wins and blessed losses are draws by the fifty-move
// rule.
enum class TablebaseResult { Loss = -2, BlessedLoss = -1, Draw = 0, CursedWin = 1, Win = 2 };

// A root move and how good it is: a higher rank is better, equal ranks are equally good, 0 is a draw.
// `result` says whether a rank above 0 wins under the fifty-move rule: it takes the halfmove clock and
// repetitions into account.
struct RankedMove {
  chess::Move move;
  int rank = 0;
  TablebaseResult result = TablebaseResult::Draw;
  // Plies to the next capture, pawn move or mate, including this move, signed as the result; nothing if the
  // moves were ranked by result only, so that playing the best rank makes no progress by itself.
  std::optional<int> distance;
};

// The tables of one or more folders. Fathom keeps its state in globals, so there can be only one in a
// process. Thread-safe.
class Tablebase {
 public:
  // The folders of `path` are separated by ':' (';' on Windows). The error says what is wrong and where: no
  // such folder, no table in it, an incomplete table. Opening a second one while the first exists is an error
  // too. Takes about 0.1 ms per table: all are opened immediately, because Debian's Fathom has no lock for
  // opening them later.
  [[nodiscard]] static base::Result<std::shared_ptr<const Tablebase>> open(const std::string& path);
  // Was the program built with Fathom?
  [[nodiscard]] static bool is_available() noexcept;
  ~Tablebase();
  Tablebase(const Tablebase&) = delete;
  Tablebase& operator=(const Tablebase&) = delete;

  // Pieces (including kings) of the largest table.
  [[nodiscard]] int largest() const noexcept { return largest_; }

  // Nothing if no table answers: too many pieces, castling rights, or a missing file. The answer is for a
  // halfmove clock of 0. Takes no lock.
  [[nodiscard]] std::optional<TablebaseResult> result_of(const chess::Position& position) const noexcept;
  // Plies to the next capture, pawn move or mate with best play, signed as the result (beyond 100: cursed or
  // blessed); 0 for a draw, -1 for a side that is mated; nothing as above. Because the tables round, it may
  // take one ply more. One thread at a time, and slow: not for the search.
  [[nodiscard]] std::optional<int> distance_to_zeroing(const chess::Position& position) const;
  // All legal moves of the game's last position with their ranks, best first; empty if the tables have no
  // answer. Ranked by distance if those tables exist, otherwise by result. Wins that are certain to come in
  // time have the same rank; if the clock is high or a position has been repeated since the last capture or
  // pawn move, the nearer win ranks higher. A move that completes a threefold repetition or the fifty moves
  // is a draw.
  [[nodiscard]] std::vector<RankedMove> rank_root_moves(const chess::Game& game, bool fifty_move_rule) const;

 private:
  explicit Tablebase(const std::string& folders);
  [[nodiscard]] bool may_answer(const chess::Position& position) const noexcept;

  int largest_ = 0;
  mutable std::mutex distances_mutex_;  // Fathom opens a table with distances when it is first needed
};

}  // namespace tabia::search
