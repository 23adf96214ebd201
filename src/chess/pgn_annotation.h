// chess/pgn_annotation.h: clocks and evaluations that programs write into the comments of a game.
//
// Supported, also several in one comment:
//   [%eval 0.53] [%eval -1.2,18] [%eval #-3]   pawns or moves to mate, White's view; then depth
//   [%clk 0:03:00.5] [%emt 0:00:01]            time left after the move, time spent on it
//   d=26, sd=85, mt=102005, tl=1700995, wv=0.87   TCEC: depth, time spent and left (ms), score in pawns
//                                                 or plies to mate (wv=M12, wv=-M5), White's view
//   +1.55/16 0.70s                             cutechess, fastchess: mover's score / depth, time
//   -M4/20 0.1s                                the same with plies to mate
//   book                                       the move came from an opening book (TCEC, cutechess)
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "chess/types.h"

namespace tabia::chess {

// A program's evaluation of a position, always from White's point of view.
struct WhiteScore {
  int cp = 0;               // centipawns; meaningless if there is a mate
  std::optional<int> mate;  // moves to mate: positive if White gives it, negative if Black does

  friend bool operator==(const WhiteScore&, const WhiteScore&) = default;
};

struct PgnAnnotation {
  std::optional<WhiteScore> score;
  std::optional<int> depth;                // plies
  std::optional<std::int64_t> clock_ms;    // left for the side that moved, after the move
  std::optional<std::int64_t> elapsed_ms;  // spent on the move
  bool book = false;

  friend bool operator==(const PgnAnnotation&, const PgnAnnotation&) = default;
};

// What the comment on a move says, in the forms listed above; anything malformed is ignored. `mover` is the
// side that made the move: scores from its point of view are turned to White's.
[[nodiscard]] PgnAnnotation annotation_in(std::string_view comment, Color mover);

}  // namespace tabia::chess
