// Values in the table: mates and tablebase wins counted from the position.
#include "search/table.h"

namespace tabia::search {

Score value_to_table(Score value, int ply) noexcept {
  if (value == base::kNoScore) return value;
  if (value >= base::kTablebaseWinInMaxPly) return value + ply;
  if (value <= -base::kTablebaseWinInMaxPly) return value - ply;
  return value;
}

Score value_from_table(Score value, int ply, int halfmove_clock) noexcept {
  if (value == base::kNoScore) return value;
  const int plies_left = 100 - halfmove_clock;
  const auto win = [&](Score stored) {
    const Score distance = (stored >= base::kMateInMaxPly ? base::kMate : base::kTablebaseWin) - stored;
    return distance > plies_left ? base::kMaxEvaluation : stored - ply;
  };
  if (value >= base::kTablebaseWinInMaxPly) return win(value);
  if (value <= -base::kTablebaseWinInMaxPly) return -win(-value);
  return value;
}

}  // namespace tabia::search
