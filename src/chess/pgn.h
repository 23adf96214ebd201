// chess/pgn.h: a game as in PGN: tags, moves with comments and variations, result.
//
// PgnGame is a plain value. chess/pgn_reader.h reads it from a stream, to_pgn() here turns it into text, and
// chess/pgn_annotation.h finds clocks and evaluations in its comments.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/game.h"
#include "chess/move.h"
#include "chess/position.h"

namespace tabia::chess {

enum class GameResult : std::uint8_t { Unknown, WhiteWins, BlackWins, Draw };

// The termination marker: "*", "1-0", "0-1" or "1/2-1/2".
[[nodiscard]] std::string_view to_string(GameResult result) noexcept;
// Exactly one of the four markers.
[[nodiscard]] std::optional<GameResult> parse_game_result(std::string_view text) noexcept;

struct PgnTag {
  std::string name;
  std::string value;  // unquoted and unescaped

  friend bool operator==(const PgnTag&, const PgnTag&) = default;
};

struct PgnLine;

// Comments have only single spaces and none at the ends: line breaks in a file have no meaning. Several
// comments in one place are joined.
struct PgnMove {
  Move move;                             // none() is a null move; only variations may have one
  std::vector<std::uint8_t> nags;        // numeric annotation glyphs; 1 to 6 are ! ? !! ?? !? ?!
  std::string comment;                   // after the move
  std::vector<PgnLine> variations;       // alternatives to this move
  std::string comment_after_variations;  // empty without variations

  friend bool operator==(const PgnMove&, const PgnMove&);
};

// The main line or a variation. Every move is legal in the position that the moves before it lead to.
struct PgnLine {
  std::string comment;  // before the first move
  std::vector<PgnMove> moves;

  friend bool operator==(const PgnLine&, const PgnLine&);
};

struct PgnGame {
  std::vector<PgnTag> tags;  // in the order of the text, each name once
  Position start;
  PgnLine line;
  GameResult result = GameResult::Unknown;

  // The value of the tag, or null.
  [[nodiscard]] const std::string* tag(std::string_view name) const noexcept;
  // The main line as a game that can be continued.
  [[nodiscard]] Game main_line() const;

  friend bool operator==(const PgnGame&, const PgnGame&) = default;
};

// The game in export form, ending with a line break: first the seven tags that every game has ("?" if the
// game has no value), then the others in their order; then moves in lines shorter than 80 characters unless a
// word is longer. A short command in a comment ("[%eval 0.35]") counts as one word. The tags Result, SetUp
// and FEN are written from `result` and `start`, whatever `tags` says, and a Variant tag is added if castling
// needs Chess960. Reading the text back gives the same start, line and result. Requires tags without line
// breaks, with names of letters, digits and underscores; comments as described above; variations no deeper
// than the stack allows (the reader ensures that). Games in one file are separated by an empty line, which
// the caller writes.
[[nodiscard]] std::string to_pgn(const PgnGame& game);

}  // namespace tabia::chess
