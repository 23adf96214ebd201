// search/shown_score.h: the score of a search as it is shown to people: centipawns or moves to mate.
#pragma once

#include <cstdlib>

#include "base/score.h"
#include "chess/position.h"
#include "eval/win_model.h"

namespace tabia::search {

// Centipawns shown for a tablebase win at the root; one less for each ply to it.
inline constexpr int kTablebaseWinCp = 20'000;

struct ShownScore {
  bool is_mate = false;
  int value = 0;  // moves to mate (negative: to be mated), or centipawns; both for the side to move
};

// `score` is in units of the evaluation that `model` belongs to; `root` is the position that was searched.
[[nodiscard]] inline ShownScore shown_score(base::Score score, const eval::WinModel& model,
                                            const chess::Position& root) {
  const int size = std::abs(score);
  const int sign = score < 0 ? -1 : 1;
  if (size >= base::kMateInMaxPly) return {.is_mate = true, .value = sign * ((base::kMate - size + 1) / 2)};
  if (base::is_decisive(score)) return {.value = sign * (kTablebaseWinCp - (base::kTablebaseWin - size))};
  return {.value = model.centipawns(score, root)};
}

}  // namespace tabia::search
