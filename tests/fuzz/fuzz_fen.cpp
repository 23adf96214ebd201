// Any text read as a FEN, strictly and leniently. What is accepted must come back from every way of writing
// it, strict and lenient reading must agree, and the rules must hold together in the position.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/position.h"

namespace tabia::chess {
namespace {

void check_writing(const Position& position) {
  for (const bool shredder : {false, true}) {
    for (const bool every_double_step : {false, true}) {
      const FenStyle style{.shredder_castling = shredder, .every_double_step = every_double_step};
      const auto again = parse_fen(to_fen(position, style));
      TABIA_CHECK(again.ok(), "what to_fen writes can't be read");
      TABIA_CHECK(again->keys() == position.keys(), "FEN lost something that the rules need");
      TABIA_CHECK(to_fen(*again, style) == to_fen(position, style),
                  "FEN is written differently the second time");
      TABIA_CHECK(!every_double_step || *again == position, "FEN lost something");
    }
  }
}

void check_moves(const Position& position) {
  TABIA_CHECK(position.keys() == position.fresh_keys(), "keys differ from fresh ones");
  const MoveList moves = legal_moves(position);
  TABIA_CHECK(count_legal_moves(position) == moves.size(), "counting and listing moves differ");
  TABIA_CHECK(has_legal_move(position) == !moves.empty(), "has_legal_move is wrong");
  for (const Move move : moves) {
    TABIA_CHECK(position.is_legal(move), "a listed move is not legal");
    Position after = position;
    after.make(move);
    TABIA_CHECK(after.keys() == after.fresh_keys(), "keys after a move differ from fresh ones");
    TABIA_CHECK(after.in_check() == position.gives_check(move), "gives_check is wrong");
  }
}

void check(std::string_view text) {
  const auto strict = parse_fen(text);
  const auto lenient = parse_fen_lenient(text);
  TABIA_CHECK(!strict || lenient.ok(), "strict reading accepts what lenient reading does not");
  if (!lenient) return;
  TABIA_CHECK(lenient->repairs.empty() == strict.ok(),
              "repairs where strict reading accepts, or none where it does not");
  TABIA_CHECK(!strict || *strict == lenient->position, "strict and lenient reading differ");
  check_writing(lenient->position);
  check_moves(lenient->position);
}

}  // namespace
}  // namespace tabia::chess

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tabia::chess::check(std::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}
