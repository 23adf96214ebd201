// search/steps.h: the steps of the search that can be left out, to measure what they are worth.
//
// In a tune build the option `without` is a set of these, one bit each (1 << step); a match between an engine
// with and one without a step is its removal test (docs/strength.md). In other builds the set is empty and
// costs nothing.
#pragma once

#include <array>
#include <string_view>

namespace tabia::search {

enum class Step {
  TableCutoff,
  EvaluationHistory,
  Hindsight,
  Razoring,
  ReverseFutility,
  NullMove,
  InternalReduction,
  ProbCut,
  MoveCountPruning,
  CapturePruning,
  HistoryPruning,
  Futility,
  QuietExchangePruning,
  SingularExtension,
  LateMoveReduction,
  CorrectionHistory,
  PreviousMoveReward,
  AlphaRaiseReduction,
  QuiescencePruning,
  UpcomingRepetition,
};

inline constexpr std::array<std::string_view, 20> kStepNames = {
    "table cutoff",
    "evaluation history",
    "hindsight",
    "razoring",
    "reverse futility",
    "null move",
    "internal reduction",
    "probcut",
    "move count pruning",
    "capture pruning",
    "history pruning",
    "futility",
    "quiet exchange pruning",
    "singular extension",
    "late move reduction",
    "correction history",
    "previous move reward",
    "alpha raise reduction",
    "quiescence pruning",
    "upcoming repetition",
};

}  // namespace tabia::search
