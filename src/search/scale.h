// search/scale.h: the search's unit of evaluation.
//
// Networks differ in their units: a pawn may be 361 units of one network and 220 of another. Margins must
// mean the same for all of them, so evaluations are converted to one scale on their way into the search, and
// back on their way out.
#pragma once

#include "base/score.h"
#include "chess/position.h"
#include "eval/win_model.h"

namespace tabia::search {

using base::Score;

// Search units ("su") per pawn (eval::WinModel::margin_pawn).
inline constexpr int kUnitsPerPawn = 361;

// Piece values of the search, for margins. Not an evaluation.
inline constexpr chess::EnumArray<chess::PieceType, Score> kPieceValues = {
    {{208, 781, 825, 1276, 2538, 0, 0}}};

// The exchange evaluation (chess/see.h) uses hundredths of a pawn: a knight is 320 there and 781 here.
[[nodiscard]] constexpr int exchange_units(Score score) noexcept { return score * 420 / 1024; }

class SearchScale {
 public:
  SearchScale() = default;
  // For evaluations with this model.
  explicit SearchScale(const eval::WinModel& model) noexcept : ratio_(kUnitsPerPawn / model.margin_pawn()) {}

  [[nodiscard]] Score to_search(Score evaluation) const noexcept {
    return base::clamped_evaluation(static_cast<std::int64_t>(evaluation * ratio_));
  }
  // Decisive scores are the same on both scales.
  [[nodiscard]] Score from_search(Score score) const noexcept {
    if (base::is_decisive(score)) return score;
    return base::clamped_evaluation(static_cast<std::int64_t>(score / ratio_));
  }

 private:
  double ratio_ = 1;
};

}  // namespace tabia::search
