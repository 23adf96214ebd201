// Any text read as a PGN file. Every move of every game must be legal, and a game must come back from to_pgn.
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>

#include "base/check.h"
#include "chess/pgn.h"
#include "chess/pgn_annotation.h"
#include "chess/pgn_reader.h"

namespace tabia::chess {
namespace {

// Calls itself for variations; the reader bounds their depth.
void check_line(const PgnLine& line, Position position, bool main_line) {
  for (const PgnMove& move : line.moves) {
    for (const PgnLine& variation : move.variations) check_line(variation, position, false);
    TABIA_CHECK(move.comment_after_variations.empty() || !move.variations.empty(),
                "a comment is in the wrong place");
    static_cast<void>(annotation_in(move.comment, position.side_to_move()));
    if (move.move) {
      TABIA_CHECK(position.is_legal(move.move), "a line holds an illegal move");
      position.make(move.move);
    } else {
      TABIA_CHECK(!main_line, "the main line holds a null move");
      position.make_null();
    }
  }
}

void check_game(const PgnGame& game) {
  check_line(game.line, game.start, true);
  const std::string text = to_pgn(game);
  std::istringstream in(text);
  PgnReader reader(in);
  const auto record = reader.next();
  TABIA_CHECK(record && record->ok(), "what to_pgn writes can't be read");
  const PgnGame& again = (*record)->game;
  TABIA_CHECK(again.start == game.start, "PGN lost the start");
  TABIA_CHECK(again.line == game.line, "PGN lost moves, comments or variations");
  TABIA_CHECK(again.result == game.result, "PGN lost the result");
  for (const PgnTag& tag : game.tags) {
    if (tag.name == "Result" || tag.name == "SetUp" || tag.name == "FEN") continue;
    TABIA_CHECK(again.tag(tag.name) && *again.tag(tag.name) == tag.value, "PGN lost a tag");
  }
  TABIA_CHECK(to_pgn(again) == text, "PGN is written differently the second time");
  TABIA_CHECK(!reader.next(), "one game was written as two");
}

void check(const std::string& text, bool read_variations) {
  PgnOptions options;
  options.max_game_bytes = 16384;
  options.max_moves = 300;
  options.max_depth = 8;
  options.read_variations = read_variations;
  std::istringstream in(text);
  PgnReader reader(in, options);
  while (const auto record = reader.next()) {
    if (record->ok()) check_game((*record)->game);
  }
}

}  // namespace
}  // namespace tabia::chess

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  tabia::chess::check(text, true);
  tabia::chess::check(text, false);
  return 0;
}
