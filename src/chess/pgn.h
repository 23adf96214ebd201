// chess/pgn.h: a game as PGN tells it: tags, moves with comments and variations, result.
//
// PgnGame is a plain value. chess/pgn_reader.h makes it from a stream, to_pgn() here turns it into text, and
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
  std::string value;  // as meant: without quotes around it and escapes in it

  friend bool operator==(const PgnTag&, const PgnTag&) = default;
};

struct PgnLine;

// Comments have single spaces only and none at the ends: line breaks in a file mean nothing. Several comments
// in one place become one.
struct PgnMove {
  Move move;                             // none() is a null move; only variations have those
  std::vector<std::uint8_t> nags;        // numeric annotation glyphs; 1 to 6 are ! ? !! ?? !? ?!
  std::string comment;                   // after the move
  std::vector<PgnLine> variations;       // what could have been played instead
  std::string comment_after_variations;  // empty without variations

  friend bool operator==(const PgnMove&, const PgnMove&);
};

// The main line or a variation. Every move is legal in the position that those before it lead to.
struct PgnLine {
  std::string comment;  // before the first move
  std::vector<PgnMove> moves;

  friend bool operator==(const PgnLine&, const PgnLine&);
};

struct PgnGame {
  std::vector<PgnTag> tags;  // in the order of the text, no name twice
  Position start;
  PgnLine line;
  GameResult result = GameResult::Unknown;

  // The value of the tag, or null.
  [[nodiscard]] const std::string* tag(std::string_view name) const noexcept;
  // The main line as a game to play on from.
  [[nodiscard]] Game main_line() const;

  friend bool operator==(const PgnGame&, const PgnGame&) = default;
};

// The game in export form, ending with a line break: the seven tags that every game has first ("?" where the
// game has none), then the others in their order, moves in lines shorter than 80 characters unless a word is
// longer; a short command in a comment ("[%eval 0.35]") counts as one word. The tags Result, SetUp and FEN are
// written from `result` and `start`, whatever `tags` says, and a Variant tag is added where castling needs Chess960
// to be understood. Reading the text back gives the same start, line and result. Requires tags without line breaks,
// with names of letters, digits and underscores; comments as described above; no variation at more depth than the
// stack bears (the reader sees to that). Games in one file are separated by an empty line, which the caller writes.
[[nodiscard]] std::string to_pgn(const PgnGame& game);

}  // namespace tabia::chess
