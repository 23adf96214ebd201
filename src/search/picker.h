// search/picker.h: the moves of a node, best first, generated as late as possible.
//
// Most nodes are cut off by one of their first moves, so the moves come in stages: the table's move, captures
// that don't lose material, quiet moves by their histories, losing captures, quiet moves with a bad history.
// Every legal move comes exactly once (tests/search/picker_test.cpp), unless the caller skips the quiet ones.
#pragma once

#include <array>
#include <optional>

#include "chess/check_map.h"
#include "chess/movegen.h"
#include "search/history.h"

namespace tabia::search {

// Continuation histories of the last six plies, the last one first. Never null.
using ContinuationTables = std::array<const PieceTo*, 6>;

// What the order of moves depends on besides the position.
struct OrderingContext {
  const Histories& histories;
  const ContinuationTables& continuations;
  const Threats& threats;
  const Parameters& parameters;
  int ply;
};

class MovePicker {
 public:
  // All moves, for a node of the main search. The table's move must be legal or none.
  MovePicker(const Position& position, Move table_move, int depth, const OrderingContext& context) noexcept;
  // For quiescence: captures and promotions, then quiet checks if requested; all moves when in check.
  static MovePicker quiescence(const Position& position, Move table_move, bool with_checks,
                               const OrderingContext& context) noexcept;
  // Captures and promotions whose exchange gains at least `threshold` hundredths of a pawn (chess/see.h).
  static MovePicker gaining(const Position& position, Move table_move, int threshold,
                            const OrderingContext& context) noexcept;

  MovePicker(const MovePicker&) = delete;  // contains pointers into itself
  MovePicker& operator=(const MovePicker&) = delete;

  // The next move, or none at the end.
  [[nodiscard]] Move next() noexcept;
  // No quiet moves from here on.
  void skip_quiets() noexcept { skip_quiets_ = true; }
  // Does the legal move give check?
  [[nodiscard]] bool gives_check(Move move) noexcept {
    if (!checks_) checks_.emplace(position_);
    return checks_->gives_check(move);
  }

 private:
  enum class Stage {
    TableMove,
    MakeCaptures,
    GoodCaptures,
    MakeQuiets,
    GoodQuiets,
    BadCaptures,
    BadQuiets,
    EvasionTableMove,
    MakeEvasions,
    Evasions,
    QuiescenceTableMove,
    MakeQuiescence,
    Quiescence,
    MakeChecks,
    Checks,
    GainingTableMove,
    MakeGaining,
    Gaining,
    End,
  };
  struct Scored {
    Move move;
    int score;
  };

  MovePicker(const Position& position, Move table_move, int depth, const OrderingContext& context,
             Stage stage, int threshold) noexcept;

  [[nodiscard]] int capture_score(Move move) const noexcept;
  [[nodiscard]] int quiet_score(Move move) noexcept;
  [[nodiscard]] int evasion_score(Move move) const noexcept;
  [[nodiscard]] bool is_good_capture(const Scored& capture) const noexcept;
  // The moves of a stage Make...; the next stage hands them out.
  void make_moves() noexcept;
  void append_captures() noexcept;
  void append_quiets() noexcept;
  void append_checks() noexcept;
  void append_evasions() noexcept;
  void sort(Scored* begin, Scored* end, int limit) noexcept;

  const Position& position_;
  const OrderingContext context_;
  Move table_move_;
  int depth_;
  int threshold_;
  Stage stage_;
  bool skip_quiets_ = false;
  std::optional<chess::CheckMap> checks_;  // computed when first needed
  // [moves_, bad_end_) losing captures set aside; [current_, end_) what is left of the current stage.
  Scored* current_;
  Scored* end_;
  Scored* bad_end_;
  Scored* quiets_begin_ = nullptr;
  union {
    Scored moves_[chess::kMaxMoves];
  };
};

}  // namespace tabia::search
