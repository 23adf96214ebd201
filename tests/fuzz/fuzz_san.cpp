// The first line is a FEN (empty: the usual start), every word after it a move in SAN or UCI notation. What is
// accepted must be legal and come back from both notations; then it is played.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "base/text.h"
#include "chess/fen.h"
#include "chess/notation.h"
#include "chess/position.h"

namespace tabia::chess {
namespace {

void check_writing(const Position& position, Move move) {
  TABIA_CHECK(position.is_legal(move), "an illegal move was accepted");
  const auto san = parse_san(position, to_san(position, move));
  TABIA_CHECK(san.ok() && *san == move, "SAN does not come back");
  for (const auto castling : {CastlingNotation::KingTarget, CastlingNotation::KingTakesRook}) {
    const auto uci = parse_uci_move(position, to_uci(move, castling));
    TABIA_CHECK(uci.ok() && *uci == move, "UCI notation does not come back");
    const auto long_san = parse_san(position, to_uci(move, castling));
    TABIA_CHECK(!long_san || *long_san == move, "a UCI move read as SAN is another move");
  }
}

void check(std::string_view text) {
  const std::string_view fen = text.substr(0, text.find('\n'));
  text.remove_prefix(fen.size());
  Position position;
  if (!base::trimmed(fen).empty()) {
    const auto read = parse_fen_lenient(fen);
    if (!read) return;
    position = read->position;
  }
  for (auto word = base::take_word(text); !word.empty(); word = base::take_word(text)) {
    const auto uci = parse_uci_move(position, word);
    if (uci) check_writing(position, *uci);
    const auto san = parse_san(position, word);
    if (!san) continue;
    check_writing(position, *san);
    position.make(*san);
  }
}

}  // namespace
}  // namespace tabia::chess

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tabia::chess::check(std::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}
