// eval/endgames.h: rules over the material that correct evaluations that sums and networks get wrong.
//
// A pure function after the evaluation: apply_rules(position, evaluation, rules). In this order, each group
// with its own switch:
//   drawn material     a draw by the rules of endgame theory: 0
//   known wins         a won ending: a high score that rises with progress, so that the win is carried out
//   opposite bishops,  hard to win: the evaluation scaled down, by the lowest factor that any rule gives
//   drawish endings
//   fifty moves        what is left of the score shrinks as the halfmove clock approaches 100
// The first two are facts: checked against every position of the 3- and 4-man Syzygy tables when they were
// written, and against a sample of them in tests/eval/endgames_test.cpp. One exception is marked: queen
// against rook is only usually won (96% of the positions where the rule fires) and scores far below
// kKnownWin. The facts ignore the halfmove clock; the last rule handles it. If a fact has exceptions (mates
// at the edge, stalemates, pieces that can be captured or trapped), the rule doesn't fire near them, so some
// positions of these endings keep their evaluation.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "base/score.h"
#include "chess/position.h"

namespace tabia::eval {

using base::Score;

// Which rules are active.
struct HybridRules {
  bool drawn_material = true;
  bool known_wins = true;
  bool opposite_bishops = true;
  bool drawish_endings = true;
  bool fifty_moves = true;

  [[nodiscard]] static constexpr HybridRules none() noexcept { return {false, false, false, false, false}; }
  friend constexpr bool operator==(const HybridRules&, const HybridRules&) = default;
};

// A known win scores at least this much (before the fifty-move rule): more than any other evaluation in
// practice. A pawn that runs to promotion scores less, at least kKnownPawnWin, so that it does get promoted.
inline constexpr Score kKnownWin = 6000;
inline constexpr Score kKnownPawnWin = 5000;

// A rule as people see it. `group` is the name of its switch.
struct RuleInfo {
  std::string_view name;
  std::string_view group;
  std::string_view reason;
};

// What the rules did to one evaluation, in order.
struct RuleTrace {
  struct Step {
    const RuleInfo* rule = nullptr;
    Score score = 0;  // after the rule
  };
  std::array<Step, 3> steps{};  // at most three: a draw, a win or a factor, then the clock
  int count = 0;
};

// The evaluation, for the side to move, after the rules. Within ±kMaxEvaluation if `evaluation` is. If there
// is a trace, it records what fired.
[[nodiscard]] Score apply_rules(const chess::Position& position, Score evaluation, const HybridRules& rules,
                                RuleTrace* trace = nullptr) noexcept;

// The name of the rule that decided the score (the first that fired), or "".
[[nodiscard]] std::string_view rule_name(const chess::Position& position, Score evaluation,
                                         const HybridRules& rules) noexcept;

// All rules, for listings and documentation.
[[nodiscard]] std::span<const RuleInfo> hybrid_rules() noexcept;

}  // namespace tabia::eval
