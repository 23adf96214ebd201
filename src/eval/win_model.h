// eval/win_model.h: from internal scores to what people read: centipawns, win, draw and loss.
//
// +100 centipawns is the score at which the side to move wins half of its games. The coefficients are the
// network's own (nn::WdlModel), so a number means the same for every network.
#pragma once

#include "base/score.h"
#include "chess/position.h"
#include "nn/network.h"

namespace tabia::eval {

// Chances in per mille; they add up to 1000.
struct Wdl {
  int win = 0;
  int draw = 0;
  int loss = 0;
  friend bool operator==(const Wdl&, const Wdl&) = default;
};

class WinModel {
 public:
  explicit WinModel(const nn::WdlModel& model = {}) noexcept : model_(model) {}

  // Both for the side that the score is for. Decisive scores (mate, tablebases) are a certain win or loss.
  [[nodiscard]] Wdl wdl(base::Score score, const chess::Position& position) const noexcept;
  [[nodiscard]] int centipawns(base::Score score, const chess::Position& position) const noexcept;
  // The score that is shown as +1.00 with this material.
  [[nodiscard]] double units_per_pawn(const chess::Position& position) const noexcept;
  // The units that the search margins take for a pawn. Longer or shorter games shift the chance to win but
  // not the right size of a margin, so this is a separate number.
  [[nodiscard]] double margin_pawn() const noexcept;

 private:
  nn::WdlModel model_;
};

}  // namespace tabia::eval
