// search/steps.h: the steps of the search that can be left out, to measure what they are worth.
//
// In a tune build the option `without` is a set of these, one bit each (1 << step); a match between an engine
// with and one without a step is its removal test (docs/strength.md). In other builds the set is empty and
// costs nothing.
#pragma once

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

inline constexpr int kStepCount = 20;
static_assert(static_cast<int>(Step::UpcomingRepetition) + 1 == kStepCount);

}  // namespace tabia::search
